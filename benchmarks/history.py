"""``python -m benchmarks.history``: my games, statistics and the daily's histogram at 10^6 games.

It fills a database with games of made-up people, one of whom plays far more than all others, and
asks each question as the server does. ``--database`` takes an address of PostgreSQL, whose tables
must be empty; else a file is made and deleted again.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from rollwrite.play.registry import games
from rollwrite.server.storage.schema import PLAYED, PLAYERS
from rollwrite.server.storage.store import Store
from rollwrite.server.tables.ids import hashed, public_id

PORTION = 2_000
DAYS = 1_000
BUSY = "busy"  # who has played so many games
BUSY_GAMES = 10_000
CROWD = 20_000  # games of one challenge, besides those of all other days
START = datetime(2026, 1, 1, tzinfo=UTC)
LIMIT = 50.0  # milliseconds


def main() -> None:
    """Fill a database and print how long each question takes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.history", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--asked", type=int, default=60, help="how often each question is asked")
    parser.add_argument("--database")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or str(Path(folder) / "games.sqlite")
        asyncio.run(measure(database, given.games, given.asked))


async def measure(database: str, count: int, asked: int) -> None:
    """Fill, and ask."""
    store = await Store.open(database)
    people = max(10, count // 100)
    begun = time.perf_counter()
    rows = 0
    for some in portions(count, people):
        async with store._engine.begin() as connection:
            await connection.execute(PLAYED.insert(), some)
        rows += len(some)
    known = [person(n) for n in range(people)] + [hashed(BUSY)]
    async with store._engine.begin() as connection:
        named = [{"who": w, "public": public_id(w), "name": "Anna", "at": 0.0} for w in known]
        await connection.execute(PLAYERS.insert(), named)
    print(f"{count:,} games, {rows:,} seats, filled in {time.perf_counter() - begun:.0f} s\n")
    print("| question | of | median, ms | longest, ms |\n|---|---|---:|---:|")
    random = Random(7)
    for who, name in ((None, "anybody"), (hashed(BUSY), f"who has played {BUSY_GAMES:,}")):
        for what, ask in questions(store, people).items():
            times = []
            for _ in range(asked):
                player = who or person(random.randrange(people))
                begun = time.perf_counter()
                await ask(player, random)
                times.append(1000 * (time.perf_counter() - begun))
            print(f"| {what} | {name} | {median(times):.1f} | {max(times):.1f} |", flush=True)
    await store.close()


def questions(store: Store, people: int) -> dict[str, Callable[[str, Random], Awaitable[object]]]:
    """What the pages ask the database."""

    async def history(who: str, **wish: Any) -> None:
        found, _ = await store.played.page(who, **wish)
        await store.played.seats([row.table_id for row in found])

    def name(random: Random) -> str:
        return random.choice(list(games()))

    def other(random: Random) -> str:
        return public_id(person(random.randrange(people)))

    late = (START + timedelta(days=DAYS // 2)).timestamp()
    return {
        "my games, first page": lambda who, _random: history(who),
        "of one game": lambda who, random: history(who, game=name(random)),
        "with somebody": lambda who, random: history(who, other=other(random)),
        "an old page": lambda who, _random: history(who, before=(late, "m")),
        "between two days": lambda who, _random: history(who, since=late, until=late + 1e6),
        "how many of each": lambda who, _random: store.played.games(who),
        "with whom": lambda who, _random: store.played.people(who),
        "statistics of a game": lambda who, random: store.played.of_game(who, name(random)),
        "days of the challenge": lambda who, _random: store.dailies.days(who),
        "a day's histogram": lambda _who, random: store.dailies.scores(
            name(random), day(random.randrange(DAYS))
        ),
        f"one of {CROWD:,} players": lambda _who, _random: store.dailies.scores(
            games()[0], day(DAYS + 1)
        ),
    }


def portions(count: int, people: int) -> Iterator[list[dict[str, Any]]]:
    """The rows of all games, some at a time."""
    random, some = Random(3), list[dict[str, Any]]()
    known = list(games())
    for number in range(count):
        crowd = number < CROWD
        seats = 1 if crowd else random.choice((1, 1, 2, 2, 3))
        when = DAYS + 1 if crowd else number * DAYS // count
        daily = seats == 1 and (crowd or random.random() < 0.3)
        game = known[0] if crowd else random.choice(known)
        for seat in range(seats):
            busy = not crowd and seat == 0 and number % (count // BUSY_GAMES or 1) == 0
            who = hashed(BUSY) if busy else person(random.randrange(people))
            place = {"table_id": f"{number:012}", "seat": seat, "seats": seats}
            some.append(place | row(who, game, when, random, daily=daily))
        if len(some) >= PORTION:
            yield some
            some = []
    if some:
        yield some


def row(who: str, game: str, when: int, random: Random, *, daily: bool) -> dict[str, Any]:
    """What a finished game came to for somebody."""
    return {
        "who": who, "level": None, "name": "Anna", "game": game,
        "version": 1, "variant": None, "edition": None, "options": "{}",
        "mode": "daily" if daily else "friends", "dice": "server",
        "day": day(when) if daily else None,
        "at": (START + timedelta(days=when, seconds=random.randrange(86_400))).timestamp(),
        "score": round(random.gauss(70, 12)), "place": 1, "won": 1,
        "hints": 0, "stood_in": 0, "luck": random.gauss(0, 8), "loss": 4.0, "decisions": 25,
        "worst": None,
    }  # fmt: skip


def day(number: int) -> str:
    """A day by its number."""
    return (START + timedelta(days=number)).strftime("%Y-%m-%d")


def person(number: int) -> str:
    """Somebody, by a hash as those of browsers."""
    return hashed(f"person {number}")


if __name__ == "__main__":
    main()
