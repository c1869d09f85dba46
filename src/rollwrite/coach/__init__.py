"""The coach: hints, and reviews that separate luck from skill.

>>> import rollwrite as rw
>>> from rollwrite.coach import hint
>>> state = rw.game("twenty_one").start(seats=2, seed=1).roll()
>>> hint(state, 0).best.move.text in ("keep", "reroll")
True
"""

from rollwrite.coach.course import Decision, Fall
from rollwrite.coach.hint import Hint, hint, hint_reason
from rollwrite.coach.judge import Judge, Worth, judge
from rollwrite.coach.levels import Judged, judged
from rollwrite.coach.phrases import phrases
from rollwrite.coach.review import Account, Review, review

__all__ = [
    "Account", "Decision", "Fall", "Hint", "Judge", "Judged", "Review", "Worth", "hint",
    "hint_reason", "judge", "judged", "phrases", "review",
]  # fmt: skip
