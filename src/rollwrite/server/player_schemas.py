"""What the server answers about players."""

from __future__ import annotations

import msgspec

from rollwrite.server.schemas import Schema


class Player(Schema):
    """What others may know of a player."""

    id: str
    name: str


class KnownBrowser(Schema):
    """A browser that uses a profile."""

    id: str
    device: str
    how: str
    since: float
    used: float  # to the day
    here: bool  # whether it is the one that asks


class Profile(Schema):
    """A player's own profile."""

    player: Player
    since: float
    games: int  # that were finished
    browsers: list[KnownBrowser]
    links: int  # that can still be used
    passkeys: int


class ProfileLink(Schema):
    """A link that adds a browser to a profile, once, and the same as a QR code."""

    url: str
    qr: str
    until: float


class Offer(Schema):
    """Whose profile a link leads to, and how many games this browser would bring along."""

    player: Player
    games: int


class DailyGame(Schema):
    """How far a player is with the challenge of a game."""

    table: str
    points: int | None = None  # once it is over


class DailyState(Schema):
    """The challenges of a day, as far as a player has begun them, and the days in a row."""

    day: str
    today: bool  # whether it can still be begun
    until: float  # when the next day begins
    games: dict[str, DailyGame]
    streak: int
    freezes: int
    longest: int


class PasskeyOptions(Schema):
    """What the browser is asked to make or to use a passkey with, as JSON (WebAuthn)."""

    options: str


class Gone(Schema):
    """Something is no longer there."""

    done: bool = True


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """Another name for a profile."""

    name: str


class Token(msgspec.Struct, forbid_unknown_fields=True):
    """What stands behind the # of a link to a profile."""

    token: str


class BrowserId(msgspec.Struct, forbid_unknown_fields=True):
    """One of the browsers of a profile."""

    id: str


class Credential(msgspec.Struct, forbid_unknown_fields=True):
    """What a passkey has answered, as JSON (WebAuthn)."""

    credential: str
