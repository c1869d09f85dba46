"""Chance: outcomes that add up, read as they are written, and fall as often as they say."""

from __future__ import annotations

from collections import Counter
from functools import partial

from rollwrite.kernel.rng import seeded
from rollwrite.play.state import State
from rollwrite.testing.decisions import refused
from rollwrite.testing.inspection import Inspection

MANY = 1_000  # chance events with more outcomes are enumerated once
STREAM = 1 << 40  # where the draws of this check are, far from those of games
COMPARED = 12  # chance events of one kind with different numbers of outcomes that are drawn


def check_chance(look: Inspection, state: State, rolled: State, told: str) -> None:
    """A roll that happened is one of the outcomes, and is read as it is written."""
    event = rolled.log.events[-1].text
    name = str(state.chance)
    if name not in look.enumerated:
        outcomes = _outcomes(look, state)
        if len(outcomes) > MANY:
            look.enumerated.add(name)
        look.that(event in outcomes, "chance", "notation.outcomes", f"lacks {event}, which fell")
        kind = (name, len(outcomes))
        if kind not in look.drawn_from and len(look.drawn_from) < COMPARED:
            look.drawn_from.add(kind)
            with look.guard("drawing chance events"):
                _compare_draws(look, state)
    same = state.roll(event) == rolled and state.roll(event.lower()) == rolled
    what = f"{event!r} is read as another event than it is written for"
    look.that(same, "chance", "notation.read_event", what)
    reason = refused(partial(state.play, told, 0))
    look.that(reason is not None, "chance", "State", f"{told!r} is played while chance is due")
    others = sorted(look.events - {event})
    for text in ("?!", *look.random.sample(others, min(2, len(others)))):
        reason = refused(partial(state.roll, text))
        if reason is not None:
            look.ear.hear(reason.message, "notation.read_event")
        look.that(reason is not None or text != "?!", "chance", "notation.read_event", "takes '?!'")
    look.events.add(event)


def _outcomes(look: Inspection, state: State) -> dict[str, float]:
    found = state.chance_outcomes()
    counted = Counter(text for text, _ in found)
    twice = next((text for text, times in counted.items() if times > 1), None)
    what = f"gives {twice} more than once: merge equal events and add their weights"
    look.that(twice is None, "chance", "notation.outcomes", what)
    right = all(chance > 0 for _, chance in found)
    look.that(right, "chance", "notation.outcomes", "gives a weight that is not above 0")
    total = sum(chance for _, chance in found)
    what = f"gives chances that add up to {total:.6f}, not to one"
    look.that(abs(total - 1) < 1e-9, "chance", "notation.outcomes", what)
    return dict(found)


def _compare_draws(look: Inspection, state: State) -> None:
    """Draw events, and see that whole ones and each of their numbers fall as outcomes say."""
    rules, record = look.game.rules, state._record
    exact: Counter[tuple[int, ...]] = Counter()
    for event, weight in look.game.definition.notation.outcomes(look.game, record):
        exact[tuple(event)] += weight
    drawn: Counter[tuple[int, ...]] = Counter()
    rng, draws = [0, 0], look.effort.draws
    seeded(rng, look.seed, STREAM + len(look.drawn_from))
    for _ in range(draws):
        event = [0] * rules.EVENT
        rules.sample(record, event, rng)
        drawn[tuple(event)] += 1
    strange = next((event for event in drawn if event not in exact), None)
    what = f"lacks the event {strange}, which sample draws"
    if not look.that(strange is None, "chance", "notation.outcomes", what):
        return
    tables = [(exact, drawn)] if 10 * len(exact) <= draws else []
    tables += [(_part(exact, number), _part(drawn, number)) for number in range(rules.EVENT)]
    for weights, counts in tables:
        if (worst := _apart(weights, counts)) is not None:
            share, seen = weights[worst] / weights.total(), counts[worst] / draws
            shown = " ".join(map(str, worst))
            what = (
                f"gives {shown} a chance of {share:.3f}, but sample draws it {seen:.3f} of the time"
            )
            look.report.add("chance", "notation.outcomes", what, look.at)
            return


def _part(table: Counter[tuple[int, ...]], number: int) -> Counter[tuple[int, ...]]:
    """How often each value of one number of the events comes."""
    found: Counter[tuple[int, ...]] = Counter()
    for event, weight in table.items():
        found[event[number : number + 1]] += weight
    return found


def _apart(
    weights: Counter[tuple[int, ...]], counts: Counter[tuple[int, ...]]
) -> tuple[int, ...] | None:
    """The event that fell most wrongly, if it, or all together (chi-squared), cannot be luck.

    The limits are so many standard deviations away that a right game stays below them.
    """
    total, draws = weights.total(), counts.total()
    terms = {
        event: (counts[event] - (mean := draws * weight / total)) ** 2 / mean
        for event, weight in weights.items()
    }
    worst = max(terms, key=lambda event: terms[event])
    mean, free = draws * weights[worst] / total, max(len(terms) - 1, 1)
    alone = abs(counts[worst] - mean) > 6.5 * mean**0.5 + 8
    together = sum(terms.values()) > free + 9 * (2 * free) ** 0.5 + 30
    return worst if alone or together else None
