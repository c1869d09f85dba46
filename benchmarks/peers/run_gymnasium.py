"""Time Gymnasium's own vector of CartPole, which NumPy steps as a whole."""

from collections.abc import Callable

import gymnasium
from timing import Way, report, seconds_wanted

STEPS = 50


def player(batch: int) -> Callable[[], float]:
    """Return a function that makes `STEPS` steps of so many environments."""
    env = gymnasium.make_vec("CartPole-v1", num_envs=batch, vectorization_mode="vector_entry_point")
    env.reset(seed=1)
    actions = [env.action_space.sample() for _ in range(STEPS)]

    def play() -> float:
        for chosen in actions:
            env.step(chosen)
        return batch * STEPS

    return play


def main() -> None:
    """Print one figure."""
    ways = [Way("native vector", batch, player(batch)) for batch in (256, 1024, 4096)]
    report("gymnasium", "cartpole", ways, seconds_wanted())


if __name__ == "__main__":
    main()
