"""A review as one page that needs nothing else: no script, no other file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rollwrite.coach.judge import Worth
from rollwrite.coach.pictures import bars, curve
from rollwrite.coach.report import (
    Lesson,
    Portrait,
    how,
    lesson_line,
    portrait,
    say,
    searched,
    signed,
)
from rollwrite.coach.review import Review
from rollwrite.draw.svg import stacked

SHOWN = 6  # moves of a lesson
STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#26241f;background:#f7f3e8;margin:0}
main{max-width:52rem;margin:0 auto;padding:1rem}
h1,h2,h3{line-height:1.2}
figure{margin:1rem 0}
svg{max-width:100%;height:auto}
table{border-collapse:collapse;background:#fffdf7}
th,td{padding:.3rem .7rem;text-align:left;border-bottom:1px solid #c9c2b2}
td.n{text-align:right;font-variant-numeric:tabular-nums}
details{background:#fffdf7;border:1px solid #c9c2b2;border-radius:.5rem;margin:1rem 0}
details{padding:.5rem 1rem}
summary{min-height:2rem;font-weight:600;cursor:pointer}
.played{font-weight:700}
@media (prefers-color-scheme:dark){body{background:#211f1b;color:#f3efe4}
table,details{background:#2c2a25}th,td,details{border-color:#57524a}}
"""


def page(review: Review, names: Sequence[str], language: str, seats: Sequence[int]) -> str:
    """The whole review as HTML."""
    title = say("title", game=review.state.game.in_language(language).name).text(language)
    parts = [f"<h1>{escape(title)}</h1>"]
    if review.state.seats > 1:
        parts.append(f"<figure>{curve(review, names, language)}</figure>")
    parts.append(f"<figure>{bars(review, names, language)}</figure>")
    parts.append(f"<p>{escape(how(review).text(language))}</p>")
    if not review.learnt:
        parts.append(f"<p><strong>{escape(searched(review).text(language))}</strong></p>")
    parts += [_seat(portrait(review, seat, names, language), language) for seat in seats]
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def account(one: Portrait, language: str) -> str:
    """A seat's game in figures and in words."""
    rows = "".join(
        f'<tr><th scope="row">{escape(label)}</th><td class="n">{signed(value, language)}</td></tr>'
        for label, value in one.figures
    )
    told = "".join(f"<li>{escape(line)}</li>" for line in (one.grades, *one.rolls))
    return f"<table>{rows}</table><ul>{told}</ul>"


def _seat(one: Portrait, language: str) -> str:
    lessons = "".join(lesson(given, language) for given in one.lessons)
    lessons = lessons or f"<p>{escape(say('no_mistakes').text(language))}</p>"
    again = escape(say("again").text(language))
    lessons += more(one, language)
    return (
        f"<section><h2>{escape(one.headline)}</h2>{account(one, language)}"
        f"<h3>{again}</h3>{lessons}</section>"
    )


def lesson(one: Lesson, language: str) -> str:
    """A moment to try again; what the moves were worth shows only when asked for."""
    shown = one.state.tray(), one.state.market(), one.state.sheet(one.seat)
    picture = stacked([*filter(None, shown)], language)
    return (
        f"<h4>{escape(question(one, language))}</h4><figure>{picture}</figure>"
        f"{answer(one, language)}"
    )


def question(one: Lesson, language: str) -> str:
    """What a lesson asks."""
    return say("question", turn=one.turn, prompt=one.state.prompt(one.seat)).text(language)


def some(one: Lesson) -> list[Worth]:
    """The moves of a lesson that are shown, best first: the one that was played is among them."""
    best = list(one.worths[:SHOWN])
    return best + [worth for worth in one.worths[SHOWN:] if worth.move == one.chosen.move]


def answer(one: Lesson, language: str) -> str:
    """What each move was worth and why, to be opened."""
    played = escape(say("played").text(language))
    heads = "".join(
        f'<th scope="col">{escape(say(key).text(language))}</th>' for key in ("move", "worth")
    )
    rows = "".join(
        f'<tr data-move="{escape(worth.move.text)}"{mark}>'
        f'<th scope="row">{escape(one.phrases[worth.move.text])}</th>'
        f'<td class="n">{signed(worth.margin, language)}</td><td>{played if mark else ""}</td></tr>'
        for worth in some(one)
        for mark in [' class="played"' if worth.move == one.chosen.move else ""]
    )
    told = escape(" ".join(filter(None, (lesson_line(one, language), one.reason))))
    return (
        f"<details><summary>{escape(say('answer').text(language))}</summary><p>{told}</p>"
        f"<table><thead><tr>{heads}<td></td></tr></thead><tbody>{rows}</tbody></table></details>"
    )


def more(one: Portrait, language: str) -> str:
    """All other mistakes, to be opened."""
    if not one.others:
        return ""
    lines = "".join(
        f"<li>{escape(' '.join(filter(None, (lesson_line(other, language), other.reason))))}</li>"
        for other in one.others
    )
    head = escape(say("more").text(language))
    return f'<details class="more"><summary>{head}</summary><ul>{lines}</ul></details>'
