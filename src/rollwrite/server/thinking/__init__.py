"""Thinking in child processes, so that nobody's bots, hints and reviews delay anybody's moves."""
