"""How the models of Donnant Donnant are trained, and the rough odds they begin with."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot import card_value as p
from rollwrite.games.donnant.rules.record import CHEAPER, DICE, GRID
from rollwrite.games.donnant.sheet import CARDS, LEVELS, NONE
from rollwrite.games.kit.training import FixedWeight, Training, TrainingConfig
from rollwrite.kernel.policy import HEAD, UNIT

# Turns that a seat has at each stage, those in which it enters dice in others' turns included.
TURNS = (11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.3)
GROWTH = (0, 1.2, 1.0, 0.7, 1.2, 0, 0.6, 1.5)  # how much more often an evaluation comes to count
USE = (0, 1.0, 0.6, 0.5, 0, 1.2)  # what a use of a bonus is worth at the start
NEW_CARD = 1.0  # what space for a card is worth per turn


def prior(rules: Any) -> list[int]:
    """The weights of an untrained model."""
    made = [0.0] * (HEAD + p.MODEL_SIZE)
    for card in range(CARDS):
        if rules.LENGTH[card]:
            _write_card(rules, card, made)
    for kind in range(1, CHEAPER + 1):
        for stage, turns in enumerate(TURNS):
            for uses in range(8):
                at = p.BY_USES + (kind * 8 + uses) * p.STAGES + stage
                made[at] = USE[kind] * min(uses, turns) * min(1.0, turns / 4)
    for stage, turns in enumerate(TURNS):
        for count in range(GRID + 1):
            for done in range(GRID + 1):
                at = p.BY_COUNT + (count * (GRID + 1) + done) * p.STAGES + stage
                made[at] = NEW_CARD * min(GRID - count, turns / 2)
    made[p.START] = 42.0  # what a seat may expect after the draft
    return [round(weight * UNIT) for weight in made[HEAD:]]


def _write_card(rules: Any, card: int, made: list[float]) -> None:
    kind, points = rules.EVALUATION[card], rules.POINTS[card]
    for stage, turns in enumerate(TURNS):
        for empty in range(p.EMPTIES):
            chance = _chance(rules, card, empty, turns)
            for reach in range(p.REACH):
                if kind == 5:
                    times = 1.0 if reach == 4 else min(1.0, turns / 8) * reach / 4
                elif kind:
                    times = reach + GROWTH[kind] * min(1.0, turns / 5)
                if kind:
                    worth = chance * points * times
                    if empty == 0:
                        worth -= points * (reach if kind != 5 else (reach == 4))
                else:
                    worth = 3.0 * USE[rules.BONUS[card]] * chance * min(1.0, turns / 6)
                    worth = 0.0 if empty == 0 else worth + 0.7 * chance
                    if rules.BONUS[card] == 4:
                        worth = 2.0 * chance
                made[p.place_of_fill(card, empty, reach, stage)] = worth


def _chance(rules: Any, card: int, empty: int, turns: float) -> Any:
    """About how likely a card with so many empty cells is completed in so many turns."""
    if empty == 0:
        return 1.0
    length = rules.LENGTH[card]
    coloured = sum(colour != NONE for colour in rules.CELL_COLOUR[card][:length])
    numbered = sum(number != 0 for number in rules.NUMBER[card][:length])
    equal = sum(relation == 2 for relation in rules.RELATION[card][:length])
    hard = 0.16 * length + 0.14 * coloured + 0.05 * numbered + 0.08 * equal
    if length > DICE:
        hard += 0.5
    if rules.SUM[card]:
        hard += 0.06 * (rules.SUM[card] / length - 3.5) * length
    once = max(0.03, 1.0 - hard * empty / length) ** 1.5
    return 1.0 - (1.0 - once) ** (turns * 0.7)


def practice(variant: str | None) -> list[dict[str, int]]:
    """The options with which a model is trained: alone, every level."""
    return [{"level": level} for level in range(1, LEVELS + 1)] if variant == "solo" else [{}]


TRAINING = Training(
    TrainingConfig(
        games=70_000, seats=(1, 2), batch=1024, epochs=8, noise=0.3, learning_rate=0.4, slow=0.05
    ),
    fixed_weights=(
        FixedWeight(p.PREMIUM, learning=0, playing=10 * UNIT, judging=0),
        FixedWeight(p.EAGER, learning=0, playing=UNIT, judging=0),
        FixedWeight(p.DEPTH, learning=0, playing=2 * UNIT, judging=0),
    ),
    prior=prior,
    practice=practice,
)
