"""The loops of the environments: rules like the others, so that they compile and run on a GPU."""

from __future__ import annotations

from typing import Any, NamedTuple

from rollwrite.kernel.match import chosen, winning_seats
from rollwrite.kernel.records import Record, i8, i32
from rollwrite.kernel.rng import draw, seeded
from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import Scratch, first_pending, leave_to_chance, step

# Bound by interpreter, compiler and GPU (see specialize.py).
rules: Any = None
OWN_OPPONENTS = False  # whether somebody outside the loop answers for some seats
CAST_ANEW = False  # whether opponents are drawn for each game
DENSE_MASKS = True  # whether legal actions are marked in rows of 0 and 1, besides being listed

SCORE, VICTORY = 0, 1  # what is rewarded: points as they come, or the victory at the end
ILLEGAL = -1  # the reward of a move that is not legal; nothing else happens
ALL, ENDED, WAITING = range(3)  # which environments a step is for
WIDE = 192  # actions from which on only those that were legal are cleared, not the whole row
CASTING = 0x63617374_00000000  # keeps the draw of opponents apart from the dice of the same seed


class Environments(NamedTuple):
    """A batch of environments, each with a table of its own."""

    tables: Any
    raw: Any  # the tables as bytes
    rngs: Any
    who: Any  # the learner's seat
    asked: Any  # the seat that is to answer: the learner's, or that of an opponent outside
    cast: Any  # the players of the seats after the learner, in turn order
    numbers: Any  # the number of the game
    finished: Any  # whether that is over
    last: Any  # the learner's score when it last decided


class Setting(NamedTuple):
    """What all environments of a batch have in common."""

    start: Any
    kinds: Any  # the policies of the players (-1: somebody outside),
    models: Any  # their models,
    weights: Any  # and by seat after the learner how often each is drawn, added up
    runs: Any  # what is seen (see layout.py),
    scales: Any  # and what its numbers are multiplied by
    seat: int  # the learner's; -1: another one in every game
    seed: int
    size: int
    reward: int


class StepResult(NamedTuple):
    """The actions that are taken, and what comes of them."""

    actions: Any
    views: Any
    masks: Any
    legal: Any  # the legal actions, rising,
    counts: Any  # and how many they are
    rewards: Any
    ended: Any
    illegal: Any


class Share(NamedTuple):
    """Every ``stride``-th environment from ``first`` to before ``after``, or some of those."""

    first: int
    after: int
    stride: int
    only: int  # ALL, those that have ENDED, or those WAITING for an opponent outside


class Cast(NamedTuple):
    """Who plays at one table."""

    setting: Setting
    players: Any


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
    scales: Any
    facts: Any
    views: Any
    masks: Any
    legal: Any
    counts: Any
    scores: Any


@rule
def observe(s: Any, raw: Any, seat: int, runs: Any, scales: Any, view: Any) -> None:
    """Write what a seat sees into a row (see layout.py)."""
    seats = s.seats
    view[0] = s.phase
    view[1] = (s.active - seat + seats) % seats
    view[2] = turned(s.pending, seat, seats)
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
                view[place + item] = number_at(raw, source + item * width, width)


@rule
def observe_scaled(s: Any, raw: Any, seat: int, runs: Any, scales: Any, view: Any) -> None:
    """Write what a seat sees as numbers from 0 to 1, with bits and phases unpacked."""
    for run in range(len(runs)):
        source = runs[run][0]
        width = runs[run][1]
        count = runs[run][2]
        place = runs[run][3]
        bits = runs[run][5]
        if width == 0:  # what stands at the head of a row: the phase, the turn, who is to move
            value = 1 << s.phase
            if source == 1:
                value = 1 << (s.active - seat + s.seats) % s.seats
            elif source == 2:
                value = turned(s.pending, seat, s.seats)
            for bit in range(bits):
                view[place + bit] = value >> bit & 1
        elif runs[run][4] >> s.phase & 1:
            for item in range(count * max(bits, 1)):
                view[place + item] = 0
        elif bits != 0:
            for item in range(count):
                value = number_at(raw, source + item * width, width)
                for bit in range(bits):
                    view[place + item * bits + bit] = value >> bit & 1
        else:
            scale = scales[run]
            for item in range(count):
                view[place + item] = number_at(raw, source + item * width, width) * scale


@rule
def turned(seats_as_bits: int, seat: int, seats: int) -> int:
    """Seats as bits, from a seat's own point of view: bit 0 is oneself."""
    return (seats_as_bits >> seat | seats_as_bits << (seats - seat)) & ((1 << seats) - 1)


@rule
def number_at(raw: Any, source: int, width: int) -> int:
    """The number of so many bytes that begins at a place."""
    end = source + width - 1
    value = int(raw[end])  # the sign is in the last byte
    for byte in range(1, width):
        value = value << 8 | raw[end - byte] & 255
    return value


@rule
def allow(s: Any, seat: int, moves: Any, before: int, mask: Any) -> int:
    """List the legal actions of a seat, none if it is not to move; return how many they are.

    The mask has a 1 for each. ``moves`` still has those of the last time, ``before`` in number:
    in a wide mask only they are cleared.
    """
    if DENSE_MASKS:
        if rules.ACTIONS >= WIDE:
            for place in range(before):
                mask[moves[place]] = 0
        else:
            for action in range(len(mask)):
                mask[action] = 0
    count = 0
    if s.pending >> seat & 1:
        count = rules.legal(s, seat, moves)
        if DENSE_MASKS:
            for place in range(count):
                mask[moves[place]] = 1
    return count


