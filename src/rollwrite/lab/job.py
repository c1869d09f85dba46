"""A job: the games of one line-up, any range of which may be played anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from rollwrite.bots.bot import plays_out
from rollwrite.bots.players import Asked, BotLike, Player, asking, player
from rollwrite.errors import BadOption, did_you_mean, has_extra, say
from rollwrite.games.contract import StateRecord
from rollwrite.kernel.match_runner import (
    Matches,
    broken_off,
    can_match,
    match_framed,
    match_interpreted,
)
from rollwrite.kernel.policy import Policy
from rollwrite.kernel.step import NO_END
from rollwrite.lab.sent import Files, Sent, as_sent, received, sent_models, with_model
from rollwrite.lab.summary import KEPT_FAULTS, VICTORY, Fault, Summary
from rollwrite.play.checks import checked_names
from rollwrite.play.game import SEEDS, Game
from rollwrite.play.log import Log
from rollwrite.play.registry import as_game
from rollwrite.play.state import State

DEVICES = ("cpu", "gpu")
MOST_GAMES = 10**15


class Job(NamedTuple):
    """A line-up and a seed: everything that game number n of a run depends on."""

    game: Game
    players: tuple[Player, ...]  # one for each seat
    seed: int
    device: str = "cpu"

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def compiled(self) -> bool:
        """Whether all bots are compiled, here or ahead; if not, games are interpreted."""
        if not all(player.bot for player in self.players):
            return False
        return has_extra("fast") or can_match(self.game.rules, self._start(), self._lineup())

    @property
    def least(self) -> int:
        """How many games make the first part, from which it is learnt how long they take."""
        if self.device == "gpu":
            return 1 << 18
        return 64 if self.compiled else 1

    @property
    def most(self) -> int:
        """How many games may be played at once, so that memory stays bounded."""
        return 1 << 24 if self.device == "gpu" else 1 << 16

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of bots that are nobody's but the user's."""
        asks = (player.ask for player in self.players if player.ask is not None)
        return tuple(getattr(ask, "__module__", "__main__") for ask in asks)

    def play(self, first: int, games: int) -> Summary:
        """Play the games numbered from ``first`` on."""
        return self.play_each(first, games, keep=False)[0]

    def play_each(
        self, first: int, games: int, *, keep: bool = True
    ) -> tuple[Summary, Matches | None]:
        """The same, and what each of the games came to, if that is to be kept."""
        if self.compiled:
            return self._play_compiled(first, games, keep)
        return self._ask(first, games)

    def __reduce__(self) -> tuple[Any, ...]:
        # With what is printed on an edition's cards, and models: other machines have no such files.
        models = sent_models(self.game, [player.bot for player in self.players])
        return job_of, (as_sent(self.game), *self[1:], models)

    def prepare(self) -> None:
        """Compile what must be compiled, so that this does not count as playing."""
        if self.compiled:
            self.play(0, 1)

    def _start(self) -> StateRecord:
        return self.game.definition.position.start(self.game, self.seats, 0, self.game.options)

    def _lineup(self) -> list[Policy]:
        return [player.bot.policy(self.game) for player in self.players if player.bot]

    def _play_compiled(self, first: int, games: int, keep: bool) -> tuple[Summary, Matches | None]:
        lineup = self._lineup()
        rules, start = self.game.rules, self._start()
        if self.device == "gpu":
            from rollwrite.kernel.cuda import runner

            there = runner.match_gpu(rules, start, lineup, games, self.seed, first)
            counts = None if keep else runner.counted(there, self.seats, first, VICTORY)
            if counts:
                return Summary.of_counts(*counts[:3], runner.LOWEST), None
            found = runner.to_host(there)
        else:
            found = match_framed(rules, start, lineup, games, self.seed, first)
        summary = Summary.of(found, self.seats, first)
        if summary.broken:
            broken = (place for place, made in enumerate(found.decisions) if made < 0)
            for place in islice(broken, KEPT_FAULTS):
                summary.faults.append(self._broken(lineup, first + place, found.decisions[place]))
        return summary, found

    def _ask(self, first: int, games: int) -> tuple[Summary, Matches]:
        """The same loop as plain Python, a game at a time, so that one fault costs one game."""
        own = {p: Asked(p, self.game, self.seats) for p in self.players if p.bot is None}
        lineup = [p.bot.policy(self.game) if p.bot else asking(own[p]) for p in self.players]
        rules, start = self.game.rules, self._start()
        summary, every = Summary.empty(self.seats), Matches([], [], [])
        for number in range(first, first + games):
            for asked in own.values():
                asked.reason = ""
            found = match_interpreted(rules, start, lineup, 1, self.seed, number)
            summary.add_game(found, number)
            for one, all_of_them in zip(found, every, strict=True):
                all_of_them.extend(one)
            if found.decisions[0] < 0 and len(summary.faults) < KEPT_FAULTS:
                guilty = next((asked for asked in own.values() if asked.reason), None)
                summary.faults.append(
                    self._fault(number, guilty.where, guilty.reason)
                    if guilty
                    else self._broken(lineup, number, found.decisions[0])
                )
        return summary, every

    def _broken(self, lineup: Sequence[Policy], number: int, decisions: int) -> Fault:
        """Why one of our own bots broke a game off, and where."""
        record = broken_off(self.game.rules, self._start(), lineup, self.seed, number)
        key = "lab.no_end" if decisions == NO_END else "lab.out_of_range"
        return self._fault(number, record, self.game.text(say(key)))

    def _fault(self, number: int, record: StateRecord, reason: str) -> Fault:
        seat = next((s for s in range(self.seats) if record.pending >> s & 1), 0)
        name = self.players[(seat - number) % self.seats].name
        log = Log(self.game.id, self.seats, 0, None, self.game.variant, self.game.edition)
        position = State(self.game, record, log).position()
        return Fault(number, self.seed, name, seat, reason, position)


