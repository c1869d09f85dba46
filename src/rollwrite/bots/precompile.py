"""Compiling the bots of many games: one child process for each core, the longest first.

``python -m rollwrite.bots.precompile --worker PARENT`` is such a child. It reads a line for each
game and writes one when it is done, so that each game can be used as soon as it is ready.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import rollwrite as rw
from rollwrite.bots.bot import compile_cost, prepare
from rollwrite.kernel.object_cache import NotCompiled, only_cached
from rollwrite.lifeline import jobs_of_parent

LINE = 1 << 20  # bytes of the longest answer a worker may give


class NotPrepared(RuntimeError):
    """The bots of a game could not be compiled, and why."""


def all_games(*names: str) -> list[rw.Game]:
    """Every game in every variant, or only those of some names."""
    return [
        rw.game(name, variant=variant)
        for name in names or rw.games()
        for variant in rw.game(name).definition.variants or (None,)
    ]


async def prepare_each(
    games: Iterable[rw.Game], processes: int | None = None
) -> AsyncIterator[tuple[rw.Game, NotPrepared | None]]:
    """Prepare the bots of games in this process, each as soon as its code is there.

    What the cache has is loaded at once. The rest is compiled by child processes, at the lowest
    priority: people play meanwhile. What fails is given back with its reason.
    """
    missing: dict[Any, list[rw.Game]] = {}  # variants may share their rules, and so their code
    for game in games:
        if await asyncio.to_thread(_load, game):
            yield game, None
        else:
            missing.setdefault(game.rules, []).append(game)
    longest_first = sorted(missing.values(), key=lambda alike: compile_cost(alike[0]), reverse=True)
    waiting = deque(longest_first)
    done: asyncio.Queue[tuple[rw.Game, NotPrepared | None]] = asyncio.Queue()
    workers = [
        asyncio.create_task(_work(waiting, done.put_nowait))
        for _ in range(min(len(missing), processes or os.cpu_count() or 1))
    ]
    try:
        for _ in range(sum(map(len, missing.values()))):
            yield await done.get()
    except BaseException:  # whoever asked wants no more
        for worker in workers:
            worker.cancel()
        raise
    finally:
        await asyncio.gather(*workers, return_exceptions=True)


async def _work(
    waiting: deque[list[rw.Game]], done: Callable[[tuple[rw.Game, NotPrepared | None]], None]
) -> None:
    """Hand games to a child one by one; one that dies costs only the game it was at."""
    child: asyncio.subprocess.Process | None = None
    try:
        while waiting:
            alike = waiting.popleft()
            child = child or await _child()
            problem = await _compiled(child, alike[0])
            if child.returncode is not None:
                child = None
            for game in alike:
                if problem is None and not await asyncio.to_thread(_load, game):
                    problem = NotPrepared("the cache of compiled rules cannot be written")
                done((game, problem))
    finally:
        if child is not None and child.returncode is None:
            child.kill()
            await child.communicate()  # closes its pipes too


async def _child() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rollwrite.bots.precompile", "--worker", str(os.getpid()),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LINE,
    )  # fmt: skip


async def _compiled(child: asyncio.subprocess.Process, game: rw.Game) -> NotPrepared | None:
    """Let a child compile the bots of a game; None if it could."""
    assert child.stdin is not None and child.stdout is not None
    try:
        child.stdin.write(json.dumps([game.id, game.variant]).encode() + b"\n")
        await child.stdin.drain()
        answer = await child.stdout.readline()
    except (ConnectionError, ValueError) as error:
        answer = json.dumps(str(error)).encode()
    if answer:
        problem = json.loads(answer)
        return NotPrepared(problem) if problem else None
    return NotPrepared(f"the compiling process ended with code {await child.wait()}")


def _load(game: rw.Game) -> bool:
    """Prepare the bots of a game if their code is in the cache."""
    try:
        with only_cached():
            prepare(game)
    except NotCompiled:
        return False
    return True


def serve_parent() -> None:
    """Compile the games that are named on stdin, and answer each: null, or what went wrong."""
    getattr(os, "nice", int)(19)
    answers, sys.stdout = sys.stdout, sys.stderr  # nothing else may write among the answers
    for line in jobs_of_parent(lambda: sys.stdin.readline() or None, int(sys.argv[-1])):
        name, variant = json.loads(line)
        problem: Any = None
        try:
            prepare(rw.game(name, variant=variant))
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"[:2000]
        print(json.dumps(problem), file=answers, flush=True)


if __name__ == "__main__":
    serve_parent()
