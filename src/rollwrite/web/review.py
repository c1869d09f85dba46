"""The review of a game: the curve, luck and skill, and decisions to try again before the answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from rollwrite.coach import Review
from rollwrite.coach.judge import Worth
from rollwrite.coach.page import account, answer, more
from rollwrite.coach.phrases import part_names
from rollwrite.coach.report import Finest, Lesson, Portrait, how, portraits, searched, signed
from rollwrite.draw.shapes import Drawing
from rollwrite.games.optional import OptionalNotation
from rollwrite.play.registry import game as find
from rollwrite.texts import Figure, speaker, texts_of
from rollwrite.web.html import Html, h
from rollwrite.web.pictures import picture
from rollwrite.web.review_charts import balance_card, chance_card
from rollwrite.web.shell import document, icon
from rollwrite.web.translate import Translate, translator

say = speaker("rollwrite.coach")
EQUAL = 0.05  # points that are not worth telling


def review_page(
    language: str,
    table: str,
    game: str,
    content: str | None,
    opened: Iterable[int] = (),
    outcome: str | None = None,
) -> str:
    """A review; without content, a page that says it is being made and looks for it.

    The seats in ``opened`` are unfolded, the others can be; ``outcome`` is what the game came to
    for whoever looks: won, lost or shared, if it did.
    """
    t = translator(language)
    name = find(game, language=language).name
    title = say("title", game=name).text(language)
    ways = (
        ("back", t("review.table"), f"/t/{table}"),
        ("watch", t("review.replay"), f"/replay/{table}"),
    )
    back, again = (
        h("a", icon(way), class_="button quiet", href=href, aria_label=label, title=label)
        for way, label, href in ways
    )
    head = h("h1", t(f"review.how_{outcome}") if outcome else title)
    waiting = h(
        "div",
        h("p", t("review.waiting"), class_="lead", role="status"),
        h("p", h("a", t("review.look"), href=f"/review/{table}", class_="button plain")),
        id="waiting",
        class_="card",
    )
    main = h(
        "main",
        h("div", back, head, again, class_="review-head"),
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
    rough = h("p", h("strong", searched(review).text(language))) if not review.learnt else None
    several = review.state.seats > 1
    explained = how(review).text(language)
    found = portraits(review, names, language)
    return h("div", rough, [_seat(t, one, several, explained, language) for one in found])


def _seat(t: Translate, one: Portrait, several: bool, explained: str, language: str) -> Html:
    lessons = [
        (lesson.turn, _lesson(t, lesson, number, one.name, language))
        for number, lesson in enumerate(one.lessons)
    ]
    if one.finest:
        lessons.append((one.finest.turn, _finest(t, one.finest, language)))
    moments = [drawn for _, drawn in sorted(lessons, key=lambda moment: moment[0])]
    return h(
        "details",
        h("summary", h("h2", one.headline)),
        h(
            "div",
            chance_card(t, one, language) if several else None,
            balance_card(one, language),
            class_="charts",
        ),
        h("h3", say("again").text(language)),
        moments if one.lessons else [h("p", say("no_mistakes").text(language)), moments],
        Html(more(one, language)),
        h(
            "details",
            h("summary", t("review.figures")),
            h("p", explained),
            h("div", Html(account(one, language)), class_="account card"),
            class_="more",
        ),
        class_="seat",
        data_seat=one.seat,
    )


def _finest(t: Translate, one: Finest, language: str) -> Html:
    """The choice that mattered most, in words: there is nothing to try again."""
    told = t("review.finest", move=one.move)
    points = t("review.points", points=signed(one.lead, language))
    return h(
        "section",
        h("h4", t("review.turn", turn=one.turn), h("span", points, class_="gain")),
        h("p", f"{told} {one.reason}".rstrip()),
        class_="fine card",
    )


def _lesson(t: Translate, one: Lesson, number: int, name: str, language: str) -> Html:
    """A moment to try again on the sheet itself: what was better is for the player to find."""
    id_ = f"lesson-{one.seat}-{number}"
    state = one.state
    points = t("review.points", points=signed(-one.loss, language))
    shown = {"tray": state.tray(), "market": state.market(), "sheet": state.sheet(one.seat)}
    drawings = {kind: drawing for kind, drawing in shown.items() if drawing}
    return h(
        "details",
        h(
            "summary",
            h("h4", t("review.turn", turn=one.turn), h("span", points, class_="loss")),
            h("p", t("review.played", move=one.phrases[one.chosen.move.text])),
        ),
        h(
            "div",
            h("p", h("strong", state.prompt(one.seat))),
            _moment(drawings, name, language),
            _answer(t, id_, one, drawings.values(), language),
            class_="try",
        ),
        class_="lesson card",
        data_lesson=_moves(t, one, language),
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