def job_of(
    game: Game | Sent,
    players: tuple[Player, ...],
    seed: int,
    device: str,
    models: tuple[Files, ...],
) -> Job:
    """A job that was sent here."""
    players = tuple(
        player._replace(bot=with_model(player.bot, model))
        for player, model in zip(players, models, strict=True)
    )
    return Job(received(game), players, seed, device)


def are_compiled(game: Game, *bots: BotLike) -> bool:
    """Whether games among such bots of ours are compiled, here or ahead of time."""
    return all(job(game, [name], None, 0).compiled for name in bots)


def job(
    game: Game | str,
    bots: Sequence[BotLike] | str,
    seats: int | None,
    seed: int,
    device: str = "cpu",
) -> Job:
    """The job that is meant, checked; fewer bots than seats take turns around the table."""
    game = as_game(game)
    with game.localized_errors():
        players = [player(one) for one in checked_names("bots", bots)]
        low, high = game.seats.start, game.seats.stop - 1
        if seats is None:
            seats = max(len(players), min(2, high))
        _check("seats", seats, low, high)
        if not 1 <= len(players) <= seats:
            raise BadOption(say("lab.bots_and_seats", bots=len(players), seats=seats))
        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise BadOption(say("option.seed", value=seed, high=SEEDS - 1))
        made = Job(game, tuple(players[slot % len(players)] for slot in range(seats)), seed, device)
        check_device(device)
        for one in made.players if device == "gpu" else ():
            if one.bot is None or plays_out(one.bot):
                key = "lab.rollouts_on_gpu" if one.bot else "lab.not_on_gpu"
                raise BadOption(say(key, name=one.name))
        made._start()  # an option that is wrong is told before anything runs,
        for one in made.players:  # and so is a bot that does not play this game
            if one.bot:
                one.bot.policy(game)
        return made


def check_games(games: int) -> int:
    """The number of games, if it is one."""
    _check("games", games, 1, MOST_GAMES)
    return games


def _check(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise BadOption(say("option.count", name=name, value=value, low=low, high=high))


def check_device(device: str) -> None:
    """Refuse a device that there is not."""
    if device not in DEVICES:
        raise BadOption(say("lab.device", value=device, hint=did_you_mean(device, DEVICES)))
    if device == "gpu":
        from rollwrite.kernel.cuda.runner import NoGPU, cuda_module

        try:
            cuda_module()
        except NoGPU as reason:
            raise BadOption(say("lab.no_gpu", reason=str(reason))) from None
