"""What a check of a game found: each finding once, with how often and where first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from rollwrite.errors import MissingExtra
from rollwrite.kernel.subset import Finding
from rollwrite.testing.coverage import Coverage
from rollwrite.testing.patience import NoReturn, Patience

MOST = 10  # different findings of one kind that are kept; the others are counted


def nowhere() -> str:
    """The place of a finding that no moment of a game belongs to."""
    return ""


@dataclass
class _Found:
    finding: Finding
    at: str  # the first moment at which it was found
    times: int = 1


@dataclass
class Report:
    """Findings, what was reached, how far the check looked, and what it had to leave out."""

    game: str
    folder: Path  # the game's own files: an exception is told by the line in one of them
    coverage: Coverage = field(default_factory=Coverage)
    left_out: list[str] = field(default_factory=list)
    patience: Patience = field(default_factory=Patience)
    hung: bool = False  # whether some code of the game did not come back
    _found: dict[Finding, _Found] = field(default_factory=dict)
    _kinds: Counter[str] = field(default_factory=Counter)
    _more: Counter[str] = field(default_factory=Counter)

    @property
    def findings(self) -> list[Finding]:
        """What is wrong, in the order in which it was found."""
        return list(self._found)

    def add(self, kind: str, where: str, what: str, at: Callable[[], str] = nowhere) -> None:
        """Note a finding; equal ones are counted, and no kind crowds out the others."""
        finding = Finding(where, what)
        if finding in self._found:
            self._found[finding].times += 1
        elif self._kinds[kind] < MOST:
            self._kinds[kind] += 1
            self._found[finding] = _Found(finding, at())
        else:
            self._more[kind] += 1

    @contextmanager
    def guard(self, doing: str, at: Callable[[], str] = nowhere) -> Iterator[None]:
        """Note an exception of the game's code as a finding, and go on after the block."""
        try:
            with self.patience.limited():
                yield
        except MissingExtra:
            raise
        except NoReturn as error:
            self.hung = True
            where = site(error.__traceback__, self.folder)
            self.add("exception", where, f"the code does not come back while {doing}", at)
        except Exception as error:
            self.add_error(error, doing, at)

    def add_error(self, error: Exception, doing: str, at: Callable[[], str] = nowhere) -> None:
        """Note an exception: the line of the game that raised it, and what was being done."""
        where = site(error.__traceback__, self.folder)
        reason = " ".join(str(error).split()) or "no reason given"
        self.add("exception", where, f"{type(error).__name__} while {doing}: {reason}", at)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Each finding as a sentence, with how often and where it was found first."""
        found = []
        for one in self._found.values():
            often = f" ({one.times} times)" if one.times > 1 else ""
            first = f" [{one.at}]" if one.at else ""
            found.append(f"{one.finding.where}: {one.finding.what}{often}{first}")
        found += [f"{kind}: {count} more findings" for kind, count in self._more.items()]
        return found


def site(traceback: TracebackType | None, folder: Path) -> str:
    """The innermost line of a traceback in the game's folder (else of any file)."""
    own = last = ""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        path = Path(code.co_filename)
        name = code.co_qualname.partition(".<locals>")[0]
        last = f"{path.name}:{traceback.tb_lineno}, {name}"
        if path.is_relative_to(folder):
            own = f"{path.relative_to(folder.parent)}:{traceback.tb_lineno}, {name}"
        traceback = traceback.tb_next
    return own or last
