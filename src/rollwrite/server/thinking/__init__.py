"""Thinking in child processes, so that nobody's bots, hints and reviews delay anybody's moves."""

from collections.abc import Awaitable, Callable
from typing import Any

Ask = Callable[..., Awaitable[Any]]  # what ``Lookups.ask`` does for somebody
