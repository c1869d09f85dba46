"""How the models of One Card are trained."""

from rollwrite.games.kit.training import Training, TrainingConfig
from rollwrite.games.one_card.bot.hand_value import prior

TRAINING = Training(
    TrainingConfig(games=200_000, seats=(2, 2, 2, 3, 4, 1), batch=512, epochs=8, noise=0.5),
    prior=prior,
)
