"""What is said of a choice is true: compared with the state after it, over random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import rollwrite as rw
from rollwrite.games.donnant.ui.names import place_of
from rollwrite.games.optional import OptionalDescriptions
from rollwrite.server.tables import queries
from rollwrite.texts import Message


class Choice:
    """A legal move, what is said of it, and the seat's position before and after."""

    def __init__(self, state: rw.State, seat: int, move: rw.Move) -> None:
        game = state.game
        describing = OptionalDescriptions.of(game.definition.descriptions)
        self.state, self.seat, self.move, self.rules = state, seat, move, game.rules
        self.act: Message | None = describing.act(game, state._record, seat, move.action)
        self.effect: Message | None = describing.effect(game, state._record, seat, move.action)
        self.after = queries.preview(state, seat, move.text).state

    @property
    def before(self) -> Any:
        return self.state._record.sheets[self.seat]

    @property
    def sheet(self) -> Any:
        return self.after._record.sheets[self.seat]


def choices(name: str, games: int = 3) -> Iterator[Choice]:
    for seed in range(games):
        rng = Random(seed)
        state = rw.game(name).start(2, seed=seed)
        while not state.over:
            if state.chance is not None:
                state = state.roll()
                continue
            seat = rng.choice(state.pending)
            move = rng.choice(state.moves(seat))
            yield Choice(state, seat, move)
            state = state.play(move)


def gone_on(choice: Choice) -> Any:
    return choice.after._record


def qwinto(one: Choice, key: str, told: Any) -> bool:
    rules, s = one.rules, one.state._record
    if key.startswith("effect.keep"):
        room = [0] * rules.MOVES
        later = queries.preview(one.state, one.seat, one.move.text).state._record
        fields = rules.legal(later, one.seat, room) - 1
        return bool(fields == told.get("count", 0))
    if key in ("effect.ends", "effect.last_miss"):
        return bool(gone_on(one).phase == rules.OVER)
    if key == "effect.row":
        return bool(
            sum(rules.written(one.sheet, row) == 9 for row in range(3))
            > sum(rules.written(one.before, row) == 9 for row in range(3))
        )
    if key == "effect.column":
        return bool(
            sum(rules.bonus_points(one.sheet, n) for n in range(5))
            > sum(rules.bonus_points(one.before, n) for n in range(5))
        )
    if key.startswith(("effect.right", "effect.left")):
        row, field = divmod(one.move.action - rules.WRITE_AT, 9)
        way = 1 if "right" in key else -1
        fits = set()
        for number in range(1, 19):
            room = [0] * rules.MOVES
            found = room[: rules.add_fields(one.sheet, row, number, room, 0)]
            column = rules.COLUMNS[row]
            for action in found:
                at = action - rules.WRITE_AT - 9 * row
                between = range(min(at, field) + 1, max(at, field))
                gap = not any(one.sheet.cells[row][column[n]] for n in between)
                if (at - field) * way > 0 and gap:
                    fits.add(number)
        if key.endswith("one"):
            return fits == {told["number"]}
        said = told["numbers"].values
        low, high = (said["low"], said["high"]) if "low" in said else (*said["head"], said["last"])
        return fits == set(range(low, high + 1))
    if key in {"effect.roll", "effect.reroll"}:
        return bool(s.phase in (rules.CHOOSE, rules.KEEP))
    return key.startswith("effect.lost")  # its count is that of the advice


def twenty_one(one: Choice, key: str, told: Any) -> bool:
    rules, s = one.rules, one.state._record
    if key.startswith("effect.keep"):
        fitting = sum(rules.fits(one.before, die, s.dice[die]) for die in range(rules.DICE))
        return bool(fitting == told.get("count", 0))
    if key == "effect.ends":
        return bool(gone_on(one).phase == rules.OVER)
    if key == "effect.row":
        return bool(one.sheet.row == one.before.row + 1 == told["row"] == told["next"] - 1)
    row = one.before.row
    if key.startswith("effect.hits"):
        return bool(rules.hits(one.sheet, row) - rules.hits(one.before, row) == told["count"])
    if key.startswith("effect.open"):
        return bool(list(one.sheet.cells[row]).count(0) == told["count"])
    return key == "effect.locked" and 1 in s.dice


