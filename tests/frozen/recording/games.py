"""Frozen games: their logs, every position on the way, what could be done, and the words for it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import rollwrite as rw
from frozen import adapter
from frozen.cases import RANDOM, Case
from frozen.store import digest, plain
from rollwrite.bots import bot

LANGUAGES = ("en", "fr", "de")
TAKE_BACK = "take back"
DIGITS = 8  # of the hash of each step
FEW_OUTCOMES = 400  # chance events with more are only counted
LOOKS = 4  # steps of a game at which words and drawings are kept
TRIED = 6  # moves that are tried at such a step although they are illegal there


def recorded(case: Case) -> rw.State:
    """Play a game that is to be frozen."""
    random = Random(case.name)
    state = case.box().start(case.seats, case.seed, case.first)
    while not state.over:
        if state.chance:
            state = state.roll()
            continue
        seat = random.choice(state.pending)
        if case.players == RANDOM:
            state = state.play(random.choice(state.moves(seat)))
        else:
            state = state.play(bot(case.players).choose(state, seat))
        if random.random() < 0.04 and not state.over and not state.chance:
            state = state.take_back(seat)
    return state


def states(game: rw.Game, log: rw.Log) -> Iterator[rw.State]:
    """Every state of a game, from its start to its end."""
    state = game.start(log.seats, log.seed, log.first)
    yield state
    for event in log.events:
        if event.seat is None:
            state = state.roll(event.text)
        elif event.text == TAKE_BACK:
            state = state.game.follow(state, event)  # also where nobody may any more
        else:
            state = state.play(event.text, event.seat)
        yield state


# Facts


def facts(case: Case, log: str) -> dict[str, Any]:
    """What can never change about a game: its positions, moves, scores, and what was refused."""
    parsed = rw.Log.parse(log)
    steps = list(states(case.box(), parsed))
    last = steps[-1]
    told = {
        "log": log,
        "steps": [_step(state) for state in steps],
        "scores": [list(state.scores()) for state in steps],
        "winners": last.winners(),
        "tally": [[line[1:] for line in last.tally(seat)] for seat in range(last.seats)],
        "positions": {number: steps[number].position() for number in looks(steps)},
        "seen": {number: steps[number].position(0) for number in looks(steps)},
        "outcomes": _outcomes(steps),
        "refused": [[kind, rule] for kind, rule, _ in _refused(steps)],
    }
    found: dict[str, Any] = plain(told)
    return found


def _step(state: rw.State) -> str:
    """Four hashes of a moment: all of it, what each seat sees, the record, what can be done."""
    seen = [state.position(seat) for seat in range(state.seats)]
    moves = {
        seat: [[move.text, move.action, move.parts] for move in state.moves(seat)]
        for seat in state.pending
    }
    can = [state.active, state.over, str(state.chance), state.pending, moves]
    parts = (state.position(), seen, adapter.record(state), can)
    return " ".join(digest(plain(part), DIGITS) for part in parts)


def looks(steps: list[rw.State]) -> list[int]:
    """The steps of a game that are looked at more closely: some on the way, and the end."""
    return sorted({(len(steps) - 1) * place // LOOKS for place in range(1, LOOKS + 1)})


def _outcomes(steps: list[rw.State]) -> Any:
    """All that can fall or be dealt in the middle of a game: how many things, and their hash."""
    chances = [state for state in steps if state.chance]
    found = chances[len(chances) // 2].chance_outcomes()
    if len(found) > FEW_OUTCOMES:
        return [len(found)]
    return [len(found), digest([[text, round(share, 9)] for text, share in found], DIGITS)]


def _refused(steps: list[rw.State]) -> Iterator[tuple[str, str | None, str]]:
    """Moves that are illegal where they are tried: of what kind, by which rule, and why."""
    events = [event for event in steps[-1].log.events if event.seat is not None]
    texts = sorted({event.text for event in events if event.text != TAKE_BACK})
    for number in looks(steps):
        state = steps[number]
        seat = state.pending[0] if state.pending else 0
        for text in texts[number % 3 :: -(-len(texts) // TRIED)]:
            try:
                state.play(text, seat)
            except rw.Refused as reason:
                yield reason.kind.value, reason.rule, str(reason)


# Words and drawings


def words(case: Case, log: str) -> dict[str, Any]:
    """What people read and see, which may change on purpose."""
    parsed = rw.Log.parse(log)
    return {language: _words(case, parsed, language) for language in LANGUAGES}


def _words(case: Case, log: rw.Log, language: str) -> dict[str, Any]:
    steps = list(states(case.box(language), log))
    shown = [steps[number] for number in looks(steps)[1::2]]
    return {
        "name": steps[0].game.name,
        "sheets": [str(state) for state in shown],
        "drawings": [digest(state._repr_svg_(), 16) for state in shown],
        "prompts": [[adapter.prompt(state, seat) for seat in state.pending] for state in shown],
        "tally": [line.label for seat in range(log.seats) for line in shown[-1].tally(seat)],
        "refused": [why for *_, why in _refused(steps)],
    }
