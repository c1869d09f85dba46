"""How the models of Donnant Donnant are trained, and what they are given beside what they learn."""

from __future__ import annotations

from rollwrite.games.donnant.bot.card_value import DEPTH, EAGER, PREMIUM
from rollwrite.games.donnant.bot.prior import weights
from rollwrite.games.donnant.sheet import LEVELS
from rollwrite.games.kit.training import FixedWeight, Training, TrainingConfig
from rollwrite.kernel.policy import UNIT


def practice(variant: str | None) -> list[dict[str, int]]:
    """The options with which a model is trained: alone, every level."""
    return [{"level": level} for level in range(1, LEVELS + 1)] if variant == "solo" else [{}]


TRAINING = Training(
    TrainingConfig(
        games=70_000, seats=(1, 2), batch=1024, epochs=8, noise=0.3, learning_rate=0.4, slow=0.05
    ),
    fixed_weights=(
        FixedWeight(PREMIUM, learning=0, playing=10 * UNIT, judging=0),
        FixedWeight(EAGER, learning=0, playing=UNIT, judging=0),
        FixedWeight(DEPTH, learning=0, playing=2 * UNIT, judging=0),
    ),
    prior=weights,
    practice=practice,
)
