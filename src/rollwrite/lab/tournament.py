"""Tournaments: everyone against everyone, ratings, and plots for a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from rollwrite.bots.players import BotLike, player
from rollwrite.errors import BadOption, checked_language, say
from rollwrite.games.contract import Json
from rollwrite.lab.elo import ratings
from rollwrite.lab.job import Job, check_games, job
from rollwrite.lab.parts import Progress
from rollwrite.lab.plots import distributions, scores_by_turn, titled, win_matrix
from rollwrite.lab.report import faults_told, with_margin
from rollwrite.lab.simulate import Kept, Simulation, check_kept, play
from rollwrite.lab.studies.folder import checked_folder
from rollwrite.lab.studies.told import check_width, fitted, study_told, titled_game
from rollwrite.lab.summary import VICTORY, Interval, mean, share
from rollwrite.lab.turns import TurnScore, by_turn
from rollwrite.play.checks import check_flag, check_function, checked_names
from rollwrite.play.game import Game
from rollwrite.play.registry import as_game
from rollwrite.texts import Figure

WATCHED = 60  # games of each pair that are looked at turn by turn


@dataclass(frozen=True)
class Tournament:
    """The matches of a tournament; ``print(tournament)`` shows the table."""

    game: Game
    names: tuple[str, ...]
    matches: dict[tuple[int, int], Simulation]  # by the numbers of the two bots

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before all games were played."""
        every = len(self.names) * (len(self.names) - 1) // 2
        return len(self.matches) < every or any(m.interrupted for m in self.matches.values())

    def points(self) -> list[list[float]]:
        """What the row's bot took from the column's: 1 for a victory, less for a shared one."""
        table = [[0.0] * len(self.names) for _ in self.names]
        for pair, match in self.matches.items():
            for slot, found in enumerate(match.summary.slots):
                one, other = pair if slot % 2 == 0 else pair[::-1]
                table[one][other] += found.victories / VICTORY
        return table

    def shares(self) -> list[list[Interval | None]]:
        """The row's share of the victories in its games with the column."""
        points = self.points()
        table: list[list[Interval | None]] = [[None] * len(self.names) for _ in self.names]
        for (one, other), match in self.matches.items():
            if match.summary.games:
                table[one][other] = share(points[one][other], match.summary.games)
                table[other][one] = share(points[other][one], match.summary.games)
        return table

    def elo(self) -> list[Interval]:
        """The rating of every bot."""
        return ratings(self.points())

    def scores(self) -> list[Counter[int]]:
        """How often each bot made each score, over all its games."""
        found: list[Counter[int]] = [Counter() for _ in self.names]
        for pair, match in self.matches.items():
            for slot, one in enumerate(match.summary.slots):
                found[pair[slot % 2]].update(one.scores)
        return found

    def json(self) -> Json:
        """The table and every match as JSON data."""
        rows = zip(self.names, self.elo(), self.scores(), strict=True)
        return {
            "game": self.game.id,
            "variant": self.game.variant,
            "edition": self.game.edition,
            "bots": [
                {"bot": name, "elo": elo._asdict(), "mean": mean(scores)._asdict()}
                for name, elo, scores in rows
            ],
            "matches": [match.json() for match in self.matches.values()],
            "interrupted": self.interrupted,
        }

    def text(self, language: str = "en", width: int | None = None) -> str:
        """The table, the strongest first, with a width that it is to fit."""
        language = checked_language(language)
        check_width(width)
        title = titled_game(self.game, language)
        heads = [say(f"lab.column.{name}").text(language) for name in _COLUMNS]
        points, elo, scores = self.points(), self.elo(), self.scores()
        games = [sum(m.summary.games for p, m in self.matches.items() if number in p)
                 for number in range(len(self.names))]  # fmt: skip
        rows = [
            [
                self.names[number],
                with_margin(elo[number], 0, language),
                with_margin(share(sum(points[number]), games[number]), 1, language, 100) + " %",
                with_margin(mean(scores[number]), 2, language),
                Figure(games[number], ",").text(language),
            ]
            for number in sorted(range(len(self.names)), key=lambda n: -elo[n].value)
        ]
        faults = [fault for m in self.matches.values() for fault in m.summary.faults]
        broken = sum(match.summary.broken for match in self.matches.values())
        table = fitted([heads, *rows], width, drop=(4, 3))
        seen = [line for pair in self.matches for line in self._seen(pair, width, language)]
        return "\n".join([title, "", *table, *seen, *faults_told(faults, broken, language)])

    def _seen(self, pair: tuple[int, int], width: int | None, language: str) -> list[str]:
        """What was seen of the games of a pair that were looked at."""
        match = self.matches[pair]
        if match.study is None:
            return []
        heading = " – ".join(self.names[number] for number in pair)
        return ["", heading, "", *study_told(match, width, language)]

    def plots(self, language: str = "en") -> dict[str, str]:
        """The plots as SVG: score distributions, score by turn, win matrix."""
        language = checked_language(language)
        titles = {key: titled(self.game, key, language) for key in ("scores", "turns", "wins")}
        named = list(zip(self.names, self.scores(), strict=True))
        return {
            "scores": distributions(titles["scores"], named, language),
            "turns": scores_by_turn(titles["turns"], self._by_turn(), language),
            "wins": win_matrix(titles["wins"], self.names, self.shares(), language),
        }

    def _by_turn(self) -> list[tuple[str, list[TurnScore]]]:
        """Each bot's mean score by turn, in its match with the next one in the list."""
        curves: dict[int, list[TurnScore]] = {}
        for (one, other), match in self.matches.items():
            if one not in curves or other not in curves:
                slots = by_turn(match.job, min(WATCHED, max(1, match.summary.games)))
                curves.setdefault(one, slots[0])
                curves.setdefault(other, slots[1])
        return [(self.names[number], curves[number]) for number in sorted(curves)]

    def __str__(self) -> str:
        return self.text(self.game.language)

    def _repr_svg_(self) -> str:
        return self.plots(self.game.language)["wins"]


