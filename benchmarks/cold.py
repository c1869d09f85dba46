"""``python -m benchmarks.cold``: from ``make play`` in a fresh clone to the first move of a bot.

A clone of this repository's last commit, with nothing installed and nothing compiled: install,
start the server, sit down with a bot in each game, and play until the bot has decided something.
The bots pause as they do at any table.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import rollwrite as rw

LONGEST = 300  # seconds to wait for a move


def main() -> None:
    """Print the seconds of each step."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "rollwrite"
        root = Path(__file__).parents[1]
        subprocess.run(["git", "clone", "--quiet", root, clone], check=True)
        environment = os.environ | {"ROLLWRITE_CACHE": f"{folder}/cache"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        print("| step | seconds |\n|---|---:|")
        begun = time.perf_counter()
        subprocess.run(
            ["make", "--silent", ".venv/ready"], cwd=clone, env=environment, check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        print(f"| install | {time.perf_counter() - begun:.1f} |", flush=True)
        process = subprocess.Popen(  # what `make play` does then, without opening a browser
            [clone / ".venv/bin/rollwrite", "serve", "--port=0",
             f"--database={folder}/tables.sqlite", "--language=en"],
            cwd=clone, env=environment, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            print_moves(process, begun)
        finally:
            process.terminate()
            process.wait(20)


def print_moves(process: subprocess.Popen[str], begun: float) -> None:
    """How long each game takes to a bot's first move, one after the other."""
    assert process.stdout is not None
    found = re.search(r"http://localhost:\d+", process.stdout.readline())
    assert found is not None, "the server did not start"
    print(f"| until the server answers | {time.perf_counter() - begun:.1f} |", flush=True)
    player = Player(found[0])
    for game in rw.games():
        asked = time.perf_counter()
        player.play_until_bot_moves(game)
        now = time.perf_counter()
        if game == rw.games()[0]:
            print(f"| until the first move of a bot ({game}) | {now - begun:.1f} |", flush=True)
        else:
            print(f"| {game}, from a new table to that | {now - asked:.1f} |", flush=True)


class Player:
    """Somebody with a browser, as far as the server can tell."""

    def __init__(self, url: str) -> None:
        self._url = url
        cookies = urllib.request.HTTPCookieProcessor()
        self._open = urllib.request.build_opener(cookies).open
        self._open(f"{url}/about").read()

    def ask(self, path: str, **body: object) -> Any:
        """What the server answers to a GET, or to a POST of something."""
        headers = {"Content-Type": "application/json", "Origin": self._url}
        data = json.dumps(body).encode() if body else None
        with self._open(urllib.request.Request(f"{self._url}{path}", data, headers)) as answer:
            return json.load(answer)

    def play_until_bot_moves(self, game: str) -> None:
        """Make whatever moves are due at a new table."""
        seats = [{"kind": "me"}, *[{"kind": "bot"}] * max(1, rw.game(game).seats[0] - 1)]
        made = self.ask("/api/tables", game=game, mode="bots", seats=seats, name="Anna")
        table = f"/api/tables/{made['table']}"
        self.ask(f"{table}/seed", seed=secrets.token_hex(16))
        end = time.perf_counter() + LONGEST
        while time.perf_counter() < end:
            view = self.ask(f"{table}/view")
            events = [event for line in view["log"] for event in line["events"]]
            if any(event["seat"] for event in events):  # not by us, on seat 0, nor by chance
                return
            for seat in view["deciding"]:
                move = view["moves"][str(seat)][0]["text"]
                self.ask(f"{table}/move", seat=seat, seq=view["seq"], move=move)
            time.sleep(0.02)
        raise AssertionError(f"no bot decides in {game}")


if __name__ == "__main__":
    main()
