"""How the model of Clever Kids is trained."""

from rollwrite.games.clever_kids.bot.sheet_value import FURTHER
from rollwrite.games.kit.training import FixedWeight, Training, TrainingConfig
from rollwrite.kernel.policy import UNIT

TRAINING = Training(
    TrainingConfig(games=400_000, seats=(1, 2, 2, 3, 4), batch=1024, epochs=4, noise=0.3),
    fixed_weights=(FixedWeight(FURTHER, learning=0, playing=UNIT * 5 // 16, judging=0),),
)
