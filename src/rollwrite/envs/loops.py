"""The loops of the environments: rules like the others, so that they compile and run on a GPU."""

from __future__ import annotations

from typing import Any, NamedTuple

from rollwrite.kernel.match import chosen, winning_seats
from rollwrite.kernel.records import Record, i8, i32
from rollwrite.kernel.rng import draw, seeded
from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import Scratch, leave_to_chance, step

# Bound by interpreter, compiler and GPU (see specialize.py).
rules: Any = None

SCORE, VICTORY = 0, 1  # what is rewarded: points as they come, or the victory at the end
ILLEGAL = -1  # the reward of a move that is not legal; nothing else happens


class Environments(NamedTuple):
    """A batch of environments, each with a table of its own."""

    tables: Any
    raw: Any  # the tables as bytes
    rngs: Any
    who: Any  # the learner's seat
    numbers: Any  # the number of the game
    finished: Any  # whether that is over
    last: Any  # the learner's score when it last decided


class Setting(NamedTuple):
    """What all environments of a batch have in common."""

    start: Any
    kinds: Any  # the policies of the seats after the learner, in turn order,
    models: Any  # and their models
    runs: Any  # what is seen (see layout.py)
    seat: int  # the learner's; -1: another one in every game
    seed: int
    size: int
    reward: int


class StepResult(NamedTuple):
    """The actions that are taken, and what comes of them."""

    actions: Any
    views: Any
    masks: Any
    rewards: Any
    ended: Any
    illegal: Any


class Share(NamedTuple):
    """Every ``stride``-th environment from ``first`` to before ``after``."""

    first: int
    after: int
    stride: int


class Facts(Record):
    """What happens at a table where every seat is somebody's."""

    seat: int = i8  # who decides; -1: nobody
    action: int = i32  # what
    pending: int = i32  # the seats that decide next, as bits
    winners: int = i32  # as bits
    over: int = i8


class OneTable(NamedTuple):
    """A table where every seat is somebody's: rows of views, masks and scores by seat."""

    tables: Any
    raw: Any
    runs: Any
    facts: Any
    views: Any
    masks: Any
    scores: Any


@rule
def observe(s: Any, raw: Any, seat: int, runs: Any, view: Any) -> None:
    """Write what a seat sees into a row (see layout.py)."""
    seats = s.seats
    view[0] = s.phase
    view[1] = (s.active - seat + seats) % seats
    view[2] = (s.pending >> seat | s.pending << (seats - seat)) & ((1 << seats) - 1)
    for run in range(len(runs)):
        source = runs[run][0]
        width = runs[run][1]
        count = runs[run][2]
        place = runs[run][3]
        if runs[run][4] >> view[0] & 1:
            for item in range(count):
                view[place + item] = 0
        elif width == 1:
            for item in range(count):
                view[place + item] = raw[source + item]
        else:
            for item in range(count):
                end = source + (item + 1) * width - 1
                value = int(raw[end])  # the sign is in the last byte
                for byte in range(1, width):
                    value = value << 8 | raw[end - byte] & 255
                view[place + item] = value


@rule
def allow(s: Any, seat: int, moves: Any, mask: Any) -> None:
    """Write a 1 for every legal action of a seat that is to move."""
    for action in range(len(mask)):
        mask[action] = 0
    if s.pending >> seat & 1:
        for place in range(rules.legal(s, seat, moves)):
            mask[moves[place]] = 1


@rule
def to_learner(s: Any, seat: int, scratch: Scratch, setting: Setting) -> None:
    """Let chance and the others go on until the learner must decide or the game is over."""
    leave_to_chance(s, scratch.event, scratch.rng)
    while s.pending != 0 and s.pending >> seat & 1 == 0:
        step(s, scratch, decide_for_others, setting, seat)
        leave_to_chance(s, scratch.event, scratch.rng)


@rule
def decide_for_others(
    s: Any, seat: int, count: int, scratch: Scratch, setting: Setting, learner: int
) -> Any:
    """Ask the opponent that sits there: they follow the learner in turn order."""
    slot = (seat - learner - 1 + s.seats) % s.seats
    return chosen(setting.kinds[slot], s, seat, count, setting.models[slot], scratch)


@rule
def step_many(
    envs: Environments, setting: Setting, scratch: Scratch, result: StepResult, share: Share
) -> None:
    """One step of every environment of a share.

    An environment whose game was over begins its next one.
    """
    for here in range(share.first, share.after, share.stride):
        s = envs.tables[here]
        own = Scratch(scratch.table, scratch.moves, scratch.event, envs.rngs[here], scratch.work)
        wrong = 0
        if envs.finished[here] != 0:
            envs.tables[here] = setting.start[0]
            envs.numbers[here] += setting.size
            seeded(own.rng, setting.seed, envs.numbers[here])
            envs.who[here] = setting.seat
            if setting.seat < 0:
                envs.who[here] = envs.numbers[here] % s.seats
        else:
            action = result.actions[here]
            if action < 0 or action >= rules.ACTIONS or result.masks[here][action] == 0:
                wrong = 1
            else:
                rules.apply(s, envs.who[here], action)
        seat = envs.who[here]
        to_learner(s, seat, own, setting)
        over = s.phase == rules.OVER
        gain = 0.0
        if setting.reward == SCORE or over:
            now = rules.score(s, seat)
            if setting.reward == SCORE and envs.finished[here] == 0:
                gain = now - envs.last[here]
            envs.last[here] = now
        if over and setting.reward == VICTORY:
            gain = victory(winning_seats(s), seat, s.seats)
        if wrong != 0:
            gain = ILLEGAL
        result.rewards[here] = gain
        result.illegal[here] = wrong
        result.ended[here] = over
        envs.finished[here] = over
        observe(s, envs.raw[here], seat, setting.runs[seat], result.views[here])
        allow(s, seat, scratch.moves, result.masks[here])
        if over:
            result.masks[here][0] = 1  # whatever is answered, the next game begins


@rule
def victory(won: int, seat: int, seats: int) -> float:
    """A seat's share of a victory."""
    shared = 0
    for other in range(seats):
        shared += won >> other & 1
    if won >> seat & 1:
        return 1.0 / shared
    return 0.0


@rule
def pick_any(masks: Any, rngs: Any, actions: Any, first: int, stride: int) -> None:
    """A random legal action for every ``stride``-th environment from ``first`` on."""
    for here in range(first, len(actions), stride):
        count = 0
        for action in range(len(masks[here])):
            count += masks[here][action]
        left = draw(rngs[here], count)
        for action in range(len(masks[here])):
            if masks[here][action] != 0:
                if left == 0:
                    actions[here] = action
                    break
                left -= 1


@rule
def act(one: OneTable, scratch: Scratch) -> None:
    """One decision at one table, then what every seat sees and may do."""
    s = one.tables[0]
    facts = one.facts[0]
    if facts.seat >= 0:
        rules.apply(s, facts.seat, facts.action)
    leave_to_chance(s, scratch.event, scratch.rng)
    facts.pending = s.pending
    facts.winners = 0
    facts.over = 0
    if s.pending == 0:
        facts.winners = winning_seats(s)
        facts.over = 1
    for seat in range(s.seats):
        observe(s, one.raw[0], seat, one.runs[seat], one.views[seat])
        allow(s, seat, scratch.moves, one.masks[seat])
        one.scores[seat] = rules.score(s, seat)
