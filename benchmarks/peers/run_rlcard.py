"""Time random play in RLCard, through the step interface that its agents use."""

import random
from collections.abc import Callable

import rlcard
from timing import Way, report, seconds_wanted

GAMES = ("leduc-holdem", "uno")  # the fastest one, and one of the length of ours
ROUND = 20


def player(name: str) -> Callable[[], float]:
    """Return a function that plays `ROUND` games by `reset` and `step`."""
    env = rlcard.make(name, config={"seed": 1})

    def play() -> float:
        decisions = 0
        for _ in range(ROUND):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return play


def main() -> None:
    """Print one figure per game."""
    seconds = seconds_wanted()
    for name in GAMES:
        report("rlcard", name, [Way("Python, env.step", 1, player(name))], seconds)


if __name__ == "__main__":
    main()
