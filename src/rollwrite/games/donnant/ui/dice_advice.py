"""What speaks for stopping or rerolling, and for a die in a cell."""

from __future__ import annotations

from functools import partial

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import (
    ALL_DICE,
    ANY_COLOUR,
    CHEAPER,
    COUNT,
    GRID,
    PIPS,
    REROLL,
    STOP,
    SWAP,
    WRITE,
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import say
from rollwrite.games.donnant.ui.card_outlook import (
    FACES,
    MOST_ROLLED,
    alike,
    best_kept,
    completing,
    fitting_faces,
    gain,
    most_filled,
)
from rollwrite.games.donnant.ui.names import entry_of
from rollwrite.games.donnant.ui.sentences import after, cells, completed, lies, value
from rollwrite.games.kit.reasons import first, points, share
from rollwrite.texts import Message

MUCH = 3  # of a hundred rolls: less is not worth a word


def _fillable(game: GameContext, s: State, seat: int) -> list[int]:
    """The cards that the dice as they lie can complete."""
    rules, sheet = game.rules, s.sheets[seat]
    pips, swaps = rules.left_of(sheet, PIPS), rules.left_of(sheet, SWAP)
    return [
        slot
        for slot in range(sheet.count)
        if sheet.empty[slot] and rules.ways_to_fill(s, seat, slot, pips, swaps)
    ]


def stop(game: GameContext, s: State, seat: int) -> Message | None:
    sheet = s.sheets[seat]
    if slots := _fillable(game, s, seat):
        return completed(game, sheet, max(slots, key=partial(value, game, sheet)), "can")
    if s.level:
        return say("advice.allowance", count=4 - s.rolls, other=3 - s.rolls)
    others = [s.sheets[other] for other in range(s.seats) if other != seat]
    if any(any(other.empty[slot] for slot in range(other.count)) for other in others):
        return say("advice.can_buy_first")
    return say("advice.can_buy")


def reroll(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    rolled = action - REROLL
    against = other - REROLL if other != STOP else 0
    return first(
        (
            partial(_still, game, s, seat, rolled, against, other == STOP),
            partial(_chance, game, s, seat, rolled, against),
            partial(_kept, game, s, seat, rolled, against, other == STOP),
            partial(_kept_alike, s, seat, rolled, against, other == STOP),
            partial(_for_others, s, seat, rolled, against, other == STOP),
        )
    )


def _still(
    game: GameContext, s: State, seat: int, rolled: int, against: int, stops: bool
) -> Message | None:
    """A card that the dice which stay can complete whatever is rolled."""
    sheet = s.sheets[seat]
    here, there = (_safe(game, s, sheet, ALL_DICE & ~dice) for dice in (rolled, against))
    if not here or (there and not stops):
        return None
    slot = max(here, key=partial(value, game, sheet))
    return say("advice.still", **lies(game, sheet, slot))


def _safe(game: GameContext, s: State, sheet: Sheet, dice: int) -> list[int]:
    """The cards whose empty cells some dice (bits) fill."""
    return [
        slot
        for slot in range(sheet.count)
        if 0 < sheet.empty[slot] == most_filled(game.rules, s, sheet, slot, dice)
    ]


def _chance(game: GameContext, s: State, seat: int, rolled: int, against: int) -> Message | None:
    """A card that the next roll completes more often."""
    if max(COUNT[rolled], COUNT[against]) > MOST_ROLLED:
        return None
    sheet = s.sheets[seat]
    here, there = (completing(game.rules, s, seat, dice) for dice in (rolled, against))
    shares = {
        slot: (share(here[slot], 6 ** COUNT[rolled]), share(there[slot], 6 ** COUNT[against]))
        for slot in here
    }
    better = [slot for slot, (own, rival) in shares.items() if own >= rival + MUCH]
    if not better or (against == 0 and any(rival for _, rival in shares.values())):
        return None  # whoever could stop and complete a card gives that up for a chance
    slot = max(better, key=lambda slot: (value(game, sheet, slot), shares[slot]))
    own, rival = shares[slot]
    return say("advice.chance", share=own, other=rival, **lies(game, sheet, slot))


def _kept(
    game: GameContext, s: State, seat: int, rolled: int, against: int, stops: bool
) -> Message | None:
    """Dice that stay fill more cells of a card than those that stay the other way."""
    sheet = s.sheets[seat]
    here = best_kept(game.rules, s, sheet, ALL_DICE & ~rolled)
    there = best_kept(game.rules, s, sheet, ALL_DICE & ~against)
    if here.filled < 1 + stops or (not stops and here.filled <= there.filled):
        return None
    told = {"count": here.filled, "empty": sheet.empty[here.slot], **lies(game, sheet, here.slot)}
    return say("advice.kept", **told)


def _kept_alike(s: State, seat: int, rolled: int, against: int, stops: bool) -> Message | None:
    """D12: with nine cards in the grid, nothing more is bought."""
    if s.sheets[seat].count == GRID:
        return None
    here, there = alike(s, ALL_DICE & ~rolled), alike(s, ALL_DICE & ~against)
    if here < 2 or (not stops and here <= there):
        return None
    return say("advice.alike", count=here)


def _for_others(s: State, seat: int, rolled: int, against: int, stops: bool) -> Message | None:
    """D14: the others may enter only dice that were just rolled."""
    if s.seats == 1 or stops or COUNT[rolled] >= COUNT[against]:
        return None
    return say("advice.for_others", count=COUNT[rolled], other=COUNT[against])


def enter(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    own, against = after(game, s, seat, action), after(game, s, seat, other)
    return first(
        (
            partial(_finishes, game, s.sheets[seat], action, other),
            partial(_bonus_kept, game, own, against),
            partial(_lacks, game, own, against, action, other),
            partial(_worth, game, s.sheets[seat], action, other),
            partial(_faces, game, own, against),
        )
    )


def _slot(game: GameContext, sheet: Sheet, action: int) -> int:
    """The card that an entry goes to; -1 for no entry."""
    return int(game.rules.slot_at(sheet, entry_of(action).place)) if action >= WRITE else -1


def _finishes(game: GameContext, sheet: Sheet, action: int, other: int) -> Message | None:
    slot, against = _slot(game, sheet, action), _slot(game, sheet, other)
    if slot < 0 or sheet.empty[slot] != 1 or slot == against:
        return None
    rival = against >= 0 and sheet.empty[against] == 1
    if rival and value(game, sheet, slot) <= value(game, sheet, against):
        return None
    return completed(game, sheet, slot, "complete")


def _lacks(
    game: GameContext, own: Sheet, against: Sheet, action: int, other: int
) -> Message | None:
    """The card that takes the die then lacks fewer cells than the other move's card."""
    slot, rival = _slot(game, own, action), _slot(game, against, other)
    if slot < 0 or own.empty[slot] == 0 or (rival >= 0 and against.empty[rival] <= own.empty[slot]):
        return None
    return say("advice.lacks", cells=cells(own.empty[slot]), **lies(game, own, slot))


def _worth(game: GameContext, sheet: Sheet, action: int, other: int) -> Message | None:
    """The card that takes the die brings more points once it is completed."""
    slot, against = _slot(game, sheet, action), _slot(game, sheet, other)
    if min(slot, against) < 0:
        return None
    here, there = (gain(game.rules, sheet, each) for each in (slot, against))
    if here <= there:
        return None
    return say("advice.worth", points=points(here), other=points(there), **lies(game, sheet, slot))


def _faces(game: GameContext, own: Sheet, against: Sheet) -> Message | None:
    """How many faces of the dice still fit somewhere."""
    here, there = (fitting_faces(game.rules, sheet) for sheet in (own, against))
    return say("advice.faces", count=here, other=there, all=FACES) if here > there else None


def _bonus_kept(game: GameContext, own: Sheet, against: Sheet) -> Message | None:
    """The other move ticks boxes of a bonus, and this one does not."""
    for kind in range(PIPS, CHEAPER + 1):
        used = [_used(game, sheet, kind) for sheet in (own, against)]
        if kind != ANY_COLOUR and used[0] < used[1]:
            return say("advice.kept_bonus", what=say(f"bonus.P{kind}"))
    return None


def _used(game: GameContext, sheet: Sheet, kind: int) -> int:
    cards = [slot for slot in range(sheet.count) if game.rules.BONUS[sheet.card[slot] - 1] == kind]
    return sum(sheet.uses[slot] for slot in cards)
