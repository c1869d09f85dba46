"""A review as one page that needs nothing else: no script, no other file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rollwrite.coach.pictures import bars, curve
from rollwrite.coach.report import Lesson, Portrait, lesson_line, portrait, say, signed
from rollwrite.coach.review import Review
from rollwrite.draw.svg import stacked

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
    parts.append(f"<p>{escape(say('how').text(language))}</p>")
    if not review.learnt:
        parts.append(f"<p><strong>{escape(say('searched').text(language))}</strong></p>")
    parts += [_seat(portrait(review, seat, names, language), language) for seat in seats]
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _seat(one: Portrait, language: str) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(label)}</th><td class="n">{signed(value)}</td></tr>'
        for label, value in one.figures
    )
    told = "".join(f"<li>{escape(line)}</li>" for line in (one.grades, *one.rolls))
    lessons = "".join(lesson(given, language) for given in one.lessons)
    lessons = lessons or f"<p>{escape(say('no_mistakes').text(language))}</p>"
    again = escape(say("again").text(language))
    return (
        f"<section><h2>{escape(one.headline)}</h2><table>{rows}</table><ul>{told}</ul>"
        f"<h3>{again}</h3>{lessons}</section>"
    )


def lesson(one: Lesson, language: str) -> str:
    """A moment to try again; what the moves were worth shows only when asked for."""
    seat = one.worths[0].move.seat
    question = say("question", turn=one.turn, prompt=one.state.prompt(seat)).text(language)
    picture = stacked([one.state.tray(), one.state.sheet(seat)], language)
    played = escape(say("played").text(language))
    rows = "".join(
        f'<tr{mark}><td>{escape(worth.move.text)}</td><td class="n">'
        f"{signed(worth.margin)}</td><td>{played if mark else ''}</td></tr>"
        for worth in one.worths[:12]
        for mark in [' class="played"' if worth.move.text == one.chosen else ""]
    )
    answer = escape(say("answer").text(language))
    told = escape(" ".join(filter(None, (lesson_line(one, language), one.reason))))
    return (
        f"<h4>{escape(question)}</h4><figure>{picture}</figure>"
        f"<details><summary>{answer}</summary><p>{told}</p><table>{rows}</table></details>"
    )
