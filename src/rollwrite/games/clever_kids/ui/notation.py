"""Clever Kids' actions and rolls: their notation and the parts they touch."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

from rollwrite.errors import Kind, did_you_mean
from rollwrite.games.clever_kids.rules import (
    BONUS,
    CHOOSE,
    DECLINE,
    DECLINE_AT,
    PASS,
    ROLL,
    ROLL_AGAIN,
    TICK,
    State,
    counted,
)
from rollwrite.games.clever_kids.rules import REROLL as REROLL_STEP
from rollwrite.games.clever_kids.sheet import COLOURS, DICE, FACES, JOKER, say
from rollwrite.games.clever_kids.ui.names import bonuses, dice_of, target_id, target_of, zone_name
from rollwrite.games.clever_kids.ui.refusals import against_rules
from rollwrite.games.clever_kids.zones import DONE, JOKERS, TICK_AT, count_of
from rollwrite.games.contract import Chance, GameContext, Refusal
from rollwrite.games.kit.moves import Words, wrong_moment
from rollwrite.games.kit.wording import either
from rollwrite.texts import Message

_words = Words(done=DONE, decline=DECLINE, reroll=ROLL_AGAIN, **{"pass": PASS})
_DIE_NAMES = tuple(f"D{die + 1}" for die in range(DICE))


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    if word := _words.write(action):
        return word
    if action < TICK_AT:
        return f"zone {COLOURS[action]}"
    if action >= DECLINE_AT:
        several = sum(s.sheets[seat].bonus) > 1
        return f"decline {COLOURS[action - DECLINE_AT]}" if several else "decline"
    target, jokers = divmod(action - TICK_AT, JOKERS)
    return f"tick {target_id(target)} {'j' * jokers}".rstrip()


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    words = " ".join(text.lower().split())
    if words == "decline":
        return _only_bonus(s, seat)
    if match := re.fullmatch(r"(zone|decline) (\w+)", words):
        if match[2] not in COLOURS:
            return None
        return (0 if match[1] == "zone" else DECLINE_AT) + COLOURS.index(match[2])
    if match := re.fullmatch(r"(?:tick )?([a-z]) ?([0-9]{1,2})(?: ?(j{1,5}))?", words):
        target = target_of(match[1].upper(), match[2])
        if target is not None:
            jokers = _jokers_meant(game, s, seat, target, len(match[3] or ""))
            return TICK_AT + JOKERS * target + jokers
    return _words.read(words)


def _only_bonus(s: State, seat: int) -> int:
    """``decline`` without a colour: the pending one, if it is the only one."""
    colours = [place for place, count in enumerate(s.sheets[seat].bonus) if count]
    if s.sheets[seat].step == BONUS and len(colours) == 1:
        return DECLINE_AT + colours[0]
    return DECLINE


def _jokers_meant(game: GameContext, s: State, seat: int, target: int, jokers: int) -> int:
    """Jokers that are spoken of although no fewer would do are not worth a word."""
    if s.sheets[seat].step != TICK:
        return jokers
    natural = count_of(counted(s, s.sheets[seat].hand), game.rules.FACE[target])
    fewest: int = max(0, game.rules.NEED[target] - natural)
    return 0 if jokers == fewest else jokers


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    if word := _words.write(action):
        return (word,)
    if action < TICK_AT:
        return (f"zone-{COLOURS[action]}",)
    if action >= DECLINE_AT:
        return (f"decline-{COLOURS[action - DECLINE_AT]}",)
    target, jokers = divmod(action - TICK_AT, JOKERS)
    hand = dice_of(s.sheets[seat].hand)
    spent = [die for die in hand if s.dice[die] == JOKER][:jokers]
    return (target_id(target), *(f"die-{die + 1}" for die in spent))


def aliases(game: GameContext, s: State, seat: int) -> dict[str, str]:
    """A die stands for the zone of its colour, and later for the one symbol that it can tick."""
    sheet, moves = s.sheets[seat], [0] * game.rules.MOVES
    legal = moves[: game.rules.legal(s, seat, moves)]
    found: dict[str, str] = {}
    if sheet.step == CHOOSE:
        for zone in (action + 1 for action in legal if action < TICK_AT):
            for die in dice_of(game.rules.taken(s, seat, zone)):
                if s.dice[die] != JOKER:
                    found[f"die-{die + 1}"] = f"zone-{COLOURS[zone - 1]}"
    if sheet.step == TICK:
        targets = {(action - TICK_AT) // JOKERS for action in legal if TICK_AT <= action < DONE}
        for die in dice_of(sheet.hand):
            own = [target for target in targets if game.rules.FACE[target] == s.dice[die]]
            if len(own) == 1:
                found[f"die-{die + 1}"] = target_id(own[0])
    return found


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    broken = against_rules(game, s, seat, action)
    return broken or wrong_moment(write(game, s, seat, action), prompt(game, s, seat))


def prompt(game: GameContext, s: State, seat: int) -> Message:
    sheet = s.sheets[seat]
    if sheet.step == REROLL_STEP:
        return say("prompt.reroll")
    if sheet.step == CHOOSE:
        if seat == s.active:
            return say("prompt.zone")
        room = [0] * game.rules.MOVES
        return say("prompt.pool" if game.rules.legal(s, seat, room) > 1 else "prompt.pass")
    if sheet.step == BONUS:
        return say(
            "prompt.bonus",
            colours=either([zone_name(zone) for zone in dict.fromkeys(bonuses(sheet))]),
        )
    fresh = sheet.hand == game.rules.taken(s, seat, sheet.zone)
    return say("prompt.tick" if fresh else "prompt.more", zone=zone_name(sheet.zone))


def chance(game: GameContext, s: State) -> Chance:
    return Chance("roll", _DIE_NAMES)


def write_event(game: GameContext, s: State, event: list[int]) -> str:
    return " ".join(FACES[face] for face in event)


def read_event(game: GameContext, s: State, text: str) -> list[int] | Refusal:
    """The five faces from D1 to D5, or, if these dice cannot lie so, in any other order."""
    shows = game.rules.SHOWS
    words = text.lower().replace(",", " ").split()
    if unknown := [word for word in words if word not in FACES[1:]]:
        hint = did_you_mean(unknown[0], FACES[1:])
        return Refusal(Kind.UNREADABLE, say("refused.face", word=unknown[0], hint=hint))
    if len(words) != DICE:
        example = write_event(game, s, [faces[0] for faces in shows])
        message = say("refused.faces", count=len(words), dice=DICE, example=example)
        return Refusal(Kind.UNREADABLE if not words else Kind.WRONG_DICE, message)
    faces = [FACES.index(word) for word in words]
    for order in permutations(range(DICE)):  # the given order comes first
        if all(faces[place] in shows[die] for die, place in enumerate(order)):
            return [faces[place] for place in order]
    die = next(die for die in range(DICE) if faces[die] not in shows[die])
    told = [FACES[face] for face in dict.fromkeys(shows[die])]
    message = say("refused.impossible", die=_DIE_NAMES[die], face=words[die], faces=told)
    return Refusal(Kind.WRONG_DICE, message)


def outcomes(game: GameContext, s: State) -> Iterator[tuple[list[int], int]]:
    """Every roll; a face that a die has twice comes once, with twice the weight."""
    for roll in product(*(Counter(faces).items() for faces in game.rules.SHOWS)):
        weight = 1
        for _, times in roll:
            weight *= times
        yield [face for face, _ in roll], weight


def begins_turn(game: GameContext, s: State) -> bool:
    return s.phase == ROLL


def window(game: GameContext, s: State) -> int:
    """All steps of the active seat are one window, all steps of the others another."""
    return s.phase
