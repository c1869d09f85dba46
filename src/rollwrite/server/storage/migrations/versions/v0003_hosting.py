"""Indexes by which the host's page counts tables and games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    first = sa.text("what in ('created', 'started')")
    op.create_index(
        "events_tables", "events", ["what", "at"], sqlite_where=first, postgresql_where=first
    )
    once = sa.text("seat = 0")
    op.create_index("played_games", "played", ["seat"], sqlite_where=once, postgresql_where=once)


def downgrade() -> None:
    op.drop_index("played_games", "played")
    op.drop_index("events_tables", "events")
