"""How a game of Padlock begins, and its positions as JSON."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.positions import Number, Numbers, Positions
from rollwrite.games.kit.reading import Fields, wrong
from rollwrite_padlock import notation, rules
from rollwrite_padlock.notation import LETTERS, ROW_LETTERS, say
from rollwrite_padlock.rules import OVER, OWN, PLACES, ROLL, SHARE, State


def _check(game: GameContext, s: State, fields: Fields) -> None:
    """P2, P6 and P7: the dice belong to the phase, and the game is over when it has to be."""
    for die in range(rules.DICE):
        due, shown = s.phase != ROLL and rules.rolled(s, die), s.dice[die] > 0
        if due > shown or (shown > due and s.phase in (ROLL, SHARE)):  # a lock of this turn is fine
            raise wrong(f"dice.{LETTERS[die]}", say("position.P2", value=s.dice[die]))
    faults = max(s.sheets[seat].faults for seat in range(s.seats))
    over = rules.crosses(s.locked) >= rules.LOCKS or faults == rules.FAULTS
    if over > (s.phase in (OWN, OVER)) or (s.phase == OVER) > over:
        raise wrong("phase", say("position.P7"))


_positions = Positions(
    "padlock",
    notation,
    State,
    ("roll", "share", "own", "over"),
    fields={
        "locked": Number((0, 15)),
        "idle": Number((0, 1)),
        "dice": Numbers((0, 6), LETTERS),
    },
    sheet={"rows": Numbers((0, (1 << PLACES) - 1), ROW_LETTERS), "faults": Number((0, 4), 0)},
    decides=(OWN,),
    windows=(SHARE,),
    check=_check,
)
start, write, read = _positions.start, _positions.write, _positions.read
