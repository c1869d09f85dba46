"""What a move of Twenty One is called on a button, and what it does."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.closing import compared
from rollwrite.games.kit.windows import carried_out
from rollwrite.games.kit.wording import counted, together
from rollwrite.games.twenty_one import rules
from rollwrite.games.twenty_one.notation import colour, read, say, written_dice
from rollwrite.games.twenty_one.reachable import reachable
from rollwrite.games.twenty_one.rules import CROSS, DICE, KEEP, REROLL, ROWS, Sheet, State
from rollwrite.texts import Message

MANY = 3  # numbers on a button: more are counted
closes = compared(reachable)


def act(game: GameContext, s: State, seat: int, action: int) -> Message:
    if s.phase == KEEP:
        if action == REROLL:
            return counted(say, "act.reroll", sum(value != 1 for value in s.dice))
        return say("act.keep")
    if action == CROSS:
        return say("act.cross", **_crossed(s.sheets[seat]))
    count = len(written_dice(action))
    if count > MANY:
        return say("act.write_many", count=count)
    return say("act.write", numbers=_values(s, action))


def full(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if s.phase == KEEP or action == CROSS:
        return None
    named = [say("full.die", die=colour(die), value=s.dice[die]) for die in written_dice(action)]
    return say("full.write", dice=together(named))


def effect(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if s.phase == KEEP:
        if action == REROLL:
            return say("effect.locked") if 1 in s.dice else None
        fitting = rules.fitting_dice(s, seat).bit_count()
        return counted(say, "effect.keep", fitting) if fitting else say("effect.keep_none")
    before, after = s.sheets[seat], carried_out(game, s, seat, action).sheets[seat]
    if after.row == ROWS:
        return say("effect.ends")
    row = before.row
    if after.row > row:
        return say("effect.row", row=row + 1, next=row + 2)
    hits = rules.hits(after, row) - rules.hits(before, row)
    if hits:
        return counted(say, "effect.hits", hits, row=row + 1)
    return counted(say, "effect.open", sum(cell == 0 for cell in after.cells[row]), row=row + 1)


def told(game: GameContext, s: State, seat: int | None, text: str) -> Message | None:
    """The numbers of the dice, which the notation names by their colours alone."""
    action = None if seat is None or s.phase != rules.WRITE else read(game, s, seat, text)
    if seat is None or action is None:
        return None
    row = s.sheets[seat].row + 1
    if action == CROSS:
        return say("told.cross_in", row=row, **_crossed(s.sheets[seat]))
    return say("told.write_in", numbers=_values(s, action), row=row)


def _values(s: State, action: int) -> Message | int:
    """The numbers that are written, in the order of the dice."""
    found: Message | int = together([s.dice[die] for die in written_dice(action)])
    return found


def _crossed(sheet: Sheet) -> dict[str, Message | int]:
    """The leftmost empty field of the current row: its colour and number."""
    place = sheet.cells[sheet.row].index(0)
    die = next(d for d in range(DICE) if rules.PLACES[sheet.model][sheet.row][d] == place)
    return {"die": colour(die), "printed": rules.NUMBERS[sheet.row][place]}
