"""What operators rely on: a clean end, logs, metrics, the systemd unit, the container, upgrades."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import rollwrite
from patience import PATIENCE, wait_until
from server import postgresql
from server.running import MAIN, Browser, Server, at_once, heard
from torture.load import Load, Player
from torture.postgresql_faults import in_postgresql

ROOT = Path(__file__).parent.parent.parent
UNIT, CONTAINER = ROOT / "deploy/rollwrite.service", ROOT / "deploy/Containerfile"
INSTALLED = "/opt/rollwrite/bin/"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def own(database: Path) -> Iterator[Server]:
    server = Server(database)
    yield server
    if server.process.poll() is None:
        server.stop()


# Ending


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_ends_well(own: Server, how: signal.Signals) -> None:
    anna = Browser(own)
    table = anna.begin("qwinto", "solo")
    with anna.live(table):
        assert own.stop(how) == ""
    assert own.process.returncode == 0


@pytest.mark.server
def test_a_server_drains_before_it_ends(database: Path) -> None:
    """Health says so to load balancers while everybody is still served."""
    own = Server(database, {"drain_seconds": "2"})
    anna = Browser(own)
    table = anna.begin("qwinto", "device", "me", "me")
    own.process.send_signal(signal.SIGTERM)
    wait_until(lambda: anna.http.get("/health").status_code == 503, "health that says it ends")
    assert "shutting down" in anna.http.get("/health").json()["text"]
    assert anna.decide(table), "moves are still stored"
    seq = anna.view(table)["seq"]
    assert own.process.wait(PATIENCE) == 0
    own.stop()
    again = Server(database)
    anna.move_to(again)
    assert anna.view(table)["seq"] == seq
    again.stop()


@pytest.mark.server
def test_a_second_signal_insists(database: Path) -> None:
    own = Server(database, {"drain_seconds": "3600"})
    anna = Browser(own)
    own.process.send_signal(signal.SIGTERM)
    wait_until(lambda: anna.http.get("/health").status_code == 503, "health that says it ends")
    own.stop()
    assert own.process.returncode == 0


# Logs and metrics


@pytest.mark.server
def test_logs_are_json_for_programs(database: Path) -> None:
    own = Server(database, {"log_format": "json"})
    database.unlink()
    anna = Browser(own)
    wait_until(lambda: anna.http.get("/health").status_code == 503, "health that tells the truth")
    wait_until(lambda: [*database.parent.glob("*.rescued-*")], "a rescued copy")
    lines = [json.loads(line) for line in own.stop().splitlines()]
    assert lines and all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    assert any(line["level"] == "critical" and str(database) in line["message"] for line in lines)


def test_a_log_format_that_is_none(database: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", MAIN, "serve", "--port=0", f"--database={database}",
         "--set=log_format=xml", "--language=en"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert told.returncode == 2 and "'xml'" in told.stderr and not database.exists()


def test_metrics_tell_queues_syncs_and_listening(own: Server) -> None:
    anna = Browser(own)
    anna.begin("qwinto", "solo")
    text = anna.http.get("/metrics").text
    found = dict(re.findall(r"^rollwrite_(\w+) ([\d.e+-]+)$", text, re.MULTILINE))
    assert float(found["sync_seconds_count"]) > 0
    assert {"queue", "queue_seconds", "listening", "bots_thinking"} <= found.keys()
    assert float(found["database_whole"]) == 1


def test_many_ask_for_health_at_once(own: Server) -> None:
    codes: list[int] = []

    def ask() -> None:
        with httpx.Client(base_url=own.url, timeout=PATIENCE) as client:
            codes.extend(client.get("/health").status_code for _ in range(40))

    at_once(*[ask] * 8)
    assert set(codes) == {200} and len(codes) == 320


# The systemd unit and the container, as they are written


def unit() -> dict[str, list[str]]:
    """The settings of the unit."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text("utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """It is verified as it is, but for the path of a program that is not installed here."""
    program = tmp_path / "rollwrite"
    program.symlink_to(sys.executable)
    copy = tmp_path / "rollwrite.service"
    text = UNIT.read_text("utf-8").replace(f"{INSTALLED}rollwrite", str(program))
    copy.write_text(text.replace(" postgresql.service", ""), "utf-8")
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", copy], capture_output=True, text=True, check=False
    )
    own = [line for line in told.stderr.splitlines() if "rollwrite.service" in line]
    assert told.returncode == 0 and not own, told.stderr


