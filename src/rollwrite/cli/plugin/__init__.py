"""Commands for those who write a game: one that begins it, one that checks it."""
