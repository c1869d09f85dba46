"""Measure how fast other game libraries play at random on one core.

A peer is a pair of files here: `<peer>.txt` pins what to install and `run_<peer>.py` prints one
line of JSON per `Figure`. Adding such a pair adds the peer. A peer that runs in Node has
`<peer>.json` and `run_<peer>.cjs` instead.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from .timing import Figure

__all__ = ["PEERS", "Figure", "PeerError", "measure"]

HERE = Path(__file__).resolve().parent
ENVS = HERE.parent / ".envs"
PEERS: tuple[str, ...] = tuple(
    sorted(path.stem.removeprefix("run_") for path in HERE.glob("run_*.cjs"))
    + sorted(path.stem.removeprefix("run_") for path in HERE.glob("run_*.py"))
)

INSTALL_LIMIT = 1800.0
RUN_LIMIT = 1200.0
LAST_LINES = 8

# An affinity to one core still lets a library start threads that compete for it.
ONE_THREAD = {
    "JAX_PLATFORMS": "cpu",
    "MKL_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


class PeerError(RuntimeError):
    """A peer that could not be installed or run; the message names it and says why."""


def measure(peer: str, seconds: float = 3.0) -> list[Figure]:
    """Return the figures of `peer`, installing it first if need be.

    Each figure is timed for at least `seconds`. Raises `PeerError` when the installation or the
    run fails, and `ValueError` for a name not in `PEERS`.
    """
    if peer not in PEERS:
        raise ValueError(f"unknown peer {peer!r}; known: {', '.join(PEERS)}")
    if (HERE / f"run_{peer}.cjs").is_file():
        folder = _installed_for_node(peer)
        command = ["node", str(HERE / f"run_{peer}.cjs"), str(folder), str(seconds)]
    else:
        python = _installed(peer)
        command = [str(python), str(HERE / f"run_{peer}.py"), "--seconds", str(seconds)]
    with _one_core():
        output = _output(f"{peer}: could not be run", command, RUN_LIMIT + 40 * seconds, ONE_THREAD)
    try:
        figures = [Figure(**json.loads(line)) for line in output.splitlines() if line[:1] == "{"]
    except (TypeError, ValueError) as error:
        raise PeerError(f"{peer}: could not be run: unreadable figure: {error}") from error
    if not figures:
        raise PeerError(f"{peer}: could not be run: no figures in its output: {_tail(output)}")
    return figures


def _installed(peer: str) -> Path:
    """Return the interpreter of the environment that holds what `<peer>.txt` pins."""
    failure = f"{peer}: could not be installed"
    requirements = HERE / f"{peer}.txt"
    env = ENVS / peer
    python = env / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = env / "installed.txt"
    # Written last, so it is missing after an interrupted installation and differs after a new pin.
    if stamp.is_file() and stamp.read_text() == requirements.read_text():
        return python
    shutil.rmtree(env, ignore_errors=True)
    ENVS.mkdir(exist_ok=True)
    (ENVS / ".gitignore").write_text("*\n")
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv:
        create = [uv, "venv", "--python", sys.executable, str(env)]
        install = [uv, "pip", "install", "--python", str(python)]
    else:
        create = [sys.executable, "-m", "venv", str(env)]
        install = [str(python), "-m", "pip", "install", "--disable-pip-version-check"]
    _output(failure, create, INSTALL_LIMIT)
    _output(failure, [*install, "-r", str(requirements)], INSTALL_LIMIT)
    stamp.write_text(requirements.read_text())
    return python


def _installed_for_node(peer: str) -> Path:
    """Return the folder that holds what `<peer>.json` pins, installed by npm."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise PeerError(f"{peer}: could not be installed: Node is not present")
    pinned = (HERE / f"{peer}.json").read_text()
    folder = ENVS / peer
    stamp = folder / "installed.json"
    if stamp.is_file() and stamp.read_text() == pinned:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (ENVS / ".gitignore").write_text("*\n")
    (folder / "package.json").write_text(pinned)
    install = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund"]
    install += ["--omit=dev", "--ignore-scripts", "--no-package-lock"]
    _output(f"{peer}: could not be installed", install, INSTALL_LIMIT)
    stamp.write_text(pinned)
    return folder


@contextmanager
def _one_core() -> Iterator[None]:
    """Start the processes of this block on a single core, where the system has affinities."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _output(
    failure: str, command: Sequence[str], limit: float, extra: Mapping[str, str] | None = None
) -> str:
    """Return what `command` prints, or raise a `PeerError` that starts with `failure`."""
    environment = {**os.environ, **(extra or {})}
    for name in ("PYTHONHOME", "PYTHONPATH"):
        environment.pop(name, None)
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            check=True,
            env=environment,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=limit,
        )
    except subprocess.CalledProcessError as error:
        raise PeerError(f"{failure}: {_tail(error.stderr or error.stdout)}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PeerError(f"{failure}: {error}") from error
    return done.stdout


def _tail(text: str) -> str:
    return "\n".join(text.strip().splitlines()[-LAST_LINES:])
