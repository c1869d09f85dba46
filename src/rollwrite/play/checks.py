"""Who may act now: what is refused before any rule of the game is asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, cast

from rollwrite.errors import BadOption, IllegalMove, IllegalRoll, Kind, say

if TYPE_CHECKING:
    from rollwrite.play.state import State


def deciding_seat(state: State, seat: int | None) -> int:
    """The seat meant, which must be pending; without one, the only seat that does."""
    pending = state.pending
    if seat is None and len(pending) > 1:
        raise IllegalMove(Kind.WHICH_SEAT, say("refused.which_seat", seats=pending))
    if seat is None and pending:
        return pending[0]
    meant = 0 if seat is None else seat
    check_pending(state, meant)
    return meant


def check_seat(state: State, seat: object) -> None:
    """Refuse a seat that the game has not."""
    if type(seat) is not int or not 0 <= seat < state.seats:
        message = say("refused.no_such_seat", seat=seat, last=state.seats - 1)
        raise IllegalMove(Kind.NO_SUCH_SEAT, message)


def check_pending(state: State, seat: object) -> None:
    """Refuse a seat that is not to move."""
    check_seat(state, seat)
    if state.over:
        raise IllegalMove(Kind.GAME_OVER, say("refused.game_over"))
    if state.chance is not None:
        key = "refused.deal_first" if state.chance.kind == "deal" else "refused.chance_first"
        raise IllegalMove(Kind.CHANCE_FIRST, say(key, what=state.chance.what))
    if seat not in state.pending:
        message = say("refused.not_pending", seat=seat, pending=state.pending)
        raise IllegalMove(Kind.NOT_PENDING, message)


def check_decision(state: object, seat: object) -> None:
    """Refuse what is no state, and a seat that is not to move there."""
    check_state(state)
    check_pending(cast("State", state), seat)


def check_state(state: object) -> None:
    """Refuse what is no state of a game."""
    from rollwrite.play.state import State

    if not isinstance(state, State):
        raise BadOption(say("option.state", value=state))


def check_game(game: object) -> None:
    """Refuse what is no game."""
    from rollwrite.play.game import Game

    if not isinstance(game, Game):
        raise BadOption(say("option.game", value=game))


def check_flag(name: str, value: object) -> None:
    """Refuse what is neither True nor False, where a programmer may leave out either."""
    if value is not None and not isinstance(value, bool):
        raise BadOption(say("option.flag", name=name, value=value))


def check_function(name: str, value: object) -> None:
    """Refuse what cannot be called, where a programmer may leave a function out."""
    if value is not None and not callable(value):
        raise BadOption(say("option.function", name=name, value=value))


def check_places(name: str, value: object, length: int) -> None:
    """Refuse what is no collection of places in a list of some length."""
    wrong = [value]
    if isinstance(value, Collection):
        wrong = [one for one in value if type(one) is not int or not 0 <= one < length]
    if wrong:
        told = {"name": name, "value": wrong[0], "low": 0, "high": length - 1}
        raise BadOption(say("option.count", **told))


def checked_names(name: str, value: object) -> list[Any]:
    """A list of names or of what has one, as it was given or with commas between them."""
    if isinstance(value, str):
        return [one.strip() for one in value.split(",")]
    if not isinstance(value, Sequence) or isinstance(value, bytes):
        raise BadOption(say("option.names", name=name, value=value))
    return [one.strip() if isinstance(one, str) else one for one in value]


def check_chance(state: State) -> None:
    """Refuse to roll where nothing is to be rolled or dealt."""
    if state.over:
        raise IllegalRoll(Kind.GAME_OVER, say("refused.game_over"))
    if state.pending:
        raise IllegalRoll(Kind.NO_CHANCE, say("refused.no_chance", pending=state.pending))
