"""A game in the terminal, with people at one keyboard and bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import rollwrite as rw
from rollwrite.bots import Bot
from rollwrite.cli.options import data_folder
from rollwrite.cli.terminal import screen
from rollwrite.errors import Refused, say
from rollwrite.games.optional import OptionalDrawings
from rollwrite.play import narration
from rollwrite.play.visibility import known_to
from rollwrite.texts import Figure

WORDS = ("hint", "back", "log", "quit", "help")  # what may be typed besides moves


class Table:
    """One game in the terminal; every event is saved immediately."""

    def __init__(
        self,
        state: rw.State,
        bots: Mapping[int, Bot],
        save: Path,
        *,
        forced: bool,
        real_dice: bool,
    ) -> None:
        self._state = state
        self._bots = bots
        self._save = save
        self._forced = forced  # whether moves without a choice are made without asking
        self._real_dice = real_dice
        self._typed = screen.Typed(data_folder() / "history")
        self._shown: rw.State | None = None  # the state last printed

    def play(self) -> None:
        """Play to the end, or until somebody quits."""
        game = self._state.game
        self._say("cli.welcome", game=game.name, save=self._save)
        print(f"({game.edition or self._text(f'cli.{game.definition.provenance}')})")
        if not self._save.exists():
            self._accept(self._state)  # whoever leaves at once can resume too
        try:
            while not self._state.over:
                self._step()
        except (EOFError, KeyboardInterrupt):
            print()
            self._say("cli.left", save=self._save)
            return
        finally:
            self._typed.close()
        self._show()
        print_result(self._state)

    def _step(self) -> None:
        if self._state.chance is not None:
            self._roll()
            return
        people = [seat for seat in self._state.pending if seat not in self._bots]
        if people:  # first, so that nobody sees the answers of bots before deciding
            self._ask(people[0])
        else:
            seat = self._state.pending[0]
            move = self._bots[seat].choose(self._state, seat)
            self._say("cli.plays", seat=seat, move=move)
            self._accept(self._state.play(move))

    def _roll(self) -> None:
        before, chance = self._state, self._state.chance
        if not self._real_dice:
            self._accept(before.roll())
        else:
            self._try(before.roll, self._typed.ask(self._text("cli.dice", chance=chance)))
        if self._state is not before and chance is not None:
            event = self._state.log.events[-1].text.removeprefix(f"{chance.kind} ")
            print(self._drawn(self._text(f"cli.{chance.kind}", event=event)))

    def _ask(self, seat: int) -> None:
        moves = self._state.moves(seat)
        if self._forced and len(moves) == 1:
            self._say("cli.forced", seat=seat, move=moves[0])
            self._accept(self._state.play(moves[0]))
            return
        if self._shown is not self._state:
            self._show()
            self._shown = self._state
        self._say("cli.deciding", seat=seat, prompt=self._state.prompt(seat))
        shown, left_out = screen.listed([str(move) for move in moves])
        print("\n".join(shown))
        if left_out:
            self._say("cli.more", count=left_out)
        self._answer(seat, moves, self._typed.ask("> ", [*map(str, moves), *WORDS]))

    def _answer(self, seat: int, moves: Sequence[rw.Move], answer: str) -> None:
        word = answer.lower()
        if word in ("?", "help"):
            self._say("cli.help")
        elif word == "hint":
            self._hint(seat)
        elif word == "back":
            self._try(self._take_back)
        elif word == "log":
            print(self._state.log)
        elif word == "quit":
            raise EOFError
        elif word.isdecimal() and len(word) < len(str(len(moves))) + 1:
            self._numbered(seat, moves, int(word))
        elif answer:
            self._try(self._state.play, answer, seat)

    def _numbered(self, seat: int, moves: Sequence[rw.Move], number: int) -> None:
        if 1 <= number <= len(moves):
            self._try(self._state.play, moves[number - 1], seat)
        else:
            self._say("cli.no_such_number", number=number, last=len(moves))

    def _show(self) -> None:
        """Print the dice and all sheets."""
        print(f"\n{self._drawn(str(self._state))}\n")

    def _drawn(self, text: str) -> str:
        letters = OptionalDrawings.of(self._state.game.definition.drawing).TEXT_COLOURS
        return screen.drawn(text, letters)

    def _hint(self, seat: int) -> None:
        """What an expert would do at a seat, in words and as it is typed, and why."""
        found = rw.coach.hint(known_to(self._state, seat), seat)
        act = narration.act(self._state, found.best.move)
        self._say("cli.hint", act=act, move=found.best.move, why=found.why)

    def _take_back(self) -> rw.State:
        """The state before the last choice of a person, and before what followed without one."""
        state = self._state.take_back()
        while self._made_by_itself(state):
            state = state.take_back()
        return state

    def _made_by_itself(self, state: rw.State) -> bool:
        """Whether no person chose what was just taken back."""
        seat = state.log.events[-1].seat
        return seat in self._bots or (self._forced and len(state.moves(seat)) == 1)

    def _try(self, step: Callable[..., rw.State], *arguments: object) -> None:
        try:
            self._accept(step(*arguments))
        except Refused as reason:
            print(f"! {reason}")

    def _accept(self, state: rw.State) -> None:
        self._state = state
        self._save.parent.mkdir(parents=True, exist_ok=True)
        part = self._save.with_name(self._save.name + ".part")
        part.write_text(str(state.log), encoding="utf-8")
        part.replace(self._save)

    def _say(self, key: str, **values: object) -> None:
        print(screen.wrapped(self._text(key, **values)))

    def _text(self, key: str, **values: object) -> str:
        return self._state.game.text(say(key, **values))


def print_result(state: rw.State) -> None:
    """Print the tally of every seat and the winners."""
    for seat in range(state.seats):
        print(state.game.text(say("cli.tally", seat=seat, points=state.scores()[seat])))
        for line in state.tally(seat):
            if line.points:
                points = Figure(line.points, "d").text(state.game.language)
                print(f"  {points:>4}  {line.label}")
    if state.over:
        key = "cli.winners" if state.winners() else "cli.nobody"
        print(state.game.text(say(key, seats=state.winners())))
