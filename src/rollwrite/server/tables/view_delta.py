"""What has changed for one browser since it was last told: the rest is not sent again.

A message holds the parts of a view that are not as they were. Of the log come the lines from the
first new one on; of a tally, the seats that changed; of pictures, their new pieces.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rollwrite.server.tables.render_cache import Picture
from rollwrite.server.tables.view import View

_MISSING = object()
_ENCODER = msgspec.json.Encoder()


class ViewDelta:
    """What one browser knows already."""

    def __init__(self) -> None:
        self._sent: View = {}
        self._pictures: list[Picture] = []

    def message(self, view: View, pictures: list[Picture]) -> bytes:
        """A view as JSON, without what was sent before."""
        sent = self._sent
        found = {
            name: value
            for name, value in view.items()
            if name == "seq" or ((old := sent.get(name, _MISSING)) is not value and old != value)
        }
        if "log" in found:
            found["log"] = _lines(sent.get("log", []), view["log"])
        if "tally" in found:
            found["tally"] = _tally(sent.get("tally", []), view["tally"])
        if pictures:
            self._draw(found, pictures)
        self._sent, self._pictures = view, pictures
        return _ENCODER.encode(found)

    def _draw(self, found: dict[str, Any], pictures: list[Picture]) -> None:
        before: list[Picture | None] = [*self._pictures]
        before += [None] * (len(pictures) - len(before))
        drawn = {
            place: picture.since(old)
            for place, (old, picture) in enumerate(zip(before, pictures, strict=False))
            if picture is not old
        }
        if drawn:
            found["drawn"] = drawn


def _lines(old: list[Any], new: list[Any]) -> dict[str, Any]:
    same = 0
    while same < min(len(old), len(new)) and old[same] is new[same]:
        same += 1
    return {"after": same, "lines": new[same:]}


def _tally(old: list[Any], new: list[Any]) -> list[Any]:
    if len(old) != len(new):
        return new
    return [None if was is now else now for was, now in zip(old, new, strict=True)]
