"""A campaign: what a game with levels gives to the command line and the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rollwrite.texts import Message

if TYPE_CHECKING:
    from rollwrite.games.contract import GameContext


class CampaignProgress(Protocol):
    """How far somebody has come in a campaign, as the game itself notes it."""

    @property
    def won(self) -> tuple[int, ...]:
        """The levels won."""

    @property
    def history(self) -> Sequence[object]:
        """The games played so far."""


class Campaign(Protocol):
    """``campaign.py``: levels of a solo game that are won one after the other.

    What ``progress`` is only the game knows: everybody else hands it back as it came, so it is Any
    here. The game's texts have ``campaign.damaged`` for a file that was set aside.
    """

    @property
    def VARIANT(self) -> str | None:  # noqa: N802  # a constant of the module
        """The variant that is played."""

    def load(self, path: Path) -> tuple[Any, Path | None]:
        """The progress in a file, and under which name a damaged file was kept aside."""

    def save(self, path: Path, progress: Any) -> None:
        """Write the progress so that the file is always whole."""

    def from_browser(self, kept: object) -> Any:
        """The progress a browser kept; nonsense counts as none."""

    def to_browser(self, progress: Any) -> dict[str, Any]:
        """What a browser keeps of it, as JSON data."""

    def is_open(self, progress: Any) -> bool:
        """Whether all levels have been won, so that they can be played in a row."""

    def next_level(self, progress: Any) -> int:
        """The level to play."""

    def next_options(self, progress: Any) -> Mapping[str, Any]:
        """The options of the game to play next."""

    def counts(self, progress: Any, position: Mapping[str, Any]) -> bool:
        """Whether a game that ended in a position moves the progress on."""

    def finished(
        self, game: GameContext, progress: Any, position: Mapping[str, Any], score: int
    ) -> Any:
        """The progress after a game; BadOption if it does not count."""

    def restarted(self, progress: Any) -> Any:
        """The progress of somebody who begins the campaign again."""

    def results(self, progress: Any) -> list[Message]:
        """Every game so far, a line each."""

    def standing(self, progress: Any) -> Message:
        """Where the progress stands, and what comes next."""
