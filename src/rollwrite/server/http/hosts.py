"""By which names this server may be called: a page of another site cannot pretend to be ours.

A site can let its own name point to this machine (DNS rebinding); its page then reads and posts as
if it were ours, with a fitting ``Origin``. The ``Host`` header gives it away.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from rollwrite.server.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")
ALL_INTERFACES = ("0.0.0.0", "::", "")
ANY = "*"
MOST_KEPT = 256


class Hosts:
    """The names that are allowed, with any port."""

    def __init__(self, settings: Settings, bound: str) -> None:
        given = settings.hosts.replace(",", " ").split()
        names = {*LOOPBACK, _plain(bound), *map(_plain, given)}
        if settings.origin:
            names.add(_plain(urlsplit(settings.origin).hostname or ""))
        self._any = ANY in given
        # No site can be called by a number, so this machine's numbers are safe.
        self._numbers = bound in ALL_INTERFACES
        if self._numbers:
            own = socket.gethostname().lower()
            names |= {own, f"{own}.local"}
        self._names = names - {*ALL_INTERFACES, ANY}
        self._known: dict[bytes, bool] = {}

    def allow(self, headers: list[tuple[bytes, bytes]]) -> bool:
        """Whether a request may be served: exactly one Host header, with an allowed name."""
        given = [value for name, value in headers if name == b"host"]
        if len(given) != 1:
            return self._any and not given
        found = self._known.get(given[0])
        if found is None:
            found = self._allowed(given[0].decode("latin-1"))
            if len(self._known) < MOST_KEPT:
                self._known[given[0]] = found
        return found

    def _allowed(self, host: str) -> bool:
        try:
            split = urlsplit(f"//{host}")
            name, _ = _plain(split.hostname or ""), split.port
        except ValueError:
            return False
        if split.netloc != host or "@" in host or not name:
            return False
        return self._any or name in self._names or (self._numbers and _is_number(name))


def _plain(name: str) -> str:
    return name.strip("[]").rstrip(".").lower()


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
