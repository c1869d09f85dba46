"""Whether the reasons of One Card are true, by the rules of the booklet and nothing else."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from reasons_told import Check, Told, endings, is_share

from rollwrite.games.one_card.rules import CARD_AT, HOLD_AT, KEEP, PASS, STAY, TAKE_AT

COLOURS, DICE = range(6), 5


class Use(NamedTuple):
    """What dice do on one card: boxes ticked, rows filled, whether it is finished."""

    ticks: int
    fills: int
    finishes: bool


def lengths(one: Told, card: int) -> list[int]:
    return list(one.state.game.rules.LENGTHS[card])


def free(one: Told, sheet: Any, place: int) -> list[int]:
    printed = lengths(one, sheet.cards[place])
    return [printed[colour] - sheet.ticks[place][colour] for colour in COLOURS]


def use(one: Told, sheet: Any, place: int, dice: list[int]) -> Use:
    """All dice of a colour are ticked if they fit; three full rows finish a card."""
    room, printed = free(one, sheet, place), lengths(one, sheet.cards[place])
    full = [printed[c] > 0 and room[c] == 0 for c in COLOURS]
    ticks = fills = 0
    for colour in COLOURS:
        count = dice.count(colour + 1)
        if 0 < count <= room[colour]:
            ticks += count
            fills += count == room[colour]
    return Use(ticks, fills, sum(full) + fills >= 3)


def best(one: Told, sheet: Any, dice: list[int]) -> Use:
    """The most of each on any of a seat's cards."""
    uses = [
        use(one, sheet, place, dice)
        for place in range(one.state._record.places) if sheet.cards[place]
    ]  # fmt: skip
    return Use(*(max(each) for each in zip(*uses, strict=True)))


@cache
def rolls(count: int) -> Counter[tuple[int, ...]]:
    """All rolls of some dice, and how often each falls."""
    return Counter(tuple(sorted(fall)) for fall in product(range(1, 7), repeat=count))


def next_uses(one: Told, action: int, seat: int | None = None) -> Counter[Use]:
    """What the dice can do after every fall of those that are rerolled."""
    s = one.state._record
    sheet = s.sheets[one.seat if seat is None else seat]
    kept = [s.dice[at] for at in range(DICE) if not action >> at & 1]
    found = Counter[Use]()
    for fall, ways in rolls(DICE - len(kept)).items():
        found[best(one, sheet, [*kept, *fall])] += ways
    return found


def part_of(one: Told, name: str, uses: Counter[Use], good: Any) -> bool:
    part = sum(ways for each, ways in uses.items() if good(each))
    return is_share(one.number(name), part, uses.total())


def more_often(good: Any) -> Check:
    def check(one: Told) -> bool:
        here, there = next_uses(one, one.action), next_uses(one, one.other)
        right = one.number("share") > one.number("other")
        return right and part_of(one, "share", here, good) and part_of(one, "other", there, good)

    return check


def now_against_later(good: Any) -> Check:
    """These dice do it now, the next roll so often."""

    def check(one: Told) -> bool:
        (now,) = next_uses(one, STAY)
        return one.action == STAY and bool(good(now)) and part_of(
            one, "share", next_uses(one, one.other), good
        )  # fmt: skip

    return check


def now_ticks(one: Told) -> bool:
    (now,) = next_uses(one, STAY)
    later = next_uses(one, one.other)
    told = part_of(one, "share", later, lambda each: each.ticks >= now.ticks)
    return told and now.ticks == one.number("boxes")


def next_better(one: Told) -> bool:
    (now,) = next_uses(one, STAY)
    later = next_uses(one, one.action)
    told = part_of(one, "share", later, lambda each: each.ticks > now.ticks)
    return told and one.other == STAY and now.ticks == one.number("boxes")


def mean(uses: Counter[Use]) -> float:
    return sum(each.ticks * ways for each, ways in uses.items()) / uses.total()


def per_roll(one: Told, here: float, there: float, less: bool = False) -> bool:
    told = one.number("count"), one.number("other")
    right = told[0] < told[1] if less else told[0] > told[1]
    near = all(abs(a - b) < 0.006 for a, b in zip(told, (here, there), strict=True))
    return right and near


def next_ticks(one: Told) -> bool:
    here, there = (mean(next_uses(one, each)) for each in (one.action, one.other))
    return per_roll(one, here, there)


def other_ticks(one: Told) -> bool:
    rival = 1 - one.seat
    here, there = (mean(next_uses(one, each, rival)) for each in (one.action, one.other))
    return one.state.seats == 2 and per_roll(one, here, there, less=True)