def one_card(one: Choice, key: str, told: Any) -> bool:
    rules = one.rules
    if key == "effect.ends":
        return bool(gone_on(one).phase == rules.OVER)
    if key == "effect.finish":
        return bool(one.sheet.done == one.before.done + 1)
    place = one.move.action - rules.CARD_AT
    if key.startswith("effect.row"):
        gained = rules.full_rows(one.sheet, place) - rules.full_rows(one.before, place)
        return bool(gained == told["count"])
    if key.startswith("effect.lacks"):
        lengths = rules.LENGTHS[one.sheet.cards[place]]
        free = [n - one.sheet.ticks[place][c] for c, n in enumerate(lengths) if n]
        return bool(sum(sorted(free)[:3]) == told["count"])
    if key.startswith("effect.keep"):
        later = gone_on(one)
        best = 0
        for at in range(later.places):
            sheet = later.sheets[one.seat].copy()
            if rules.usable(sheet, at, later.counts):
                ticked = sum(sheet.ticks[at])
                boxes = sum(
                    n
                    for c, n in enumerate(later.counts)
                    if sheet.ticks[at][c] + n <= rules.LENGTHS[sheet.cards[at]][c]
                )
                best = max(best, boxes)
                assert ticked >= 0
        return bool(best == told.get("count", 0))
    return key == "effect.last_roll" and one.state._record.rolls == 2


def clever_kids(one: Choice, key: str, told: Any) -> bool:
    rules = one.rules
    if key.startswith("effect.star"):
        return bool(rules.stars(one.sheet) - rules.stars(one.before) == told["count"])
    if key == "effect.full":
        return bool(rules.complete(one.sheet) and not rules.complete(one.before))
    if key == "effect.bonus":
        return bool(sum(one.sheet.bonus) >= 1)
    if key.startswith("effect.joker"):
        return bool((one.before.hand & ~one.sheet.hand).bit_count() >= told["count"])
    return key == "effect.zone" and one.sheet.hand != 0


def donnant(one: Choice, key: str, told: Any) -> bool:
    record, sheet = gone_on(one), one.sheet
    if key == "effect.complete":
        return list(sheet.empty[: sheet.count]).count(0) == 1 + list(
            one.before.empty[: one.before.count]
        ).count(0)
    if key.startswith("effect.left"):
        picks = sum(1 for pick in record.picks if pick) if record.filling else 0
        place = place_of(one.move.text.split()[1])
        slot = one.rules.slot_at(sheet, place)
        return bool(told["count"] == sheet.empty[slot] - picks)
    if key == "effect.ninth":
        return bool(sheet.count + sum(1 for card in sheet.hand if card) == 9)
    if key == "effect.stop":
        return bool(one.state._record.rolls < 3)
    return key in (
        "effect.reroll", "effect.remove", "effect.joker", "effect.draw",
        "effect.scores", "effect.helps",
    )  # fmt: skip


TRUE: dict[str, Callable[[Choice, str, Any], bool]] = {
    "qwinto": qwinto, "twenty_one": twenty_one, "one_card": one_card,
    "clever_kids": clever_kids, "donnant": donnant,
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_is_said_of_a_choice_is_true(name: str) -> None:
    told: Counter[str] = Counter()
    for one in choices(name):
        assert one.act is not None
        assert all(len(one.act.text(language)) <= 40 for language in ("en", "fr", "de"))
        if one.effect is not None:
            key = one.effect.key
            told[key] += 1
            assert TRUE[name](one, key, one.effect.values), (one.move.text, key, one.effect.text())
    assert len(told) >= 4
