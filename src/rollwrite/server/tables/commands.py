"""What people may do at a table: each command checks and gives the entries that follow from it.

Nothing here changes a table or touches the database; a refused command raises and that is all.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import rollwrite as rw
from rollwrite.errors import IllegalMove, Kind
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables import fair
from rollwrite.server.tables.bot_runner import DEFAULT
from rollwrite.server.tables.entries import Entry, What, entry
from rollwrite.server.tables.table import (
    BOT,
    DAILY,
    DEVICE,
    FRIENDS,
    HUMAN,
    LOBBY,
    OPEN,
    PLAYING,
    SOLO,
    WATCH,
    Seat,
    Table,
)

LONGEST_NAME = 24
LONGEST_MOVE = 200
LONGEST_SEED = 128
MOST_SEEDS = 32
MOST_LINKS = 8
LINK_SECONDS = 24 * 3600
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike; 59 bits
_ID = re.compile(f"[{_LETTERS}]{{12}}")
BOT_NAMES = ("Ada", "Blaise", "Emmy", "Carl", "Sofia", "Leonhard", "Grace", "Pierre")


class Step(NamedTuple):
    """An entry and the game after it, where the command has worked it out already."""

    entry: Entry
    state: rw.State | None = None


Steps = list[Step]


def new_id() -> str:
    """An id that nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def is_id(text: str) -> bool:
    """Whether a text could be the id of a table."""
    return _ID.fullmatch(text) is not None


def hashed(secret: str) -> str:
    """How a browser's secret or a link's token is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name on one line, of bounded length; HTML stays the text that it is."""
    words = "".join(c if c.isprintable() else " " for c in name).split()
    return " ".join(words)[:LONGEST_NAME].strip()


# Laying a table


def create(
    game: rw.Game,
    mode: str,
    seats: Sequence[Mapping[str, Any]],
    who: str,
    name: str,
    levels: Sequence[str],
    *,
    daily: tuple[str, bytes] | None = None,
    before: str | None = None,
) -> Entry:
    """The first entry of a new table."""
    if mode in (SOLO, DAILY):
        seats = [{"kind": "me", "name": name}]
    if not seats or len(seats) > game.seats.stop - 1:
        low, high = game.seats.start, game.seats.stop - 1
        raise Problem(Cause.BAD_REQUEST, "seats", count=len(seats), low=low, high=high)
    laid: list[dict[str, Any]] = []
    for given in seats:
        laid.append(_laid(given, who, name, levels, mode, laid))
    if mode != FRIENDS and len(laid) < game.seats.start:
        low, high = game.seats.start, game.seats.stop - 1
        raise Problem(Cause.BAD_REQUEST, "seats", count=len(laid), low=low, high=high)
    if mode != FRIENDS:  # what cannot be started is refused now
        game.start(len(laid))
    data: dict[str, Any] = {
        "game": game.id,
        "variant": game.variant,
        "options": game.options,
        "mode": mode,
        "host": who,
        "seats": laid,
        "secret": (daily[1] if daily else fair.new_secret()).hex(),
    }
    if daily:
        data["day"] = daily[0]
    if before:
        data["before"] = before
    return entry(new_id(), 1, What.CREATED, None, **data)


