"""Commands on a table in memory: what they check, and the log as the only truth."""

from __future__ import annotations

from random import Random

import pytest

import rollwrite as rw
from rollwrite.errors import IllegalMove
from rollwrite.server.problems import Problem
from rollwrite.server.tables import commands, fair
from rollwrite.server.tables.commands import Steps
from rollwrite.server.tables.entries import Entry
from rollwrite.server.tables.ids import hashed
from rollwrite.server.tables.table import Table
from rollwrite.server.tables.turn_log import narrated

ME, YOU = "me", "you"


class Laid:
    """A table with its log."""

    def __init__(self, game: str, mode: str, *kinds: str) -> None:
        seats = [{"kind": kind} for kind in kinds]
        created = commands.create(rw.game(game), mode, seats, ME, "Anna", ("random",))
        self.log: list[Entry] = []
        self.table = Table(created.table)
        self.do([commands.Step(created)])

    def do(self, steps: Steps) -> None:
        for step in steps:
            self.log.append(step.entry)
            self.table.apply(step.entry, step.state)

    def again(self) -> Table:
        """The table as another server, or the next start, would see it."""
        table = Table(self.table.id)
        for entry in self.log:
            table.apply(entry)
        return table


@pytest.mark.parametrize("game", rw.games())
def test_the_fold_of_the_log_is_the_table(game: str) -> None:
    """At every moment, with take-backs: nothing that matters is outside the log."""
    whim = Random(game)
    laid = Laid(game, "device", *["me"] * max(2, rw.game(game).seats.start))
    laid.do(commands.seed(laid.table, ME, "ab" * 8))
    for number in range(4000):
        table = laid.table
        if table.playing.over:
            break
        seat = whim.choice(table.playing.pending)
        if whim.random() < 0.1:
            try:
                laid.do(commands.take_back(table, ME, seat, table.seq))
                continue
            except IllegalMove:
                pass
        move = whim.choice(table.playing.moves(seat))
        laid.do(commands.move(table, ME, seat, table.seq, str(move)))
        if number % 10 == 0:
            twin = laid.again()
            assert twin.playing == table.playing and twin.playing.log == table.playing.log
            assert (twin.since, twin.window_from) == (table.since, table.window_from)
            for own in range(len(table.seats)):
                assert twin.private(own) == table.private(own)
    assert laid.table.playing.over
    verdict = fair.check(laid.table.playing.log, laid.table.fairness,
                         laid.table.fairness.commitment)  # fmt: skip
    assert verdict.fair


def test_the_table_knows_what_a_bot_decided_for_somebody_who_has_left() -> None:
    laid = Laid("qwinto", "friends", "me", "open")
    laid.do(commands.join(laid.table, YOU, "Ben", 1))
    laid.do(commands.seed(laid.table, ME, "ab" * 8))
    laid.do(commands.start(laid.table, ME))
    laid.do(commands.leave(laid.table, YOU, next(iter(laid.table.mine(YOU)))))
    while not laid.table.playing.over:
        table = laid.table
        seat = table.playing.pending[0]
        text = str(table.playing.moves(seat)[-1])
        laid.do(commands.decide(table, seat, text))
    (away,) = laid.table.mine(YOU)
    events = enumerate(laid.table.playing.log.events)
    assert laid.table.by_bots == [place for place, event in events if event.seat == away] != []
    assert laid.again().by_bots == laid.table.by_bots


@pytest.mark.parametrize("game", rw.games())
def test_a_seat_knows_nothing_of_what_others_answer_in_an_open_window(game: str) -> None:
    whim = Random(f"hidden {game}")
    laid = Laid(game, "device", *["me"] * max(2, rw.game(game).seats.start))
    laid.do(commands.seed(laid.table, ME, "cd" * 8))
    checked = 0
    while not laid.table.playing.over and checked < 200:
        table = laid.table
        pending = table.playing.pending
        seat = whim.choice(pending)
        others = [other for other in range(len(table.seats)) if other != seat]
        before = {other: table.private(other) for other in others}
        public, window = table.public(), table.playing.window
        move = whim.choice(table.private(seat).moves(seat))
        laid.do(commands.decide(table, seat, str(move)))
        if len(pending) > 1 and laid.table.playing.pending and table.playing.window == window:
            if len(laid.table.playing.log.events) == table.window_from:
                continue  # the window has closed and another of the same kind is open
            checked += 1
            assert table.public() == public
            for other in others:
                assert table.private(other) == before[other]
                if other in table.playing.pending:
                    told = [m.text for m in table.private(other).moves(other)]
                    assert told == [m.text for m in table.playing.moves(other)]


def test_everybody_knows_their_own_hidden_moves_in_an_open_window() -> None:
    laid = Laid("donnant", "device", "me", "me")
    laid.do(commands.seed(laid.table, ME, "cd" * 8))
    moves = [move.text for move in laid.table.private(0).moves(0)]
    dropped = next(move for move in moves if move.startswith("drop"))
    laid.do(commands.decide(laid.table, 0, dropped))
    # In seat 1's own log its move stands where seat 0's stands in the log of the table.
    other = next(move.text for move in laid.table.private(1).moves(1) if "drop" in move.text)
    laid.do(commands.decide(laid.table, 1, other))
    for seat, own in enumerate((dropped, other)):
        events = laid.table.private(seat).log.events
        known = [laid.table.known_event(n, one, seat).text for n, one in enumerate(events)]
        assert own in known and "drop ?" not in known
    whole = enumerate(laid.table.playing.log.events)
    assert other not in [laid.table.known_event(n, event, 0).text for n, event in whole]


