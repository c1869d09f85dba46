"""What the tests share."""

from __future__ import annotations

from hypothesis import settings

# Rules are slow when interpreted and the machines that run tests are shared: no deadlines.
settings.register_profile("rollwrite", deadline=None, max_examples=40)
settings.load_profile("rollwrite")
