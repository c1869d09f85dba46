"""Why a part of the table cannot be used now: the refusal's own text."""

from __future__ import annotations

import asyncio

from rollwrite.server.problems import say
from rollwrite.server.table import Table


async def why_not(table: Table, seat: int, part: str, language: str) -> str:
    """The reason a part is of no use to a seat, in words; what it may do, if the part is of use."""
    if table.state is None:
        return say("why.not_begun").text(language)
    state = table.private(seat).in_language(language)
    if state.over or seat not in state.pending:
        return say("why.over" if state.over else "why.not_pending").text(language)
    # A game with many thousand moves takes a moment to search, and nobody else should wait for it.
    return await asyncio.to_thread(state.why_not, seat, part) or state.prompt(seat)
