"""Whether the reasons of Clever Kids are true: every order of ticks is tried by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reasons_told import Check, Told

from rollwrite.games.clever_kids.rules import ALL_DICE, BONUS, CHOOSE, DECLINE_AT, TICK
from rollwrite.games.clever_kids.sheet import GREEN_AT, JOKER, MOST_COLUMNS
from rollwrite.games.clever_kids.ui.names import symbol_name
from rollwrite.games.clever_kids.zones import DONE, JOKERS, TICK_AT

ZONES = range(1, 5)


def leaves(one: Told, action: int) -> Iterator[tuple[Any, int]]:
    """The sheets that a move and all ticks of its step can lead to, and how many ticks made them.

    Those on the way are among them.
    """
    rules, seat = one.state.game.rules, one.seat
    begin = one.state._record.copy()
    step = TICK if begin.sheets[seat].step == CHOOSE else begin.sheets[seat].step
    rules.apply(begin, seat, action)
    stack, seen, room = [(begin, 0)], set(), [0] * rules.MOVES
    while stack:
        s, ticks = stack.pop()
        sheet = s.sheets[seat]
        key = sheet.values(), ticks
        if key in seen:
            continue
        seen.add(key)
        yield sheet, ticks
        if s.pending >> seat & 1 and sheet.step == step:
            for move in room[: rules.legal(s, seat, room)]:
                if TICK_AT <= move < DONE:
                    later = s.copy()
                    rules.apply(later, seat, move)
                    stack.append((later, ticks + 1))


def stars(one: Told, action: int) -> int:
    """The most stars that a move adds, with all that can follow it."""
    rules = one.state.game.rules
    most = max(rules.stars(sheet) for sheet, _ in leaves(one, action))
    return int(most - one.state.scores()[one.seat])


def crosses(one: Told, action: int) -> int:
    """The most bonus crosses that wait to be made then; those in full zones have lapsed."""
    rules = one.state.game.rules
    found = (
        sum(sheet.bonus[zone - 1] for zone in ZONES if not rules.full(sheet, zone))
        for sheet, _ in leaves(one, action)
    )
    return int(max(found))


def ticks(one: Told, action: int) -> int:
    return max(count for _, count in leaves(one, action)) + (TICK_AT <= action < DONE)


def compared(most: Any) -> Check:
    """The first move leads to more than the other, as many as told."""

    def check(one: Told) -> bool:
        found = [most(one, each) for each in (one.action, one.other)]
        return found == [one.number("count"), one.number("other")] and found[0] > found[1]

    return check


def left_over(one: Told) -> bool:
    """K7: others whom the dice that are left help to tick anything."""
    rules, s = one.state.game.rules, one.state._record
    found = []
    for action in (one.action, one.other):
        counts = rules.counted(s, ALL_DICE & ~rules.taken(s, one.seat, action + 1))
        sheets = [s.sheets[seat] for seat in range(s.seats) if seat != one.seat]
        found.append(sum(any(rules.fits(each, counts, zone) for zone in ZONES) for each in sheets))
    return found == [one.number("count"), one.number("other")] and found[0] < found[1]


def target(action: int) -> int | None:
    return (action - TICK_AT) // JOKERS if TICK_AT <= action < DONE else None


def earned(one: Told, targets: list[int]) -> tuple[int, int]:
    """The stars and bonus crosses that the last of some symbols brings."""
    rules, sheet = one.state.game.rules, one.state._record.sheets[one.seat].copy()
    found = (0, 0)
    for each in targets:
        before = rules.stars(sheet), sum(sheet.bonus)
        rules.cross(sheet, each)
        found = rules.stars(sheet) - before[0], sum(sheet.bonus) - before[1]
    return found


def brings(one: Told, targets: list[int]) -> bool:
    """Whether the prize that is told comes with the last of some symbols."""
    new_stars, bonuses = earned(one, targets)
    return new_stars > 0 if one.reason.values["prize"].key == "part.star" else bonuses > 0


def gift(action: int) -> tuple[int, int]:
    found = target(action)
    assert found is not None
    return divmod(found - GREEN_AT, MOST_COLUMNS)


def line(one: Told) -> tuple[list[int], list[int]]:
    """The gifts of the line that is told about: all of them, and those still to tick."""
    rules, sheet = one.state.game.rules, one.state._record.sheets[one.seat]
    number = one.number("number") - 1
    row = one.key.endswith("row")
    gifts = (rules.ROW_GIFTS if row else rules.COLUMN_GIFTS)[number]
    places = [place for place in range(gifts.bit_length()) if gifts >> place & 1]
    return places, [place for place in places if not sheet.gifts >> place & 1]


def prize_line(one: Told) -> bool:
    at = gift(one.action)["row" not in one.key]
    _, left = line(one)
    found = target(one.action)
    assert found is not None
    return [GREEN_AT + place for place in left] == [found] and brings(one, [found]) and (
        at == one.number("number") - 1
    )  # fmt: skip


def near_line(one: Told) -> bool:
    found = target(one.action)
    assert found is not None
    _, left = line(one)
    rest = [GREEN_AT + place for place in left if GREEN_AT + place != found]
    return len(rest) == len(left) - 1 == one.number("gifts") and brings(one, [found, *rest])


def near(one: Told) -> bool:
    found = target(one.action)
    assert found is not None
    named = one.reason.values["symbol"] == symbol_name(found + 1)
    return named and brings(one, [found, found + 1])


def prize(one: Told) -> bool:
    found = target(one.action)
    assert found is not None
    return one.reason.values["symbol"] == symbol_name(found) and brings(one, [found])


def jokers(one: Told) -> tuple[int, int]:
    """The jokers among the dice that are left after both moves."""
    rules, s = one.state.game.rules, one.state._record
    left = []
    for action in (one.action, one.other):
        later = s.copy()
        rules.apply(later, one.seat, action)
        sheet = later.sheets[one.seat]
        dice = sheet.hand if sheet.step == TICK else later.pool
        left.append([s.dice[die] for die in range(5) if dice >> die & 1].count(JOKER))
    return left[0], left[1]


def joker_kept(one: Told) -> bool:
    here, there = jokers(one)
    same = target(one.action) == target(one.other) is not None
    return same and here > there and ticks(one, one.action) > 1


def joker_spent(one: Told) -> bool:
    here, there = jokers(one)
    return target(one.action) == target(one.other) is not None and here < there


def saved(one: Told) -> bool:
    rules = one.state.game.rules
    needs = [rules.NEED[target(each)] for each in (one.action, one.other)]
    bonus = one.state._record.sheets[one.seat].step == BONUS
    return bonus and needs == [one.number("count"), one.number("other")] and needs[0] > needs[1]


def ends(one: Told, action: int) -> bool:
    """Whether a zone is full however the ticks go on."""
    rules = one.state.game.rules
    return all(
        rules.complete(sheet) for sheet, count in leaves(one, action)
        if count or target(action) is not None or action >= DONE
    )  # fmt: skip


def behind(one: Told) -> bool:
    others = [one.state.scores()[seat] for seat in range(one.state.seats) if seat != one.seat]
    most = one.state.scores()[one.seat] + stars(one, one.other)
    last = ends(one, one.other) and not ends(one, one.action)
    return last and max(others) - most == one.number("lead") > 0


CHECKS: dict[str, Check] = {
    "zone_stars": compared(stars),
    "zone_bonus": compared(crosses),
    "zone_ticks": compared(ticks),
    "left_over": left_over,
    "stars_more": compared(stars),
    "bonus_more": compared(crosses),
    "ticks_more": compared(ticks),
    "prize": prize,
    "prize_row": prize_line,
    "prize_column": prize_line,
    "near": near,
    "near_row": near_line,
    "near_column": near_line,
    "joker_kept": joker_kept,
    "joker_spent": joker_spent,
    "saved": saved,
    "one_more": lambda one: one.other == DONE and ticks(one, one.action) >= 1,
    "free": lambda one: (
        one.other >= DECLINE_AT
        and target(one.action) is not None
        and one.state._record.sheets[one.seat].step == BONUS
    ),
    "ends": lambda one: (
        ends(one, one.action)
        and not ends(one, one.other)
        and one.lead(one.action) == one.number("lead") > 0
    ),
    "lasts": behind,
}
