"""Studies in words: tables that fit a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rollwrite.errors import BadOption, say
from rollwrite.lab.report import aligned, with_margin
from rollwrite.lab.studies.study import Study, Use, by_kind, points
from rollwrite.lab.summary import VICTORY, Interval, mean, share
from rollwrite.play.game import Game
from rollwrite.texts import Figure, Message

if TYPE_CHECKING:
    from rollwrite.lab.simulate import Simulation

MOST_WIDE = 10_000  # columns
KNOWN_KINDS = ("card", "row", "column", "field")


def titled_game(game: Game, language: str) -> str:
    """A game with its variant, edition and options, as the title of a table."""
    name = Message(game.definition.package, "name").text(language)
    more = [game.variant] if game.variant else []
    more += [f"{option} {value}" for option, value in game.options.items()]
    title = ", ".join([name, *more])
    return f"{title} – {game.edition}" if game.edition else title


def check_width(width: object) -> None:
    """Refuse what is no width of a terminal."""
    if width is not None and (type(width) is not int or not 20 <= width <= MOST_WIDE):
        raise BadOption(say("option.count", name="width", value=width, low=20, high=MOST_WIDE))


def wrapped(text: str, width: int | None) -> list[str]:
    """A text as lines of a width."""
    return textwrap.wrap(text, width) if width else [text]


def fitted(rows: Sequence[Sequence[str]], width: int | None, drop: Sequence[int] = ()) -> list[str]:
    """Rows as lines; where they are too long, without the columns that may be dropped, in turn."""
    kept = list(range(len(rows[0])))
    lines = aligned(rows)
    for column in drop:
        if not width or max(map(len, lines)) <= width:
            break
        kept.remove(column)
        lines = aligned([[row[one] for one in kept] for row in rows])
    if width and max(map(len, lines)) > width:  # a long name goes before figures do
        rest = max(map(len, lines)) - max(len(row[0]) for row in rows)
        most = max(8, width - rest)
        rows = [[_cut(row[0], most), *row[1:]] for row in rows]
        lines = aligned([[row[one] for one in kept] for row in rows])
    return lines


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


class Figures:
    """What a study comes to, line by line: a key for its text, an interval, and its unit."""

    def __init__(self, found: Simulation) -> None:
        assert found.study is not None
        study = found.study
        summary, seats = found.summary, found.job.seats
        self.lines: list[tuple[Message, Interval, str]] = []
        self._add("turns", mean(study.turns))
        self._add("decisions", mean(study.decisions))
        self._add("forced", study.forced(), "%")
        self._add("choices", mean(study.choices))
        if study.judged:
            self._add("stake", points(study.stakes))
            self._add("staked", points(study.staked))
            self._add("mattering", study.mattering(), "%")
        if seats > 1:
            self._add("leads", mean(study.leads))
            self._add("winner", mean(study.margins))
            fair = 1 / seats
            for seat, slot in enumerate(summary.seats[: 1 if seats == 2 else seats]):
                won = slot.share()
                edge = Interval(*(value - fair for value in won))
                self._add("seat", edge, "%", seat=seat)

    def _add(self, key: str, value: Interval, unit: str = "", **values: object) -> None:
        self.lines.append((say(f"lab.study.{key}", **values), value, unit))


def interval_told(value: Interval, unit: str, language: str) -> str:
    """An interval with its unit."""
    if value.value != value.value:
        return "–"
    if unit == "%":
        return with_margin(value, 1, language, 100) + " %"
    return with_margin(value, 2, language)


def study_told(found: Simulation, width: int | None, language: str) -> list[str]:
    """What was seen of the games that were looked at."""
    study = found.study
    assert study is not None
    head = say("lab.study.head", games=Figure(study.games, ","))
    lines = [head.text(language), ""]
    rows = [
        [label.text(language), interval_told(value, unit, language)]
        for label, value, unit in Figures(found).lines
    ]
    lines += _labelled(rows, width)
    if not study.judged:
        lines += ["", *wrapped(say("lab.study.no_judge").text(language), width)]
    for kind, items in by_kind(study.items).items():
        lines += ["", *fitted(_items(study, kind, items, language), width, drop=(1,))]
    return lines


def _labelled(rows: Sequence[Sequence[str]], width: int | None) -> list[str]:
    """Labels and their figures; a label that is too long goes on in a line of its own."""
    figures = max(len(row[1]) for row in rows)
    most = max(len(row[0]) for row in rows)
    if width:
        most = min(most, max(12, width - figures - 2))
    lines = []
    for label, figure in rows:
        *above, last = textwrap.wrap(label, most)
        lines += [*above, f"{last.ljust(most)}  {figure.rjust(figures)}"]
    return lines


def _items(
    study: Study, kind: str, items: Sequence[tuple[str, Use]], language: str
) -> list[list[str]]:
    """A table of cards, rows or fields: on how many sheets, done on how many, and who won."""
    name = say(f"lab.item.{kind}").text(language) if kind in KNOWN_KINDS else kind
    always = all(use.had == study.sheets for _, use in items)
    finished = any(use.done != use.had for _, use in items)
    keys = [] if always else ["had"]
    keys += ["done"] if always or finished else []
    contested = study.seats > 1
    keys += [] if always or not contested else ["won_with"]
    keys += ["won_done"] if contested and (always or finished) else []
    rows = [[name, *(say(f"lab.item.{key}").text(language) for key in keys), ""]]
    for label, use in items:
        figures = {
            "had": study.had(use),
            "done": study.done(use),
            "won_with": share(use.won_with / VICTORY, use.had),
            "won_done": share(use.won_done / VICTORY, use.done),
        }
        cells = [interval_told(figures[key], "%", language) for key in keys]
        rows.append([label, *cells, ""])
    return rows
