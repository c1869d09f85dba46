"""Hidden information: what a seat is shown does not tell what others hide from it.

Two worlds are compared that differ in nothing but what the game declares hidden, or that a seat's
position does not tell apart: everything that seat is shown must be the same in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rollwrite.games.optional import OptionalRules
from rollwrite.kernel.rng import seeded
from rollwrite.play.state import State
from rollwrite.play.visibility import secret_of, seen_by
from rollwrite.testing.inspection import Inspection
from rollwrite.testing.records import Difference, differences, place

COMPARED = 20, 0.08  # how many moments of each kind are compared, and what share of the others
STREAM = 1 << 41  # where the draws of this check are, far from those of games


def check_hidden_moves(look: Inspection, state: State) -> None:
    """Another seat cannot tell which of two moves a seat has made while they are hidden."""
    deciding = [seat for seat in state.pending if len(state.moves(seat)) > 1]
    if state.seats < 2 or not deciding:
        return
    if not look.is_due(f"views, phase {state._record.phase}", *COMPARED):
        return
    seat = look.random.choice(deciding)
    one, two = look.random.sample(state.moves(seat), 2)
    _compare(look, seat, state.play(one), state.play(two), f"{one} from {two}")


def check_hidden_roll(look: Inspection, state: State, rolled: State) -> None:
    """What is dealt to one seat alone is not told to the others, nor by the log."""
    if state.seats < 2 or not look.is_due(f"views, {state.chance}", *COMPARED):
        return
    rules = look.game.rules
    event, rng = [0] * rules.EVENT, [0, 0]
    seeded(rng, look.seed, STREAM + state.log.rolls)
    rules.sample(state._record, event, rng)
    text = look.game.definition.notation.write_event(look.game, state._record, event)
    other = state.roll(text)
    shown = f"{rolled.log.events[-1].text} from {text}"
    for seat in range(state.seats):
        _compare(look, seat, rolled, other, shown)
    owners = _owners(look, rolled, other)
    if owners and secret_of(state, rolled) is None:
        what = (
            f"the log tells everybody {rolled.log.events[-1].text}, which one seat alone may know"
        )
        look.report.add("hidden", "rules.PRIVATE", what, look.at)


def _owners(look: Inspection, one: State, two: State) -> set[int]:
    """The seats whose private fields tell two worlds apart, if nothing else does."""
    apart = list(differences(one._record, two._record))
    private = OptionalRules.of(look.game.rules).PRIVATE
    hidden = OptionalRules.of(look.game.rules).HIDDEN
    rest = [found for found in apart if found.path[0] not in hidden]
    if not all(len(found.path) > 2 and found.path[2] in private for found in rest):
        return set()
    return {int(found.path[1]) for found in rest}


def _compare(look: Inspection, owner: int, one: State, two: State, what: str) -> None:
    """Nobody but the owner may tell two worlds apart that differ in what is hidden from others."""
    apart = list(differences(one._record, two._record))
    if not apart or one.over or two.over:
        return
    secret = all(_is_secret(look, one._record.phase, owner, found) for found in apart)
    viewer = look.random.choice([seat for seat in range(one.seats) if seat != owner])
    unseen = next(differences(one.position(viewer), two.position(viewer)), None)
    if not secret and unseen is not None:
        return  # what differs is open to all
    for where, difference in _told_apart(one, two, viewer, owner):
        field = place(apart[0].path)
        shown = f"shows a seat what another hides in {field}: {place(difference.path)} tells {what}"
        look.report.add("hidden", where, shown, look.at)


def _is_secret(look: Inspection, phase: int, owner: int, found: Difference) -> bool:
    """Whether only the owner of a field, or nobody, may see it."""
    optional = OptionalRules.of(look.game.rules)
    veiled = {name for veiled_in, names in optional.VEILED if veiled_in == phase for name in names}
    top, *inner = found.path
    if top in optional.HIDDEN:
        return True
    if not inner or inner[0] != owner:
        return False
    return top == "answers" or (len(inner) > 1 and inner[1] in veiled | set(optional.PRIVATE))


def _told_apart(
    one: State, two: State, viewer: int, owner: int
) -> Iterator[tuple[str, Difference]]:
    """What a seat is shown that differs between two worlds."""
    worlds = _shown(one, viewer, owner), _shown(two, viewer, owner)
    for where, a, b in zip(_NAMES, *worlds, strict=True):
        if (found := next(differences(a, b), None)) is not None:
            yield where, found


_NAMES = ("position.write", "drawing.tray", "drawing.sheet", "drawing.text", "notation.prompt")


def _shown(state: State, viewer: int, owner: int) -> Iterator[Any]:
    """Everything a seat is shown: its position, the drawings, the moves it may make."""
    yield state.position(viewer)
    seen = seen_by(state, viewer)
    yield [seen.tray(), seen.market()]
    yield [seen.sheet(seat) for seat in (owner, viewer)]
    yield str(seen)
    deciding = viewer in state.pending
    yield [state.prompt(viewer), *map(str, state.moves(viewer))] if deciding else []
