"""Statistics of one game: how many, how well, how lucky, and at which level one plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, inf, sqrt
from statistics import fmean, median, stdev
from typing import NamedTuple

from rollwrite.coach.levels import ENOUGH, SURE, Loss, level_losses, per_decision, plays_like
from rollwrite.draw.chart import Axis, Bin, Series, Span, chart, histogram, intervals
from rollwrite.play.registry import game as find
from rollwrite.texts import Figure
from rollwrite.web.choices import variant_name
from rollwrite.web.html import Html, h
from rollwrite.web.pictures import plain
from rollwrite.web.shell import document
from rollwrite.web.translate import Translate, translator

BINS, FEWEST_BINS, LATELY = 24, 12, 10
WIDE, NARROW = 620.0, 380.0


class Played(NamedTuple):
    """A finished game of a player; without luck and loss, it was not reviewed."""

    variant: str | None
    seats: int
    score: int
    won: bool
    luck: float | None = None
    loss: float | None = None
    decisions: int | None = None
    counted: bool = True  # whether a bot or hints had no part in its decisions


def stats_page(
    language: str, name: str, played: Sequence[Played], waiting: int, newest: int | None = None
) -> str:
    """Every kind of a game by itself: alone and with others, and each variant.

    ``newest`` is how many games were looked at, where there are more.
    """
    t = translator(language)
    game = find(name, language=language)
    kinds: dict[tuple[str | None, bool], list[Played]] = {}
    for one in played:
        kinds.setdefault((one.variant, one.seats == 1), []).append(one)
    parts = [
        _kind(t, language, name, variant, alone, some)
        for (variant, alone), some in sorted(kinds.items(), key=lambda kind: -len(kind[1]))
    ]
    title = t("stats.of", game=game.name)
    coming = h("p", t("stats.waiting", count=waiting), role="status", class_="card")
    main = h(
        "main",
        h("h1", title),
        h("p", h("a", t("games.title"), href=f"/games?game={name}", class_="button plain")),
        coming if waiting else None,
        h("p", t("stats.newest", count=newest), class_="facts") if newest else None,
        parts or h("p", t("games.none"), class_="lead"),
        h("p", t("stats.how"), class_="facts"),
        id="main",
        class_="read people",
    )
    return document(language, title, "games", main)


def _kind(
    t: Translate, language: str, name: str, variant: str | None, alone: bool, some: list[Played]
) -> Html:
    title = t("stats.alone" if alone else "stats.together")
    if variant:
        title = f"{variant_name(language, variant)} · {title}"
    parts: list[Html | None] = [_figures(t, language, some, alone=alone)]
    if len(some) >= ENOUGH:
        parts += [_distribution(t, language, some), _trend(t, language, some)]
    else:
        parts.append(h("p", t("stats.few", count=ENOUGH), class_="facts"))
    parts.append(_luck(t, language, some))
    parts.append(_levels(t, language, name, variant, some))
    return h("section", h("h2", title), parts, class_="card stats")


def _figures(t: Translate, language: str, some: Sequence[Played], *, alone: bool) -> Html:
    scores = [one.score for one in some]
    rows = [
        (t("stats.games"), str(len(some))),
        (t("stats.mean"), _mean(language, scores)),
        (t("stats.best"), str(max(scores))),
    ]
    if not alone:
        won = sum(one.won for one in some)
        share = Figure(won / len(some), ".0%").text(language)
        rows.append((t("stats.won"), f"{won} ({share})"))
    return h("dl", [h("div", h("dt", term), h("dd", value)) for term, value in rows],
             class_="figures")  # fmt: skip


def _mean(language: str, values: Sequence[float], form: str = ".1f") -> str:
    """A mean with its 95 % interval, once there are enough values to tell one."""
    mean = Figure(fmean(values), form).text(language)
    if len(values) < ENOUGH:
        return mean
    half = Figure(SURE * stdev(values) / sqrt(len(values))).text(language)
    return f"{mean} ± {half}"


def _figure(made: Mapping[float, str], words: str, table: Html | None = None) -> Html:
    """A plot for wide and for narrow pages, and the same in words."""
    return h(
        "figure",
        h("div", plain(made[WIDE]), class_="wide-only"),
        h("div", plain(made[NARROW]), class_="narrow-only"),
        h("figcaption", words, table),
        class_="chart",
    )


def _distribution(t: Translate, language: str, some: Sequence[Played]) -> Html:
    scores = sorted(one.score for one in some)
    quarters = [scores[round(share * (len(scores) - 1))] for share in (0.25, 0.75)]
    words = t("stats.distribution_words", low=quarters[0], high=quarters[1],
              middle=Figure(median(scores), "g").text(language))  # fmt: skip
    return _figure(score_histogram(t("stats.distribution"), Counter(scores), language), words)


def score_histogram(
    title: str, counts: Mapping[int, int], language: str, own: int | None = None
) -> dict[float, str]:
    """How often each score came up, as plots of two widths; ``own`` is marked."""
    t = translator(language)
    low, high = min(counts), max(counts)
    missing = max(0, FEWEST_BINS - 1 - (high - low))  # a single score is no wall
    low, high = low - missing // 2, high + missing - missing // 2
    width = max(1, ceil((high - low + 1) / BINS))
    heights: Counter[int] = Counter()
    for score, count in counts.items():
        heights[(score - low) // width] += count
    place = None if own is None else (own - low) // width
    bins = [
        Bin(low + n * width, low + (n + 1) * width, heights[n], t("stats.you") * (n == place))
        for n in range((high - low) // width + 1)
    ]
    x = Axis(t("stats.points"), low, low + len(bins) * width, language=language, whole=True)
    y = Axis(t("stats.games"), 0, 1.12 * max(heights.values()), language=language, whole=True)
    return {size: histogram(title, x, y, bins, width=size) for size in (WIDE, NARROW)}


def _trend(t: Translate, language: str, some: Sequence[Played]) -> Html:
    scores = [float(one.score) for one in some]
    each = [(float(n), score) for n, score in enumerate(scores, 1)]
    lately = [(float(n), fmean(scores[n - LATELY : n])) for n in range(LATELY, len(scores) + 1)]
    series = [Series(t("stats.each"), each)]
    if lately:
        series.append(Series(t("stats.lately", count=LATELY), lately))
    low, high = min(scores), max(scores)
    x = Axis(t("stats.number"), 1, max(2, len(scores)), language=language, whole=True)
    y = Axis(t("stats.points"), low, high + 0.05 * (high - low or 1), language=language)
    title = t("stats.trend")
    made = {size: chart(title, x, y, series, width=size) for size in (WIDE, NARROW)}
    half = len(scores) // 2
    words = t("stats.trend_words", first=Figure(fmean(scores[:half])).text(language),
              second=Figure(fmean(scores[half:])).text(language))  # fmt: skip
    return _figure(made, words)


def _luck(t: Translate, language: str, some: Sequence[Played]) -> Html | None:
    lucks = [one.luck for one in some if one.luck is not None]
    if len(lucks) < ENOUGH:
        return None
    words = t(
        "stats.luck_words",
        count=len(lucks),
        mean=_mean(language, lucks, "+.1f"),
        spread=Figure(stdev(lucks)).text(language),
        high=Figure(max(lucks), "+.1f").text(language),
        low=Figure(min(lucks), "+.1f").text(language),
    )
    return h("div", h("h3", t("stats.luck")), h("p", words))


def _levels(
    t: Translate, language: str, name: str, variant: str | None, some: Sequence[Played]
) -> Html | None:
    """What a decision costs on average, beside what it costs the four levels of bots."""
    judged = [
        (one.loss, one.decisions)
        for one in some
        if one.loss is not None and one.decisions and one.counted
    ]
    if not judged:
        return None
    if len(judged) < ENOUGH:
        return h("p", t("stats.few_reviews", count=len(judged), enough=ENOUGH), class_="facts")
    own = per_decision(judged)
    levels = level_losses(find(name, variant=variant), some[0].seats)
    words = t("stats.loss_words", count=own.games, mean=_points(language, own.mean),
              half=_points(language, own.half))  # fmt: skip
    if not levels or own.half == inf:
        return h("div", h("h3", t("stats.loss")), h("p", words))
    low, high = plays_like(own, levels)
    names = {level: t(f"level.{level}") for level in levels}
    like = t("stats.like", level=names[low])
    if low != high:
        like = t("stats.between", low=names[low], high=names[high])
    made = {size: _spans(t, language, own, levels, size) for size in (WIDE, NARROW)}
    listed = "; ".join(
        f"{names[level]} {_points(language, loss.mean)}" for level, loss in levels.items()
    )
    return h(
        "div",
        h("h3", t("stats.loss")),
        h("p", h("strong", like)),
        _figure(made, f"{words} {listed}."),
    )


def _spans(t: Translate, language: str, own: Loss, levels: Mapping[str, Loss], width: float) -> str:
    rows = [
        Span(t(f"level.{level}"), loss.mean, loss.mean - loss.half, loss.mean + loss.half)
        for level, loss in levels.items()
    ]
    you = Span(t("stats.you"), own.mean, max(0.0, own.mean - own.half), own.mean + own.half, True)
    most = max(row.high for row in (*rows, you))
    x = Axis(t("stats.per_decision"), 0.0, 1.05 * most or 1.0, language=language)
    side = 150.0 if width > NARROW else 104.0
    return intervals(t("stats.loss"), x, [you, *rows], width=width, side=side)


def _points(language: str, value: float) -> str:
    return Figure(value, ".2f").text(language)
