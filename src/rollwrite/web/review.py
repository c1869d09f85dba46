"""The review of a game: the curve, luck and skill, and decisions to try again before the answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from rollwrite.coach import Review
from rollwrite.coach.judge import Worth
from rollwrite.coach.page import account, answer, more, question
from rollwrite.coach.phrases import part_names
from rollwrite.coach.pictures import bars, curve
from rollwrite.coach.report import Lesson, Portrait, how, portraits, searched
from rollwrite.draw.shapes import Drawing
from rollwrite.games.optional import OptionalNotation
from rollwrite.play.registry import game as find
from rollwrite.texts import Figure, speaker, texts_of
from rollwrite.web.html import Html, h
from rollwrite.web.pictures import picture, plain
from rollwrite.web.shell import document, icon
from rollwrite.web.translate import Translate, translator

say = speaker("rollwrite.coach")
EQUAL = 0.05  # points that are not worth telling
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
        h("p", how(review).text(language)),
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
        Html(more(one, language)),
        class_="seat",
        data_seat=one.seat,
    )


def _lesson(t: Translate, one: Lesson, number: int, name: str, language: str) -> Html:
    """A moment to try again on the sheet itself; of several the first is unfolded."""
    id_ = f"lesson-{one.seat}-{number}"
    state = one.state
    shown = {"tray": state.tray(), "market": state.market(), "sheet": state.sheet(one.seat)}
    drawings = {kind: drawing for kind, drawing in shown.items() if drawing}
    return h(
        "details",
        h("summary", h("h4", question(one, language))),
        h(
            "div",
            _moment(drawings, name, language),
            _answer(t, id_, one, drawings.values(), language),
            class_="try",
        ),
        class_="lesson card",
        data_lesson=_moves(t, one, language),
        open=number == 0,
    )


def _moves(t: Translate, one: Lesson, language: str) -> str:
    """What the scripts know of a moment: the parts of each move, and what is said of it."""
    game, record = one.state.game, one.state._record
    notation = OptionalNotation.of(game.definition.notation)
    moves = [
        {
            "text": worth.move.text,
            "parts": worth.move.parts,
            "label": one.phrases[worth.move.text],
            "verdict": _verdict(t, one, worth, language),
        }
        for worth in sorted(one.worths, key=lambda worth: worth.move.action)
    ]
    alike = notation.alike(game, record, one.seat)
    aliases = dict(notation.aliases(game, record, one.seat))
    return json.dumps({"moves": moves, "alike": alike, "aliases": aliases})


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


def _answer(
    t: Translate, id_: str, one: Lesson, drawings: Iterable[Drawing], language: str
) -> Html:
    """What is not drawn and can be chosen, the button that asks, the verdict, and the answer."""
    drawn = {part for drawing in drawings for part in part_names(drawing)}
    texts = texts_of(one.state.game.definition.package, language)
    parts = dict.fromkeys(part for worth in one.worths for part in worth.move.parts)
    buttons = [
        h(
            "button",
            texts.get(f"button.{part}", part),
            type="button",
            class_="plain",
            data_part=part,
            aria_pressed="false",
        )
        for part in parts
        if part not in drawn
    ]
    check = h(
        "button",
        t("review.pick"),
        type="button",
        class_="check",
        disabled=True,
        aria_describedby=f"{id_}-verdict",
    )
    return h(
        "div",
        h("p", t("review.choose"), id=f"{id_}-choose"),
        h("div", buttons, class_="choices", role="group", aria_labelledby=f"{id_}-choose")
        if buttons
        else None,
        h("p", check),
        h("p", id=f"{id_}-verdict", class_="verdict", role="status"),
        Html(answer(one, language)),
        class_="stack",
    )


def _verdict(t: Translate, one: Lesson, worth: Worth, language: str) -> str:
    best, move = one.worths[0], one.phrases[worth.move.text]
    loss = best.margin - worth.margin
    if loss < EQUAL:
        return t("review.right", move=move)
    told = one.phrases[best.move.text]
    return t("review.wrong", move=move, best=told, loss=Figure(loss).text(language))
