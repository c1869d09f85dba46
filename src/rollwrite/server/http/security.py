"""What stands before every request: rates, the sender's origin; and headers on every answer."""

from __future__ import annotations

import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from rollwrite.server.problems import Cause, Problem
from rollwrite.server.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Python in a browser is WebAssembly, which the pages of the server itself do without.
OFFLINE_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
OFFLINE_HEADERS = [(HEADERS[0][0], OFFLINE_POLICY.encode()), *HEADERS[1:]]
OFFLINE = "/offline/"  # where the exported site lies
MOST_ADDRESSES = 20_000


class RateLimiter:
    """A bucket of requests for each address, filled at a steady rate; only so many addresses."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._rate = per_second
        self._size = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, address: str) -> bool:
        """Take one from the bucket, if there is one."""
        now = time.monotonic()
        left, then = self._buckets.pop(address, (self._size, now))
        left = min(self._size, left + (now - then) * self._rate)
        allowed = left >= 1
        self._buckets[address] = (left - allowed, now)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return allowed


def origin_of(scope: Any, settings: Settings) -> str:
    """The address of this server as browsers write it."""
    if settings.origin:
        return settings.origin.rstrip("/")
    headers = Headers(scope=scope)
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    if settings.trust_proxy:
        scheme = headers.get("x-forwarded-proto", scheme).split(",")[0].strip()
    return f"{scheme}://{headers.get('host', '')}"


def check_origin(scope: Any, settings: Settings) -> None:
    """Only our own pages may send anything: the browser says which page it was."""
    headers = Headers(scope=scope)
    given = headers.get("origin")
    own = origin_of(scope, settings)
    if given is None or not _same(given, own):
        raise Problem(Cause.FOREIGN, origin=(given or "-")[:80], own=own)


def _same(given: str, own: str) -> bool:
    if given == own:
        return True
    try:
        a, b = urlsplit(given), urlsplit(own)
        # A proxy that ends TLS without saying so: host and port must still agree.
        return a.scheme in ("http", "https") and a.netloc == b.netloc != ""
    except ValueError:
        return False


def address_of(scope: Any, settings: Settings) -> str:
    """Whom to count a request for."""
    if settings.trust_proxy:
        forwarded = Headers(scope=scope).get("x-forwarded-for", "")
        if forwarded:
            return subscriber(forwarded.split(",")[-1].strip()[:64])
    return subscriber(str((scope.get("client") or ("-", 0))[0]))


@lru_cache(4096)
def subscriber(address: str) -> str:
    """An address without what its owner chooses freely: the lower half of IPv6."""
    if ":" not in address:
        return address
    try:
        number = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(IPv6Address(int(number) >> 64 << 64))


class SecurityHeaders:
    """Adds the security headers to every answer."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def headed(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = OFFLINE_HEADERS if scope["path"].startswith(OFFLINE) else HEADERS
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        await self._app(scope, receive, headed)
