"""How the model of Qwinto is trained, and what it is given beside what it learns."""

from __future__ import annotations

from typing import Any

from rollwrite.games.kit.training import FixedWeight, Training, TrainingConfig
from rollwrite.games.qwinto.bot.turn_search import FURTHER, HASTE, IGNORE_OPPONENTS, PREMIUM
from rollwrite.kernel.policy import UNIT

FIXED_WEIGHTS = (
    FixedWeight(PREMIUM, learning=0, playing=10 * UNIT, judging=0),
    FixedWeight(HASTE, learning=0, playing=3 * UNIT, judging=3 * UNIT),
    FixedWeight(FURTHER, learning=0, playing=2 * UNIT, judging=0),
)
OTHERS_OWN = 4  # lots of those who play for their own sheets


def opponent_pool(model: Any) -> list[Any]:
    """Whom a model that goes on learning meets, each in one of eight seats.

    Whoever learns from copies alone is lost among others. Here some know what it knew at first, but
    play for their own sheets alone, and one knows nothing but the points at hand.
    """
    lonely, blank = model.copy(), 0 * model
    lonely[IGNORE_OPPONENTS] = 1
    return [lonely] * OTHERS_OWN + [blank]


TRAINING = Training(
    TrainingConfig(
        games=12_000_000,
        seats=(2, 1, 2, 5, 2, 3, 2, 4, 2, 5, 2, 6),  # five as often as all other larger tables
        batch=4096,
        epochs=16,
        noise=1.0,
    ),
    fixed_weights=FIXED_WEIGHTS,
    opponent_pool=opponent_pool,
)
