"""Records: one declaration, two carriers that hold the same."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite.kernel.records import Record, i8, i16, many


class Leaf(Record):
    size: int = i16
    spots: list[int] = i8[3]


class Tree(Record):
    age: int = i8
    grid: list[list[int]] = i8[2, 3]
    leaves: list[Leaf] = many(Leaf, 2)


BYTES = st.integers(-128, 127)


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    tree = Tree()
    tree.age = draw(BYTES)
    tree.grid = [[draw(BYTES) for _ in range(3)] for _ in range(2)]
    for leaf in tree.leaves:
        leaf.size = draw(st.integers(-(2**15), 2**15 - 1))
        leaf.spots = [draw(BYTES) for _ in range(3)]
    return tree


def test_a_fresh_record_is_all_zero() -> None:
    assert Tree().values() == (0, ((0, 0, 0), (0, 0, 0)), ((0, (0, 0, 0)), (0, (0, 0, 0))))


@given(trees())
def test_both_carriers_hold_the_same(tree: Tree) -> None:
    slots = np.zeros(1, Tree.dtype())
    tree.store(slots[0])
    assert Tree.load(slots[0]) == tree
    assert slots[0].grid[1][2] == tree.grid[1][2]
    assert slots[0].leaves[1].spots[0] == tree.leaves[1].spots[0]


@given(trees())
def test_a_copy_is_equal_and_shares_nothing(tree: Tree) -> None:
    twin = tree.copy()
    assert twin == tree
    twin.grid[0][0] += 1
    twin.leaves[0].spots[0] += 1
    assert twin != tree
    assert pickle.loads(pickle.dumps(tree)) == tree


def test_records_have_no_other_fields_and_no_hash() -> None:
    with pytest.raises(AttributeError):
        Tree().height = 3  # type: ignore[attr-defined]  # that is the point
    with pytest.raises(TypeError):
        hash(Tree())


def test_the_compiled_carrier_is_aligned() -> None:
    assert Tree.dtype().isalignedstruct
    assert Tree.dtype()["leaves"].shape == (2,)
