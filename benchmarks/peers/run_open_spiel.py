"""Time random play in OpenSpiel, from Python and inside its C++."""

import random
from collections.abc import Callable
from typing import Any

import pyspiel
from timing import Way, report, seconds_wanted

# The pinned version has no yahtzee.
GAMES = {"connect_four": "", "backgammon": "; up to two checkers a decision"}
ROLLOUTS = 100
LENGTH_GAMES = 2000


def python_player(game: Any) -> Callable[[], float]:
    """Return a function that plays one game through the Python binding."""

    def play() -> float:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def rollout_player(game: Any) -> Callable[[], float]:
    """Return a function that plays `ROLLOUTS` games inside the C++ of the wheel.

    A search of one simulation only evaluates its root, so all it does is the random rollouts. This
    was found to be the fastest way: `pyspiel.evaluate_bots` with uniform random bots is as fast in
    backgammon and a third slower in connect four. Rollouts do not say how long they were, so their
    number is multiplied by the mean length of such games.
    """
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.chance_outcomes()[0][0])
    bot = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=100,
        solve=False,
        seed=1,
        verbose=False,
    )
    decisions = ROLLOUTS * mean_length(game, start)

    def play() -> float:
        bot.mcts_search(start)
        return decisions

    return play


def mean_length(game: Any, start: Any) -> float:
    """Return the mean number of decisions in random games from `start`."""
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    before = len(start.full_history())
    decisions = 0
    for seed in range(LENGTH_GAMES):
        state = start.clone()
        pyspiel.evaluate_bots(state, bots, seed)
        decisions += sum(made.player >= 0 for made in state.full_history()[before:])
    return decisions / LENGTH_GAMES


def main() -> None:
    """Print two figures per game."""
    seconds = seconds_wanted()
    for name, note in GAMES.items():
        game = pyspiel.load_game(name)
        ways = (
            Way(f"Python: legal_actions and apply_action{note}", 1, python_player(game)),
            Way(f"C++: RandomRolloutEvaluator, mean length sampled{note}", 1, rollout_player(game)),
        )
        for way in ways:
            report("open_spiel", name, [way], seconds)


if __name__ == "__main__":
    main()
