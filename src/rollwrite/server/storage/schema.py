"""The tables of the database; ``migrations/`` makes them."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    text,
)

METADATA = MetaData()
ONCE = text("seat = 0")
FIRST = text("what in ('created', 'started')")

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
    # How many tables there are, and which came last.
    Index("events_tables", "what", "at", sqlite_where=FIRST, postgresql_where=FIRST),
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


# A player: one person's profile, with the hash by which seats know its owner. A browser that has
# been used alone is its own player; others are led to it by KEYS.
PLAYERS = Table(
    "players",
    METADATA,
    Column("who", String(64), primary_key=True),
    Column("public", String(16), nullable=False),  # what others may know; follows from `who`
    Column("name", String(40), nullable=False),
    Column("at", Double, nullable=False),
    Index("players_public", "public", unique=True),
)

# The browsers of players, by the hash of their secret; one that was revoked stays, so that it
# counts for nobody any more.
KEYS = Table(
    "keys",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("who", String(64), nullable=False),
    Column("how", String(8), nullable=False),  # first, link, passkey
    Column("device", String(40), nullable=False),
    Column("at", Double, nullable=False),
    Column("used", Double, nullable=False),  # to the day
    Column("revoked", Double),
    Index("keys_who", "who"),
)

# Links that add a browser to a player, once each, by the hash of their token.
KEY_LINKS = Table(
    "key_links",
    METADATA,
    Column("token", String(64), primary_key=True),
    Column("who", String(64), nullable=False),
    Column("at", Double, nullable=False),
    Column("until", Double, nullable=False),
    Index("key_links_who", "who"),
)

PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("id", String(400), primary_key=True),  # of the credential
    Column("who", String(64), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("uses", Integer, nullable=False),  # as it tells itself
    Column("device", String(40), nullable=False),
    Column("at", Double, nullable=False),
    Column("used", Double, nullable=False),
    Index("passkeys_who", "who"),
)

# At which tables a player sits or has sat, also before the start and after leaving.
SEATS = Table(
    "seats",
    METADATA,
    Column("who", String(64), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

# A finished game, a row for each seat, written in the transaction of its last move.
PLAYED = Table(
    "played",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("who", String(64)),  # none for bots, and for players who were deleted
    Column("level", String(20)),  # of a bot
    Column("name", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("version", SmallInteger, nullable=False),  # of the rules
    Column("variant", String(40)),
    Column("edition", String(80)),
    Column("options", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("mode", String(8), nullable=False),
    Column("dice", String(8), nullable=False),  # server, own, brought
    Column("day", String(10)),  # of a daily challenge, where it counts
    Column("at", Double, nullable=False),
    Column("score", Integer, nullable=False),
    Column("place", SmallInteger, nullable=False),
    Column("won", SmallInteger, nullable=False),
    Column("hints", SmallInteger, nullable=False),
    Column("stood_in", SmallInteger, nullable=False),  # whether a bot has played for it meanwhile
    # What the review says, once there is one.
    Column("luck", Double),
    Column("loss", Double),
    Column("decisions", Integer),
    Column("worst", Text),  # the first of the costliest mistakes, as JSON
    Index("played_who", "who", "at"),
    Index("played_who_game", "who", "game", "at"),
    Index("played_day", "game", "day", "score"),
    # How many games there are.
    Index("played_games", "seat", sqlite_where=ONCE, postgresql_where=ONCE),
    Index(
        "played_who_day",
        "who",
        "day",
        sqlite_where=text("day is not null"),
        postgresql_where=text("day is not null"),
    ),
    sqlite_with_rowid=False,
)

# Which table a player has begun for a daily challenge: one for each profile.
DAILIES = Table(
    "dailies",
    METADATA,
    Column("who", String(64), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("table_id", String(16), nullable=False),
    sqlite_with_rowid=False,
)

# What the expert has made of the dice of a day.
EXPERTS = Table(
    "experts",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("score", Integer, nullable=False),
    Column("log", Text, nullable=False),
)
