"""What a move of Donnant Donnant rules out: cards on a side of the grid, a choice in its cells."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.grid import WITHIN
from rollwrite.games.donnant.rules.record import SIDE, Sheet, State
from rollwrite.games.donnant.sheet import say
from rollwrite.games.donnant.ui.words import on_card
from rollwrite.games.kit.closing import compared, gathered
from rollwrite.texts import Message

SIDES = (("above", "below"), ("left", "right"))


def closes(game: GameContext, s: State, seat: int, action: int) -> list[Message]:
    after = applied(game, s, seat, action).sheets[seat]
    return [*_sides(game, s, seat, action), *gathered(_narrowed(game, s.sheets[seat], after))]


def applied(game: GameContext, s: State, seat: int, action: int) -> State:
    after = s.copy()
    game.rules.apply(after, seat, action)
    return after


def reachable(game: GameContext, s: State, seat: int) -> Mapping[Hashable, Message]:
    """D3: the sides of the cards on which there is room for another one."""
    sheet = s.sheets[seat]
    found: dict[Hashable, Message] = {}
    places = [divmod(sheet.place[slot], SIDE) for slot in range(sheet.count)]
    for lines, (low, high) in zip(zip(*places, strict=True), SIDES, strict=False):
        within = WITHIN[sum(1 << line for line in set(lines))]
        able = [line for line in range(SIDE) if within >> line & 1]
        found |= {low: say(f"closes.{low}")} if able[0] < min(lines) else {}
        found |= {high: say(f"closes.{high}")} if able[-1] > max(lines) else {}
    return found


_sides = compared(reachable, applied)


def _narrowed(game: GameContext, before: Sheet, after: Sheet) -> Iterator[Message]:
    """D15: the empty cells that took several numbers, and take a single one."""
    rules = game.rules
    for slot in range(after.count):
        was = rules.slot_at(before, after.place[slot])
        card = after.card[slot] - 1
        told = on_card(game, card, rules.colour_of(after, slot))
        for cell in range(rules.LENGTH[card] if was >= 0 else 0):
            now = after.cells[slot][cell] != 0 or _choice(rules, after, slot, cell)
            if _choice(rules, before, was, cell) and not now:
                yield say("closes.choice.one", at=cell + 1, card=told)


def _choice(rules: Any, sheet: Sheet, slot: int, cell: int) -> bool:
    """Whether an empty cell takes several numbers."""
    low, high = rules.span(sheet.card[slot] - 1, rules.packed(sheet, slot), cell)
    return bool(low < high)
