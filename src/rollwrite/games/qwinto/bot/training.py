"""How the model of Qwinto is trained, and what it is given beside what it learns."""

from __future__ import annotations

from typing import Any

from rollwrite.games.kit.training import FixedWeight, Training, TrainingConfig
from rollwrite.games.qwinto.bot.style import (
    FURTHER,
    HASTE,
    IGNORE_OPPONENTS,
    OPEN_RACE,
    PREMIUM,
    adjustment,
)
from rollwrite.kernel.policy import UNIT

LARGE = (4, 5, 6)  # seats at tables where the race is nobody's to control


def _large(parameter: int, added: float) -> tuple[FixedWeight, ...]:
    """What is added to a parameter at large tables, in play alone."""
    playing = round(added * UNIT)
    return tuple(FixedWeight(adjustment(parameter, seats), 0, playing, 0) for seats in LARGE)


FIXED_WEIGHTS = (
    FixedWeight(PREMIUM, learning=0, playing=10 * UNIT, judging=0),
    FixedWeight(HASTE, learning=0, playing=3 * UNIT, judging=3 * UNIT),
    FixedWeight(FURTHER, learning=0, playing=2 * UNIT, judging=0),
    *_large(PREMIUM, -5),
    *_large(HASTE, 6),
    *_large(FURTHER, 1),
    *_large(IGNORE_OPPONENTS, 0.5),
    *_large(OPEN_RACE, 0.25),
)


def opponent_pool(model: Any) -> list[Any]:
    """Whom a model that goes on learning meets, each in one of eight seats.

    Whoever learns from copies alone is lost among others, and most of all among those who are
    fast. Here some know what it knew at first, but play for their own sheets alone or take the end
    to be nearer than it is, and one knows nothing but the points at hand.
    """
    lonely, fast, hasty, racing = (model.copy() for _ in range(4))
    for own in (lonely, fast):
        own[IGNORE_OPPONENTS] = UNIT
    for own, thirds in ((fast, 18), (hasty, 9), (racing, 18)):
        own[HASTE] = thirds * UNIT
    racing[PREMIUM] = 30 * UNIT
    return [lonely, fast, hasty, racing, 0 * model]


TRAINING = Training(
    TrainingConfig(
        games=8_000_000,
        seats=(2, 1, 2, 5, 2, 3, 2, 4, 2, 5, 2, 6),  # five as often as all other larger tables
        batch=4096,
        epochs=16,
        noise=1.0,
        checkpoints=16,
    ),
    fixed_weights=FIXED_WEIGHTS,
    opponent_pool=opponent_pool,
    further=TrainingConfig(
        games=2_600_000,
        seats=(5, 4, 6, 3, 5, 4, 5, 6),
        batch=32_768,
        epochs=8,
        learning_rate=0.4,
        slow=0.04,
        checkpoints=10,
    ),
)
