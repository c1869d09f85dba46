"""Frozen bots: what they choose and how they value moves at positions of the frozen games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import rollwrite as rw
from frozen import adapter
from frozen.cases import Case, box, cases
from frozen.recording.games import states
from frozen.store import FACTS, digest, load, plain
from rollwrite.bots import bot

SEED = 7
QUICK = ("random", "greedy")
NOISY = ("beginner", "casual", "strong")
EXPERT = "expert"


class Share(NamedTuple):
    """How many positions of a game are asked about: the plain interpreter takes its time."""

    positions: int
    noisy: int  # every so many-th is put to the weaker levels too
    hints: int  # every so many-th is put to the coach too


SHARES: dict[tuple[str, str | None], Share] = {
    ("clever_kids", None): Share(300, 2, 30),
    ("donnant", "base"): Share(240, 6, 40),
    ("donnant", "solo"): Share(40, 10, 20),
    ("one_card", "base"): Share(150, 4, 30),
    ("one_card", "advanced"): Share(150, 4, 30),
    ("qwinto", None): Share(300, 5, 30),
    ("twenty_one", None): Share(300, 2, 30),
}
EDITIONS = {"tiny-party": 3, "grand-party": 3, "cheap-box": 2, "own-cards": 3}  # asked about
REVIEWED = (
    "twenty_one casual seats=2 seed=22",
    "qwinto casual seats=2 seed=22",
    "clever_kids tiny-party random seats=2 seed=31",
)


def choices(case: Case, log: str) -> Iterator[tuple[int, rw.State, int]]:
    """Every free choice of a frozen game: its step, the state and the seat."""
    for number, state in enumerate(states(case.box(), rw.Log.parse(log))):
        for seat in state.pending[:1]:
            if len(state.moves(seat)) > 1:
                yield number, state, seat


def asked(game: str, variant: str | None) -> Iterator[tuple[int, Case, int, rw.State, int]]:
    """The positions of a game that bots are asked about, spread over all its frozen games."""
    frozen = load(FACTS, "games")
    own = [c for c in cases() if (c.game, c.variant) == (game, variant) and c.edition is None]
    every = [(c, *choice) for c in own for choice in choices(c, frozen[c.name]["log"])]
    count = SHARES[game, variant].positions
    for place in range(count):
        yield place, *every[place * len(every) // count]


def facts(game: str, variant: str | None) -> list[Any]:
    """What every bot does at the positions of a game."""
    share = SHARES[game, variant]
    found = []
    for place, case, number, state, seat in asked(game, variant):
        levels = [*QUICK, EXPERT, *(NOISY if place % share.noisy == 0 else ())]
        levels += [name for name, (own, _) in adapter.BASELINES.items() if own == game]
        told = {
            "at": [case.name, number, seat],
            "chosen": {level: _chosen(level, state, seat) for level in levels},
            "values": _values(state, seat),
        }
        if place % share.hints == 0:
            told["hint"] = _hint(state, seat)
        found.append(plain(told))
    return found


def _chosen(name: str, state: rw.State, seat: int) -> str:
    known = adapter.BASELINES.get(name)
    player = known[1]._replace(seed=SEED) if known else bot(name, SEED)
    return player.choose(state, seat).text


def _values(state: rw.State, seat: int) -> list[Any]:
    """The expert's values in whole fractions of a point: the first, the last, and a hash of all."""
    found = adapter.values(EXPERT, state, seat)
    return [found[0], found[-1], digest(found, 12)]


def _hint(state: rw.State, seat: int) -> list[Any]:
    """How far moves are behind the best one by the coach; chances are calibrated now and then."""
    worths = rw.coach.hint(state, seat).worths[:5]
    best = round(worths[0].margin, 4)
    return [[one.move.text, round(best - round(one.margin, 4), 3)] for one in worths]


def edition_facts() -> dict[str, Any]:
    """The same with other cards, about which nothing was learnt: bots search."""
    frozen = load(FACTS, "games")
    found: dict[str, Any] = {}
    for case in cases():
        if case.edition is None:
            continue
        every = list(choices(case, frozen[case.name]["log"]))
        count = EDITIONS[case.edition]
        # Late positions are searched faster.
        late = every[-1 - len(every) // 5 :: max(1, len(every) // 5 // count)][:count]
        found[case.name] = [
            [number, {name: _chosen(name, state, seat) for name in (*QUICK, EXPERT)}]
            for number, state, seat in late
        ]
    return found


def review(name: str) -> dict[str, Any]:
    """What the model says of every choice of a whole game."""
    (case,) = [case for case in cases() if case.name == name]
    found = rw.coach.review(case.box().replay(load(FACTS, "games")[name]["log"]), compiled=False)
    return {
        "losses": [
            [one.event, one.seat, round(one.best.margin - one.chosen.margin, 3)]
            for one in found.decisions
        ]
    }


def reasons(game: str, variant: str | None) -> list[str]:
    """Why the coach's moves are the best ones, in one language after the other."""
    found: list[str] = []
    for place, case, number, _, seat in asked(game, variant):
        if place % SHARES[game, variant].hints == 0:
            language = ("en", "fr", "de")[len(found) % 3]
            log = rw.Log.parse(load(FACTS, "games")[case.name]["log"])
            state = list(states(case.box(language), log))[number]
            found.append(rw.coach.hint(state, seat).why)
    return found


def model(game: str, variant: str | None) -> dict[str, Any]:
    """The model that is shipped for a game: hashes of its file and weights, and its figures."""
    content = adapter.model_file(box(game, variant))
    return {"file": hashlib.sha256(content).hexdigest(), **adapter.model(box(game, variant))}
