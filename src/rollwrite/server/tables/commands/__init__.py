"""What people may do at a table: each command checks and gives the entries that follow from it.

Nothing here changes a table or touches the database; a refused command raises and that is all.
"""

from rollwrite.server.tables.commands.creation import (
    BOT_NAMES,
    LONGEST_NAME,
    bot_name,
    checked_level,
    clean_name,
    create,
    offer_rematch,
    rematch,
)
from rollwrite.server.tables.commands.decisions import (
    decide,
    hint,
    move,
    take_back,
    taken_back,
)
from rollwrite.server.tables.commands.entering import (
    correct,
    enter,
    may_enter,
)
from rollwrite.server.tables.commands.lobby import (
    join,
    seed,
    start,
)
from rollwrite.server.tables.commands.seats import (
    claim,
    close,
    forget,
    gone,
    hand_over,
    leave,
    link,
    remove,
    rename,
    returned,
    unname,
)
from rollwrite.server.tables.commands.steps import (
    Step,
    Steps,
)

__all__ = [
    "BOT_NAMES",
    "LONGEST_NAME",
    "Step",
    "Steps",
    "bot_name",
    "checked_level",
    "claim",
    "clean_name",
    "close",
    "correct",
    "create",
    "decide",
    "enter",
    "forget",
    "gone",
    "hand_over",
    "hint",
    "join",
    "leave",
    "link",
    "may_enter",
    "move",
    "offer_rematch",
    "rematch",
    "remove",
    "rename",
    "returned",
    "seed",
    "start",
    "take_back",
    "taken_back",
    "unname",
]