def test_with_one_human_take_back_goes_back_to_the_last_roll() -> None:
    laid = Laid("qwinto", "bots", "me", "bot")
    laid.do(commands.seed(laid.table, ME, "01"))
    for move in ("roll O", "keep"):
        laid.do(commands.decide(laid.table, laid.table.playing.active, move))
    asked = laid.table.playing
    laid.do(commands.decide(laid.table, 0, "pass"))
    laid.do(commands.decide(laid.table, 1, "pass"))
    assert asked.window != laid.table.playing.window
    with pytest.raises(IllegalMove):
        laid.table.playing.take_back(0)
    laid.do(commands.take_back(laid.table, ME, 0, laid.table.seq))
    assert laid.table.playing == asked
    assert [str(e) for e in laid.table.playing.log.events[-2:]] == ["1 take back", "0 take back"]


def test_nobody_takes_back_what_another_person_has_seen() -> None:
    laid = Laid("qwinto", "friends", "me", "open")
    laid.do(commands.join(laid.table, YOU, "Ben", None))
    laid.do(commands.start(laid.table, ME))
    for move in ("roll O", "keep"):
        laid.do(commands.decide(laid.table, laid.table.playing.active, move))
    laid.do(commands.decide(laid.table, 0, "pass"))
    laid.do(commands.decide(laid.table, 1, "pass"))
    with pytest.raises(IllegalMove):
        commands.take_back(laid.table, ME, 0, laid.table.seq)
    with pytest.raises(IllegalMove, match="revealed"):  # nor what has shown him the others' answers
        commands.take_back(laid.table, YOU, 1, laid.table.seq)


def test_names_are_one_line_of_bounded_length() -> None:
    assert commands.clean_name("  <b>Zoë</b>\n\x00 \u202e x ") == "<b>Zoë</b> x"
    assert len(commands.clean_name("x" * 500)) == commands.LONGEST_NAME


@pytest.mark.parametrize(
    ("mode", "kinds"),
    [("bots", ()), ("bots", ("open", "me")), ("device", ("me",) * 7), ("friends", ())],
)
def test_tables_that_cannot_be_laid(mode: str, kinds: tuple[str, ...]) -> None:
    with pytest.raises(Problem):
        Laid("qwinto", mode, *kinds)


def test_guessed_links_lead_nowhere_and_old_ones_expire() -> None:
    laid = Laid("qwinto", "friends", "me", "open")
    steps, token = commands.link(laid.table, ME, 0)
    laid.do(steps)
    assert token not in str(laid.log), "only its hash is kept"
    for wrong in ("", token[:-1], token + "x"):
        with pytest.raises(Problem):
            commands.claim(laid.table, YOU, wrong)
    laid.table.links[hashed(token)].until = 0
    with pytest.raises(Problem):
        commands.claim(laid.table, YOU, token)


def test_links_end_with_the_ownership_of_their_seat() -> None:
    """Whoever leaves, is removed or hands the seat on cannot come back by a link made before."""

    def link(laid: Laid, seat: int, who: str) -> str:
        steps, token = commands.link(laid.table, who, seat)
        laid.do(steps)
        return token

    laid = Laid("qwinto", "friends", "me", "open", "open")
    own = link(laid, 0, ME)
    for seat in (1, 2):
        laid.do(commands.join(laid.table, YOU, "Ben", seat))
    left, removed = link(laid, 1, YOU), link(laid, 2, YOU)
    laid.do(commands.leave(laid.table, YOU, 1))
    laid.do(commands.join(laid.table, "third", "Carl", 1))
    laid.do(commands.remove(laid.table, ME, 2, "random"))
    first, second = link(laid, 1, "third"), link(laid, 1, "third")
    laid.do(commands.claim(laid.table, "phone", first))
    for void in (left, removed, first, second):
        with pytest.raises(Problem):
            commands.claim(laid.table, YOU, void)
    assert [seat.who for seat in laid.table.seats] == [ME, "phone", None]
    laid.do(commands.claim(laid.table, YOU, own))
    assert laid.table.seats[0].who == YOU
    assert laid.again() == laid.table


@pytest.mark.parametrize(
    ("language", "own", "other"),
    [
        ("en", "You pass", "Béa passes"),
        ("fr", "Vous passez", "Béa passe"),
        ("de", "Du passt", "Béa passt"),
    ],
)
def test_the_log_speaks_to_whoever_gave_no_name(language: str, own: str, other: str) -> None:
    game, names = rw.game("qwinto"), ("You", "Béa")
    assert narrated(game, rw.Event(0, "pass"), names, language) == own
    assert narrated(game, rw.Event(1, "pass"), names, language) == other


def test_nobody_has_the_name_of_another() -> None:
    laid = Laid("qwinto", "friends", "me", "open", "open", "open")
    long = "A" * commands.LONGEST_NAME
    for seat, name in enumerate(("ANNA", long, long), 1):
        laid.do(commands.join(laid.table, f"guest {seat}", name, seat))
    names = [seat.name for seat in laid.table.seats]
    assert names == ["Anna", "ANNA 2", long, f"{long[:-2]} 2"]
    laid.do(commands.rename(laid.table, ME, 0, "anna"))  # one's own name is free
    assert laid.table.seats[0].name == "anna"
    laid.do(commands.rename(laid.table, ME, 0, "Anna 2"))
    assert laid.table.seats[0].name == "Anna 2 2"


def test_people_around_one_device_have_names_of_their_own() -> None:
    seats = [{"kind": "me", "name": name} for name in ("Ben", "Ben", "", "")]
    created = commands.create(rw.game("qwinto"), "device", seats, ME, "Anna", ("random",))
    assert [seat["name"] for seat in created.data["seats"]] == ["Ben", "Ben 2", "", ""]
