"""The public API: games, states, moves, logs."""
