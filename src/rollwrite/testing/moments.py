"""What holds at every moment: positions, pickles, tallies, texts for a terminal."""

from __future__ import annotations

import pickle
from copy import deepcopy
from random import Random
from typing import Any

from rollwrite.errors import BadPosition
from rollwrite.games.optional import OptionalTally
from rollwrite.kernel.match import LOST
from rollwrite.play.log import Log
from rollwrite.play.state import State
from rollwrite.testing.inspection import Inspection
from rollwrite.testing.records import differences, place

_Path = tuple[str | int, ...]
INNER = 0.7  # how often a mistake stands inside a list or an object, not in its place
DAMAGED = 200, 0.1  # how many positions are read with a mistake, and what share of the others


def check_moment(look: Inspection, state: State, *, fresh: bool) -> None:
    """Everything that a moment is saved as or shown as comes back, or adds up.

    Sheets are looked at where they are fresh: where more has changed than who has answered.
    """
    with look.guard("writing and reading the position"):
        _check_position(look, state)
    if look.is_due("damage", *DAMAGED):
        with look.guard("reading a wrong position"):
            _check_damaged(look, state)
    with look.guard("pickling the state"):
        same = pickle.loads(pickle.dumps(state)) == state
        look.that(same, "round trip", "State", "the pickle does not round-trip")
    if not fresh:
        return
    with look.guard("telling the tally"):
        _check_tally(look, state)
    with look.guard("printing the state"):
        look.that(bool(str(state)), "text", "drawing.text", "print shows nothing")


def _check_position(look: Inspection, state: State) -> None:
    written = state.position()
    try:
        again = look.game.position(written)
    except BadPosition as error:
        look.report.add("position", "position.read", f"refuses its own position: {error}", look.at)
        return
    found = next(differences(state._record, again._record), None)
    if found is None:
        same = hash(state) == hash(again)
        look.that(same, "position", "State", "equal states hash apart")
        return
    what = f"the position does not round-trip: {place(found.path)} was {found.one!r} and is read"
    look.report.add("position", "position.read", f"{what} as {found.two!r}", look.at)


def _check_damaged(look: Inspection, state: State) -> None:
    """A position with a mistake is refused in words, or is another position of the game."""
    wrong, change = damaged(state.position(), look.random)
    try:
        look.game.position(wrong)
    except BadPosition as error:
        look.ear.hear(error.message, "position.read")
    except Exception as error:
        doing = "reading a position with one mistake"
        look.report.add_error(error, doing, lambda: f"{change}: {look.at()}")


def _check_tally(look: Inspection, state: State) -> None:
    scores = state.scores()
    for seat in range(state.seats):
        lines = look.game.definition.tally.lines(look.game, state._record, seat)
        for line in lines:
            look.ear.hear(line.label, "tally.lines")
        points = sum(line.points for line in lines)
        if points != scores[seat]:
            what = f"the tally is not the score: its lines add up to {points}, score gives"
            look.report.add("tally", "tally.lines", f"{what} {scores[seat]}", look.at)
        items = OptionalTally.of(look.game.definition.tally).items
        names = [(one.kind, one.name) for one in items(look.game, state._record, seat)]
        for kind, name in {one for one in names if names.count(one) > 1}:
            what = f"the {kind} {name!r} is counted {names.count((kind, name))} times"
            look.report.add("tally", "tally.items", what, look.at)


def check_end(look: Inspection, state: State) -> None:
    """A finished game has winners with the best scores, and its log replays."""
    with look.guard("naming the winners"):
        _check_winners(look, state)
    with look.guard("replaying the log"):
        log = state.log
        look.that(Log.parse(str(log)) == log, "log", "Log", "the log does not round-trip")
        again = look.game.replay(str(log))
        found = next(differences(state._record, again._record), None)
        what = f"the log replays differently: {found}"
        look.that(found is None and again.log == log, "log", "notation", what)


def _check_winners(look: Inspection, state: State) -> None:
    winners, scores = state.winners(), state.scores()
    if state.seats > 1:  # whoever plays alone may lose
        look.that(bool(winners), "score", "rules.standing", "nobody has won")
    standings = [look.game.rules.standing(state._record, seat) for seat in range(state.seats)]
    able = [seat for seat in range(state.seats) if standings[seat] != LOST]
    best = max((scores[seat] for seat in able), default=0)
    for seat in winners:
        what = f"a seat wins with {scores[seat]} points, another has {best} and has not LOST"
        look.that(scores[seat] == best, "score", "rules.standing", what)


def damaged(position: Any, random: Random) -> tuple[Any, str]:
    """A position with one value changed or left out, and which."""
    found = deepcopy(position)
    path = _some_path(found, random)
    inside = found
    for step in path[:-1]:
        inside = inside[step]
    value = inside[path[-1]]
    if random.random() < 0.25:
        del inside[path[-1]]
        return found, f"without {place(path)}"
    inside[path[-1]] = wrong = random.choice(_others(value))
    return found, f"in which {place(path)} is {wrong!r}"


def _some_path(value: Any, random: Random) -> _Path:
    """A place of a position: outer ones as often as inner ones."""
    key = random.choice(list(value) if isinstance(value, dict) else range(len(value)))
    inner = value[key]
    if isinstance(inner, dict | list) and inner and random.random() < INNER:
        return (key, *_some_path(inner, random))
    return (key,)


def _others(value: Any) -> list[Any]:
    """What might stand in the place of a value: near it, far from it, or of another kind."""
    if isinstance(value, bool):
        return [not value, 1, "yes"]
    if isinstance(value, int):
        return [value + 1, value - 1, -1, 99, 10**20, None, str(value), 1.5]
    if isinstance(value, str):
        return [value + "x", "", 0, None, value.upper(), [value]]
    if isinstance(value, list):
        return [value + value, value[:-1], [[]], [None], {}, 0, None, value[::-1]]
    return [[], 0, None, "x", {"x": 1}]
