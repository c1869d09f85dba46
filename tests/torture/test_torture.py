"""A short form of each fault campaign; ``make torture`` runs them in full."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from torture.campaign import Fault
from torture.faults import ALL


@pytest.mark.server
@pytest.mark.skipif(sys.platform != "linux", reason="faults are injected with what Linux offers")
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(one, id=name, marks=[pytest.mark.postgresql] * one.needs_postgresql)
        for name, one in ALL.items()
    ],
)
def test_nothing_is_lost(fault: Fault, tmp_path: Path) -> None:
    result = fault.run(tmp_path, fault.few)
    if result.skipped:
        pytest.skip(result.skipped)
    assert result.passed, result
