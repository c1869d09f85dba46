"""What a seat may decide, as its browser shows it: the prompt, the legal moves, the buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import rollwrite as rw
from rollwrite import web
from rollwrite.play.narration import act
from rollwrite.play.visibility import seen_by
from rollwrite.server import schemas
from rollwrite.server.problems import say
from rollwrite.server.tables import queries
from rollwrite.server.tables.render_cache import Picture, RenderCache
from rollwrite.server.tables.table import Table
from rollwrite.server.thinking import Ask
from rollwrite.texts import texts_of


class Decision(NamedTuple):
    """What a seat may do now."""

    seat: int
    prompt: str
    moves: list[schemas.Move]
    asks: list[schemas.Step]
    tip: schemas.Tip | None
    alike: tuple[tuple[str, ...], ...]
    aliases: Mapping[str, str]
    parts: set[str]


class DecisionViewer:
    """Shows in one language what the seats of one table may decide."""

    def __init__(self, table: Table, render_cache: RenderCache, language: str) -> None:
        self._table = table
        self._render_cache = render_cache
        self._language = language

    def decision(self, seat: int) -> Decision:
        """What a seat that is to move may do."""
        state = self._table.private(seat)
        found: Decision = self._render_cache.of_state(
            state, ("decision", seat, self._language), lambda: self._decide(state, seat)
        )
        return found

    def _decide(self, state: rw.State, seat: int) -> Decision:
        state = state.in_language(self._language)
        legal, pictures = state.moves(seat), self._pictures(seat)
        parts = {part for move in legal for part in move.parts}
        labels = {part: _label(part, pictures) or self._button(part) for part in parts}
        moves = [
            schemas.Move(
                move.text,
                move.parts,
                ", ".join(labels[part] for part in move.parts),
                act(state, move),
            )
            for move in legal
        ]
        asked = [schemas.Step(step.parts, step.text) for step in queries.steps(state, legal)]
        alike = queries.alike(state, seat)
        tip = queries.tip(state, seat, legal)
        return Decision(
            seat,
            state.prompt(seat),
            schemas.encoded(moves),
            asked,
            schemas.Tip(*tip) if tip else None,
            alike,
            queries.aliases(state, seat),
            parts,
        )

    def buttons(self, decisions: list[Decision], viewer: int | None) -> dict[str, str]:
        """The parts of legal moves that are drawn nowhere."""
        if viewer is None or not decisions:
            return {}
        parts = {part for one in decisions for part in one.parts}
        for picture in self._pictures(viewer):
            parts -= picture.parts.keys()
        return {part: self._button(part) for part in sorted(parts)}

    def preview(self, seat: int, move: str) -> schemas.Preview:
        """What a legal move of a seat would make of its sheet; it does not happen."""
        state = self._table.private(seat).in_language(self._language)
        found = queries.preview(state, seat, move)
        sheet, name = seen_by(found.state, seat).sheet(seat), self._table.seats[seat].name
        drawn = web.pieces(sheet, self._language, name or None, None)
        closes = found.closes if self._table.own_dice else ""
        return schemas.Preview("".join(drawn), found.adds, found.text, closes)

    def _pictures(self, seat: int) -> list[Picture]:
        """What lies before a seat: the middle of the table and its own sheet."""
        state, name = self._table.private(seat), self._table.seats[seat].name
        known = self._render_cache.seen_by(state, seat)
        market = self._render_cache.market(known, self._language)
        return [
            self._render_cache.tray(known, self._language),
            self._render_cache.sheet(known, seat, name, self._language),
            *([] if market is None else [market]),
        ]

    def _button(self, part: str) -> str:
        texts = texts_of(self._table.game.definition.package, self._language)
        return texts.get(f"button.{part}", part)


def _label(part: str, pictures: Iterable[Picture]) -> str | None:
    return next(filter(None, (picture.label(part) for picture in pictures)), None)


async def why_not(table: Table, seat: int, part: str, language: str, ask: Ask) -> str:
    """The reason a part is of no use to a seat, in words; what it may do, if the part is of use."""
    if table.state is None:
        return say("why.not_begun").text(language)
    state = table.private(seat).in_language(language)
    if state.over or seat not in state.pending:
        return say("why.over" if state.over else "why.not_pending").text(language)
    # A game with many thousand moves takes a moment to search, and nobody else should wait for it.
    found: str | None = await ask("why_not", state, seat, part)
    return found or state.prompt(seat)
