"""Fair dice: rolls that follow from a secret the server has committed to and from all seeds.

Before the first roll the table shows SHA-256 of a secret; every browser adds a seed of its own.
Chance event number k takes its bytes from HMAC-SHA-256 (key: the secret, message:
``table|k|block|seeds``), and every die or card is an exactly uniform number below what it needs:
four bytes, big-endian, rejected where a remainder would favour the low numbers. The events are
drawn by the game's own ``sample`` rule, with this source in place of its generator, so decks and
dice of every game are drawn the same way. After the game the secret is shown, and anybody can do
all of it again: ``rollwrite verify FILE``.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import rollwrite as rw
from rollwrite.errors import BadLog
from rollwrite.kernel.rule import rule
from rollwrite.kernel.specialize import Specializer
from rollwrite.server.tables.queries import draw
from rollwrite.texts import Message, speaker

say = speaker("rollwrite.server")

HEADING = "fair dice 1"
OWN_DICE = "own dice 1"  # in its place, where the players have rolled dice of their own
FIRST = "first"  # the label of the draw that says who begins
SECRET_BYTES = 32
_RANGE = 1 << 32


class Fairness(NamedTuple):
    """What the rolls of one table follow from."""

    table: str
    secret: bytes
    seeds: tuple[str, ...]
    brought: int = 0  # rolls that were made elsewhere, before this secret was there

    @property
    def commitment(self) -> str:
        """What is shown before the first roll."""
        return commitment(self.secret)

    def stream(self, label: str | int) -> Stream:
        """The bytes of one chance event."""
        return Stream(self, str(label))

    def roll(self, state: rw.State) -> str:
        """The roll or deal that is due, in notation."""
        source = self.stream(state.log.rolls)
        sampler = _sampler(state.game.rules)
        return draw(state, lambda record, event: sampler(record, event, source))

    def first(self, seats: int) -> int:
        """The seat that begins."""
        return self.stream(FIRST).below(seats)


class Stream:
    """Exactly uniform numbers from one chance event's bytes."""

    __slots__ = ("_block", "_bytes", "_fairness", "_label")

    def __init__(self, fairness: Fairness, label: str) -> None:
        self._fairness = fairness
        self._label = label
        self._block = 0
        self._bytes = b""

    def below(self, sides: int) -> int:
        """A number from 0 to sides - 1, all equally likely."""
        limit = _RANGE - _RANGE % sides
        while True:
            number = int.from_bytes(self._four(), "big")
            if number < limit:
                return number % sides

    def _four(self) -> bytes:
        if not self._bytes:
            table, secret, seeds, _ = self._fairness
            message = f"{table}|{self._label}|{self._block}|{','.join(seeds)}"
            self._bytes = hmac.digest(secret, message.encode(), "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:4], self._bytes[4:]
        return taken


def new_secret() -> bytes:
    """A secret nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """SHA-256 of a secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


@rule
def _exact(rng: Any, sides: int) -> int:
    """Stands in for the kernel's ``draw``."""
    return int(rng.below(sides))


@cache
def _sampler(rules: Any) -> Callable[[Any, list[int], Stream], None]:
    """A game's ``sample`` with the exact source in place of its generator."""
    found: Callable[[Any, list[int], Stream], None] = Specializer({"draw": _exact}).of(rules.sample)
    return found


class Verdict(NamedTuple):
    """What checking a game has found; ``wrong`` names the first roll that differs."""

    rolls: int
    wrong: tuple[int, str, str] | None = None  # number, in the log, as it should be
    committed: bool = True  # whether the secret is the one committed to
    begun: bool = True  # whether the right seat began

    @property
    def fair(self) -> bool:
        """Whether everything agrees."""
        return self.wrong is None and self.committed and self.begun


def check(log: rw.Log, fairness: Fairness, promised: str, drawn_first: bool = True) -> Verdict:
    """Roll every die and deal every card of a game again."""
    game = rw.game(log.game, variant=log.variant)
    state = game.start(log.seats, None, log.first, **log.options)
    begun = not drawn_first or log.first == fairness.first(log.seats)
    committed = fairness.commitment == promised
    for event in log.events:
        if event.seat is None and state.log.rolls >= fairness.brought:
            right = fairness.roll(state)
            if event.text != right:
                wrong = (state.log.rolls + 1, event.text, right)
                return Verdict(state.log.rolls + 1, wrong, committed, begun)
        state = game.follow(state, event)
    return Verdict(state.log.rolls - fairness.brought, None, committed, begun)


def write_block(fairness: Fairness, *, drawn_first: bool, revealed: bool) -> str:
    """What follows the log of a game in a downloaded file."""
    head = {
        "table": fairness.table,
        "commitment": fairness.commitment,
        "seeds": " ".join(fairness.seeds),
        "first": "drawn" if drawn_first else "given",
        "secret": fairness.secret.hex() if revealed else "",
    }
    if fairness.brought:
        head["brought"] = str(fairness.brought)
    return "\n".join([HEADING, *(f"{name}: {value}".rstrip() for name, value in head.items())])


def write_own_dice(table: str) -> str:
    """What follows the log of a game that was played with the players' own dice."""
    return f"{OWN_DICE}\ntable: {table}"


def read_block(text: str) -> tuple[Fairness, str, bool]:
    """The fairness of a downloaded file, the commitment, and whether the first seat was drawn."""
    lines = [line.strip() for line in text.splitlines()]
    if OWN_DICE in lines:
        raise BadLog(say("verify.own_dice"))
    if HEADING not in lines:
        raise BadLog(say("verify.no_block", heading=HEADING))
    pairs = [line.partition(":") for line in lines[lines.index(HEADING) + 1 :]]
    found = {name.strip(): value.strip() for name, colon, value in pairs if colon}
    for name in ("table", "commitment", "seeds", "first", "secret"):
        if name not in found:
            raise BadLog(say("verify.no_field", name=name))
    if not found["secret"]:
        raise BadLog(say("verify.not_revealed"))
    secret = read_hex("secret", found["secret"], SECRET_BYTES)
    return (
        Fairness(found["table"], secret, tuple(found["seeds"].split()), _brought(found)),
        found["commitment"],
        found["first"] == "drawn",
    )


def _brought(found: dict[str, str]) -> int:
    given = found.get("brought", "0")
    if not (given.isascii() and given.isdigit() and len(given) < 6):
        raise BadLog(say("verify.no_field", name="brought"))
    return int(given)


def read_hex(name: str, text: str, length: int) -> bytes:
    """Bytes written in hexadecimal, of this length."""
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != length:
        raise BadLog(say("verify.hex", name=name, value=text[:80], digits=2 * length))
    return value


def reason(verdict: Verdict) -> Message:
    """What is wrong with a game that is not fair, the first thing of several."""
    found: Message = _messages(verdict)[0]
    return found


def verdict_text(verdict: Verdict, language: str) -> str:
    """A verdict in words."""
    return "\n".join(message.text(language) for message in _messages(verdict))


def _messages(verdict: Verdict) -> Sequence[Any]:
    if verdict.fair:
        return [say("verify.fair", rolls=verdict.rolls)]
    found = []
    if not verdict.committed:
        found.append(say("verify.not_committed"))
    if not verdict.begun:
        found.append(say("verify.first"))
    if verdict.wrong is not None:
        number, given, right = verdict.wrong
        found.append(say("verify.wrong", number=number, given=given, right=right))
    return found
