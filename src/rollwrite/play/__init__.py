"""The public API over the kernel: games, states, moves, logs."""
