"""Advice tells the truth: its figures against plain play, in positions of random games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

import rollwrite as rw
from rollwrite import State
from rollwrite.games.clever_kids.rules import TICK
from rollwrite.games.clever_kids.ui import advice as clever_kids
from rollwrite.games.donnant.rules.record import REROLL
from rollwrite.games.donnant.ui import card_outlook
from rollwrite.games.kit.reasons import share
from rollwrite.games.one_card import advice as one_card
from rollwrite.games.one_card.rules import DICE
from rollwrite.games.optional import OptionalNotation
from rollwrite.games.qwinto import advice as qwinto
from rollwrite.games.twenty_one import advice as twenty_one
from rollwrite.texts import LANGUAGES, Message


def boxes() -> list[rw.Game]:
    """Every game in every variant."""
    found = []
    for name in rw.games():
        game = rw.game(name)
        found += [rw.game(name, variant=v) for v in game.definition.variants] or [game]
    return found


def moments(game: rw.Game, seed: int, seats: int | None = None) -> Iterator[State]:
    """The states of random games in which somebody decides."""
    random = Random(seed)
    while True:
        state = game.start(seats or random.choice(list(game.seats)), random.randrange(1 << 30))
        while not state.over:
            if state.chance:
                state = state.roll()
            else:
                yield state
                state = state.play(random.choice(state.moves(random.choice(state.pending))))


def some(
    game: rw.Game, wanted: Callable[[State], bool], count: int, seats: int | None = None
) -> list[State]:
    """Some such states, far apart."""
    fitting = (state for state in moments(game, 7, seats) if wanted(state))
    return list(islice(fitting, 0, 5 * count, 5))


@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_every_pair_of_moves_can_be_asked_for(game: rw.Game) -> None:
    advice, random, said = game.definition.advice, Random(3), 0
    assert advice is not None
    for state in islice(moments(game, 11), 300):
        seat = random.choice(state.pending)
        moves = [move.action for move in state.moves(seat)]
        before = state._record.values()
        for _ in range(3):
            action, other = random.choice(moves), random.choice(moves)
            found = advice.why(game, state._record, seat, action, other)
            assert found is None or action != other
            if found is not None:
                said += 1
                texts = [found.text(language) for language in LANGUAGES]
                assert len(set(texts)) == len(LANGUAGES), texts
                assert all(text[-1] == "." and "{" not in text for text in texts), texts
        assert state._record.values() == before
    assert said > 100


@pytest.mark.parametrize("name", ["qwinto", "twenty_one", "one_card"])
def test_answers_that_wait_are_not_given_away(name: str) -> None:
    game, random = rw.game(name), Random(5)
    assert game.definition.advice is not None
    why = game.definition.advice.why
    for state in some(game, lambda state: len(state.pending) > 1, 60):
        seat, hidden = random.sample(state.pending, 2)
        moves = [move.action for move in state.moves(seat)]
        action, other = random.choice(moves), random.choice(moves)
        later = state.play(random.choice(state.moves(hidden)))
        told = [why(game, each._record, seat, action, other) for each in (state, later)]
        assert told[0] == told[1]


def rolled(state: State) -> Iterator[tuple[State, float]]:
    """What chance can lead to."""
    for event, probability in state.chance_outcomes():
        yield state.roll(event), probability


def hundredth(probability: float) -> int:
    return share(round(probability * 6**6), 6**6)


def test_qwinto_rolls_that_fit() -> None:
    for state in some(rw.game("qwinto"), lambda s: s.position()["phase"] == "choose", 6):
        seat, sheet = state.active, state._record.sheets[state.active]
        fitting = []
        for move in state.moves(seat):
            after = [(s.play("keep"), chance) for s, chance in rolled(state.play(move))]
            fitting.append(sum(chance for s, chance in after if len(s.moves(seat)) > 1))
            assert qwinto.falls(sheet, move.action + 1).fitting == hundredth(fitting[-1])
        assert qwinto.open_rolls(sheet) == pytest.approx(100 * sum(fitting) / 7, abs=0.51)


def _written(row: list[int]) -> int:
    return len(row) - row.count(0)


def test_qwinto_rolls_that_complete_a_row_or_column() -> None:
    def late(state: State) -> bool:
        sheet = state._record.sheets[state.active]
        return state.position()["phase"] == "choose" and sum(map(_written, sheet.cells)) > 9

    found = []
    for state in some(rw.game("qwinto"), late, 4, seats=1):
        for text in ("roll O", "roll YP"):
            prized = 0.0
            for after, chance in rolled(state.play(text)):
                written = [m for m in after.play("keep").moves(0) if str(m) != "pass"]
                gains = [
                    sum(after.play("keep").play(m).scores()) - sum(state.scores()) for m in written
                ]
                # A number alone brings a point; a full row of nine loses what its numbers brought.
                prized += chance if any(gain != 1 for gain in gains) else 0
            dice = state.game.definition.notation.read(state.game, state._record, 0, text)
            assert dice is not None
            assert qwinto.falls(state._record.sheets[0], dice + 1).prized == hundredth(prized)
            found.append(prized)
    assert any(found)


@pytest.mark.parametrize("hitting", [False, True])
def test_twenty_one_rerolls_that_fit_or_hit(hitting: bool) -> None:
    def few(state: State) -> bool:
        rolling = 6 - int(state._record.dice.count(1))
        return bool(state.position()["phase"] == "keep" and 1 <= rolling <= 3)

    for state in some(rw.game("twenty_one"), few, 4):
        seat, found, rich = state.active, [0.0] * 7, 0.0
        own = state._record.sheets[seat]
        wanted = twenty_one.points_now(state._record, own)
        for after, chance in rolled(state.play("reroll")):
            sheet = after._record.sheets[seat]
            rich += chance * (twenty_one.points_now(after._record, sheet) >= wanted)
            best = max((str(move) for move in after.moves(seat)), key=len).removeprefix("write ")
            dice = set() if best == "cross" else {"RYGBWK".index(letter) for letter in best}
            if hitting:
                places = after.game.rules.PLACES[sheet.model][sheet.row]
                numbers = after.game.rules.NUMBERS[sheet.row]
                dice = {die for die in dice if numbers[places[die]] == after._record.dice[die]}
            found[len(dice)] += chance
        for count in range(1, 7):
            told = twenty_one.at_least(state._record, own, hitting, count)
            assert told == hundredth(sum(found[count:]))
        assert twenty_one.points_later(state._record, own, wanted) == hundredth(rich)


def test_one_card_next_rolls() -> None:
    def keeping(state: State) -> bool:
        return bool(state.position()["phase"] == "keep")

    for state in some(rw.game("one_card"), keeping, 8):
        seat, rest = state.active, Random(1)
        move = rest.choice([m for m in state.moves(seat) if 0 < m.action.bit_count() <= 2])
        finishing = filling = ticks = 0.0
        for after, chance in rolled(state.play(move)):
            marking = after.play("keep") if keeping(after) else after
            results = [_marked(marking, seat, m.text) for m in marking.moves(seat)]
            finishing += chance * any(done for done, _, _ in results)
            filling += chance * any(full for _, full, _ in results)
            ticks += chance * max(count for _, _, count in results)
        told = one_card.outlook(one_card.next_falls(state.game, state._record, seat, move.action))
        assert told[:2] == (hundredth(finishing), hundredth(filling))
        assert told.ticks == pytest.approx(100 * ticks, abs=0.51)
        assert move.action < 1 << DICE


def _marked(state: State, seat: int, text: str) -> tuple[bool, bool, int]:
    """Whether using a card finishes it or fills a row of it, and how many boxes it ticks."""
    if text == "pass":
        return False, False, 0
    place, rules = int(text[-1]) - 1, state.game.rules
    sheet = state._record.sheets[seat].copy()
    card, before = sheet.cards[place], sheet.ticks[place][:]
    counts = [state._record.dice.count(colour + 1) for colour in range(6)]
    free = [rules.LENGTHS[card][colour] - before[colour] for colour in range(6)]
    used = [counts[c] if 0 < counts[c] <= free[c] else 0 for c in range(6)]
    rules.use_dice(sheet, place, state._record.counts)
    finished = sheet.done > state._record.sheets[seat].done
    return finished, any(used[c] == free[c] > 0 for c in range(6)), sum(used)


def test_clever_kids_stars_within_reach() -> None:
    def choosing(state: State) -> bool:
        return state.seats == 1 and str(state.moves(0)[0]).startswith("zone")

    for state in some(rw.game("clever_kids"), choosing, 12, seats=1):
        for move in state.moves(0):
            after = clever_kids.After(state.game, state._record, 0, move.action)
            assert after.reach is not None
            assert after.reach.stars == _most_stars(state.play(move))


def _most_stars(state: State) -> int:
    """The most stars that ticking with the dice leads to."""
    most = state.scores()[0]
    if state._record.sheets[0].step == TICK:
        most = max(most, *(_most_stars(state.play(move)) for move in state.moves(0)))
    return most


def test_donnant_cards_that_the_next_roll_completes() -> None:
    def deciding(state: State) -> bool:
        sheet = state._record.sheets[state.active]
        near = any(0 < sheet.empty[slot] < 3 for slot in range(sheet.count))
        return state.position()["phase"] == "decide" and near

    completed = 0
    for state in some(rw.game("donnant", variant="solo"), deciding, 4):
        sheet = state._record.sheets[0]
        for move in state.moves(0)[1:13:3]:
            dice = move.action - REROLL
            if not 0 < dice.bit_count() <= card_outlook.MOST_ROLLED:
                continue
            found = dict.fromkeys(range(sheet.count), 0)
            for after, _ in rolled(state.play(move)):
                stop = [m for m in after.moves(0) if str(m) == "stop"]
                acting = after.play("stop") if stop else after
                fills = {str(m).split()[1] for m in acting.moves(0) if str(m).startswith("fill")}
                for slot in found:
                    found[slot] += _place(sheet.place[slot]) in fills
            assert card_outlook.completing(state.game.rules, state._record, 0, dice) == found
            completed += sum(found.values())
    assert completed


def _place(place: int) -> str:
    return f"{'abcde'[place % 5]}{place // 5 + 1}"


def test_donnant_points_for_a_completed_card() -> None:
    def filling(state: State) -> bool:
        return any(str(move).startswith("fill") for move in state.moves(state.pending[0]))

    for state in some(rw.game("donnant"), filling, 10):
        seat = state.pending[0]
        move = next(m for m in state.moves(seat) if str(m).startswith("fill"))
        place, before = str(move).split()[1], state._record.sheets[seat]
        slot = [_place(at) for at in before.place[: before.count]].index(place)
        after = state.play(move)
        while after._record.filling:
            after = after.play(after.moves(seat)[0])
        gained = after.scores()[seat] - state.scores()[seat]
        assert card_outlook.gain(state.game.rules, before, slot) == gained


def reasons(game: rw.Game, seed: int, count: int) -> Iterator[tuple[State, int, int, int, Message]]:
    """Reasons that are given for one of two moves in random games: state, seat, both, reason."""
    advice, random = game.definition.advice, Random(seed)
    assert advice is not None
    for state in islice(moments(game, seed), count):
        seat = random.choice(state.pending)
        legal = [move.action for move in state.moves(seat)]
        for _ in range(2):
            action, other = random.choice(legal), random.choice(legal)
            found = advice.why(game, state._record, seat, action, other)
            if found is not None:
                yield state, seat, action, other, found


@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_points_scored_more_are_what_the_rules_score_more(game: rw.Game) -> None:
    """Over 1,000 positions: "This scores 3 more right away"."""
    preview = OptionalNotation.of(game.definition.notation).preview
    for state, seat, action, other, found in reasons(game, 21, 1000):
        if found.key == "advice.more":
            here, there = (
                game.rules.score(preview(game, state._record, seat, each), seat)
                for each in (action, other)
            )
            assert int(re.findall(r"\d+", found.text("en"))[0]) == here - there > 0


def test_equal_dice_are_kept_only_for_cards_that_can_still_be_bought() -> None:
    """D12: over 1,000 decisions to reroll; nine cards are the most that can be laid."""
    game, said = rw.game("donnant"), 0
    rerolls = (one for one in moments(game, 23) if one.moves(one.pending[0])[-1].action >= REROLL)
    random, advice = Random(29), game.definition.advice
    assert advice is not None
    for state in islice(rerolls, 1000):
        seat, s = state.pending[0], state._record
        actions = [move.action for move in state.moves(seat) if move.action >= REROLL]
        action, other = random.choice(actions), random.choice(actions)
        found = advice.why(game, s, seat, action, other)
        if found is not None and found.key == "advice.alike":
            said += 1
            kept = [die for n, die in enumerate(s.dice) if not (action - REROLL) >> n & 1]
            assert found.values["count"] == max(map(kept.count, kept)) >= 2
            assert s.sheets[seat].count < 9
    assert said > 20


def test_qwinto_reasons_about_the_sheet_hold() -> None:
    """Over 1,000 positions, by making both moves: rows, columns, misses, numbers that fit."""
    game, said = rw.game("qwinto"), dict.fromkeys(("column", "miss", "alone", "misfit"), 0)
    rules, preview = game.rules, OptionalNotation.of(game.definition.notation).preview
    for state, seat, action, other, found in reasons(game, 31, 3000):
        s, told = state._record, [int(n) for n in re.findall(r"\d+", found.text("en"))]
        made, against = (preview(game, s, seat, each) for each in (action, other))
        gain = rules.score(made, seat) - rules.score(s, seat)
        if found.key == "advice.column" and state.moves(seat)[-1].text == "pass":
            said["column"] += 1
            assert gain >= told[-1] > 0, "the number in the pentagon counts once more"
        elif found.key == "advice.miss":
            said["miss"] += 1
            assert against.sheets[seat].misses == made.sheets[seat].misses + 1
            assert rules.score(s, seat) - rules.score(against, seat) == 5
        elif found.key in ("advice.keep_alone", "advice.reroll_miss"):
            kept = state.play("keep", seat)
            fits = {one: len(kept.moves(one)) > 1 for one in range(kept.seats)}
            alone = found.key == "advice.keep_alone"
            said["alone" if alone else "misfit"] += 1
            assert fits.pop(seat) == alone
            assert not (alone and any(fits.values()))
    assert all(said.values()), said


def test_twenty_one_reasons_about_the_sheet_hold() -> None:
    """Over 1,000 positions, by making both moves: rows that are full, fields that are filled."""
    game, said = rw.game("twenty_one"), dict.fromkeys(("row", "filled", "nothing"), 0)
    preview = OptionalNotation.of(game.definition.notation).preview
    for state, seat, action, other, found in reasons(game, 33, 3000):
        s = state._record
        made, against = (preview(game, s, seat, each).sheets[seat] for each in (action, other))
        row = s.sheets[seat].row
        left = [sum(not cell for cell in one.cells[row]) for one in (made, against)]
        if found.key == "advice.row":
            said["row"] += 1
            assert left[0] == 0 < left[1]
        elif found.key == "advice.filled":
            said["filled"] += 1
            assert left[0] < left[1] == found.values["other"]
        elif found.key == "advice.reroll_nothing":
            said["nothing"] += 1
            kept = state.play("keep", seat)
            assert not any(move.text.startswith("write") for move in kept.moves(seat))
    assert all(said.values()), said
