"""Memory: the same layout with NumPy and without."""

from __future__ import annotations

from array import array

import numpy as np
import pytest
from hypothesis import given
from test_records import Tree, trees

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.kernel.evaluate import Question
from rollwrite.kernel.memory import Block, Frame, described, layout, numbers, packer
from rollwrite.kernel.records import Record
from rollwrite.kernel.workspace import workspace


def kinds() -> list[type[Record]]:
    games = [rw.game(name) for name in rw.games()]
    rooms = [workspace(game.rules, bot("expert").policy(game).evaluator) for game in games]
    return [Tree, Question, *(game.rules.State for game in games), *rooms]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__qualname__)
def test_records_lie_as_in_numpy(kind: type[Record]) -> None:
    assert described(kind) == described(kind.dtype())
    there = kind.layout()
    assert (layout(kind).size, layout(kind).align) == (there.itemsize, there.alignment)


def test_another_layout_is_told_apart() -> None:
    assert described(np.dtype([("a", "i1"), ("b", "i2")])) != described(
        np.dtype([("a", "i1"), ("b", "i2")], align=True)
    )


@given(trees())
def test_a_record_has_the_bytes_that_numpy_gives_it(tree: Tree) -> None:
    slots = np.zeros(1, Tree.dtype())
    tree.store(slots[0])
    assert packer(Tree)(tree) == slots.tobytes()


def test_a_frame_holds_words_and_arrays() -> None:
    trees_, small, model = Block(Tree, (2,)), Block("i2", (3, 2)), array("i", [5, -6, 7])
    frame = Frame((trees_, 9), small, model)
    words, size = frame.image()
    size_of_tree = layout(Tree).size
    assert numbers("i8", words) == (
        *(0, 0, 2, size_of_tree, frame.at(trees_), 2, size_of_tree),
        9,
        *(0, 0, 6, 2, frame.at(small), 3, 2, 4, 2),
        *(0, 0, 3, 4, (outside := size - 12), 3, 4),
    )
    assert [(at, bytes(content)) for at, content in frame.contents()] == [
        (outside, model.tobytes())
    ]
    assert frame.at(trees_) % 16 == frame.at(small) % 16 == outside % 16 == 0
    assert frame.at(trees_, "leaves") == frame.at(trees_) + Tree.dtype().fields["leaves"][1]
    assert 16 + len(words) <= frame.at(trees_) < frame.at(small) < frame.size <= outside
