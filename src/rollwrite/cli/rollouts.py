"""``rollwrite rollouts``: play every move of a position out to the end."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE, read_log, state_before
from rollwrite.errors import BadOption, say
from rollwrite.play.log import TAKE_BACK

NEAR = 3  # decisions named to whoever chose something else


@click.command()
@click.argument("file", type=FILE)
@click.option("--at", type=int, help="Event of the log that decides there, counted from 1.")
@click.option("--seat", type=int, help="Seat that is to move, if there are several.")
@click.option(
    "--games", type=int, show_default="200; 4 interpreted", help="Games played out for each move."
)
@click.option("--seconds", type=float, help="Stop after so many seconds.")
@lab.seed
@lab.workers
@lab.as_json
@options.edition
@options.language
def rollouts(
    *,
    file: Path,
    at: int | None,
    seat: int | None,
    games: int | None,
    seconds: float | None,
    seed: int,
    workers: int | None,
    as_json: bool,
    edition: Path | None,
    language: str,
) -> None:
    """Play every move of a position out to the end.

    FILE is a log, as saved by `rollwrite play` or downloaded from a table. Without --at, the
    position is the last one of a game that is not over. Experts play on in all seats, and all moves
    meet the same dice: the same seed and games give the same result. Ctrl-C stops early and reports
    what was played so far.
    """
    from rollwrite.lab.job import are_compiled

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rw.LogCutShort)  # the events that are there count
        end = read_log(file, language, edition)
    state, event = _moment(end, at)
    if seat is None and event is not None:
        seat = event.seat
    lab.note_interpreted(language, compiled=are_compiled(state.game, "expert"))
    lab.note_search(state.game, ["expert"])
    with lab.progress_bar(language) as progress:
        found = rw.lab.rollouts(
            state, seat, games=games, seconds=seconds, seed=seed, workers=workers,
            progress=progress,
        )  # fmt: skip
    if as_json:
        print(json.dumps(found.json(), indent=2))
        return
    number = len(end.log.events) + 1 if at is None else at
    values = {"game": state.game.name, "event": number, "seat": found.seat}
    print(say("cli.moment", **values, prompt=state.prompt(found.seat)).text(language))
    played = event.text if event is not None and event.seat == found.seat else None
    print(found.text(language, played))


def _moment(end: rw.State, at: int | None) -> tuple[rw.State, rw.Event | None]:
    """The state in which a decision is due, and the event by which it was made, if it was."""
    events, language = end.log.events, end.game.language
    last = len(events) + (not end.over)
    if at is None and end.over:
        raise BadOption(say("cli.over", last=last), language)
    if at is None or at == last > len(events):
        return end, None
    if not 1 <= at <= last:
        raise BadOption(say("option.count", name="at", value=at, low=1, high=last), language)
    event = events[at - 1]
    if event.seat is None or event.text == TAKE_BACK:
        decisions = [
            number for number, one in enumerate(events, 1)
            if one.seat is not None and one.text != TAKE_BACK
        ]  # fmt: skip
        near = sorted(sorted(decisions, key=lambda number: abs(number - at))[:NEAR])
        key = "cli.at" if event.seat is None else "cli.undone"
        raise BadOption(say(key, event=at, what=str(event), near=near), language)
    return state_before(end, at), event
