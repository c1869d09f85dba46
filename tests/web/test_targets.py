"""Everything that can be tapped on a phone is large enough, or far enough from its neighbours."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import Any

import pytest

import rollwrite as rw
from server.running import Browser
from web.conftest import Contexts
from web.player import Player, catch_up, sit_down

PHONE = {"width": 360, "height": 740}
# Sometimes nothing but passing is left.
LIVE = ("sheet", "tray", "press", "confirm")
LEAST = 24  # CSS pixels (WCAG 2.2, 2.5.8)
# Bars that stay in their place lie over whatever is scrolled under them; neighbours are what lies
# beside when they are part of the page.
TARGETS = """() => {
  const bars = [...document.body.querySelectorAll("*")]
    .filter((one) => ["fixed", "sticky"].includes(getComputedStyle(one).position));
  bars.forEach((one) => one.style.setProperty("position", "static", "important"));
  const found = "a[href], button, input, select, summary, [role=button]";
  const targets = [...document.querySelectorAll(found)]
    .filter((one) => one.checkVisibility() && !one.closest("[inert], .unseen, p, dd"))
    .map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { id: one.id || one.textContent.trim().slice(0, 40), x, y, width, height };
    })
    .filter(({ width, height }) => width > 1 && height > 1);
  bars.forEach((one) => one.style.removeProperty("position"));
  return targets;
}"""
Target = dict[str, Any]


def too_small(targets: list[Target]) -> list[str]:
    """The targets under 24 by 24 whose circle of that size touches another target's."""
    small = [t for t in targets if min(t["width"], t["height"]) < LEAST - 0.01]
    found = []
    for one in small:
        for other in targets:
            if other is not one and _gap(one, other, other in small) < LEAST / 2 - 0.01:
                size = f"{one['width']:.1f} x {one['height']:.1f}"
                found.append(f"{one['id']} is {size}, and {other['id']} is next to it")
                break
    return found


def with_a_finger(targets: list[Target]) -> list[Target]:
    """What is tapped as it lies: on a dense sheet the first tap comes closer (test_touch.py)."""
    sheet = [one for one in targets if one["id"].startswith("sheet")]
    apart = [dist(one, other) for one, other in combinations(map(_middle, sheet), 2)]
    dense = min(apart, default=LEAST) < LEAST - 0.01
    return [one for one in targets if not dense or one not in sheet]


def _gap(one: Target, other: Target, small: bool) -> float:
    """From the middle of a target to another target; of small ones, to the circle around it."""
    x, y = _middle(one)
    if small:
        u, v = _middle(other)
        return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5) - LEAST / 2
    dx = max(other["x"] - x, 0, x - other["x"] - other["width"])
    dy = max(other["y"] - y, 0, y - other["y"] - other["height"])
    return float((dx * dx + dy * dy) ** 0.5)


def _middle(one: Target) -> tuple[float, float]:
    return one["x"] + one["width"] / 2, one["y"] + one["height"] / 2


def test_small_targets_are_found() -> None:
    def at(x: float, size: float) -> Target:
        return {"id": f"{x}", "x": x, "y": 0.0, "width": size, "height": size}

    assert too_small([at(0, 20), at(20, 20)])
    assert too_small([at(0, 20), at(21, 30)])
    assert not too_small([at(0, 24), at(24, 24)])
    assert not too_small([at(0, 10), at(30, 10)]), "far enough from each other"
    assert too_small([at(0, 23.7), at(23.7, 23.7)]), "no reason to come closer"


@pytest.mark.parametrize("game", rw.games())
def test_targets_at_a_table(new_context: Contexts, anna: Browser, game: str) -> None:
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    bots = ["bot"] * (max(2, rw.game(game).seats.start) - 1)
    table = anna.begin(game, "bots", "me", *bots)
    sit_down(page, anna, table)
    player = Player(page, 3)
    seen: dict[str, None] = {}
    for step in range(25):
        now = player.wait()
        if now["status"] == "over":
            break
        targets = page.evaluate(TARGETS)
        assert any(target["id"].startswith(LIVE) for target in targets)
        seen |= dict.fromkeys(too_small(with_a_finger(targets)))
        assert anna.decide(table, step * 7) is not None
        catch_up(page, anna, table)
    assert not seen, "\n".join(seen)


def test_targets_on_pages(new_context: Contexts, address: str) -> None:
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    seen: list[str] = []
    for path in ["", "daily", "about", "api", *(f"rules/{game}" for game in rw.games())]:
        page.goto(f"{address}/{path}")
        seen += [f"{path}: {found}" for found in too_small(page.evaluate(TARGETS))]
    assert not seen, "\n".join(seen)