def served(words: list[str], environment: dict[str, str], tmp_path: Path) -> None:
    """Run a command line of the unit or the container until it serves, and end it as they do."""
    assert words[0] == f"{INSTALLED}rollwrite"
    words = [sys.executable, "-c", MAIN, *words[1:]]
    words = [
        re.sub("^8642$", "0", one).replace("/var/lib/rollwrite", str(tmp_path)) for one in words
    ]
    process = subprocess.Popen(
        words, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        port = re.search(r":(\d+)", line)
        assert port is not None, line
        if "ROLLWRITE_OFFLINE" in environment:
            page = httpx.get(f"http://127.0.0.1:{port[1]}/offline/")
            assert (page.status_code, page.text) == (200, "offline")
        if "healthcheck" in environment:
            probe = shlex.split(environment["healthcheck"].replace("8642", port[1]))
            subprocess.run([sys.executable, *probe[1:]], check=True, timeout=PATIENCE)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
    assert (tmp_path / "tables.sqlite").is_file()


def exported(folder: Path) -> Path:
    """A folder as `rollwrite export` writes it, with one page."""
    site = folder / "offline"
    site.mkdir()
    (site / "files.json").write_text(json.dumps({"files": ["index.html"], "packed": []}))
    (site / "index.html").write_text("offline")
    return site


@pytest.mark.parametrize("offline", [False, True])
def test_what_the_unit_starts_serves(tmp_path: Path, offline: bool) -> None:
    found = unit()
    variables = dict(one.split("=") for one in found["Environment"][0].split())
    variables["ROLLWRITE_CACHE"] = os.environ.get("ROLLWRITE_CACHE", str(tmp_path))
    variables["ROLLWRITE_PREPARE_BOTS"] = "no"
    if offline:
        assert f"#Environment=ROLLWRITE_OFFLINE={INSTALLED[:-4]}offline" in UNIT.read_text("utf-8")
        variables["ROLLWRITE_OFFLINE"] = str(exported(tmp_path))
    assert found["KillSignal"] == ["SIGTERM"]
    served(shlex.split(found["ExecStart"][0]), variables, tmp_path)


def test_what_the_container_starts_serves(tmp_path: Path) -> None:
    """Its command, its variables and its health check; building it needs a container engine."""
    text = CONTAINER.read_text("utf-8")
    command = json.loads(re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)[-1])
    probe = json.loads(re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", text, re.MULTILINE)[0])
    variables = dict(re.findall(r"(ROLLWRITE_\w+)=(\S+)", text))
    assert variables["ROLLWRITE_DATABASE"].startswith("/data/")
    site = variables["ROLLWRITE_OFFLINE"]
    assert f"rollwrite export {site}\n" in text and f"COPY --from=build {site} {site}\n" in text
    variables["ROLLWRITE_OFFLINE"] = str(exported(tmp_path))
    variables = {name: value.replace("/data", str(tmp_path)) for name, value in variables.items()}
    variables["ROLLWRITE_CACHE"] = os.environ.get("ROLLWRITE_CACHE", str(tmp_path))
    variables |= {"ROLLWRITE_PREPARE_BOTS": "no", "healthcheck": shlex.join(probe)}
    served(command, variables, tmp_path)


# Upgrading


NEXT = '''
"""What a next version adds: a column, an index and a table."""

import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "{head}"


def upgrade() -> None:
    op.add_column("events", sa.Column("note", sa.Text))
    op.create_index("events_at", "events", ["at"])
    op.create_table("badges", sa.Column("who", sa.String(64), primary_key=True))
'''


def next_version(folder: Path) -> dict[str, str]:
    """The program with one more migration: the environment in which it is the one that runs."""
    package = Path(rollwrite.__file__).parent
    shutil.copytree(package, folder / "rollwrite", ignore=shutil.ignore_patterns("__pycache__"))
    versions = folder / "rollwrite/server/storage/migrations/versions"
    head = max(path.name for path in versions.glob("v*.py"))[1:5]
    (versions / "v9001_next.py").write_text(NEXT.format(head=head), "utf-8")
    return {"PYTHONPATH": str(folder)}


@pytest.mark.postgresql
def test_one_of_two_servers_is_upgraded_while_everybody_plays(tmp_path: Path) -> None:
    """The new version migrates the database under the old one, which goes on; nobody waits."""
    later = next_version(tmp_path)
    with postgresql.running() as database:
        old, other = Server(database.uri), Server(database.uri)
        load = Load([Player(old), Player(old)])
        with load.running():
            assert load.wait(20), "moves before it"
            assert other.stop() == "" and other.process.returncode == 0
            new = Server(database.uri, environment=later)
            assert load.wait(20), "moves at the old server after the migration"
        assert not load.refused() and not load.lost(in_postgresql(database.uri))
        anna, ben = Browser(old), Browser(new)
        table = anna.create("qwinto", "friends", "me", "open")
        ben.ok(f"/api/tables/{table}/join", name="Ben")
        with anna.live(table) as left, ben.live(table) as right:
            ben.ok(f"/api/tables/{table}/rename", seat=1, name="Benedict")
            for socket in (left, right):
                while heard(socket)["seats"][1]["name"] != "Benedict":
                    pass
        assert "Traceback" not in old.stop()
        load.move_to(new)
        with load.running():
            assert load.wait(20), "moves at the new server, at the same tables"
        assert not load.lost(in_postgresql(database.uri))
        # A server of the old version that is started now is refused, and says what to do.
        refused = subprocess.run(
            [sys.executable, "-c", MAIN, "serve", "--port=0", f"--database={database.uri}",
             "--language=en"],
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert refused.returncode == 2 and "9001" in refused.stderr
        assert "Traceback" not in new.stop()