_COLUMNS = ("bot", "elo", "share", "mean", "games")


def tournament(
    game: Game | str,
    bots: Sequence[BotLike] | str,
    *,
    games: int = 10_000,
    seats: int = 2,
    seed: int = 0,
    workers: int | None = None,
    device: str = "cpu",
    cluster: str | None = None,
    progress: Progress | None = None,
    study: int = 0,
    rows: str = "none",
    folder: str | Path | None = None,
    format: str = "csv",  # noqa: A002  # what people look for
    resume: bool = False,
) -> Tournament:
    """Let every bot play every other one, so many games a pair, seats taken in turn.

    A pair's games are those of ``simulate`` with these two bots and this seed. With four or six
    seats the two sit alternately. What ``study``, ``rows``, ``folder`` and ``resume`` mean is said
    with ``simulate``; each pair has a folder of its own in the folder.
    """
    game = as_game(game)
    pairs = pairing(game, bots, games, seats, seed, device)
    with game.localized_errors():
        check_function("progress", progress)
        check_flag("resume", resume)
        place = None if folder is None else checked_folder(folder, game.language)
    kept = Kept(rows, study, place, format, resume)
    return play_pairs(pairs, games, kept, workers, cluster, progress)


class Pairs(NamedTuple):
    """Who meets whom: a job for every two bots, by their numbers."""

    game: Game
    names: tuple[str, ...]
    jobs: dict[tuple[int, int], Job]


def pairing(
    game: Game, bots: Sequence[BotLike] | str, games: int, seats: int, seed: int, device: str
) -> Pairs:
    """The pairs of a tournament, checked."""
    with game.localized_errors():
        players = [player(given) for given in checked_names("bots", bots)]
        names = tuple(one.name for one in players)
        if len(players) < 2:
            raise BadOption(say("lab.two_bots"))
        for name in names:
            if names.count(name) > 1:
                raise BadOption(say("lab.twice", name=name))
        if type(seats) is not int or seats % 2 or seats not in game.seats:
            raise BadOption(say("lab.pairs", value=seats))
        check_games(games)
        pairs = combinations(range(len(players)), 2)
        jobs = {pair: job(game, [players[n] for n in pair], seats, seed, device) for pair in pairs}
        return Pairs(game, names, jobs)


def play_pairs(
    pairs: Pairs, games: int, kept: Kept, workers: int | None = None, cluster: str | None = None,
    progress: Progress | None = None,
) -> Tournament:  # fmt: skip
    """Let every pair play."""
    check_kept(kept, games, pairs.game.language)
    found: dict[tuple[int, int], Simulation] = {}
    steps = games + kept.study
    for number, (pair, made) in enumerate(pairs.jobs.items()):
        watch = _offset(progress, number * steps, len(pairs.jobs) * steps)
        own = kept._replace(folder=kept.folder and kept.folder / pair_folder(pair))
        found[pair] = play(made, games, own, workers, cluster, watch)
        if found[pair].interrupted:
            break
    return Tournament(pairs.game, pairs.names, found)


def pair_folder(pair: tuple[int, int]) -> str:
    """The folder of a pair, by the numbers of its bots from 1."""
    return f"pair-{pair[0] + 1}-{pair[1] + 1}"


def _offset(progress: Progress | None, before: int, total: int) -> Progress | None:
    """The progress of one match as part of the whole."""
    if progress is None:
        return None
    return lambda done, _: progress(before + done, total)
