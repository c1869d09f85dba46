"""How a game of Clever Kids begins, and its positions as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rollwrite.games.clever_kids.rules import (
    ALL_DICE,
    BONUS,
    CHOOSE,
    OVER,
    POOL,
    REROLL,
    ROLL,
    SEATS,
    TICK,
    TURN,
    WAIT,
    State,
    counted,
)
from rollwrite.games.clever_kids.sheet import (
    BLUE,
    COLOURS,
    DICE,
    FACES,
    MOST_COLUMNS,
    YELLOW,
    ZONE_OF,
    say,
)
from rollwrite.games.clever_kids.ui.names import ROW_LETTERS, bonuses, dice_of, faces_of, zone_name
from rollwrite.games.clever_kids.zones import Sheet
from rollwrite.games.contract import GameContext, Json, OptionValue
from rollwrite.games.kit.reading import Fields, integer, wrong

STEPS = {REROLL: "reroll", CHOOSE: "zone", TICK: "tick", BONUS: "bonus"}
PHASES = ("roll", *STEPS.values(), "over")


def start(game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]) -> State:
    s = State()
    game.rules.start(s, seats, first)
    return s


def write(game: GameContext, s: State, seat: int | None) -> Json:
    """The position; nothing is hidden, for all tick their sheets in the open."""
    rolled = s.dice[0] != 0
    return {
        "game": "clever_kids",
        **({"edition": game.edition} if game.edition else {}),
        "seats": s.seats,
        "active": s.active,
        "phase": _phase(s),
        "pending": [other for other in range(s.seats) if s.pending >> other & 1],
        "dice": faces_of(s, ALL_DICE) if rolled else None,
        "pool": faces_of(s, s.pool) if rolled and _pooled(s) else None,
        "sheets": [_write_sheet(game, s, s.sheets[other]) for other in range(s.seats)],
    }


def _phase(s: State) -> str:
    """The phase that the position names; while others use the pool it is theirs, ``zone``."""
    if s.phase == TURN:
        return STEPS[s.sheets[s.active].step]
    return {ROLL: "roll", POOL: "zone", OVER: "over"}[s.phase]


def _pooled(s: State) -> bool:
    """Whether the active player has finished ticking."""
    return s.phase in (POOL, OVER) or (s.phase == TURN and s.sheets[s.active].step == BONUS)


def _write_sheet(game: GameContext, s: State, sheet: Sheet) -> Json:
    bits = [
        "".join(
            str(sheet.gifts >> MOST_COLUMNS * row + column & 1)
            for column in range(game.rules.COLUMNS)
        )
        for row in range(game.rules.ROWS)
    ]
    own_phase = s.phase == POOL and sheet.step in (TICK, BONUS)
    return {
        "Y": sheet.balloons,
        "R": sheet.wagons,
        "G": bits,
        **{row: sheet.treats[place] for place, row in enumerate(ROW_LETTERS)},
        "bonus": [COLOURS[zone - 1] for zone in bonuses(sheet)],
        "zone": COLOURS[sheet.zone - 1] if sheet.zone else None,
        "hand": faces_of(s, sheet.hand),
        **({"phase": STEPS[sheet.step]} if own_phase else {}),
    }


def read(game: GameContext, data: Mapping[str, Any]) -> State:
    fields = Fields(data)
    s = State()
    fields.value("game", "clever_kids")
    fields.value("edition", None)
    s.seats = fields.integer("seats", 1, SEATS)
    s.active = fields.integer("active", 0, s.seats - 1)
    phase = fields.choice("phase", PHASES)
    _read_dice(game, fields, s, phase)
    _read_pool(fields, s, phase)
    _read_pending(fields, s, phase)
    for seat, sheet in enumerate(fields.each("sheets", s.seats)):
        _read_sheet(game, sheet, s, seat)
    fields.done()
    if s.phase == TURN:
        fields.expect("phase", STEPS[s.sheets[s.active].step])
    _check_end(game, s)
    return s


def _read_dice(game: GameContext, fields: Fields, s: State, phase: str) -> None:
    """K2: what each die shows; null while a roll is due."""
    given = fields.value("dice", None)
    if phase == "roll" or (phase == "over" and given is None):
        if given is not None:
            raise wrong("dice", say("position.no_dice"))
        return
    faces = fields.items("dice", DICE)
    for die, name in enumerate(faces):
        shows = list(dict.fromkeys(FACES[face] for face in game.rules.SHOWS[die]))
        if name not in shows:
            message = say("position.face", value=name, die=f"D{die + 1}", faces=shows)
            raise wrong(f"dice[{die}]", message)
        s.dice[die] = FACES.index(name)


def _read_pool(fields: Fields, s: State, phase: str) -> None:
    """K6 and K7: null until the active player has finished ticking, then what he left."""
    given = fields.value("pool", None)
    s.phase = {"roll": ROLL, "over": OVER}.get(phase, TURN)
    if phase == "bonus" or (phase == "over" and s.dice[0]):
        fields.items("pool")
    elif phase != "zone" and given is not None:
        raise wrong("pool", say("position.no_pool"))
    if given is None:
        return
    if phase == "zone":
        s.phase = POOL
        if s.seats == 1:
            raise wrong("pool", say("position.nobody"))
    s.pool = _read_bits(s, given, ALL_DICE, "pool")
    spent = {ZONE_OF[s.dice[die]] for die in dice_of(ALL_DICE & ~s.pool)}
    if not spent or len(spent - {0}) > 1:
        raise wrong("pool", say("position.spent"))


def _read_bits(s: State, given: Any, among: int, where: str) -> int:
    """Some dice by what they show; of equal ones the first are those already spent."""
    if not isinstance(given, list):
        Fields({where: given}).items(where)
    left = Counter(map(str, given))
    bits = 0
    for die in reversed(dice_of(among)):
        if left[FACES[s.dice[die]]] > 0:
            left[FACES[s.dice[die]]] -= 1
            bits |= 1 << die
    if extra := sorted(left.elements()):
        raise wrong(where, say("position.not_there", faces=extra, dice=faces_of(s, among)))
    return bits


def _read_pending(fields: Fields, s: State, phase: str) -> None:
    if s.phase != POOL:
        s.pending = 1 << s.active if s.phase == TURN else 0
        fields.expect("pending", [s.active] if s.phase == TURN else [])
        return
    others = [seat for seat in range(s.seats) if seat != s.active]
    pending = fields.items("pending", default=others)
    for place, seat in enumerate(pending):
        integer(seat, 0, s.seats - 1, f"pending[{place}]")
    if not pending or pending != [seat for seat in others if seat in pending]:
        raise wrong("pending", say("position.pending", value=pending, others=others))
    s.pending = sum(1 << seat for seat in pending)


def _read_sheet(game: GameContext, fields: Fields, s: State, seat: int) -> None:
    sheet = s.sheets[seat]
    sheet.balloons = fields.integer("Y", 0, game.rules.BALLOONS)
    sheet.wagons = fields.integer("R", 0, game.rules.WAGONS)
    sheet.gifts = _read_gifts(game, fields)
    for treat, row in enumerate(ROW_LETTERS):
        sheet.treats[treat] = fields.integer(row, 0, game.rules.PAIRS[treat])
    for place, colour in enumerate(fields.items("bonus", default=[])):
        where = f"{fields.at('bonus')}[{place}]"
        name = Fields({where: colour}).choice(where, COLOURS)
        sheet.bonus[COLOURS.index(name)] += 1
    _check_circles(game, fields, sheet)
    zone = fields.value("zone", None)
    if zone is not None:
        sheet.zone = COLOURS.index(fields.choice("zone", COLOURS)) + 1
        if not s.pending >> seat & 1:
            raise wrong(fields.at("zone"), say("position.not_ticking"))
    hand = fields.value("hand", [])
    if sheet.zone:
        among = game.rules.taken(s, seat, sheet.zone)
        sheet.hand = _read_bits(s, hand, among, fields.at("hand"))
    elif hand != []:
        raise wrong(fields.at("hand"), say("position.no_zone"))
    _read_step(game, fields, s, seat)
    fields.done()
    _check_step(game, fields, s, seat)


def _check_circles(game: GameContext, fields: Fields, sheet: Sheet) -> None:
    """K8: no more bonus crosses of a colour than the sheet has circles of it."""
    printed = (*game.rules.PRIZE, *game.rules.ROW_PRIZE, *game.rules.COLUMN_PRIZE)
    for zone in range(YELLOW, BLUE + 1):
        if sheet.bonus[zone - 1] > printed.count(zone):
            message = say("position.circles", zone=zone_name(zone), count=printed.count(zone))
            raise wrong(fields.at("bonus"), message)


def _read_gifts(game: GameContext, fields: Fields) -> int:
    gifts = 0
    for row, bits in enumerate(fields.items("G", game.rules.ROWS)):
        width = game.rules.COLUMNS
        if not isinstance(bits, str) or len(bits) != width or set(bits) - {"0", "1"}:
            message = say("position.gifts", value=bits, width=width)
            raise wrong(f"{fields.at('G')}[{row}]", message)
        gifts |= sum(1 << MOST_COLUMNS * row + c for c in range(width) if bits[c] == "1")
    return gifts


def _read_step(game: GameContext, fields: Fields, s: State, seat: int) -> None:
    """Where a seat is in its turn: what it holds says so, and must agree with what is given."""
    sheet = s.sheets[seat]
    if not s.pending >> seat & 1:
        fields.expect("phase", None)
        sheet.step = WAIT
    elif sheet.zone:
        sheet.step = TICK
    elif any(sheet.bonus):
        sheet.step = BONUS
    else:
        counts = counted(s, game.rules.offered(s, seat))
        usable = any(game.rules.fits(sheet, counts, zone) for zone in range(YELLOW, BLUE + 1))
        sheet.step = CHOOSE if usable or seat != s.active else REROLL
    if sheet.step in (TICK, BONUS) and s.phase == POOL:
        fields.expect("phase", STEPS[sheet.step])
    elif s.phase == POOL and sheet.step == CHOOSE:
        fields.expect("phase", "zone", "zone")
    else:
        fields.expect("phase", None)


def _check_step(game: GameContext, fields: Fields, s: State, seat: int) -> None:
    """K3, K6 and K8: what a seat holds must belong to its step."""
    sheet = s.sheets[seat]
    if sheet.step == TICK:
        fresh = sheet.hand == game.rules.taken(s, seat, sheet.zone)
        if not game.rules.fits(sheet, counted(s, sheet.hand), sheet.zone):
            raise wrong(fields.at("hand"), say("position.stuck", zone=zone_name(sheet.zone)))
        if fresh and any(sheet.bonus):
            raise wrong(fields.at("bonus"), say("position.early_bonus"))
        return
    if sheet.step != BONUS and any(sheet.bonus):
        raise wrong(fields.at("bonus"), say("position.no_bonus"))
    for zone in bonuses(sheet):
        if game.rules.full(sheet, zone):
            raise wrong(fields.at("bonus"), say("position.lapsed", zone=zone_name(zone)))


def _check_end(game: GameContext, s: State) -> None:
    """K9: a full zone ends the game with the turn in which it was filled."""
    ended = [seat for seat in range(s.seats) if game.rules.complete(s.sheets[seat])]
    if s.phase == OVER and not ended:
        raise wrong("phase", say("position.K9.open"))
    for seat in ended:
        step, played = s.sheets[seat].step, seat == s.active or s.phase == POOL
        if s.phase == ROLL or (s.phase != OVER and (not played or step in (REROLL, CHOOSE))):
            raise wrong(f"sheets[{seat}]", say("position.K9.over", seat=seat))
