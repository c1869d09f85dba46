"""Dice with colours: declared once, they give rolls, their notation, the tray and its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from rollwrite.draw.dice import SIZE, die, shadow, tilt
from rollwrite.draw.shapes import Drawing, Part, Shape
from rollwrite.errors import Kind, say
from rollwrite.games.contract import Chance, GameContext, Refusal, StateRecord
from rollwrite.games.optional import Face, Pick, Picking
from rollwrite.texts import Message, speaker

FACES = 6
GAP, EDGE, TOP = 18, 14, 10

_DIE = re.compile(r"([A-Z])\s*(-?\d+)")
_say = speaker(__package__)

DiceOf = Callable[[StateRecord], Sequence[int]]  # some dice of a state, by number


@dataclass(frozen=True)
class Dice:
    """The dice of a game; the state record has what they show in ``dice``, 0 before the roll.

    A die is named by its letter in the notation (``Y4 P5``) and by its colour in drawings. Its
    name in words is the game's own text ``colour.LETTER``.
    """

    say: Callable[..., Message]  # the game's speaker
    letters: str
    colours: tuple[str, ...]  # of draw/palette.py
    due: DiceOf | None = None  # those to roll in a chance state; None: all
    in_use: DiceOf | None = None  # others leave a place in the tray; None: all are
    summed: bool = False  # whether only their sum matters: then it may be told in place of them

    def colour(self, number: int) -> Message:
        """The name of a die's colour."""
        return self.say(f"colour.{self.letters[number]}")

    def names(self, bits: int) -> list[Message]:
        """The names of several colours, one bit a die."""
        return [self.colour(number) for number in self._set(bits)]

    def letter(self, number: int) -> Message:
        """What stands for a colour on a drawing: unlike the notation, it follows the language."""
        return colour_letter(self.colours[number])

    def part(self, number: int) -> str:
        """The part of a die in the tray."""
        return f"die-{self.letters[number]}"

    def parts(self, bits: int) -> tuple[str, ...]:
        """The parts of several dice."""
        return tuple(map(self.part, self._set(bits)))

    def write(self, bits: int) -> str:
        """Several dice in a move: ``OY``."""
        return "".join(self.letters[number] for number in self._set(bits))

    def read(self, verb: str, text: str) -> int | None:
        """The dice, one bit each, that follow a verb: ``roll o, y``; None if it is no such move."""
        found = re.fullmatch(rf"\s*{verb}\s([\s\w,]+)", text, re.IGNORECASE)
        letters = re.sub(r"[,\s]", "", found[1]).upper() if found else ""
        if not letters or len(set(letters)) < len(letters) or set(letters) - set(self.letters):
            return None
        return sum(1 << self.letters.index(letter) for letter in letters)

    def chance(self, game: GameContext, s: StateRecord) -> Chance:
        """The dice to roll."""
        return Chance("roll", tuple(self.letters[number] for number in self._due(s)))

    def write_event(self, game: GameContext, s: StateRecord, event: Sequence[int]) -> str:
        """The rolled dice in order; a 0 took no part."""
        return " ".join(f"{self.letters[n]}{value}" for n, value in enumerate(event) if value)

    def read_event(self, game: GameContext, s: StateRecord, text: str) -> list[int] | Refusal:
        """The event a text means where some dice are due, in any order and case."""
        dice, expected = self._due(s), self.chance(game, s).what
        if self.summed and text.strip().isdecimal():
            return self._with_sum(dice, int(text))
        words = text.upper().replace(",", " ").split()
        matches = [_DIE.fullmatch(word) for word in words]
        event = [0] * len(self.letters)
        if not words or None in matches:
            some = [n % FACES + 1 if n in dice else 0 for n in range(len(event))]
            example = self.write_event(game, s, some)
            message = say("refused.roll_unreadable", text=text, example=example)
            return Refusal(Kind.UNREADABLE, message)
        for match in matches:
            letter, value = match.groups() if match else ("", "0")
            number = self.letters.find(letter)
            if number not in dice:
                return _wrong("die_not_due", die=letter, dice=expected)
            if not 1 <= int(value) <= FACES:
                return _wrong("die_value", die=letter, value=value)
            if event[number]:
                return _wrong("die_twice", die=letter)
            event[number] = int(value)
        missing = [self.letters[number] for number in dice if not event[number]]
        return _wrong("dice_missing", missing=missing, dice=expected) if missing else event

    def picking(self, game: GameContext, s: StateRecord, viewer: int | None = None) -> Picking:
        """The faces of the dice that are due."""
        dice = self._due(s)
        picks = [
            Pick(self.colour(number), tuple(self._face(number, n + 1) for n in range(FACES)))
            for number in dice
        ]
        several = self.summed and len(dice) > 1
        return Picking(tuple(picks), totals=_sums(dice) if several else None)

    def _face(self, number: int, value: int) -> Face:
        label = _say("part.die", colour=self.colour(number), state=value)
        shapes = die(2, 2, self.colours[number], value)[:-1]  # its colour is told beside it
        return Face(
            f"{self.letters[number]}{value}", label, Drawing(SIZE + 4, SIZE + 4, label, shapes)
        )

    def _with_sum(self, dice: Sequence[int], total: int) -> list[int] | Refusal:
        """Some fall of the dice with a sum: as even as it can be."""
        sums = _sums(dice)
        if total not in sums:
            return _wrong("dice_sum", total=total, low=sums[0], high=sums[-1])
        event = [0] * len(self.letters)
        for place, number in enumerate(dice):
            event[number] = (total + len(dice) - 1 - place) // len(dice)
        return event

    def outcomes(self, game: GameContext, s: StateRecord) -> Iterator[tuple[list[int], int]]:
        """Every fall of the dice that are due, each with weight 1."""
        dice = self._due(s)
        for values in product(range(1, FACES + 1), repeat=len(dice)):
            event = [0] * len(self.letters)
            for number, value in zip(dice, values, strict=True):
                event[number] = value
            yield event, 1

    def tray(self, game: GameContext, s: StateRecord) -> Drawing:
        """All dice side by side; once some are chosen, the others leave their places."""
        used = self._used(s)
        shapes: list[Shape] = []
        for number, colour in enumerate(self.colours):
            value, x = s.dice[number], EDGE + number * (SIZE + GAP)
            state = value or _say("part.not_rolled")
            label = _say("part.die", colour=self.colour(number), state=state)
            idle, turn = bool(used) and number not in used, tilt(number, value)
            if not idle:
                shapes.append(shadow(x, TOP, turn))
            face = die(x, TOP, colour, value, idle=idle, turn=turn)
            shapes.append(Part(self.part(number), label, face))
        width = 2 * EDGE + len(self.colours) * (SIZE + GAP) - GAP
        return Drawing(width, TOP + SIZE + 24, _say("tray"), tuple(shapes))

    def tray_text(self, game: GameContext, s: StateRecord) -> str:
        """The dice in use; ``?`` is still to be rolled."""
        return " ".join(f"{self.letters[n]}{s.dice[n] or '?'}" for n in self._used(s))

    def _due(self, s: StateRecord) -> Sequence[int]:
        return range(len(self.letters)) if self.due is None else self.due(s)

    def _used(self, s: StateRecord) -> Sequence[int]:
        return range(len(self.letters)) if self.in_use is None else self.in_use(s)

    def _set(self, bits: int) -> list[int]:
        return [number for number in range(len(self.letters)) if bits >> number & 1]


def _sums(dice: Sequence[int]) -> range:
    return range(len(dice), FACES * len(dice) + 1)


def colour_letter(colour: str) -> Message:
    """What stands for a colour of the palette on a drawing, in every language another."""
    return _say(f"letter.{colour}")


def _wrong(key: str, **values: object) -> Refusal:
    return Refusal(Kind.WRONG_DICE, say(f"refused.{key}", **values))
