"""Training on a cluster: its workers play the games of a batch, and send what they noted."""

from __future__ import annotations

import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from rollwrite.games.kit.training import TrainingConfig
from rollwrite.kernel.learn import Notes, TrainingGames
from rollwrite.kernel.run import signed
from rollwrite.kernel.step import Batch
from rollwrite.lab.engine import Engine
from rollwrite.lab.parts import play_parts
from rollwrite.lab.sent import Sent, as_sent, received
from rollwrite.lab.trainer import Threads, Trainer, note, room, starts
from rollwrite.play.game import Game

SHARES = 4  # parts of a batch for each worker, so that quick ones may play more


class Noted(NamedTuple):
    """The notes of some games as they are sent: what is used of them, packed."""

    shape: tuple[int, ...]
    seen: bytes
    turns: Any
    finals: Any


class Practice(NamedTuple):
    """The games of a batch, played by a model that is being trained."""

    game: Game | Sent
    config: TrainingConfig
    model: bytes
    opponent_pool: bytes
    least: int  # games in a part
    most: int

    def play(self, first: int, games: int) -> Noted:
        """Play the games numbered from ``first`` on, and note every turn."""
        import numpy as np

        game, config = received(self.game), self.config
        model = np.frombuffer(zlib.decompress(self.model), np.int32)
        pool = np.frombuffer(zlib.decompress(self.opponent_pool), np.int32)
        notes = room(game, games, max(config.seats))
        pool = pool.reshape(-1, len(model))
        job = TrainingGames(starts(game, config.seats), model, pool, *notes)
        with ThreadPoolExecutor(1) as thread:
            note(job, game, Batch(signed(config.seed), first, games, 0, 1), thread)
        seen = np.ascontiguousarray(notes.seen[:, : max(1, int(notes.turns.max()))])
        return Noted(seen.shape, zlib.compress(seen.tobytes(), 1), notes.turns, notes.finals)


class Cluster(Threads):
    """A backend whose games are played on a cluster; what is learnt from them is learnt here."""

    def __init__(
        self, trainer: Trainer, pool: ThreadPoolExecutor, workers: int, place: Engine
    ) -> None:
        super().__init__(trainer, pool, workers)
        self._place = place

    def _play(self, first: int) -> None:
        """Let the workers play the batch that begins with a game's number."""
        import numpy as np

        size = self._config.batch
        share = max(1, -(-size // (SHARES * self._place.workers)))
        packed = [
            zlib.compress(np.ascontiguousarray(array).tobytes(), 1)
            for array in (self._learnt.model, self._opponent_pool)
        ]
        job = Practice(as_sent(self._game), self._config, packed[0], packed[1], share, share)
        span = range(first, first + size)
        for part in play_parts(job, span, self._place, lambda: False):
            self._keep(part.first - first, part.found)

    def _keep(self, at: int, found: Noted) -> None:
        import numpy as np

        games, turns = found.shape[:2]
        seen = np.frombuffer(zlib.decompress(found.seen), np.int32).reshape(found.shape)
        notes: Notes = self.notes
        notes.seen[at : at + games, :turns] = seen
        notes.turns[at : at + games] = found.turns
        notes.finals[at : at + games] = found.finals
