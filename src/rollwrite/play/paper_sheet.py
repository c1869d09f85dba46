"""Sheets that were played on paper: typed in, scored, and checked against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rollwrite.errors import BadPosition, say
from rollwrite.games.contract import PaperSheet, SheetLine
from rollwrite.play.game import Game
from rollwrite.play.log import Log
from rollwrite.play.state import State, TallyLine
from rollwrite.texts import Message

NOTHING, CROSS = "-", "x"
DASHES, TICKS = "-–—_.", "x×✗✓"  # what people type for nothing, and for a cross
LONGEST = 400  # letters of a line
FEW = 10  # words of a line that are listed


class ScoredSheet(NamedTuple):
    """A sheet as it was typed: what it looks like, what it scores, and what cannot be so."""

    state: State  # seat 0 has the sheet
    lines: tuple[SheetLine, ...]
    words: tuple[tuple[str, ...], ...]  # of each line, with ``-`` for nothing
    problems: tuple[str, ...]  # in the game's language; none where the sheet keeps the rules

    @property
    def points(self) -> int:
        """The score."""
        return self.state.scores()[0]

    def tally(self) -> list[TallyLine]:
        """The score line by line."""
        return self.state.tally(0)


def sheet_lines(game: Game, typed: Sequence[str] = ()) -> tuple[SheetLine, ...]:
    """What is typed in for a sheet of a game, line by line."""
    with game.localized_errors():
        return _read(game, typed)[0]


def score_sheet(game: Game, typed: Sequence[str]) -> ScoredSheet:
    """Score a sheet; each line has words with spaces between. BadPosition for other words.

    >>> import rollwrite as rw
    >>> found = score_sheet(rw.game("qwinto"), ["3 5 - 9", "", "- 2 8", "x"])
    >>> found.points, found.problems
    (0, ())
    >>> score_sheet(rw.game("qwinto"), ["3 9 5"]).problems[0][-4:]
    'Q5).'
    """
    with game.localized_errors():
        lines, words = _read(game, typed)
        found = _paper(game).read(game, words)
        log = Log(game.id, 1, 0, None, game.variant, game.edition, dict(game.options))
        problems = tuple(_sentence(game.text(problem)) for problem in found.problems)
        return ScoredSheet(State(game, found.record, log), lines, words, problems)


def line_hint(line: SheetLine) -> Message:
    """What may stand in a line, in few words."""
    if line.words == (CROSS,):
        return say("sheet.crosses", most=len(line.parts))
    if line.example:
        return say("sheet.such", example=line.example)
    if len(line.words) > FEW:
        return say("sheet.many", first=line.words[0], last=line.words[-1])
    return say("sheet.few", words=" ".join(line.words))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def can_score(game: Game) -> bool:
    """Whether sheets of a game can be typed in."""
    return game.definition.paper_sheet is not None


def _paper(game: Game) -> PaperSheet:
    found = game.definition.paper_sheet
    if found is None:
        raise BadPosition(say("sheet.none", game=game.id))
    return found


def _read(
    game: Game, typed: Sequence[str]
) -> tuple[tuple[SheetLine, ...], tuple[tuple[str, ...], ...]]:
    """The lines, and the words of each: what the first one says may change the others."""
    paper = _paper(game)
    lines = paper.lines(game, ())
    if len(typed) > len(lines):
        raise BadPosition(say("sheet.lines", given=len(typed), most=len(lines)))
    given = [*typed, *[""] * (len(lines) - len(typed))]
    words = tuple(_words(line, text) for line, text in zip(lines, given, strict=True))
    return paper.lines(game, words), words


def _words(line: SheetLine, text: str) -> tuple[str, ...]:
    """The words of a line, all of them."""
    if len(text) > LONGEST:
        raise BadPosition(say("sheet.long", line=line.label, most=LONGEST))
    most = len(line.parts) or line.most
    known = {word.casefold(): word for word in line.words} | dict.fromkeys(DASHES, NOTHING)
    if CROSS in line.words:
        known |= dict.fromkeys(TICKS, CROSS)
    found: list[str] = []
    for shown in text.replace(",", " ").split():
        given = shown.casefold()
        if given in known:
            found.append(known[given])
        elif line.words == (CROSS,) and given.isdecimal() and int(given) <= most and not found:
            found += [CROSS] * int(given)  # so many from the left
        elif len(given) > 1 and _one_by_one(line, given) and all(one in known for one in given):
            found += [known[one] for one in given]
        else:
            told = {"line": line.label, "word": shown, "words": line_hint(line)}
            raise BadPosition(say("sheet.word", **told))
    if len(found) > most:
        raise BadPosition(say("sheet.words", line=line.label, given=len(found), most=most))
    return (*found, *[NOTHING] * (most - len(found)))


def _one_by_one(line: SheetLine, given: str) -> bool:
    """Whether words may be typed without spaces: where they are single letters."""
    return all(len(word) == 1 for word in line.words) or not any(map(str.isdigit, given))
