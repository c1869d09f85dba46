"""Running the server: one process, until a signal ends it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import sys
import warnings
import webbrowser

import uvicorn
from prometheus_client import disable_created_metrics

from rollwrite import errors
from rollwrite.play.registry import left_out
from rollwrite.server import gc_policy, logs, time_limit
from rollwrite.server.draining import DrainingServer
from rollwrite.server.http import offline_site
from rollwrite.server.http.app import make_app
from rollwrite.server.http.fast_path import FastPath
from rollwrite.server.http.gate import Gate
from rollwrite.server.http.hosts import Hosts
from rollwrite.server.http.limits import Limits
from rollwrite.server.metrics import METRICS
from rollwrite.server.players import old_games
from rollwrite.server.problems import StoreError, say
from rollwrite.server.settings import Settings
from rollwrite.server.storage.store import Store

LOG = logging.getLogger(__name__)
BACKLOG = 2048
SHUTDOWN_SECONDS = 8  # for requests under way: a transaction takes less, or has failed
MOST_FILES = 65_536
OWN_FILES = 128  # the database, child processes, modules
LAST_PORT = 65_535


def run(
    settings: Settings, host: str, port: int, *, language: str = "en", open_browser: bool = False
) -> None:
    """Serve until a signal comes; an error says why it cannot."""
    if settings.log_format not in logs.FORMATS:
        given = settings.log_format
        raise errors.BadOption(say("settings.value", name="log_format", given=given))
    logs.set_up(settings.log_format)
    offline_site.check(settings.offline)
    time_limit.install()
    _log_left_out()
    listening = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    shown = "localhost" if shown in ("0.0.0.0", "[::]", "127.0.0.1") else shown
    url = f"http://{shown}:{listening.getsockname()[1]}"
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=_loop) as runner:
        runner.run(_serve(settings, host, listening, url, language, open_browser))


def _log_left_out() -> None:
    """Name the games that cannot be used, once and before anybody asks for them."""
    warnings.simplefilter("ignore", errors.GameLeftOut)
    for one in left_out():
        LOG.warning("%s", one.message.text())


def _connections() -> int:
    """How many connections the open files allow, once there may be as many as possible."""
    try:
        import resource
    except ImportError:  # Windows counts no files
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = MOST_FILES if hard == unlimited else min(hard, MOST_FILES)
    if soft != unlimited and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    files = MOST_FILES if soft == unlimited else min(soft, MOST_FILES)
    return max(files - OWN_FILES, files // 2)


def _loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def _serve(
    settings: Settings,
    host: str,
    listening: socket.socket,
    url: str,
    language: str,
    open_browser: bool,
) -> None:
    # Before anything is promised.
    store = await Store.open(settings.database, settings.integrity_seconds)
    key = await store.hosting.first_key()
    app = make_app(settings, store)

    def plays(path: str, cookies: str) -> bool:  # the context comes with the first request
        return bool(app.state.request_context.plays(path, cookies))

    limits = Limits(settings, _connections(), plays)
    http, websocket = limits.protocols()
    config = uvicorn.Config(
        Gate(FastPath(app, settings), Hosts(settings, host)),
        log_config=None,  # logs.py sees to it
        log_level="warning",
        access_log=False,
        http=http,
        ws=websocket,
        ws_max_size=settings.max_message_bytes,
        ws_per_message_deflate=False,  # costs more than it saves next door
        # Browsers answer by themselves: one that does not has frozen, whatever its pages do.
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.ping_seconds,
        server_header=False,
        proxy_headers=False,  # security.py believes a proxy only where the settings say so
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=75,  # longer than any proxy keeps its connections
    )
    server = DrainingServer(config, store, settings.drain_seconds)
    gc_policy.begin()
    disable_created_metrics()  # type: ignore[no-untyped-call]  # when counting began: nobody asks
    # The thread that commits moves must not wait long for one that draws.
    sys.setswitchinterval(0.0005)

    async def announce() -> None:
        while not server.started:
            await asyncio.sleep(0.01)
        print(say("serve.ready", url=url).text(language), flush=True)
        if key is not None:  # the only time that it is told
            public = (settings.origin or url).rstrip("/")
            print(say("serve.host", url=f"{public}/host#key={key}").text(language), flush=True)
        if open_browser:
            webbrowser.open(url)

    def ended(task: asyncio.Task[None]) -> None:
        """A server that cannot say where it is, or cannot collect, ends instead of limping on."""
        if not task.cancelled() and task.exception() is not None:
            server.should_exit = True

    side_tasks = [
        asyncio.create_task(announce()),
        asyncio.create_task(gc_policy.collect_when_quiet(lambda: METRICS.count("requests"))),
        asyncio.create_task(old_games.find(store)),
    ]
    for task in side_tasks:
        task.add_done_callback(ended)
    await server.serve(sockets=[listening])
    for task in side_tasks:
        if task.done():
            task.result()  # raises what it failed with
        task.cancel()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or an error that says why not."""
    if not 0 <= port <= LAST_PORT:  # the system would take the lowest 16 bits of it
        message = errors.say("option.count", name="port", value=port, low=0, high=LAST_PORT)
        raise errors.BadOption(message)
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, protocol)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except OSError as error:
        key = "port" if error.errno == errno.EADDRINUSE else "host"
        reason = error.strerror or str(error)
        raise StoreError(key, host=host, port=port, reason=reason) from None
    return found
