"""States: what they answer, what they refuse, that they never change."""

from __future__ import annotations

import pickle

import pytest

import rollwrite as rw
from rollwrite import IllegalMove, IllegalRoll, Kind

GAME = rw.game("qwinto")


def test_a_state_never_changes() -> None:
    state = GAME.start(seats=2, seed=1)
    before = state.position()
    state.play("roll O").roll().play("keep").play("O1", 1)
    assert state.position() == before
    with pytest.raises(AttributeError):
        state.log = state.log


def test_equal_states_are_the_same_position_whatever_led_there() -> None:
    one = GAME.start(seats=2).play("roll O").roll("O3").play("keep")
    two = GAME.start(seats=2, seed=9).play("roll O").roll("O5").play("reroll").roll("O3")
    three = GAME.start(seats=2).play("roll O").take_back().play("roll O").roll("O3").play("keep")
    assert one == three
    assert hash(one) == hash(three)
    assert one != two, "another number of rolls is another position"
    assert len({one, two, three}) == 2


def test_a_pickle_and_a_repr_rebuild_the_state() -> None:
    state = GAME.start(seats=3, seed=4).play("roll YP").roll()
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(state)).log == state.log
    assert eval(repr(state), {"rollwrite": rw}) == state


def test_the_same_seed_rolls_the_same_dice_and_given_dice_do_not_shift_them() -> None:
    def second_roll(first: str | None) -> str:
        state = GAME.start(seats=1, seed=7).play("roll O").roll(first).play("reroll").roll()
        return state.log.events[-1].text

    assert second_roll(None) == second_roll("O1") == second_roll("O6")


@pytest.mark.parametrize(
    ("seat", "kind", "told"),
    [
        (1, Kind.NOT_PENDING, r"Seat 1 is not to move \(to move: 0\)"),
        (2, Kind.NO_SUCH_SEAT, "There is no seat 2; seats are numbered from 0 to 1"),
        (-1, Kind.NO_SUCH_SEAT, "There is no seat -1"),
    ],
)
def test_a_move_by_a_seat_that_owes_none_is_refused(seat: int, kind: Kind, told: str) -> None:
    with pytest.raises(IllegalMove, match=told) as refused:
        GAME.start(seats=2).play("roll O", seat)
    assert refused.value.kind is kind


def test_a_move_of_this_state_is_played_without_reading_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = GAME.start(seats=2)
    expected = state.play("roll YP")
    (move,) = (move for move in state.moves() if move.text == "roll YP")

    def read(*_: object) -> int:
        raise AssertionError("a move was read")

    monkeypatch.setattr(GAME.definition.notation, "read", read)
    assert (state.play(move), state.play(move).log) == (expected, expected.log)
    with pytest.raises(AssertionError, match="a move was read"):
        state.play("roll YP")


def test_a_move_of_another_state_or_game_is_refused_as_its_text_is() -> None:
    start = GAME.start(seats=2)
    keep = start.play("roll O").roll("O3")
    foreign = rw.game("twenty_one").start(seats=2, seed=1).roll().moves()[0]
    assert foreign.action == start.moves()[0].action, "a number that means another move here"
    for state, move in ((keep, start.moves()[0]), (start, keep.moves()[1]), (start, foreign)):
        with pytest.raises(IllegalMove) as refused:
            state.play(move)
        with pytest.raises(IllegalMove) as by_text:
            state.play(str(move))
        assert refused.value.args == by_text.value.args


def test_moves_without_a_seat_need_exactly_one_pending_seat() -> None:
    state = GAME.start(seats=2).play("roll O").roll("O3").play("keep")
    with pytest.raises(IllegalMove, match="say which one") as refused:
        state.moves()
    assert refused.value.kind is Kind.WHICH_SEAT
    assert state.moves(1)


def test_nobody_decides_before_the_dice_are_rolled() -> None:
    state = GAME.start(seats=2).play("roll OP")
    with pytest.raises(IllegalMove, match="Roll first: O, P") as refused:
        state.play("keep")
    assert refused.value.kind is Kind.CHANCE_FIRST


def test_two_rolls_for_one_chance_event_are_refused() -> None:
    state = GAME.start(seats=2, seed=1).play("roll O").roll("O3")
    for dice in ("O3", None):
        with pytest.raises(IllegalRoll, match="nothing to roll") as refused:
            state.roll(dice)
        assert refused.value.kind is Kind.NO_CHANCE


def test_rolling_without_a_seed_and_without_dice_says_so() -> None:
    with pytest.raises(IllegalRoll, match="no seed") as refused:
        GAME.start(seats=1).play("roll O").roll()
    assert refused.value.kind is Kind.NO_SEED


def test_after_the_end_nothing_is_played_rolled_or_taken_back() -> None:
    misses = {"O": [0] * 9, "Y": [0] * 9, "P": [0] * 9, "misses": 3}
    state = GAME.position(
        {
            "seats": 1,
            "active": 0,
            "phase": "write",
            "dice": {"O": 1},
            "rolls": 1,
            "sheets": [misses],
        }
    ).play("pass")
    assert state.over
    assert (state.pending, state.chance) == ((), None)
    attempts = (lambda: state.play("pass", 0), state.roll, state.take_back, state.moves)
    for attempt in attempts:
        with pytest.raises(rw.Refused, match="The game is over") as refused:
            attempt()
        assert refused.value.kind is Kind.GAME_OVER


def test_chance_outcomes_are_all_rolls_with_their_probability() -> None:
    outcomes = GAME.start(seats=1).play("roll OP").chance_outcomes()
    assert len(outcomes) == 36
    assert dict(outcomes)["O3 P4"] == pytest.approx(1 / 36)


def test_refusals_speak_the_language_of_the_game() -> None:
    told = {
        "fr": "Ce n’est pas à la place 1 de jouer",
        "de": "Platz 1 ist nicht am Zug",
    }
    for language in ("fr", "de"):
        with pytest.raises(IllegalMove, match=told[language]) as refused:
            rw.game("qwinto", language=language).start(seats=2).play("roll O", 1)
        assert "is not to move" in refused.value.text("en")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"seats": 7}, "seats must be a whole number from 1 to 6, not 7"),
        ({"seats": 0}, "not 0"),
        ({"seats": "2"}, "not '2'"),
        ({"seats": True}, "not True"),
        ({"seats": 2, "first": 2}, "first must be a whole number from 0 to 1, not 2"),
        ({"seats": 2, "seed": -1}, "The seed must be a whole number from 0"),
        ({"seats": 2, "seed": 2**64}, "The seed must be a whole number from 0"),
        ({"seats": 2, "sheet": "A"}, "qwinto has no option 'sheet'"),
    ],
)
def test_bad_options_are_named(options: dict[str, object], told: str) -> None:
    with pytest.raises(rw.BadOption, match=told):
        GAME.start(**options)  # type: ignore[arg-type]  # that is the point


def test_unknown_games_variants_and_languages_get_a_hint() -> None:
    with pytest.raises(rw.UnknownGame, match="Did you mean qwinto"):
        rw.game("qwitno")
    with pytest.raises(rw.UnknownGame, match=r"Choose one of: .*qwinto"):
        rw.game("chess")
    with pytest.raises(rw.BadOption, match="qwinto has no variant 'advanced'"):
        rw.game("qwinto", variant="advanced")
    with pytest.raises(rw.BadOption, match="Unknown language 'es'"):
        rw.game("qwinto", language="es")
    with pytest.raises(rw.BadOption, match="has no editions"):
        rw.game("qwinto", edition="mine.toml")