def before(one: Told) -> Any:
    return one.state._record.sheets[one.seat]


def finish(one: Told) -> bool:
    here, there = one.sheets
    at = before(one).done
    gained = here.points[at]
    told = here.done == at + 1 and gained == one.number("points")
    return bool(told and (there.done == at or there.points[at] < gained))


def row(one: Told) -> bool:
    place, s = one.action - CARD_AT, one.state._record
    room, printed = free(one, before(one), place), lengths(one, before(one).cards[place])
    filled = [
        printed[c] for c in COLOURS if room[c] == sum(d == c + 1 for d in s.dice) > 0
    ]  # fmt: skip
    return one.number("points") in filled


def lack(one: Told, sheet: Any, place: int) -> int:
    printed = lengths(one, sheet.cards[place])
    rows = [room for room, c in zip(free(one, sheet, place), printed, strict=True) if c]
    return sum(sorted(rows)[:3])


def nearer(one: Told) -> bool:
    made, against = one.sheets
    found = lack(one, made, one.action - CARD_AT)
    rest = [lack(one, against, p) for p in range(one.state._record.places) if against.cards[p]]
    return found == one.number("boxes") < min(rest)


def lone(one: Told) -> bool:
    found = [
        sum(free(one, sheet, place).count(1) for place in range(one.state._record.places))
        for sheet in one.sheets
    ]
    return found == [one.number("count"), one.number("other")] and found[0] < found[1]


def ticks(one: Told) -> bool:
    found = [sum(map(sum, sheet.ticks)) - sum(map(sum, before(one).ticks)) for sheet in one.sheets]
    return found == [one.number("boxes"), one.number("other")]


def shortest(one: Told, card: int) -> int:
    return sum(sorted(filter(None, lengths(one, card)))[:3])


def take_short(one: Told) -> bool:
    cards = [one.state._record.open[each - TAKE_AT] for each in (one.action, one.other)]
    found = [shortest(one, card) for card in cards]
    return found == [one.number("boxes"), one.number("other")] and found[0] < found[1]


def held(one: Told, action: int) -> list[int]:
    cards = before(one).cards
    return [cards[place] for place in range(5) if action - HOLD_AT >> place & 1]


def hold_short(one: Told) -> bool:
    found = [
        sum(shortest(one, card) for card in held(one, each)) for each in (one.action, one.other)
    ]
    return found == [one.number("boxes"), one.number("other")] and found[0] < found[1]


def rooms_after(one: Told, action: int) -> list[list[int]]:
    """The free boxes of all cards after a move: marked, taken or held."""
    s = one.state._record
    if action >= HOLD_AT:
        return [lengths(one, card) for card in held(one, action)]
    if action >= TAKE_AT:
        rooms = [free(one, before(one), place) for place in range(3) if before(one).cards[place]]
        return [*rooms, lengths(one, s.open[action - TAKE_AT])]
    sheet = one.after(action).sheets[one.seat] if action != PASS else before(one)
    return [free(one, sheet, place) for place in range(s.places)]


def taken(rooms: list[list[int]], fall: tuple[int, ...]) -> int:
    """The most dice of a roll that one of the cards takes."""
    counts = [fall.count(colour + 1) for colour in COLOURS]
    return max(sum(n for n, room in zip(counts, each, strict=True) if n <= room) for each in rooms)


def fit(one: Told) -> bool:
    """Dice that the cards take of a roll, over all rolls."""
    found = []
    for action in (one.action, one.other):
        rooms = rooms_after(one, action)
        found.append(sum(ways * taken(rooms, fall) for fall, ways in rolls(DICE).items()) / 6**DICE)
    return per_roll(one, found[0], found[1])


def all_dice(one: Told) -> bool:
    (now,) = next_uses(one, STAY)
    return one.state._record.phase == KEEP and now.ticks == DICE


CHECKS: dict[str, Check] = {
    "finish": finish,
    "row": row,
    "nearer": nearer,
    "lone": lone,
    "ticks": ticks,
    "more": lambda one: one.scores[0] - one.scores[1] == one.number("points") > 0,
    "now_finish": now_against_later(lambda each: each.finishes),
    "now_row": now_against_later(lambda each: each.fills),
    "now_all": all_dice,
    "now_ticks": now_ticks,
    "next_finish": more_often(lambda each: each.finishes),
    "next_row": more_often(lambda each: each.fills),
    "next_better": next_better,
    "next_ticks": next_ticks,
    "other_ticks": other_ticks,
    "take_short": take_short,
    "hold_short": hold_short,
    "fit": fit,
    **endings(lambda sheet: sheet.done == 4),
}
