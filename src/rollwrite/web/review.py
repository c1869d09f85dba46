"""The review of a game: the curve, luck and skill, and decisions to try again before the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rollwrite.coach import Review
from rollwrite.coach.judge import Worth
from rollwrite.coach.page import account, answer, question, some
from rollwrite.coach.pictures import bars, curve
from rollwrite.coach.report import Lesson, Portrait, portraits, searched
from rollwrite.draw.shapes import Drawing
from rollwrite.play.registry import game as find
from rollwrite.texts import Figure, speaker, texts_of
from rollwrite.web.html import Html, h
from rollwrite.web.pictures import labels_of, named, picture, plain
from rollwrite.web.shell import document, icon
from rollwrite.web.translate import Translate, translator

say = speaker("rollwrite.coach")
WIDE, NARROW = 540.0, 380.0  # pictures side by side, and on a phone


def review_page(
    language: str, table: str, game: str, content: str | None, opened: Iterable[int] = ()
) -> str:
    """A review; without content, a page that says it is being made and looks for it.

    The seats in ``opened`` are unfolded, the others can be.
    """
    t = translator(language)
    name = find(game, language=language).name
    title = say("title", game=name).text(language)
    links = h(
        "p",
        h("a", icon("back"), t("review.table"), class_="button plain", href=f"/t/{table}"),
        h("a", icon("watch"), t("review.replay"), class_="button plain", href=f"/replay/{table}"),
        class_="row",
    )
    waiting = h(
        "div",
        h("p", t("review.waiting"), class_="lead", role="status"),
        h("p", h("a", t("review.look"), href=f"/review/{table}", class_="button plain")),
        id="waiting",
        class_="card",
    )
    main = h(
        "main",
        h("h1", title),
        links,
        waiting if content is None else _unfolded(content, opened),
        id="main",
        class_="read review",
        data_table=table,
    )
    return document(language, title, "review", main)


def _unfolded(content: str, opened: Iterable[int]) -> Html:
    for seat in opened:
        folded = _seat_mark(seat)
        content = content.replace(folded, f"{folded} open")
    return Html(content)


def _seat_mark(seat: int) -> str:
    """What marks a seat's account in the review; no text can contain it, for quotes are escaped."""
    return f'data-seat="{seat}"'


def review_content(review: Review, names: Sequence[str], language: str) -> str:
    """All that a review has to show, as HTML."""
    t = translator(language)
    pictures = [bars] if review.state.seats == 1 else [curve, bars]
    drawn = [
        h(
            "figure",
            h("div", plain(draw(review, names, language, width=WIDE)), class_="wide-only"),
            h("div", plain(draw(review, names, language, width=NARROW)), class_="narrow-only"),
            class_="chart",
        )
        for draw in pictures
    ]
    rough = h("p", h("strong", searched(review).text(language))) if not review.learnt else None
    found = portraits(review, names, language)
    return h(
        "div",
        h("div", drawn, class_="charts"),
        h("p", say("how").text(language)),
        rough,
        [_seat(t, one, names, language) for one in found],
    )


def _seat(t: Translate, one: Portrait, names: Sequence[str], language: str) -> Html:
    lessons = [
        _lesson(t, lesson, number, names[one.seat], language)
        for number, lesson in enumerate(one.lessons)
    ]
    return h(
        "details",
        h("summary", h("h2", one.headline)),
        h("div", Html(account(one, language)), class_="account card"),
        h("h3", say("again").text(language)),
        lessons or h("p", say("no_mistakes").text(language)),
        class_="seat",
        data_seat=one.seat,
    )


def _lesson(t: Translate, one: Lesson, number: int, name: str, language: str) -> Html:
    """A moment to try again; of several the first is unfolded."""
    id_ = f"lesson-{one.seat}-{number}"
    state = one.state
    shown = {"tray": state.tray(), "market": state.market(), "sheet": state.sheet(one.seat)}
    drawings = {kind: drawing for kind, drawing in shown.items() if drawing}
    parts: dict[str, str] = {}
    for drawing in drawings.values():
        parts |= labels_of(drawing, language)
    buttons = texts_of(one.state.game.definition.package, language)
    labels = named(
        {
            worth.move.text: [
                parts.get(part) or buttons.get(f"button.{part}", part) for part in worth.move.parts
            ]
            for worth in one.worths
        }
    )
    offered = sorted(some(one), key=lambda worth: worth.move.action)
    choices = [
        h(
            "button",
            _name(labels, worth.move.text),
            type="button",
            class_="plain",
            data_move=worth.move.text,
            data_parts=" ".join(worth.move.parts),
            data_verdict=_verdict(t, one, worth, labels, language),
            aria_pressed="false",
            aria_describedby=f"{id_}-verdict",
        )
        for worth in offered
    ]
    answered = Html(answer(one, language, labels))
    return h(
        "details",
        h("summary", h("h4", question(one, language))),
        h(
            "div",
            _moment(drawings, name, language),
            _choices(t, id_, choices, answered),
            class_="try",
        ),
        class_="lesson card",
        open=number == 0,
    )


def _moment(shown: Mapping[str, Drawing], name: str, language: str) -> Html:
    """Tray, market and sheet; only the sheet says whose it is."""
    drawn = [
        h(
            "div",
            picture(drawing, language, name if kind == "sheet" else None),
            class_=f"{kind}-picture",
        )
        for kind, drawing in shown.items()
    ]
    return h("div", drawn, class_="moment")


def _choices(t: Translate, id_: str, choices: list[Html], answer: Html) -> Html:
    return h(
        "div",
        h("p", t("review.choose"), id=f"{id_}-choose"),
        h("div", choices, class_="choices", role="group", aria_labelledby=f"{id_}-choose"),
        h("p", id=f"{id_}-verdict", class_="verdict", role="status"),
        answer,
        class_="stack",
    )


def _name(labels: Mapping[str, str], text: str) -> str:
    return labels.get(text) or text


def _verdict(
    t: Translate, one: Lesson, worth: Worth, labels: Mapping[str, str], language: str
) -> str:
    best, text = one.worths[0], worth.move.text
    loss = best.margin - worth.margin
    if loss < 0.05:
        return t("review.right", move=_name(labels, text))
    return t(
        "review.wrong",
        move=_name(labels, text),
        best=_name(labels, best.move.text),
        loss=Figure(loss).text(language),
    )
