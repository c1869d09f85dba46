"""The tables of the database; ``migrations/`` makes them."""

from __future__ import annotations

from sqlalchemy import Column, Double, Integer, MetaData, SmallInteger, String, Table, Text

METADATA = MetaData()

# The primary key is the concurrency control: of two servers that append the same number, one fails.
EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("what", String(16), nullable=False),
    Column("seat", SmallInteger),
    Column("data", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

# What the server itself must remember, such as the key of the daily dice.
SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# What a browser has achieved: the levels of a campaign, the results of a day.
PROGRESS = Table(
    "progress",
    METADATA,
    Column("who", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", Double, nullable=False),
)
