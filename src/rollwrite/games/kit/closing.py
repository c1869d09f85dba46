"""What a move closes: all that a sheet had or could still get before it, and no longer after it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from rollwrite.games.contract import GameContext, StateRecord
from rollwrite.games.kit.windows import carried_out
from rollwrite.games.kit.wording import together
from rollwrite.texts import Message

# What a seat's sheet has or can still get by the rules, each under a key of its own, as the object
# of a sentence: "a full orange row". What is lost from one state to a later one never comes back.
Reachable = Callable[[GameContext, StateRecord, int], Mapping[Hashable, Message]]
Closes = Callable[[GameContext, StateRecord, int, int], Sequence[Message]]


def compared(reachable: Reachable, after: Callable[..., StateRecord] = carried_out) -> Closes:
    """``closes`` of a game's descriptions, by what is reachable before a move and after it."""

    def closes(game: GameContext, s: StateRecord, seat: int, action: int) -> Sequence[Message]:
        left = reachable(game, after(game, s, seat, action), seat)
        return gathered(told for key, told in reachable(game, s, seat).items() if key not in left)

    return closes


def gathered(found: Iterable[Message]) -> list[Message]:
    """The texts ``KEY.one`` that differ in ``at`` alone as one text, ``KEY.many``."""
    alike: dict[str, list[Message]] = {}
    for told in found:
        others = {name: value for name, value in told.values.items() if name != "at"}
        alike.setdefault(f"{told.key} {others}", []).append(told)
    return [_as_one(messages) for messages in alike.values()]


def _as_one(messages: Sequence[Message]) -> Message:
    first = messages[0]
    if len(messages) == 1:
        return first
    at = together([told.values["at"] for told in messages])
    key = f"{first.key.removesuffix('.one')}.many"
    return first._replace(key=key, values={**first.values, "at": at})
