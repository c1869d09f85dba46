"""The mistakes that authors of games make, as edits of the sample game, and what must be told."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import sample_game
from rollwrite.play.game import Game

TEXTS = ("text/en.toml", "text/fr.toml", "text/de.toml")


class Edit(NamedTuple):
    """A place of a file, by the words that stand there once, and what is put there instead."""

    file: str
    old: str
    new: str


class Mistake(NamedTuple):
    """Edits that break a game, and the words that one line of the report must have.

    ``{line}`` stands for the line of the first edit.
    """

    name: str
    edits: tuple[Edit, ...]
    told: tuple[str, ...]


def mistake(name: str, told: tuple[str, ...], *edits: tuple[str, str, str]) -> Mistake:
    return Mistake(name, tuple(Edit(*edit) for edit in edits), told)


def broken(folder: Path, mistake: Mistake) -> tuple[Game, tuple[str, ...]]:
    """The sample game with a mistake, imported afresh, and what must be told about it."""
    package = "duet_" + "".join(c if c.isalnum() else "_" for c in mistake.name)
    shutil.copytree(
        Path(str(sample_game.__file__)).parent,
        folder / package,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    line = 0
    for edit in mistake.edits:
        path = folder / package / edit.file
        source = path.read_text(encoding="utf-8")
        assert source.count(edit.old) == 1, f"{edit.old!r} does not stand once in {edit.file}"
        line = line or source[: source.index(edit.old)].count("\n") + 1
        path.write_text(source.replace(edit.old, edit.new), encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        definition = importlib.import_module(package).GAME
    finally:
        sys.path.remove(str(folder))
    return Game(definition), tuple(word.replace("{line}", str(line)) for word in mistake.told)


MARK = "            moves[count] = row * FIELDS + s.dice[row]\n"
ANSWER = "    if answer(s, seat, action):\n"
PHASE = "    s.phase = OVER if s.turns == TURNS else ROLL\n"

RULES = [
    mistake(
        "a string",
        ("rules.py:{line}", "`apply`", "string"),
        ("rules.py", ANSWER, '    name = "red"\n' + ANSWER),
    ),
    mistake(
        "a list",
        ("rules.py:{line}", "`apply`", "list"),
        ("rules.py", ANSWER, "    row = [0] * seat\n" + ANSWER),
    ),
    mistake(
        "an exception",
        ("rules.py:{line}", "`apply`", "exception"),
        ("rules.py", ANSWER, "    assert action > 0\n" + ANSWER),
    ),
    mistake(
        "a dict",
        ("rules.py:{line}", "`apply`", "dict"),
        ("rules.py", ANSWER, "    row = {1: seat}\n" + ANSWER),
    ),
    mistake(
        "a forgotten rule",
        ("rules.py", "`next_goal`", "@rule"),
        ("rules.py", "@rule\ndef next_goal", "def next_goal"),
    ),
    mistake(
        "a narrow integer",
        ("rules.State", "points", "too large for i8"),
        ("rules.py", "points: int = i16", "points: int = i8"),
    ),
    mistake(
        "few moves",
        ("legal lists 3 moves, but MOVES is 2",),
        ("rules.py", "MOVES = ROWS + 1", "MOVES = ROWS"),
    ),
    mistake(
        "action 0",
        ("action 0", "answer"),
        ("rules.py", "PASS = ROWS * FIELDS + 1", "PASS = 0"),
        ("rules.py", "ACTIONS = PASS + 1", "ACTIONS = ROWS * FIELDS + 1"),
        ("rules.py", "    count = 0\n", "    moves[0] = PASS\n    count = 1\n"),
        ("rules.py", "    moves[count] = PASS\n    return count + 1", "    return count"),
    ),
    mistake(
        "pending not cleared",
        ("rules.apply", "still pending", "in phase WRITE"),
        ("rules.py", ANSWER, "    s.answers[seat] = action\n    if s.pending == 0:\n"),
    ),
    mistake(
        "falling moves",
        ("moves are not rising", "in phase WRITE"),
        ("rules.py", MARK, "            moves[count] = (ROWS - row) * FIELDS + s.dice[row] - 6\n"),
    ),
    mistake(
        "answers in order",
        ("answers do not commute", "sheets["),
        ("rules.py", ANSWER, "    s.sheets[seat].points += s.pending\n" + ANSWER),
    ),
    mistake(
        "an endless game",
        ("random play does not end", "in phase"),
        ("rules.py", "    s.turns += 1\n", ""),
    ),
    mistake(
        "a wrong index",
        ("rules.py:{line}, legal", "IndexError", '"phase": "write"'),
        ("rules.py", "crosses[row][s.dice[row] - 1] == 0", "crosses[row][s.dice[row] + 1] == 0"),
    ),
]

GUIDE = "## Ziel\n\nKreuze Zahlen in zwei Reihen an. Am Ende zählt deine geheime Farbe doppelt."

WORDS = [
    mistake(
        "a text missing in one language",
        ("text/fr.toml", "prompt.write is missing"),
        ("text/fr.toml", "[prompt]\nwrite = ", "[prompt]\nwritten = "),
    ),
    mistake(
        "other values in one language",
        ("text/de.toml", "refused.die", "'nummer'"),
        ("text/de.toml", "zeigt {number}", "zeigt {nummer}"),
    ),
    mistake(
        "an unknown text",
        ("notation.py:{line}", "'refused.event_x'", "no text"),
        ("notation.py", 'say("refused.event"', 'say("refused.event_x"'),
    ),
    mistake(
        "a value missing",
        ("notation.py:{line}", "prompt.write", "without the value blue"),
        ("notation.py", "red=s.dice[0], blue=s.dice[1]", "red=s.dice[0]"),
    ),
    mistake(
        "a wrong key of advice",
        ("advice.why", "'advice.mor'", "no text"),
        ("advice.py", '"advice.more"', 'f"advice.{str(10)[:0]}mor"'),
    ),
    mistake(
        "a wrong key of a refusal",
        ("notation.refusal", "'refused.crosed'", "no text"),
        ("notation.py", 'say("refused.crossed"', 'say("refused." + "crosed"'),
    ),
    mistake(
        "a missing button",
        ("'pass'", "neither drawn nor a button", "button.pass"),
        *((file, "[button]\npass =", "[button]\nskip =") for file in TEXTS),
    ),
    mistake(
        "a move not told",
        ("'pass'", "told.pass"),
        (
            "text/en.toml",
            '[told]\ndeal = "a secret colour is dealt"\npass',
            "[told]\ndeal = ''\nskip",
        ),
    ),
    mistake(
        "a move not told to the player",
        ("'pass'", "told_you.pass"),
        *((file, "[told_you]\npass", "[told_you]\nskip") for file in TEXTS),
    ),
    mistake(
        "texts that cannot be read",
        ("TOMLDecodeError while reading text/en.toml", "line 2"),
        ("text/en.toml", "about = ", "about "),
    ),
    mistake("an empty guide", ("guide/de.md", "empty"), ("guide/de.md", GUIDE, "")),
]

SHOWN = [
    mistake(
        "a part not drawn",
        ("'R6'", "neither drawn nor a button"),
        ("drawing.py", "for f in range(FIELDS)]", "for f in range(FIELDS - 1)]"),
    ),
    mistake(
        "a part drawn twice",
        ("drawing.sheet", "'R6'", "drawn 2 times"),
        (
            "drawing.py",
            "        if paper.goal == row",
            "        shapes.append(shapes[-1])\n        if paper.goal == row",
        ),
    ),
    mistake(
        "an unknown colour",
        ("drawing.sheet", "unknown colour 'papper'"),
        ("drawing.py", '"paper", "line"', '"papper", "line"'),
    ),
    mistake(
        "an unknown symbol",
        ("drawing.sheet", "'hart'"),
        ("drawing.py", "COLOURS[NAMES[row]].symbol", '"hart"'),
    ),
    mistake(
        "a wrong tally",
        ("tally.lines", "the tally is not the score"),
        ("tally.py", "row_points(sheet, row)", "row_points(sheet, 0)"),
    ),
    mistake(
        "a row counted twice",
        ("tally.items", "the row '1' is counted 2 times"),
        ("tally.py", 'Item("row", str(row + 1)', 'Item("row", "1"'),
    ),
    mistake(
        "a part of the tally not drawn",
        ("tally.lines", "tally.row", "'row-1'"),
        ("tally.py", "tuple(crossed)", '("row-1",)'),
    ),
    mistake(
        "an exception in a drawing",
        ("drawing.py:{line}, tray", "KeyError", "'rot'"),
        ("drawing.py", "die(12 + 70 * row, 10, NAMES[row]", 'die(12 + 70 * row, 10, "rot"'),
    ),
]

TURNS_READ = '    s.turns = fields.integer("turns", first, last)\n'

KEPT = [
    mistake(
        "a forgotten field of the position",
        ("position.read", "turns was 1 and is read as 0"),
        ("position.py", '        "turns": s.turns,\n', ""),
        ("position.py", TURNS_READ, ""),
    ),
    mistake(
        "a position that is refused",
        ("position.read", "refuses its own position", "dice"),
        ("position.py", "(1, FIELDS)", "(2, FIELDS)"),
    ),
    mistake(
        "a position that crashes",
        ("position.py:{line}, read", "KeyError", "one mistake"),
        ("position.py", '"active", 0, s.seats - 1)', '"active", 0, data["active"])'),
    ),
    mistake(
        "a wrong window",
        ("notation.window", "while others still answer"),
        ("notation.py", "    return s.phase\n", "    return s.phase * 8 + s.pending\n"),
    ),
    mistake(
        "wrong weights",
        ("notation.outcomes", "a chance of 0.333", "sample draws it 0.49"),
        (
            "notation.py",
            "(([goal, 0], 1) for goal in (1, 2))",
            "(([goal, 0], goal) for goal in (1, 2))",
        ),
    ),
    mistake(
        "a missing outcome",
        ("notation.outcomes", "lacks"),
        ("notation.py", "product(range(1, 7), repeat=2)", "product(range(1, 6), repeat=2)"),
    ),
    mistake(
        "a leak by the position",
        ("position.write", "goal"),
        ("position.py", "if seen else", "if True else"),
    ),
    mistake(
        "a leak by the drawing",
        ("drawing.sheet", "answers["),
        (
            "drawing.py",
            "_field(paper.crosses[row][f], row",
            "_field(s.answers[seat] == row * FIELDS + f + 1, row",
        ),
    ),
    mistake(
        "a private field not declared",
        ("drawing.sheet", "goal"),
        ("rules.py", 'PRIVATE = ("goal",)', "PRIVATE = ()"),
    ),
]

MISTAKES = [*RULES, *WORDS, *SHOWN, *KEPT]
