"""What speaks for a move of Clever Kids: stars, bonus crosses, jokers, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from rollwrite.games.clever_kids.rules import (
    ALL_DICE,
    ANYTHING,
    BONUS,
    CHOOSE,
    DECLINE,
    DECLINE_AT,
    PASS,
    POOL,
    TICK,
    State,
)
from rollwrite.games.clever_kids.sheet import (
    BLUE,
    BLUE_AT,
    GREEN,
    GREEN_AT,
    JOKER,
    MOST_COLUMNS,
    MOST_PAIRS,
    RED,
    RED_AT,
    STAR,
    TARGETS,
    YELLOW,
    say,
)
from rollwrite.games.clever_kids.ui.names import face_name, symbol_name, zone_name
from rollwrite.games.clever_kids.zones import DONE, JOKERS, TICK_AT, Sheet, count_of, zone_of
from rollwrite.games.contract import GameContext
from rollwrite.games.kit.reasons import amount, ending, first, lead
from rollwrite.texts import Message

ZONES = range(YELLOW, BLUE + 1)
MANY = 300  # sheets: a search that meets more says nothing, for it would take too long


def why(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    if action == other:
        return None
    own, against = After(game, s, seat, action), After(game, s, seat, other)
    told = _ending(game, s, seat, own, against)
    if told:
        return told
    if s.sheets[seat].step == CHOOSE:
        return _choosing(game, s, seat, own, against)
    return _crossing(game, s, seat, own, against)


# What a move leads to on its own sheet


class Reach(NamedTuple):
    """The most that can be had in a turn: stars in all, bonus crosses, symbols ticked."""

    stars: int
    bonuses: int
    ticks: int


class After:
    """A sheet after a move, and what the dice or the bonus crosses at hand can still do."""

    def __init__(self, game: GameContext, s: State, seat: int, action: int) -> None:
        rules, sheet = game.rules, s.sheets[seat].copy()
        self.action = action
        self.target = (action - TICK_AT) // JOKERS if TICK_AT <= action < DONE else None
        if action < TICK_AT:
            sheet.step, sheet.zone = TICK, action + 1
            sheet.hand = rules.taken(s, seat, sheet.zone)
        elif self.target is not None:
            _cross(rules, s, sheet, self.target, (action - TICK_AT) % JOKERS)
        elif DECLINE_AT <= action < DECLINE:
            sheet.bonus[action - DECLINE_AT] -= 1
        else:  # done, pass or roll again: nothing more is ticked with these dice
            sheet.hand = 0
        self.sheet = sheet
        self.reach = _reach(rules, s, sheet)

    def most_stars(self, step: int) -> int:
        """The most stars this turn can still lead to; more than there are if that is not known."""
        if self.reach is None or (step != BONUS and self.reach.bonuses):
            return TARGETS
        return self.reach.stars

    def ends(self, game: GameContext, s: State) -> bool:
        """Whether a zone is full, or must be after the next tick."""
        rules = game.rules
        if self.action >= TICK_AT:
            return bool(rules.complete(self.sheet))
        return all(rules.complete(sheet) for sheet in _next(rules, s, self.sheet))


def _cross(rules: Any, s: State, sheet: Sheet, target: int, jokers: int) -> None:
    if sheet.step == TICK:
        sheet.hand = rules.without(s, sheet.hand, target, jokers)
    else:
        sheet.bonus[zone_of(target) - 1] -= 1
    rules.cross(sheet, target)
    for zone in ZONES:
        if rules.full(sheet, zone):  # K8: such a bonus lapses
            sheet.bonus[zone - 1] = 0


def _next(rules: Any, s: State, sheet: Sheet) -> Iterator[Sheet]:
    """The sheets one tick later, by dice or by bonus crosses."""
    room = [0] * rules.MOVES
    count = 0
    if sheet.step == TICK:
        counts = rules.counted(s, sheet.hand)
        count = rules.add_ticks(sheet, sheet.zone, counts, False, room, 0)
    elif sheet.step == BONUS:
        for zone in ZONES:
            if sheet.bonus[zone - 1]:
                count = rules.add_ticks(sheet, zone, ANYTHING, False, room, count)
    for action in room[:count]:
        later = sheet.copy()
        _cross(rules, s, later, (action - TICK_AT) // JOKERS, 0)
        yield later


def _reach(rules: Any, s: State, sheet: Sheet) -> Reach | None:
    """The most of everything that any order of ticks brings; None if there are too many."""
    layer, seen, ticks, met = [sheet], {sheet.values()}, 0, [sheet]
    while True:
        later = {each.values(): each for one in layer for each in _next(rules, s, one)}
        layer = [each for key, each in later.items() if key not in seen]
        if not layer:
            break
        ticks += 1
        seen |= later.keys()
        met += layer
        if len(met) > MANY:
            return None
    most = max(sum(one.bonus) for one in met)
    return Reach(max(rules.stars(one) for one in met), most, ticks)


_stars = partial(amount, say, "stars")


def _ending(game: GameContext, s: State, seat: int, own: After, against: After) -> Message | None:
    rules = game.rules
    settled = s.phase == POOL and rules.complete(s.sheets[s.active])
    if settled or rules.complete(s.sheets[seat]):
        return None  # the game ends with this turn whatever is done
    ahead = lead(game, s, seat, rules.stars(own.sheet))
    behind = lead(game, s, seat, against.most_stars(s.sheets[seat].step))
    return ending(own.ends(game, s), against.ends(game, s), (ahead, behind), _stars)


# Choosing a zone


def _choosing(game: GameContext, s: State, seat: int, own: After, against: After) -> Message | None:
    zone = own.action + 1
    here, there = own.reach, against.reach
    if own.action == PASS or here is None or there is None:
        return None

    def more(key: str, count: int, other: int) -> Message | None:
        if count <= other:
            return None
        return say(f"advice.zone_{key}", zone=zone_name(zone), count=count, other=other)

    stars = game.rules.stars(s.sheets[seat])
    return first(
        (
            partial(more, "stars", here.stars - stars, there.stars - stars),
            partial(more, "bonus", here.bonuses, there.bonuses),
            partial(more, "ticks", here.ticks, there.ticks),
            partial(_left_over, game, s, seat, zone, against.action + 1),
        )
    )


def _left_over(game: GameContext, s: State, seat: int, zone: int, other: int) -> Message | None:
    """K7: to how many others the dice of no use to a zone are of use."""
    if seat != s.active or s.seats == 1:
        return None
    here, there = (
        _helped(game, s, ALL_DICE & ~game.rules.taken(s, seat, z)) for z in (zone, other)
    )
    if here >= there:
        return None
    return say("advice.left_over", zone=zone_name(zone), count=here, other=there)


def _helped(game: GameContext, s: State, pool: int) -> int:
    counts = game.rules.counted(s, pool)
    others = [s.sheets[other] for other in range(s.seats) if other != s.active]
    return sum(any(game.rules.fits(sheet, counts, zone) for zone in ZONES) for sheet in others)


# Ticking, with dice or by a bonus cross


def _crossing(game: GameContext, s: State, seat: int, own: After, against: After) -> Message | None:
    if own.target is None:
        return None
    return first(
        (
            partial(_reached, game, s, seat, own, against),
            partial(_jokers, game, s, seat, own, against),
            partial(_saved, game, s, seat, own, against),
            partial(_line, game, own, against),
            partial(_near, game, own, against),
            partial(_one_more, against),
        )
    )


def _reached(game: GameContext, s: State, seat: int, own: After, against: After) -> Message | None:
    """More stars or bonus crosses can be had in all: told of this symbol if it brings one."""
    here, there = own.reach, against.reach
    if here is None or there is None:
        return None
    stars = game.rules.stars(s.sheets[seat])
    if here.stars > there.stars:
        return _prize(game, s.sheets[seat], own, STAR) or say(
            "advice.stars_more", count=here.stars - stars, other=there.stars - stars
        )
    if s.sheets[seat].step == TICK and here.stars == there.stars:
        if here.bonuses > there.bonuses:
            told = say("advice.bonus_more", count=here.bonuses, other=there.bonuses)
            return _prize(game, s.sheets[seat], own, None) or told
        ticks, other = here.ticks + 1, there.ticks + (against.target is not None)
        if against.target is not None and ticks > other:
            return say("advice.ticks_more", count=ticks, other=other)
    return None


def _told(prize: int) -> Message:
    """A star, or a bonus of a colour."""
    return say("part.star") if prize == STAR else say("part.bonus", colour=zone_name(prize))


def _prize(game: GameContext, before: Sheet, own: After, wanted: int | None) -> Message | None:
    """The prize that a tick brings at once; a star if that is wanted, else a bonus."""
    rules, target = game.rules, own.target
    assert target is not None

    def right(prize: int) -> bool:
        return prize == STAR if wanted == STAR else 0 < prize < STAR

    if right(rules.PRIZE[target]):
        symbol = symbol_name(target)
        return say("advice.prize", symbol=symbol, prize=_told(rules.PRIZE[target]))
    if zone_of(target) != GREEN:
        return None
    row, column = divmod(target - GREEN_AT, MOST_COLUMNS)
    if rules.full_row(own.sheet, row) and right(rules.ROW_PRIZE[row]):
        return say("advice.prize_row", number=row + 1, prize=_told(rules.ROW_PRIZE[row]))
    if rules.full_column(own.sheet, column) and right(rules.COLUMN_PRIZE[column]):
        prize = _told(rules.COLUMN_PRIZE[column])
        return say("advice.prize_column", number=column + 1, prize=prize)
    return None


def _jokers(game: GameContext, s: State, seat: int, own: After, against: After) -> Message | None:
    """K6: the same symbol with more or fewer jokers."""
    if own.target != against.target or s.sheets[seat].step != TICK:
        return None
    rules = game.rules
    here, there = (rules.counted(s, after.sheet.hand) for after in (own, against))
    if count_of(here, JOKER) > count_of(there, JOKER):
        useful = rules.fits(own.sheet, here, own.sheet.zone)
        return say("advice.joker_kept") if useful else None
    return say("advice.joker_spent", face=face_name(rules.FACE[own.target]))


def _saved(game: GameContext, s: State, seat: int, own: After, against: After) -> Message | None:
    """K8: a bonus cross ticks a whole symbol, however many dice that would take."""
    if s.sheets[seat].step != BONUS or against.target is None:
        return None
    here, there = game.rules.NEED[own.target], game.rules.NEED[against.target]
    return say("advice.saved", count=here, other=there) if here > there else None


def _line(game: GameContext, own: After, against: After) -> Message | None:
    """A row or column of gifts with a prize comes nearer than by the other gift, or very near."""
    here, there = _lacking(game, own), _lacking(game, against)
    if not here or here[0][0] >= (there[0][0] if there else 2):
        return None
    lack, key, number, prize = here[0]
    gifts = amount(say, "gifts", lack)
    return say(f"advice.near_{key}", number=number, gifts=gifts, prize=_told(prize))


def _lacking(game: GameContext, after: After) -> list[tuple[int, str, int, int]]:
    """How many gifts the row and the column of a ticked gift lack, those with a prize."""
    rules, target = game.rules, after.target
    if target is None or zone_of(target) != GREEN:
        return []
    row, column = divmod(target - GREEN_AT, MOST_COLUMNS)
    free = ~after.sheet.gifts
    found = [
        ((free & rules.ROW_GIFTS[row]).bit_count(), "row", row + 1, rules.ROW_PRIZE[row]),
        (
            (free & rules.COLUMN_GIFTS[column]).bit_count(),
            "column",
            column + 1,
            rules.COLUMN_PRIZE[column],
        ),
    ]
    return sorted(line for line in found if line[0] and line[3])


def _near(game: GameContext, own: After, against: After) -> Message | None:
    """The symbol that comes next in the same row brings a prize, and not so after the other."""
    here = _following(game, own)
    if here is None or _following(game, against) is not None:
        return None
    symbol = symbol_name(here)
    return say("advice.near", symbol=symbol, prize=_told(game.rules.PRIZE[here]))


def _following(game: GameContext, after: After) -> int | None:
    """The symbol after a ticked one in its row, if it brings a prize."""
    rules, target = game.rules, after.target
    if target is None or zone_of(target) == GREEN:
        return None
    ends = {YELLOW: rules.BALLOONS, RED: RED_AT + rules.WAGONS}
    treat = (target - BLUE_AT) // MOST_PAIRS
    end = ends.get(zone_of(target)) or BLUE_AT + MOST_PAIRS * treat + rules.PAIRS[treat]
    return target + 1 if target + 1 < end and rules.PRIZE[target + 1] else None


def _one_more(against: After) -> Message | None:
    if against.action == DONE:
        return say("advice.one_more")
    return say("advice.free") if DECLINE_AT <= against.action < DECLINE else None
