"""Levels and campaigns of solo games: the browser keeps the progress, the game moves it on."""

from __future__ import annotations

from rollwrite.games.contract import Json
from rollwrite.play.registry import game as find
from rollwrite.play.state import State


def progress(game: str, language: str, kept: object, finished: State | None = None) -> Json | None:
    """What a browser shall keep from now on, the level to play next, and it all in words.

    ``kept`` is what the browser kept so far; nonsense counts as nothing. ``finished`` is a solo
    game that has just ended. None if the game has no campaign.
    """
    campaign = find(game).definition.campaign
    if campaign is None:
        return None
    now = campaign.from_browser(kept)
    lines = []
    if finished is not None and finished.over and finished.seats == 1:
        position = finished.position()
        if campaign.counts(now, position):
            now = campaign.finished(finished.game, now, position, finished.scores()[0])
        lines += [_sentence(line.text(language)) for line in campaign.results(now)[-1:]]
    lines.append(campaign.standing(now).text(language))
    return {
        "progress": campaign.to_browser(now),
        "next": campaign.next_level(now),
        "won": list(now.won),
        "open": campaign.is_open(now),
        "text": " ".join(lines),
    }


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
