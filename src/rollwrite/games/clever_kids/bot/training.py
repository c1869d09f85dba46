"""How the model of Clever Kids is trained."""

from rollwrite.games.kit.training import Training, TrainingConfig

TRAINING = Training(
    TrainingConfig(games=400_000, seats=(1, 2, 2, 3, 4), batch=1024, epochs=4, noise=0.3)
)
