"""Players with their browsers, the games they have finished, and the daily challenge."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

PORTION = 1_000


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("public", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("players_public", "players", ["public"], unique=True)
    op.create_table(
        "keys",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("how", sa.String(8), nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("used", sa.Double, nullable=False),
        sa.Column("revoked", sa.Double),
    )
    op.create_index("keys_who", "keys", ["who"])
    op.create_table(
        "key_links",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_index("key_links_who", "key_links", ["who"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(400), primary_key=True),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("used", sa.Double, nullable=False),
    )
    op.create_index("passkeys_who", "passkeys", ["who"])
    op.create_table(
        "seats",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "played",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("who", sa.String(64)),
        sa.Column("level", sa.String(20)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("version", sa.SmallInteger, nullable=False),
        sa.Column("variant", sa.String(40)),
        sa.Column("edition", sa.String(80)),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("dice", sa.String(8), nullable=False),
        sa.Column("day", sa.String(10)),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("place", sa.SmallInteger, nullable=False),
        sa.Column("won", sa.SmallInteger, nullable=False),
        sa.Column("hints", sa.SmallInteger, nullable=False),
        sa.Column("stood_in", sa.SmallInteger, nullable=False),
        sa.Column("luck", sa.Double),
        sa.Column("loss", sa.Double),
        sa.Column("decisions", sa.Integer),
        sa.Column("worst", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("played_who", "played", ["who", "at"])
    op.create_index("played_who_game", "played", ["who", "game", "at"])
    op.create_index("played_day", "played", ["game", "day", "score"])
    counted = sa.text("day is not null")
    op.create_index(
        "played_who_day",
        "played",
        ["who", "day"],
        sqlite_where=counted,
        postgresql_where=counted,
    )
    op.create_table(
        "dailies",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "experts",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
    )
    _note_seats(op.get_bind())


def _note_seats(connection: sa.Connection) -> None:
    """Who has sat down where, from the entries that say so; what was finished is found later."""
    seats = sa.table("seats", sa.column("who"), sa.column("table_id"), sa.column("at"))
    found: dict[tuple[str, str], float] = {}
    query = sa.text(
        "select table_id, what, data, at from events"
        " where what in ('created', 'joined', 'claimed') order by table_id, seq"
    )
    for table, what, data, at in connection.execute(query):
        for who in _sitting(what, json.loads(data)):
            found.setdefault((who, table), at)
    rows = [{"who": who, "table_id": table, "at": at} for (who, table), at in found.items()]
    for start in range(0, len(rows), PORTION):
        connection.execute(seats.insert(), rows[start : start + PORTION])


def _sitting(what: str, data: dict[str, Any]) -> list[str]:
    given = data["seats"] if what == "created" else [data]
    return [seat["who"] for seat in given if seat.get("who")]


def downgrade() -> None:
    for name in (
        "experts",
        "dailies",
        "played",
        "seats",
        "passkeys",
        "key_links",
        "keys",
        "players",
    ):
        op.drop_table(name)
