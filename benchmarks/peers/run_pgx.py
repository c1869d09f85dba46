"""Time random play in pgx."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import pgx
from timing import Way, report, seconds_wanted

STEPS = 64


class Game(NamedTuple):
    """A game with the settings worth trying for it on one core."""

    name: str
    note: str
    reset_every: int
    batches: tuple[int, ...]


# Under vmap a reset is computed for every game, finished or not, so it is best done now and then:
# backgammon has long games and a costly reset. Moves offered to a finished game are not counted.
GAMES = (
    Game("connect_four", "", reset_every=2, batches=(256, 1024, 2048, 4096, 16384)),
    Game("backgammon", "; one checker a decision", reset_every=32, batches=(16, 64, 256, 512)),
)


def player(game: Game, batch: int) -> Callable[[], float]:
    """Return a function that plays `STEPS` compiled steps in `batch` games at once."""
    env = pgx.make(game.name)
    init = jax.vmap(env.init)
    step = jax.vmap(env.step)

    def pick(key: Any, mask: Any) -> Any:
        # One draw per game: about a quarter faster than `jax.random.categorical` over the mask.
        ranks = jnp.cumsum(mask, axis=1, dtype=jnp.int32)
        draw = jax.random.uniform(key, (batch,)) * ranks[:, -1]
        return jnp.argmax(ranks > draw.astype(jnp.int32)[:, None], axis=1)

    def move(carry: Any, key: Any) -> Any:
        state, decisions = carry
        decisions += (~state.terminated).sum()
        pick_key, dice_key = jax.random.split(key)
        action = pick(pick_key, state.legal_action_mask)
        state = step(state, action, jax.random.split(dice_key, batch))
        # Random play needs no observation, and blanking it lets XLA leave out its computation.
        return (state.replace(observation=jnp.zeros_like(state.observation)), decisions), None

    def reset(state: Any, key: Any) -> Any:
        choose = jax.vmap(jnp.where)
        fresh = init(jax.random.split(key, batch))
        return jax.tree.map(lambda new, old: choose(state.terminated, new, old), fresh, state)

    def stretch(carry: Any, key: Any) -> Any:
        move_key, reset_key = jax.random.split(key)
        keys = jax.random.split(move_key, game.reset_every)
        (state, decisions), _ = jax.lax.scan(move, carry, keys)
        return (reset(state, reset_key), decisions), None

    @jax.jit
    def advance(state: Any, key: Any) -> Any:
        key, now = jax.random.split(key)
        keys = jax.random.split(now, STEPS // game.reset_every)
        (state, decisions), _ = jax.lax.scan(stretch, (state, 0), keys)
        return state, key, decisions

    key = jax.random.key(0)
    state = jax.jit(init)(jax.random.split(key, batch))

    def play() -> float:
        nonlocal state, key
        state, key, decisions = advance(state, key)
        return int(decisions)

    return play


def main() -> None:
    """Print one figure per game, with the batch size that suits it best."""
    seconds = seconds_wanted()
    for game in GAMES:
        how = f"jit + vmap + scan, reset every {game.reset_every} steps{game.note}"
        ways = [Way(how, batch, player(game, batch)) for batch in game.batches]
        report("pgx", game.name, ways, seconds)


if __name__ == "__main__":
    main()
