"""The whole check of a game: what every game must keep, whoever wrote it."""

from __future__ import annotations

from rollwrite.errors import has_extra, require_extra
from rollwrite.kernel.subset import check_rules
from rollwrite.play.game import Game
from rollwrite.play.state import State
from rollwrite.testing.bare import check_records, play_bare
from rollwrite.testing.bots import check_evaluator, wrong_options, wrong_training
from rollwrite.testing.drawings import Drawings
from rollwrite.testing.inspection import PLAYS, QUICK, THOROUGH, Inspection
from rollwrite.testing.patience import PATIENCE
from rollwrite.testing.playthrough import Playthrough
from rollwrite.testing.report import Report
from rollwrite.testing.runs import compile_problem, difference_of_runs
from rollwrite.testing.speech import check_guides, check_texts


def inspect_game(
    game: Game,
    *,
    thorough: bool = False,
    seed: int = 1,
    compiled: bool = True,
    patience: float = PATIENCE,
) -> Report:
    """Check all that a game promises, for every number of seats; nothing that is found stops it.

    Rules keep to the subset that compiles. Options take the values they name. Training fits the
    evaluator. Play ends. Pending seats have moves, rising and no two alike. Answers of one window
    commute and stay hidden. Positions, logs, pickles and notation round-trip. Chance falls as
    its outcomes say. Scores equal their tally. A decision can be taken back. What is said has a
    text in every language. Drawings name their parts. Nobody is shown what others hide.
    Interpreted, compiled and bounds-checked runs agree to the bit. A call that takes more than
    ``patience`` seconds of processor time is broken off.
    """
    effort = THOROUGH if thorough else QUICK
    if compiled and not has_extra("fast"):
        compiled = False
    effort = effort if compiled else effort._replace(compiled=0)
    look = Inspection(game, effort, seed, patience)
    if not compiled:
        look.report.left_out.append("compiled")
    return _inspected(look)


def check_game(
    game: Game,
    *,
    playthroughs: int | None = None,
    compiled_games: int | None = None,
    seed: int = 1,
    thorough: bool = False,
) -> None:
    """Raise AssertionError with everything that ``inspect_game`` finds, one finding a line."""
    effort = THOROUGH if thorough else QUICK
    if playthroughs is not None:
        plays = tuple(PLAYS[number % len(PLAYS)] for number in range(playthroughs))
        effort = effort._replace(plays=plays, everywhere=True)
    if compiled_games is not None:
        effort = effort._replace(compiled=compiled_games)
    if effort.compiled:
        require_extra("fast")
    found = _inspected(Inspection(game, effort, seed)).lines()
    assert not found, "\n".join([f"{game!r}: {len(found)} findings", *found])


def _inspected(look: Inspection) -> Report:
    with look.report.patience.watching(), look.report.guard("checking"):
        _inspect(look)
    return look.report


def _inspect(look: Inspection) -> None:
    game, report = look.game, look.report
    with report.guard("checking the rules before compiling them"):
        for finding in check_rules(game.rules, game.definition.evaluator):
            report.add("subset", *finding)
    sound = not report.findings
    with report.guard("reading the texts"):
        check_texts(game, report)
    with report.guard("reading the guides"):
        check_guides(game, report)
    with report.guard("trying the options"):
        for finding in wrong_options(game):
            report.add("options", *finding)
    with report.guard("looking at what trains bots"):
        for finding in wrong_training(game):
            report.add("bots", *finding)
    if check_records(look):
        Drawings(look).check_emblem()
        _play(look)
        if look.effort.compiled and sound and not look.endless and not report.hung:
            _run(look)
        elif look.effort.compiled:
            report.left_out.append("rules")


def _play(look: Inspection) -> None:
    seats = look.game.seats
    for count in seats:
        if not look.endless and not look.report.hung:
            play_bare(look, count)
    ends = []
    few = {seats[0], 2, seats[-1]}
    for count in seats:
        closely = (look.effort.everywhere or count in few) and not look.endless
        for number, play in enumerate(look.effort.plays if closely else look.effort.plays[:1]):
            searched = play == "greedy" and look.effort.search and count in (2, seats[-1])
            way = "search" if searched else play
            if look.report.hung:
                return
            ends.append(Playthrough(look, count, way, number).check())
    finished = [state for state in ends if state is not None]
    check_evaluator(look, _some_decisions(finished, look.effort.rated))
    look.state = None


def _some_decisions(ends: list[State], count: int) -> list[State]:
    """Moments of decision, one of each of some games: early ones and late ones."""
    found = []
    for number, end in enumerate(ends[:: max(1, len(ends) // max(count, 1))][:count]):
        state = end.game.start(end.seats, end.log.seed, end.log.first, **end.log.options)
        goal = len(end.log.events) * (2 * number + 1) // (2 * count)
        for event in end.log.events:
            if len(state.log.events) >= goal and len(state.pending) > 0:
                break
            state = end.game.follow(state, event)
        if state.pending:
            found.append(state)
    return found


def _run(look: Inspection) -> None:
    compiled, interpreted = look.effort.compiled, look.effort.interpreted
    games = compiled, -(-min(compiled, interpreted) // len(look.game.seats))
    for seats in look.game.seats:
        look.seats = seats
        try:
            finding = difference_of_runs(look.game, seats, *games, look.seed)
        except Exception as error:
            look.report.add("runs", "rules", compile_problem(error), look.at)
            return
        look.report.coverage.games["compiled"] += look.effort.compiled
        if finding is not None:
            look.report.add("runs", *finding)
            return
