"""Time random play in PettingZoo."""

import random
from collections.abc import Callable
from typing import Any

from pettingzoo.classic import connect_four_v3
from timing import Way, report, seconds_wanted


def player(env: Any) -> Callable[[], float]:
    """Return a function that plays one game through the agent iterator."""

    def play() -> float:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                # Faster than `action_space(agent).sample(mask)`, and as uniform.
                env.step(random.choice(observation["action_mask"].nonzero()[0]))
                decisions += 1
        return decisions

    return play


def main() -> None:
    """Print one figure for the documented environment and one for it without its checks."""
    seconds = seconds_wanted()
    for how, make in (
        ("AEC: env()", connect_four_v3.env),
        ("AEC: raw_env(), without the checking wrappers", connect_four_v3.raw_env),
    ):
        report("pettingzoo", "connect_four", [Way(how, 1, player(make()))], seconds)


if __name__ == "__main__":
    main()
