"""Ends a test that makes no progress, names it and shows where its threads are.

Progress is measured in CPU time, of processes and all that they have started, which does not depend
on how fast the machine is or who else uses it:

- where a test *waits for what never comes*, the whole run uses next to none for a long time (one
  worker may well wait for what another compiles); whoever can run gets some, however busy the
  machine;
- a test that *never ends* uses far more than any test needs.

A process of its own watches, so that not even compiled code that holds the interpreter's lock can
keep it from its work. ``-o watchdog_still=SECONDS -o watchdog_busy=CPU_SECONDS`` sets other bounds.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import psutil

if TYPE_CHECKING:
    import pytest

STILL = 300.0  # seconds in which a run uses some CPU time, or it waits for what never comes
SOME = 0.01  # this share of them for each worker: idle servers and browsers use less
BUSY = 3600.0  # CPU seconds that no test needs
LOOKS = 20  # so often within the shorter of the bounds
DEATH = 30.0  # seconds within which an aborted process is gone


class Watched:
    """The plugin: tells the watching process which test runs."""

    def __init__(self, still: float, busy: float, workers: int) -> None:
        run = os.getppid() if workers else os.getpid()
        some = SOME * still * max(workers, 1)
        words = [sys.executable, __file__, *map(str, (run, os.getpid(), still, some, busy))]
        self._watching = subprocess.Popen(words, stdin=subprocess.PIPE, text=True)
        self._running = "the collection of the tests"
        self._tell(self._running)

    def _tell(self, name: str) -> None:
        """An empty name: nothing is watched."""
        assert self._watching.stdin is not None
        with suppress(BrokenPipeError):  # it can be ended, as any process; the tests go on
            self._watching.stdin.write(name.replace("\n", " ") + "\n")
            self._watching.stdin.flush()

    def pytest_collection_finish(self) -> None:
        self._tell("")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._running = nodeid
        self._tell(nodeid)

    def pytest_runtest_logfinish(self) -> None:
        self._tell("")

    def pytest_enter_pdb(self) -> None:
        self._tell("")

    def pytest_leave_pdb(self) -> None:
        self._tell(self._running)

    def pytest_unconfigure(self) -> None:
        assert self._watching.stdin is not None
        self._watching.stdin.close()
        self._watching.wait()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("watchdog_still", "seconds without CPU time that end a test", default=str(STILL))
    parser.addini("watchdog_busy", "CPU seconds that end a test", default=str(BUSY))


def pytest_configure(config: pytest.Config) -> None:
    if getattr(config.option, "tx", None):
        return  # tests run in xdist's workers, and each is watched there
    still, busy = (float(config.getini(name)) for name in ("watchdog_still", "watchdog_busy"))
    workers = getattr(config, "workerinput", {}).get("workercount", 0)
    config.pluginmanager.register(Watched(still, busy, workers))


class Reading(NamedTuple):
    """CPU time of a process and of all that it has started, and which those are."""

    seconds: float
    started: list[psutil.Process]


def reading(process: psutil.Process) -> Reading:
    started, seconds = [], 0.0
    for one in (process, *process.children(recursive=True)):
        with suppress(psutil.Error):  # some end meanwhile
            if __file__ not in one.cmdline():  # who watches is no part of what is watched
                seconds += sum(one.cpu_times()[:4])  # own and those of children that have ended
                started.append(one)
    return Reading(seconds, started)


class Meter:
    """CPU time that a process and all that it has started use from now on."""

    def __init__(self, process: psutil.Process) -> None:
        self._process = process
        self._before = reading(process).seconds

    def spent(self) -> float:
        """Since the last time."""
        before, self._before = self._before, reading(self._process).seconds
        return max(0.0, self._before - before)  # what a process that is gone has used is forgotten


class Watch:
    """Looks at the process of a run, and at the one in it that runs a test."""

    def __init__(self, run: int, process: int, still: float, some: float, busy: float) -> None:
        self._run, self._process = psutil.Process(run), psutil.Process(process)
        self._still, self._some, self._busy = still, some, busy
        self.test = ""
        self.ending = threading.Lock()  # held by whoever ends a test

    def watch(self) -> None:
        with suppress(psutil.NoSuchProcess):
            while self._process.is_running():
                time.sleep(self._tick())
                if self.test:
                    self._watch(self.test)
        os._exit(0)

    def _tick(self) -> float:
        return min(self._still, self._busy) / LOOKS

    def _watch(self, test: str) -> None:
        """Until the test has ended, by itself or not."""
        run, own = Meter(self._run), Meter(self._process)
        waited = used = total = 0.0
        while self.test == test:
            begun = time.monotonic()
            time.sleep(self._tick())
            # Where this process too had to wait for its turn, or was stopped, that is no test's.
            waited += min(time.monotonic() - begun, 2 * self._tick())
            used, total = used + run.spent(), total + own.spent()
            if total > self._busy:
                self._end(test, f"it has used {total:.0f} seconds of CPU time and goes on")
            if used > self._some:
                waited = used = 0.0
            elif waited > self._still:
                idle = f"{used:.1f} seconds of CPU time within {waited:.0f} seconds"
                self._end(test, f"it waits for what never comes, {idle}")

    def _end(self, test: str, why: str) -> None:
        self.ending.acquire()
        started = reading(self._process).started
        print(f"\n{test} is ended: {why}. Its threads:", file=sys.stderr, flush=True)
        # Python's fault handler, which pytest has switched on, shows all threads.
        self._process.send_signal(signal.SIGABRT)
        end = time.monotonic() + DEATH
        while _runs(self._process) and time.monotonic() < end:
            time.sleep(0.1)
        for process in started:
            with suppress(psutil.Error):  # some have ended with the test
                process.kill()
        os._exit(1)


def _runs(process: psutil.Process) -> bool:
    """Whether it still does; whoever started it may not have asked for its end yet."""
    with suppress(psutil.NoSuchProcess):
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    return False


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests
    run, process, *bounds = sys.argv[1:]
    watch = Watch(int(run), int(process), *map(float, bounds))
    threading.Thread(target=watch.watch, daemon=True).start()
    for line in sys.stdin:
        watch.test = line.rstrip("\n")
    with watch.ending:  # all that a test has started ends with it
        os._exit(0)


if __name__ == "__main__":
    main()
