"""What has changed for one browser since its last message: the rest is not sent again.

A message holds the fields of a view that are not as they were. Of the log come the lines from the
first new one on; of a tally, the seats that changed; of pictures, their new pieces.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rollwrite.server.schemas import LogDelta, LogLine, TallyLine, View
from rollwrite.server.tables.render_cache import Picture

_PICTURES = {"tray", "sheets", "market"}  # sent in pieces
_OPTIONAL = {field.name for field in msgspec.structs.fields(View) if not field.required}
_ENCODER = msgspec.json.Encoder()


class ViewDelta:
    """What one browser knows already."""

    def __init__(self) -> None:
        self._sent: View | None = None
        self._pictures: list[Picture] = []

    def message(self, view: View, pictures: list[Picture]) -> bytes:
        """A view as JSON, without what was sent before."""
        found = _changed(self._sent, view)
        if "log" in found:
            found["log"] = _log(self._sent.log if self._sent else [], view.log)
        if "tally" in found:
            found["tally"] = _tally(self._sent.tally if self._sent else [], view.tally)
        if pictures:
            self._draw(found, pictures)
        self._sent, self._pictures = view, pictures
        return _ENCODER.encode(found)

    def _draw(self, found: dict[str, Any], pictures: list[Picture]) -> None:
        for name in _PICTURES:
            found.pop(name, None)
        before: list[Picture | None] = [*self._pictures]
        before += [None] * (len(pictures) - len(before))
        drawn = {
            index: picture.since(old)
            for index, (old, picture) in enumerate(zip(before, pictures, strict=False))
            if picture is not old
        }
        if drawn:
            found["drawn"] = drawn


def _changed(sent: View | None, view: View) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in View.__struct_fields__:
        value = getattr(view, name)
        if value is None and name in _OPTIONAL and getattr(sent, name, None) is None:
            continue
        if (
            sent is None
            or name == "seq"
            or ((old := getattr(sent, name)) is not value and old != value)
        ):
            found[name] = value
    return found


def _log(old: list[LogLine], new: list[LogLine]) -> LogDelta:
    same = 0
    while same < min(len(old), len(new)) and old[same] is new[same]:
        same += 1
    return LogDelta(same, new[same:])


def _tally(old: list[list[TallyLine]], new: list[list[TallyLine]]) -> list[list[TallyLine] | None]:
    if len(old) != len(new):
        return [*new]
    return [None if was is now else now for was, now in zip(old, new, strict=True)]
