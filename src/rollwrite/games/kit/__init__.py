"""What games share: dice, answer windows, reading of positions and editions, advice."""
