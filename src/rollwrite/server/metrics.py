"""What a server counts, in the text form that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, fields

BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


@dataclass
class Histogram:
    """How long things took."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str) -> list[str]:
        found, below = [f"# TYPE {name} histogram"], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            below += count
            found.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [*found, f"{name}_sum {self.total:.6f}", f"{name}_count {below}"]


@dataclass
class Metrics:
    """Counters since the server started."""

    requests: int = 0
    refused: int = 0
    limited: int = 0
    entries: int = 0
    batches: int = 0
    conflicts: int = 0
    moves: int = 0
    bot_moves: int = 0
    tables_created: int = 0
    tables_loaded: int = 0
    views_sent: int = 0
    sockets_opened: int = 0
    database_failures: int = 0
    listeners_lost: int = 0
    errors: int = 0
    commit_seconds: Histogram = field(default_factory=Histogram)
    view_seconds: Histogram = field(default_factory=Histogram)

    def text(self, **gauges: int) -> str:
        """All figures; gauges are what is the case just now."""
        lines: list[str] = []
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, Histogram):
                lines += value.lines(f"rollwrite_{each.name}")
            else:
                name = f"rollwrite_{each.name}_total"
                lines += [f"# TYPE {name} counter", f"{name} {value}"]
        for gauge, number in gauges.items():
            lines += [f"# TYPE rollwrite_{gauge} gauge", f"rollwrite_{gauge} {number}"]
        return "\n".join(lines) + "\n"


METRICS = Metrics()
