"""What an author may get wrong in the rules of ``right_rules.py``, one mistake each."""

from __future__ import annotations

from typing import NamedTuple


class Mistake(NamedTuple):
    """A change to the source, what must be said of it, and on which lines."""

    name: str
    old: str
    new: str
    says: str
    at: str = "# here"  # a pattern that finds the lines which are reported; empty: just the file


HERE = "  # here"
_POINTS = "    points = 0\n"  # in score


def _in_score(name: str, body: str, says: str) -> Mistake:
    """A mistake that is made at the beginning of ``score``; its last line is the wrong one."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    marked = lines if HERE in lines else lines.rstrip("\n") + HERE + "\n"
    return Mistake(name, _POINTS, _POINTS + marked, says)


MISTAKES = [
    _in_score("a string", 'colour = "red"', "has the string 'red'"),
    _in_score("an f-string", 'label = f"{seat}"', "has a string"),
    _in_score("a string in a comparison", 'if seat == "first":  # here\n    points = 1', "'first'"),
    _in_score("bytes", 'colour = b"red"', "has the string b'red'"),
    _in_score("a float", "points = int(seat * 1.5)", "has 1.5, which is no whole number"),
    _in_score("a division", "points = s.active / 2", "use `//`"),
    _in_score("a division in place", "points /= 2", "use `//`"),
    _in_score("None", "best = None", "None as a value"),
    _in_score("is", "points = 1 if seat is s.active else 0", "compares with `is`"),
    _in_score("is None", "points = 1 if seat is None else 0", "compares with `is`"),
    _in_score("a list", "found = [0, 0]", "makes a list"),
    _in_score("a dict", "found = {0: 1}", "makes a dict"),
    _in_score("a set", "points = 1 if seat in {0, 1} else 0", "makes a set"),
    _in_score("a comprehension", "points = sum([row for row in range(3)])", "a comprehension"),
    _in_score("a generator", "points = sum(row for row in range(3))", "a generator expression"),
    _in_score("a slice", "row = s.dice[0:1]", "takes a slice"),
    _in_score("two indices in one", "points = s.sheets[0].crosses[0, 1]", "[row][column]"),
    _in_score("raise", "if seat > 9:\n    raise ValueError(seat)", "raises an exception"),
    _in_score("assert", "assert seat < s.seats", "has an `assert`"),
    _in_score("try", "try:  # here\n    points = 1\nexcept IndexError:\n    points = 2", "a `try`"),
    _in_score("with", "with open('x') as file:  # here\n    points = 1", "has a `with`"),
    _in_score("lambda", "worth = lambda row: row", "has a `lambda`"),
    _in_score("a nested function", "def worth():  # here\n    return 1", "a function inside"),
    _in_score("a nested class", "class Worth:  # here\n    pass", "defines a class inside"),
    _in_score("yield", "yield points", "yields"),
    _in_score("global", "global POINTS", "has a `global`"),
    _in_score("del", "del points", "has a `del`"),
    _in_score("an import", "import random", "imports inside"),
    _in_score("a walrus", "points = (row := 3)", "`:=`"),
    _in_score("star arguments", "points = row_points(*COSTS[0])", "has a `*`"),
    _in_score("keyword dicts", "points = row_points(**PRICES)", "has a `**`"),
    _in_score("print", "print(points)", "calls `print`"),
    _in_score("sorted", "sorted(POINTS)", "calls `sorted`"),
    _in_score("any", "points = any(POINTS)", "calls `any`"),
    _in_score("a library", "points = math.floor(seat)", "`math.floor`, which is no rule"),
    _in_score("a rule of a module", "points = rng.draw(s.dice, 6)", "import it by name"),
    _in_score("a method of a list", "s.dice.append(3)", "the method `s.dice.append`"),
    _in_score("a method of a record", "twin = s.copy()", "the method `s.copy`"),
    _in_score("a method of a number", "points = seat.bit_count()", "`seat.bit_count`"),
    _in_score("a new record", "sheet = Sheet()", "makes a `Sheet`"),
    _in_score("a key", "points = max(1, 2, key=abs)", "gives `max` a keyword"),
    _in_score("a global string", "letters = COLOURS", "`COLOURS`, which is a string"),
    _in_score("a global float", "points = int(RATIO)", "`RATIO`, which is no whole number"),
    _in_score("a global dict", "points = PRICES[1]", "`PRICES`, which is a dict"),
    _in_score("a global list", "points = FREE[0]", "`FREE`, which is a list"),
    _in_score("a table of strings", "name = NAMES[0]", "has 'red' in it"),
    _in_score("an uneven table", "points = UNEVEN[0][0]", "rows of different lengths"),
    _in_score("an undefined name", "points = POINTZ[0]", "defined nowhere"),
    _in_score("writing a constant", "POINTS[0] = 1", "a constant"),
    _in_score("an unknown field", "points = s.sheets[seat].mises", "did you mean `misses`?"),
    _in_score("an unknown field to write", "s.round = 1", "did you mean `rounds`?"),
    _in_score("an unknown field of a tuple", "points = place_of(4).fields", "`field`?"),
    _in_score("a field of an array", "points = s.sheets.misses", "index it first"),
    _in_score("a whole array", "s.dice = s.answers", "is a whole array"),
    _in_score("a whole row", "s.sheets[0].crosses[0] = s.sheets[0].crosses[1]", "a whole row"),
    _in_score("a whole record", "s.sheets[0] = s.sheets[1]", "declare it with `slots`"),
    _in_score("comparing arrays", "points = s.dice == s.answers", "a whole array"),
    _in_score("an array as a condition", "if s.dice:  # here\n    points = 1", "true or false"),
    _in_score("in a number", "points = 1 if 3 in seat else 0", "no tuple or row of numbers"),
    _in_score("in records", "points = 1 if 3 in s.sheets else 0", "no tuple or row of numbers"),
    _in_score("an index too large", "points = s.dice[DICE]", "reaches index 2"),
    _in_score("an index of a table", "points = POINTS[7]", "reaches index 7"),
    _in_score("a loop too long", "for die in range(3):\n    points += s.dice[die]", "index 2"),
    _in_score("a number too large", "s.active = 200", "declare it as i16"),
    _in_score("a local too large", "most = 150\ns.active = most", "150 is written"),
    _in_score("a sum too large", "s.active += 300", "declare it as i16"),
    _in_score("a loop to 199", "for row in range(200):\n    s.active = row", "199 is written"),
    _in_score("a number beyond 64 bits", f"points = seat & {1 << 64}", "fit in 64 bits"),
    _in_score("too few arguments", "points = row_points(s.sheets[seat])", "row_points(sheet, row)"),
    _in_score("two values for three", "a, b, c = 1, 2", "unpacks 2 values into 3"),
    Mistake(
        "a forgotten @rule",
        "@rule\ndef row_points(sheet: Sheet, row: int) -> int:",
        "def row_points(sheet: Sheet, row: int) -> int:",
        "calls `row_points`, which is no rule: put @rule above it",
        r"row_points\(s.sheets",
    ),
    Mistake(
        "a contract function without @rule",
        "@rule\ndef standing(s: State, seat: int) -> int:",
        "def standing(s: State, seat: int) -> int:  # here",
        "`standing` is no rule: put @rule above it",
    ),
    Mistake(
        "a decorator above @rule",
        "@rule\ndef standing(s: State, seat: int) -> int:",
        "import functools\n\n\n@functools.cache\n@rule\n"
        "def standing(s: State, seat: int) -> int:  # here",
        "no plain function",
    ),
    Mistake(
        "too few parameters",
        "def standing(s: State, seat: int) -> int:\n    return score(s, seat)",
        "def standing(s: State) -> int:  # here\n    return score(s, 0)",
        "define it as `standing(s, seat)`",
    ),
    Mistake(
        "a default",
        "def row_points(sheet: Sheet, row: int) -> int:",
        "def row_points(sheet: Sheet, row: int = 0) -> int:  # here",
        "has a default for `row`",
    ),
    Mistake(
        "no return at the end",
        "    return count\n",
        "    if count > 3:\n        return count\n",
        "`legal` may end without `return`",
        "def legal",
    ),
    Mistake(
        "no return",
        "    return score(s, seat)\n",
        "    score(s, seat)\n",
        "returns nothing",
        "def standing",
    ),
    Mistake(
        "a bare return",
        "    return score(s, seat)\n",
        "    if seat > 3:\n        return  # here\n    return score(s, seat)\n",
        "returns nothing here",
    ),
    Mistake(
        "rules in a circle",
        "    return score(s, seat)\n",
        "    return again(s, seat)\n\n\n@rule\ndef again(s: State, seat: int) -> int:\n"
        "    return standing(s, seat)\n",
        "call each other in a circle",
        "def standing",
    ),
    Mistake(
        "action 0 in a window",
        "PASS, CROSS_AT = 1, 2",
        "PASS, CROSS_AT = 0, 1",
        "action 0",
        r"moves\[0\] = PASS",
    ),
    Mistake(
        "ACTIONS too small",
        "ACTIONS = CROSS_AT + ROWS * FIELDS",
        "ACTIONS = 1",
        "lists action 1, but ACTIONS is 1: raise it",
        r"moves\[0\] = PASS",
    ),
    Mistake(
        "a move too many",
        "    moves[0] = PASS\n",
        "    for place in range(20):\n        moves[place] = PASS  # here\n",
        "lists move 20, but MOVES is 13: raise it",
    ),
    Mistake(
        "an event too large",
        "        event[die] = 1 + draw(rng, 6)\n",
        "        event[die] = 1 + draw(rng, 6)\n    event[0] = 200  # here\n",
        "holds -128 to 127",
    ),
    Mistake("MOVES too small", "MOVES = ROWS * FIELDS + 1", "MOVES = 0  # here", "at least 1"),
    Mistake("no EVENT", "EVENT = DICE\n", "", "`EVENT` is missing", ""),
    Mistake("no TITLE", 'TITLE = "Tens"\n', "", "`TITLE` is missing", ""),
    Mistake(
        "OVER as a string",
        "class Place",
        'OVER = "over"\n\n\nclass Place',
        "'over'",
        'OVER = "|OVER if',
    ),
    Mistake(
        "a missing function",
        "@rule\ndef standing(s: State, seat: int) -> int:\n    return score(s, seat)\n",
        "",
        "`standing(s, seat)` is missing",
        "",
    ),
    Mistake(
        "a state without pending",
        "    pending: int = i8\n    rounds: int = i16\n",
        "    rounds: int = i16\n",
        "`pending`",
        r"class State|s\.pending",
    ),
    Mistake(
        "pending as an array",
        "    pending: int = i8\n",
        "    pending: list[int] = i8[SEATS]  # here\n",
        "must be one number",
        "pending:|s.pending",
    ),
    Mistake(
        "pending too narrow",
        "SEATS, DICE, ROWS, FIELDS = 4, 2, 2, 6",
        "SEATS, DICE, ROWS, FIELDS = 9, 2, 2, 6",
        "a bit for each of 9 seats: declare it as i16",
        "pending:",
    ),
    Mistake(
        "answers too narrow",
        "ROWS * FIELDS\nMOVES",
        "ROWS * FIELDS + 200\nMOVES",
        "`answers` is i8 and cannot hold an action",
        "answers:",
    ),
    Mistake(
        "answers too short",
        "    answers: list[int] = i8[SEATS]\n",
        "    answers: list[int] = i8[2]  # here\n",
        "room for 2 of 4 seats",
    ),
    Mistake(
        "no answers",
        "    answers: list[int] = i8[SEATS]\n",
        "",
        "`State` has no such field",
        "s.answers",
    ),
    Mistake(
        "a hidden field as a string",
        "NAMES = ",
        'HIDDEN = "dice"  # here\nNAMES = ',
        "must be a tuple of names of fields",
    ),
    Mistake(
        "any number of parameters",
        "def row_points(sheet: Sheet, row: int) -> int:\n",
        "def row_points(*given: Any) -> int:  # here\n    sheet, row = given\n",
        "has a `*` parameter",
    ),
    Mistake(
        "a hidden field that is not there",
        "NAMES = ",
        'HIDDEN = ("deck",)  # here\nNAMES = ',
        "`HIDDEN` names `deck`",
    ),
]
