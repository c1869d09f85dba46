"""What only a server asks of a state, for people who look at drawings and tap parts of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import rollwrite as rw
from rollwrite.games.kit.wording import together
from rollwrite.games.optional import OptionalDescriptions, OptionalNotation
from rollwrite.play.checks import check_chance, check_pending
from rollwrite.server.problems import say
from rollwrite.texts import Message, texts_of

NEXT = "next."
LISTED = 4  # of what a move rules out, so many are named


class Step(NamedTuple):
    """What is asked for while a choice lacks one of these parts, in the game's language."""

    parts: tuple[str, ...]
    text: str


class Tip(NamedTuple):
    """What a first game tells about a kind of decision, and the parts to point at."""

    key: str
    title: str
    text: str
    example: str
    parts: tuple[str, ...]
    of: int  # how many a game has


class Preview(NamedTuple):
    """What a move would make of its seat's sheet."""

    state: rw.State
    adds: int
    text: str
    closes: str  # what it makes impossible for good; empty where that is nothing


def steps(state: rw.State, moves: Iterable[rw.Move]) -> list[Step]:
    """The parts of moves by their kind, in the order of the game's texts ``next.KIND``."""
    kind = _optional(state).kind
    kinds: dict[str, dict[str, None]] = {}
    for move in moves:
        for part in move.parts:
            kinds.setdefault(kind(part), {})[part] = None
    texts = texts_of(state.game.definition.package, state.game.language)
    asked = [key.removeprefix(NEXT) for key in texts if key.startswith(NEXT)]
    return [Step(tuple(kinds[one]), texts[NEXT + one]) for one in asked if one in kinds]


def tip(state: rw.State, seat: int, moves: Sequence[rw.Move]) -> Tip | None:
    """What a first game tells at this decision: the game's texts ``tip.KEY`` for its prompt's key.

    ``title`` and ``text`` and an ``example``, if there is one, are told with the prompt's values;
    ``at`` is the kind of parts to point at, the first ones that moves have if it is left out.
    """
    game = state.game
    prompt = state.game.definition.notation.prompt(game, state._record, seat)
    key = prompt.key.removeprefix("prompt.").partition(".")[0]  # those of one kind share a tip
    texts = texts_of(game.definition.package, game.language)
    if f"tip.{key}.title" not in texts:
        return None
    title, text, example = (
        game.text(prompt._replace(key=f"tip.{key}.{part}")) if f"tip.{key}.{part}" in texts else ""
        for part in ("title", "text", "example")
    )
    kind, at = _optional(state).kind, texts.get(f"tip.{key}.at")
    parts = dict.fromkeys(part for move in moves for part in move.parts)
    pointed = tuple(part for part in parts if at is None or kind(part) == at)
    of = sum(name.startswith("tip.") and name.endswith(".title") for name in texts)
    return Tip(key, title, text, example, pointed or tuple(parts), of)


def preview(state: rw.State, seat: int, text: str) -> Preview:
    """What a legal move of a pending seat would make of its sheet; IllegalMove if it is none."""
    state.play(text, seat)  # refuses what is not legal
    game, notation = state.game, _optional(state)
    action = next(m.action for m in state.moves(seat) if m.text == text)
    after = rw.State(game, notation.preview(game, state._record, seat, action), state.log)
    said = _descriptions(state).effect(game, state._record, seat, action)
    adds = after.scores()[seat] - state.scores()[seat]
    return Preview(after, adds, game.text(said) if said else "", _closes(state, seat, action))


def _closes(state: rw.State, seat: int, action: int) -> str:
    """What a legal move rules out, as a sentence."""
    game = state.game
    found = _descriptions(state).closes(game, state._record, seat, action)
    if not found:
        return ""
    if len(found) > LISTED:
        what, count = list(found[: LISTED - 1]), len(found) - LISTED + 1
        return game.text(say("closes.more", what=what, count=count))
    return game.text(say("closes.all", what=together(found)))


def _optional(state: rw.State) -> OptionalNotation:
    return OptionalNotation.of(state.game.definition.notation)


def _descriptions(state: rw.State) -> OptionalDescriptions:
    return OptionalDescriptions.of(state.game.definition.descriptions)


def aliases(state: rw.State, seat: int) -> Mapping[str, str]:
    """Parts that stand for another one when they are tapped."""
    return _optional(state).aliases(state.game, state._record, seat)


def alike(state: rw.State, seat: int) -> tuple[tuple[str, ...], ...]:
    """Parts of which only the number chosen matters, such as two dice that show the same.

    Moves name the first ones of a group; whoever taps the others means the same.
    """
    if seat not in state.pending:
        return ()
    return _optional(state).alike(state.game, state._record, seat)


def why_not(state: rw.State, seat: int, part: str) -> str | None:
    """Why a part of the table is of no use to a pending seat now; None if it is of use."""
    with state.game.localized_errors():
        check_pending(state, seat)
    meant = aliases(state, seat).get(part, part)
    reason = refusals(state, seat, {meant}).get(meant)
    return None if reason is None else state.game.text(reason)


def refusals(state: rw.State, seat: int, parts: Iterable[str]) -> dict[str, Message]:
    """For each of some parts that is of no use to a pending seat now, why it is not.

    The refusal of a move that the part belongs to: the smallest such move tells it best.
    """
    game, notation, record = state.game, state.game.definition.notation, state._record
    wanted = set(parts).difference(*(move.parts for move in state.moves(seat)))
    best: dict[str, tuple[int, int]] = {}
    for action in range(game.rules.ACTIONS if wanted else 0):
        found = notation.parts(game, record, seat, action)
        for part in wanted.intersection(found):
            if part not in best or len(found) < best[part][0]:
                best[part] = len(found), action
        if len(wanted) == 1 and len(found) == 1 and best:
            break
    prompt = notation.prompt(game, record, seat)
    reasons = dict.fromkeys(wanted, prompt)
    for part, (_, action) in best.items():
        refusal = notation.refusal(game, record, seat, action)
        named = refusal.kind is rw.Kind.WRONG_MOMENT  # which names the move as one types it
        reasons[part] = say("why.wrong_moment", prompt=prompt) if named else refusal.message
    return reasons


def draw(state: rw.State, sample: Callable[[Any, list[int]], None]) -> str:
    """The notation of the chance event that somebody else's way of sampling draws.

    ``sample`` fills the event for the record, as the rules' own ``sample`` does.
    """
    with state.game.localized_errors():
        check_chance(state)
    event = [0] * state.game.rules.EVENT
    sample(state._record, event)
    return state.game.definition.notation.write_event(state.game, state._record, event)
