"""What people read: no notation, card codes, coordinates or numbers of rules, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

import pytest

import rollwrite as rw
from rollwrite.coach import phrases
from rollwrite.draw.shapes import Drawing, Part, Shape
from rollwrite.games.optional import OptionalDescriptions
from rollwrite.play.narration import full, tell, told
from rollwrite.server.tables import queries
from rollwrite.texts import LANGUAGES, Message, texts_of
from rollwrite.web.story import story

GAMES = [
    (name, variant)
    for name in rw.games()
    for variant in rw.game(name).definition.variants or (None,)
]
CODES = re.compile(
    r"""
      \([A-Z]\d+                                  # the number of a rule: (Q4)
    | \b[A-Z]{1,2}\d+\b                           # a card, a die, a field: E07, O3, P1
    | (?<!\w)[a-e][1-5]\b                         # a place or a slot of the market: c3, e2
    | \b\d[A-Z]\b                                 # a field or a cell: 1R, 3G
    | \b(?=[A-Z]{2,})[RYOGBPWKV]+\b               # dice by their letters: YOG
    | (?<!\w)[RYOGBPWKV]\b(?!’)                  # one of them
    | \b(?:joker-|die-|card-|deck-|market-|zone-|open-|as-)\w+  # a part
    | \[[^\]]*\] | [<=≥~_{}] | \bj{1,5}\b | \?     # cells, marks, unfilled texts
    | \bno\.\s*\d | \bnº\s*\d | \bNr\.\s*\d        # the number of a card
    """,
    re.VERBOSE,
)


def wrong(sentences: Iterable[str]) -> list[str]:
    """The sentences with something in them that only whoever types moves knows."""
    return [one for one in sentences if CODES.search(one)]


def drawings(state: rw.State, seat: int) -> Iterator[Drawing]:
    yield state.sheet(seat)
    yield state.tray()
    market = state.market()
    if market is not None:
        yield market


def asked(state: rw.State, seat: int, rng: Random) -> Iterator[Message | str]:
    """All that a seat that is to move can read, and what answers a tap on any part."""
    moves, pictures = state.moves(seat), list(drawings(state, seat))
    describing = OptionalDescriptions.of(state.game.definition.descriptions)
    game, record = state.game, state._record
    yield game.definition.notation.prompt(game, record, seat)
    for move in rng.sample(moves, min(len(moves), 8)):
        act = describing.act(game, record, seat, move.action)
        assert act is not None, move.text
        yield from (act, describing.effect(game, record, seat, move.action) or "")
        yield full(state, move)
    labels = {part.id: part.label for one in pictures for part in parts_of(one.shapes)}
    yield from labels.values()
    yield from queries.refusals(state, seat, labels).values()


def parts_of(shapes: Iterable[Shape]) -> Iterator[Part]:
    for shape in shapes:
        if isinstance(shape, Part):
            yield shape
            yield from parts_of(shape.shapes)


def written(state: rw.State, seat: int, language: str) -> Iterator[str]:
    """What stands in the texts alone: buttons, and what a half-made choice asks for."""
    texts = texts_of(state.game.definition.package, language)
    moves = state.moves(seat)
    yield from (step.text for step in queries.steps(state.in_language(language), moves))
    for part in {part for move in moves for part in move.parts}:
        yield texts.get(f"button.{part}", "")


def advised(state: rw.State, seat: int, rng: Random) -> Iterator[Message]:
    advice, moves = state.game.definition.advice, state.moves(seat)
    assert advice is not None
    for _ in range(3):
        one, other = rng.choice(moves).action, rng.choice(moves).action
        if found := advice.why(state.game, state._record, seat, one, other):
            yield found


def narrated(before: rw.State, after: rw.State, language: str) -> Iterator[str]:
    event, definition = after.log.events[-1], after.game.definition
    message = tell(before, event)
    for to_you in (False, True):
        yield told(definition, event, language, to_you=to_you, message=message)


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_what_people_read_has_no_notation(name: str, variant: str | None) -> None:
    rng = Random(11)
    phases: dict[object, int] = {}
    state = rw.game(name, variant=variant).start(seed=5)
    found: set[str] = set()
    while not state.over:
        if state.chance is not None:
            after = state.roll()
        else:
            seat = rng.choice(state.pending)
            move = rng.choice(state.moves(seat))
            key = (state._record.phase, move.text.split()[0])
            phases[key] = phases.get(key, 0) + 1
            if phases[key] == 1:
                said = [*asked(state, seat, rng), *advised(state, seat, rng)]
                named = phrases(state, seat)
                assert len(set(named.values())) == len(named), "two moves are called the same"
                for language in LANGUAGES:
                    texts = (one if isinstance(one, str) else one.text(language) for one in said)
                    found.update(wrong(texts))
                    found.update(wrong(written(state, seat, language)))
            after = state.play(move)
        for language in LANGUAGES:
            found.update(wrong(narrated(state, after, language)))
        state = after
    for language in LANGUAGES:
        end = state.in_language(language)
        found.update(wrong(story(end, ["Anna"] * end.seats, language)))
        found.update(wrong(line.label for seat in range(end.seats) for line in end.tally(seat)))
    assert not found


def test_the_search_for_notation_finds_it() -> None:
    for text in ("Not in purple (Q4).", "places E07 b2", "buys e2", "Write 3G", "roll OY", "die G"):
        assert wrong([text]), text
    for text in ("Write 8 in orange.", "Anna rolls 2 dice.", "À sa droite, il y a 8.", "I pass."):
        assert not wrong([text]), text
