"""Memory that renaming a player keeps: ``python -m benchmarks.renames [GAME] [TIMES]``.

A browser looks at a table while one of its players is renamed again and again; then it goes away.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from benchmarks.web import _memory, post, server
from benchmarks.web_client import Connection, connection, listener

WARM = 100  # renames before counting begins
FORGET_SECONDS = 8.0  # after which a server lets go of what nobody looks at


async def renamed(to: Connection, port: int, table: str, times: range) -> None:
    """Rename a player."""
    for number in times:
        await post(to, port, f"/api/tables/{table}/rename", seat=0, name=f"Anna {number}")


async def kept(port: int, process: int, game: str, times: int) -> tuple[float, float]:
    """Bytes that a rename keeps: while somebody looks on, and after he has gone."""
    to = await connection(port)
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = await post(to, port, "/api/tables", game=game, mode="device", seats=seats)
    table = str(made["table"])
    await post(to, port, f"/api/tables/{table}/seed", seed="ab")
    await listener(port, table, to.cookie, lambda _: None)
    await renamed(to, port, table, range(WARM))
    before = _memory(process)
    await renamed(to, port, table, range(WARM, WARM + times))
    during = _memory(process)
    to.close()
    await asyncio.sleep(FORGET_SECONDS)
    return (during - before) / times, (_memory(process) - before) / times


def main() -> None:
    """Measure one game."""
    game = sys.argv[1] if len(sys.argv) > 1 else "donnant"
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 4_000
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "t.sqlite") as found:
        port, process, _ = found
        during, after = asyncio.run(kept(port, process.pid, game, times))
    print(
        f"{game}: {during / 1e3:.1f} kB kept by each of {times:,} renames, {after / 1e3:.1f} after"
    )


if __name__ == "__main__":
    main()