def _laid(
    given: Mapping[str, Any],
    who: str,
    name: str,
    levels: Sequence[str],
    mode: str,
    earlier: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    place = len(earlier)
    kind, own = given["kind"], clean_name(given.get("name") or "")
    if mode == WATCH and kind != "bot":
        raise Problem(Cause.BAD_REQUEST, "only_bots")
    if kind == "open" and mode != FRIENDS:
        raise Problem(Cause.BAD_REQUEST, "open_seat", mode=mode)
    if kind == "open":
        return {"kind": OPEN}
    if kind == "bot":
        level = checked_level(given.get("level"), levels)
        return {"kind": BOT, "name": own or bot_name(place, earlier), "level": level}
    if given.get("who"):  # a rematch keeps everybody's seat
        return {"kind": HUMAN, "name": own, "who": given["who"]}
    fallback = clean_name(name) if mode != DEVICE or place == 0 else ""
    return {"kind": HUMAN, "name": own or fallback, "who": who}


def bot_name(place: int, others: Sequence[Mapping[str, Any]]) -> str:
    """A friendly name for the bot at a place, which nobody else at the table has."""
    taken = {other.get("name") for other in others}
    names = [*BOT_NAMES[place % len(BOT_NAMES) :], *BOT_NAMES]
    return next((name for name in names if name not in taken), names[0])


def checked_level(level: str | None, levels: Sequence[str]) -> str:
    """A level that bots have; a middling one if none is named."""
    if level is None:
        return DEFAULT if DEFAULT in levels else levels[-1]
    if level not in levels:
        raise Problem(Cause.BAD_REQUEST, "level", level=level, levels=list(levels))
    return level


# Before the start


def join(table: Table, who: str, name: str, seat: int | None) -> Steps:
    _check_lobby(table)
    free = [n for n, other in enumerate(table.seats) if other.kind == OPEN]
    if not free:
        raise Problem(Cause.FULL)
    if seat is None:
        seat = free[0]
    if seat not in free:
        raise Problem(Cause.FULL, "seat_taken", seat=seat)
    return _one(table, What.JOINED, seat, who=who, name=clean_name(name))


def seed(table: Table, who: str, given: str) -> Steps:
    """A browser's own randomness; what starts by itself starts now."""
    if not re.fullmatch(rf"(?:[0-9a-fA-F]{{2}}){{1,{LONGEST_SEED // 2}}}", given):
        raise Problem(Cause.BAD_REQUEST, "seed", seed=given[:40], digits=LONGEST_SEED)
    _check_lobby(table)
    if not table.mine(who):
        raise Problem(Cause.NOT_YOUR_SEAT, "no_seat")
    if who in table.seeds or len(table.seeds) >= MOST_SEEDS or table.day is not None:
        steps: Steps = []
    else:
        steps = _one(table, What.SEEDED, None, who=who, seed=given.lower())
    if table.mode == FRIENDS:
        return steps
    seeds = dict(table.seeds)
    if steps:
        seeds[who] = given.lower()
    return steps + _begin(table, list(range(len(table.seats))), len(steps), seeds)


def start(table: Table, who: str | None) -> Steps:
    """The host starts; a table that starts by itself does so without one (``who`` is None)."""
    _check_lobby(table)
    if who is not None:
        _check_host(table, who)
    taken = [n for n, seat in enumerate(table.seats) if seat.kind != OPEN]
    low, high = table.game.seats.start, table.game.seats.stop - 1
    if not low <= len(taken) <= high:
        raise Problem(Cause.WRONG_TIME, "too_few", count=len(taken), low=low, high=high)
    return _begin(table, taken, 0, table.seeds)


def _begin(table: Table, taken: list[int], offset: int, seeds: Mapping[str, str]) -> Steps:
    fairness = table.fairness
    if table.day is None:
        fairness = fairness._replace(seeds=tuple(seeds.values()))
    first = fairness.first(len(taken)) if table.draws_first else 0
    state = table.game.start(len(taken), None, first)
    started = entry(table.id, table.seq + 1 + offset, What.STARTED, None, seats=taken, first=first)
    return [Step(started), *_rolls(table, state, started.seq, fairness)]


# Deciding


def move(table: Table, who: str, seat: int, seq: int, text: str) -> Steps:
    """A person's decision, which must have seen everything that matters to it."""
    _check_mine(table, who, seat)
    _check_playing(table)
    _check_fresh(table, seat, seq)
    if len(text) > LONGEST_MOVE:
        raise Problem(Cause.BAD_REQUEST, "long_move", limit=LONGEST_MOVE)
    return decide(table, seat, text)


def hint(table: Table, who: str, seat: int, seq: int) -> Steps:
    """The coach is asked about a decision: everybody may know, once for each decision."""
    _check_mine(table, who, seat)
    _check_playing(table)
    if table.mode == DAILY:
        raise Problem(Cause.WRONG_TIME, "daily_hint")
    _check_fresh(table, seat, seq)
    if seat not in table.private(seat).pending:
        table.playing.moves(seat)  # the refusal says why
    if table.seats[seat].hinted_at == table.since[seat]:
        return []
    return _one(table, What.HINTED, seat)


def decide(table: Table, seat: int, text: str, earlier: Sequence[Step] = ()) -> Steps:
    """A seat's decision after some earlier ones, and the rolls and deals that follow from it."""
    state = (earlier[-1].state if earlier else None) or table.playing
    state = state.play(text, seat)
    written = state.log.events[-1].text
    seq = table.seq + len(earlier) + 1
    moved = entry(table.id, seq, What.MOVED, seat, move=written)
    return [Step(moved, state), *_rolls(table, state, seq, table.fairness)]


def _rolls(table: Table, state: rw.State, seq: int, fairness: fair.Fairness) -> Steps:
    steps: Steps = []
    while state.chance is not None:
        text = fairness.roll(state)
        state = state.roll(text)
        seq += 1
        steps.append(Step(entry(table.id, seq, What.ROLLED, None, roll=text), state))
    return steps


def take_back(table: Table, who: str, seat: int, seq: int) -> Steps:
    """Withdraw a seat's last decision; bots withdraw what they have decided since."""
    _check_mine(table, who, seat)
    _check_playing(table)
    _check_fresh(table, seat, seq)
    return taken_back(table, seat)


def taken_back(table: Table, seat: int) -> Steps:
    """The entries of a take-back; IllegalMove if the rules of taking back forbid it."""
    state = table.playing
    try:
        after = state.take_back(seat)
    except IllegalMove as refusal:
        if refusal.kind != Kind.NO_TAKE_BACK:
            raise
        return _with_bots(table, seat, refusal)
    return [Step(entry(table.id, table.seq + 1, What.TAKEN_BACK, seat), after)]


def _with_bots(table: Table, seat: int, refusal: IllegalMove) -> Steps:
    state = table.playing
    steps: Steps = []
    while True:
        try:
            state = state.take_back()
        except IllegalMove:
            raise refusal from None
        other = state.log.events[-1].seat
        assert other is not None
        number = table.seq + 1 + len(steps)
        steps.append(Step(entry(table.id, number, What.TAKEN_BACK, other), state))
        if other == seat:
            return steps
        if not table.seats[other].played_by_bot:
            raise refusal


# Seats


def rename(table: Table, who: str, seat: int, name: str) -> Steps:
    _check_mine(table, who, seat)
    return _one(table, What.RENAMED, seat, name=clean_name(name))


def leave(table: Table, who: str, seat: int) -> Steps:
    _check_mine(table, who, seat)
    return gone(table, seat)


def gone(table: Table, seat: int) -> Steps:
    """A seat whose owner is away; nothing, if he is already."""
    if table.seats[seat].away or table.status == "over":
        return []
    return _one(table, What.LEFT, seat)


def returned(table: Table, who: str) -> Steps:
    """Every seat of a browser that has come back."""
    away = [seat for seat in table.mine(who) if table.seats[seat].away]
    return [
        Step(entry(table.id, table.seq + 1 + n, What.RETURNED, seat)) for n, seat in enumerate(away)
    ]


def remove(table: Table, who: str, seat: int, level: str) -> Steps:
    """The host gives a seat to a bot for good."""
    _check_host(table, who)
    _check_seat(table, seat)
    if table.seats[seat].who == who and table.status == PLAYING:
        raise Problem(Cause.BAD_REQUEST, "own_seat")
    others = [{"name": other.name} for other in table.seats]
    name = table.seats[seat].name or bot_name(seat, others)
    return _one(table, What.REMOVED, seat, level=level, name=name)


def link(table: Table, who: str, seat: int) -> tuple[Steps, str]:
    """A private link that moves a seat to another device, once."""
    _check_mine(table, who, seat)
    fresh = [other for other in table.links.values() if other.until > time.time()]
    if len(fresh) >= MOST_LINKS:
        raise Problem(Cause.TOO_MANY, "links", limit=MOST_LINKS)
    token = secrets.token_urlsafe(16)
    until = time.time() + LINK_SECONDS
    return _one(table, What.LINKED, seat, token=hashed(token), until=until), token


def claim(table: Table, who: str, token: str) -> Steps:
    """Take the seat a private link is for."""
    found = table.links.get(hashed(token))
    if found is None or found.until < time.time():
        raise Problem(Cause.BAD_LINK)
    return _one(table, What.CLAIMED, found.seat, who=who, token=hashed(token))


def rematch(table: Table, who: str, levels: Sequence[str]) -> Entry:
    """The first entry of a new table, with the same people and the same game."""
    if not table.mine(who):
        raise Problem(Cause.NOT_YOUR_SEAT, "no_seat")
    if table.status != "over":
        raise Problem(Cause.WRONG_TIME, "not_over")
    if table.day is not None:
        raise Problem(Cause.WRONG_TIME, "daily_once")
    seats = [_again(seat, levels) for seat in table.seats]
    name = table.seats[table.mine(who)[0]].name
    return create(table.game, table.mode, seats, who, name, levels, before=table.id)


def offer_rematch(table: Table, other: str) -> Steps:
    """Tell everybody at the table where the rematch is; the first one offered counts."""
    return [] if table.rematch else _one(table, What.REMATCH, None, other=other)


def _again(seat: Seat, levels: Sequence[str]) -> dict[str, Any]:
    if seat.kind == BOT:
        level = seat.level if seat.level in levels else None  # no longer offered
        return {"kind": "bot", "name": seat.name, "level": level}
    return {"kind": "me", "name": seat.name, "who": seat.who}


# Checks


def _one(table: Table, what: What, seat: int | None, **data: Any) -> Steps:
    return [Step(entry(table.id, table.seq + 1, what, seat, **data))]


def _check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Problem(Cause.BAD_REQUEST, "no_such_seat", seat=seat, last=len(table.seats) - 1)


def _check_mine(table: Table, who: str, seat: int) -> None:
    _check_seat(table, seat)
    if table.seats[seat].who != who:
        raise Problem(Cause.NOT_YOUR_SEAT, seat=seat)


def _check_host(table: Table, who: str) -> None:
    if table.host != who:
        raise Problem(Cause.NOT_HOST)


def _check_lobby(table: Table) -> None:
    if table.status != LOBBY:
        raise Problem(Cause.WRONG_TIME, "begun")


def _check_playing(table: Table) -> None:
    if table.status == LOBBY:
        raise Problem(Cause.WRONG_TIME, "not_begun")


def _check_fresh(table: Table, seat: int, seq: int) -> None:
    if seq < table.since[seat] and table.status == PLAYING:
        raise Problem(Cause.STALE)
