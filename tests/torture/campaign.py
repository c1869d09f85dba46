"""What a fault campaign is, and what comes of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Result:
    """What came of a fault: how often it was tried and survived, and what was lost by it."""

    tried: int = 0
    survived: int = 0
    lost: int = 0  # acknowledged moves that are gone
    notes: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    skipped: str = ""  # why it cannot be tried on this machine

    @property
    def passed(self) -> bool:
        return self.tried > 0 and self.survived == self.tried and not self.lost

    def attempt(self, survived: bool, lost: int = 0, why: str = "") -> None:
        """One more try."""
        self.tried += 1
        self.lost += lost
        self.survived += survived and not lost
        if why and not survived:
            self.failures.append(why)

    def note(self, text: str) -> None:
        """A figure worth showing."""
        self.notes.append(text)


@dataclass(frozen=True)
class Fault:
    """A fault: ``run`` injects it some number of times, with files in a folder."""

    name: str
    run: Callable[[Path, int], Result]
    times: int  # in a campaign
    few: int  # in a test
    seconds: float  # that a campaign takes at most, however slow the machine
    needs_postgresql: bool = False


class Budget:
    """The time that one fault has; a machine that is slow tries it less often, and says so."""

    end = float("inf")

    @classmethod
    def of(cls, times: int) -> Iterator[int]:
        """Numbers of tries: the first one always, the others while there is time."""
        for number in range(times):
            if number and time.monotonic() > cls.end:
                return
            yield number


FAULTS: dict[str, Fault] = {}


def fault(
    name: str, times: int, few: int = 1, *, seconds: float = 40.0, postgresql: bool = False
) -> Callable[[Callable[[Path, int], Result]], Callable[[Path, int], Result]]:
    """Make a function known as a fault."""

    def known(run: Callable[[Path, int], Result]) -> Callable[[Path, int], Result]:
        FAULTS[name] = Fault(name, run, times, few, seconds, postgresql)
        return run

    return known
