"""What a server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

PREFIX = "rollwrite"
BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """Counters since the server started, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests of any kind")
        self.refused = self._counter("refused", "Requests that were refused")
        self.limited = self._counter("limited", "Requests that came too fast")
        self.broken_off = self._counter("broken_off", "Requests that the other side broke off")
        self.sockets_frozen = self._counter("sockets_frozen", "Live connections that stood still")
        self.entries = self._counter("entries", "Entries written to the database")
        self.batches = self._counter("batches", "Transactions that wrote them")
        self.conflicts = self._counter("conflicts", "Entries that another server had written first")
        self.moves = self._counter("moves", "Moves posted by people")
        self.bot_moves = self._counter("bot_moves", "Moves made by bots")
        self.tables_created = self._counter("tables_created", "Tables created")
        self.tables_loaded = self._counter("tables_loaded", "Tables read from the database")
        self.views_sent = self._counter("views_sent", "Views sent to live connections")
        self.sockets_opened = self._counter("sockets_opened", "Live connections opened")
        self.database_failures = self._counter("database_failures", "Failures of the database")
        self.listeners_lost = self._counter("listeners_lost", "Connections to other servers lost")
        self.polled = self._counter("polled", "Entries of other servers that only polling found")
        self.errors = self._counter("errors", "Errors that are faults of the server")
        self.commit_seconds = self._histogram("commit_seconds", "How long transactions took")
        self.sync_seconds = self._histogram(
            "sync_seconds", "How long the database took to make a transaction durable"
        )
        self.view_seconds = self._histogram("view_seconds", "How long views took to make")
        self.tables_in_memory = self._gauge("tables_in_memory", "Tables in memory now")
        self.sockets = self._gauge("sockets", "Live connections now")
        self.queue = self._gauge("queue", "Moves and other entries that wait to be stored")
        self.queue_seconds = self._gauge("queue_seconds", "How long the oldest of them has waited")
        self.requests_waiting = self._gauge("requests_waiting", "Requests that wait for their turn")
        self.bots_thinking = self._gauge("bots_thinking", "Tables at which bots are at work")
        self.listening = self._gauge("listening", "1 while other servers are heard, else 0")
        self.silent_seconds = self._gauge(
            "silent_seconds", "Since when it is not certain that other servers are heard"
        )
        self.whole = self._gauge("database_whole", "0 once the database was replaced or damaged")

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(name, about, namespace=PREFIX, registry=self._registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(name, about, namespace=PREFIX, registry=self._registry)

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, namespace=PREFIX, registry=self._registry, buckets=BOUNDS)

    def count(self, name: str) -> int:
        """What a counter stands at."""
        return int(self._registry.get_sample_value(f"{PREFIX}_{name}_total") or 0)

    def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        return generate_latest(self._registry)


METRICS = Metrics()