@rule
def to_learner(s: Any, seat: int, scratch: Scratch, cast: Cast) -> int:
    """Let chance and the others go on until the learner must decide or the game is over.

    Returns who is to answer: the learner, unless that is an opponent outside the loop.
    """
    leave_to_chance(s, scratch.event, scratch.rng)
    while s.pending != 0 and s.pending >> seat & 1 == 0:
        if OWN_OPPONENTS:
            other = first_pending(s)
            if cast.setting.kinds[player_at(s, other, cast, seat)] < 0:
                return other
        step(s, scratch, decide_for_others, cast, seat)
        leave_to_chance(s, scratch.event, scratch.rng)
    return seat


@rule
def player_at(s: Any, seat: int, cast: Cast, learner: int) -> int:
    """Who plays for a seat that is not the learner's: they follow it in turn order."""
    slot: int = (seat - learner - 1 + s.seats) % s.seats
    if CAST_ANEW:
        slot = cast.players[slot]
    return slot


@rule
def decide_for_others(
    s: Any, seat: int, count: int, scratch: Scratch, cast: Cast, learner: int
) -> Any:
    """Ask the opponent that sits there."""
    player = player_at(s, seat, cast, learner)
    setting = cast.setting
    return chosen(setting.kinds[player], s, seat, count, setting.models[player], scratch)


@rule
def begin(envs: Environments, here: int, setting: Setting, scratch: Scratch) -> None:
    """Begin the next game of an environment."""
    envs.tables[here] = setting.start[0]
    envs.numbers[here] += setting.size
    number = envs.numbers[here]
    seats = envs.tables[here].seats
    envs.who[here] = setting.seat
    if setting.seat < 0:
        envs.who[here] = number % seats
    if CAST_ANEW:
        seeded(scratch.rng, setting.seed ^ CASTING, number)
        for slot in range(seats - 1):
            drawn = draw(scratch.rng, setting.weights[slot][len(setting.kinds) - 1])
            player = 0
            while setting.weights[slot][player] <= drawn:
                player += 1
            envs.cast[here][slot] = player
    seeded(envs.rngs[here], setting.seed, number)


@rule
def step_many(
    envs: Environments, setting: Setting, scratch: Scratch, result: StepResult, share: Share
) -> None:
    """One step of every environment of a share.

    An environment whose game was over begins its next one.
    """
    for here in range(share.first, share.after, share.stride):
        if share.only == ALL or (
            envs.finished[here] != 0 if share.only == ENDED else envs.asked[here] != envs.who[here]
        ):
            step_one(envs, here, setting, scratch, result, share.only)


@rule
def step_one(
    envs: Environments,
    here: int,
    setting: Setting,
    scratch: Scratch,
    result: StepResult,
    only: int,
) -> None:
    """One step of an environment, up to the next decision that is not made by compiled bots."""
    s = envs.tables[here]
    own = Scratch(scratch.table, scratch.moves, scratch.event, envs.rngs[here], scratch.work)
    wrong = 0
    fresh = envs.finished[here]
    if fresh != 0:
        begin(envs, here, setting, scratch)
    else:
        action = result.actions[here]
        if is_legal(result, here, action):
            rules.apply(s, envs.asked[here], action)
        else:
            wrong = 1
    seat = envs.who[here]
    asked = to_learner(s, seat, own, Cast(setting, envs.cast[here]))
    over = s.phase == rules.OVER
    if asked == seat:
        gain = 0.0
        if setting.reward == SCORE or over:
            now = rules.score(s, seat)
            if setting.reward == SCORE and fresh == 0:
                gain = now - envs.last[here]
            envs.last[here] = now
        if over and setting.reward == VICTORY:
            gain = victory(winning_seats(s), seat, s.seats)
        if wrong != 0:
            gain = ILLEGAL
        result.rewards[here] = gain
    if only != WAITING:
        result.illegal[here] = wrong
    result.ended[here] = over
    envs.finished[here] = over
    envs.asked[here] = asked
    observe(s, envs.raw[here], asked, setting.runs[asked], setting.scales, result.views[here])
    moves = result.legal[here]
    count = allow(s, asked, moves, result.counts[here], result.masks[here])
    if over:  # whatever is answered, the next game begins
        moves[0] = 0
        count = 1
        if DENSE_MASKS:
            result.masks[here][0] = 1
    result.counts[here] = count


@rule
def is_legal(result: StepResult, here: int, action: int) -> bool:
    """Whether an action is one of those that were offered."""
    if DENSE_MASKS:
        known: bool = 0 <= action < rules.ACTIONS and result.masks[here][action] != 0
        return known
    for place in range(result.counts[here]):  # noqa: SIM110  # Numba compiles loops
        if result.legal[here][place] == action:
            return True
    return False


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
def pick_any(legal: Any, counts: Any, rngs: Any, actions: Any, first: int, stride: int) -> None:
    """A random legal action for every ``stride``-th environment from ``first`` on."""
    for here in range(first, len(actions), stride):
        actions[here] = legal[here][draw(rngs[here], counts[here])]


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
        observe(s, one.raw[0], seat, one.runs[seat], one.scales, one.views[seat])
        one.counts[seat] = allow(s, seat, one.legal[seat], one.counts[seat], one.masks[seat])
        one.scores[seat] = rules.score(s, seat)
