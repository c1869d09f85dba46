"""The cards of Donnant Donnant as they are drawn: nothing is torn apart, cut off or too small."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

import rollwrite as rw
from rollwrite.draw.shapes import Label, Part, Rect, Shape
from rollwrite.draw.words import fitted, width_of, wrapped
from rollwrite.games.donnant.rules.record import ANY_COLOUR
from rollwrite.games.donnant.sheet import APART, COLOURS, FIRST_BONUS
from rollwrite.games.donnant.ui.card_cells import cells
from rollwrite.games.donnant.ui.card_drawing import CELLS_END, HEIGHT, WIDTH, blank, face
from rollwrite.games.donnant.ui.words import card_words
from rollwrite.texts import LANGUAGES, Message

SMALLEST_TEXT, SMALLEST_CELL = 9.5, 16.0


def cards(game: rw.Game) -> list[int]:
    evaluations, bonuses = game.rules.EVALUATIONS, game.rules.BONUSES
    return [*range(evaluations), *range(FIRST_BONUS, FIRST_BONUS + bonuses)]


def drawn(game: rw.Game, card: int) -> list[Shape]:
    return face(game, card, 0, 0, blank(game, card), "c3")


def inner(shapes: list[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Part):
            yield from inner(list(shape.shapes))
        else:
            yield shape


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_wider_than_its_card(language: str) -> None:
    game = rw.game("donnant", language=language)
    for card in cards(game):
        for label in inner(drawn(game, card)):
            if isinstance(label, Label):
                assert not isinstance(label.text, Message)
                half = width_of(label.text, label.size) / 2
                assert label.x - half >= 2, (card, label)
                assert label.x + half <= WIDTH - 2, (card, label)
                assert 6 <= label.y <= HEIGHT - 6, (card, label)
                assert label.size >= SMALLEST_TEXT or label.text in "<=", (card, label)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_keep_clear_of_the_laurel_and_of_each_other(language: str) -> None:
    game = rw.game("donnant", language=language)
    for card in cards(game):
        words = [s for s in inner(drawn(game, card)) if isinstance(s, Label) and s.y > CELLS_END]
        for one, two in pairwise(sorted(words, key=lambda label: label.y)):
            apart = abs(one.y - two.y) >= max(one.size, two.size)
            first, second = sorted((one, two), key=lambda label: label.x)
            gap = second.x - first.x
            room = width_of(str(first.text), first.size) + width_of(str(second.text), second.size)
            assert apart or gap >= room / 2, (card, one, two)


def test_every_cell_lies_on_its_card_and_apart_from_the_others() -> None:
    game = rw.game("donnant")
    for card in cards(game):
        found = [shape for shape in drawn(game, card) if isinstance(shape, Part)]
        assert [part.id for part in found] == [
            f"c3.{cell + 1}" for cell in range(game.rules.LENGTH[card])
        ]
        boxes = [part.shapes[0] for part in found]
        for box in boxes:
            assert isinstance(box, Rect)  # what rings are drawn around
            assert box.x >= 3 and box.x + box.width <= WIDTH - 3, card
            assert box.y >= 25 and box.y + box.height <= CELLS_END, card
            assert min(box.width, box.height) >= SMALLEST_CELL, card
        for number, one in enumerate(boxes):
            for two in boxes[number + 1 :]:
                assert isinstance(one, Rect) and isinstance(two, Rect)
                beside = one.x + one.width < two.x or two.x + two.width < one.x
                above = one.y + one.height < two.y or two.y + two.height < one.y
                assert beside or above, (card, one, two)


def test_chains_are_not_torn_apart() -> None:
    game = rw.game("donnant")
    for card in cards(game):
        length = game.rules.LENGTH[card]
        relations = tuple(game.rules.RELATION[card][:length])
        places = cells(relations, 112.0, 65.0)
        for relation, (one, two) in zip(relations, pairwise(places), strict=False):
            if relation != APART:
                assert one.y == two.y and one.x < two.x, card


def test_three_cells_are_as_large_as_the_card_allows() -> None:
    assert {round(cell.width) for cell in cells((0, 0, 0), 112.0, 65.0)} == {35}
    assert {round(cell.width) for cell in cells((2, 2, 0), 112.0, 65.0)} == {32}


def test_words_are_wrapped_evenly() -> None:
    assert wrapped("one two three", 42, 10) == ["one two", "three"]
    assert wrapped("unbreakable", 10, 10) == ["unbreakable"]
    lines, size = fitted("a longer text in two lines", 90, 11, 2)
    assert (len(lines), size) == (2, 11)
    assert fitted("unbreakable", 40, 11, 1)[1] < 11


def test_the_market_has_the_cards_and_the_tray_the_dice() -> None:
    """The market has a part for every slot and deck, the tray only dice."""
    state = rw.game("donnant").start(4, seed=1)
    while state.chance:
        state = state.roll()
    market = state.market()
    assert market is not None
    ids = {shape.id for shape in market.shapes if isinstance(shape, Part)}
    assert ids == {f"market-{row}{slot}" for row in "eb" for slot in range(1, 5)} | {
        "deck-e",
        "deck-b",
    }
    dice = {shape.id for shape in state.tray().shapes if isinstance(shape, Part)}
    assert dice == {f"die-{letter}" for letter in "YOGBP"}
    for shape in market.shapes:
        assert not isinstance(shape, Part) or isinstance(shape.shapes[0], Rect)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    """In any colour that a wild card may have taken, too."""
    game = rw.game("donnant", language=language)
    named: dict[str, set[int]] = {}
    for card in cards(game):
        tones = range(len(COLOURS)) if game.rules.BONUS[card] == ANY_COLOUR else ()
        for tone in (None, *tones):
            named.setdefault(game.text(card_words(game, card, tone)), set()).add(card)
    assert [name for name, alike in named.items() if len(alike) > 1] == []
