"""What a browser calls itself, in two words: enough to know one's own again."""

from __future__ import annotations

# The first that is found counts: Edge also calls itself Chrome, and Chrome Safari.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device(user_agent: str) -> str:
    """Browser and system, such as "Firefox · Android"; nothing of what is not known."""
    words = (
        next((name for mark, name in known if mark in user_agent), "")
        for known in (_BROWSERS, _SYSTEMS)
    )
    return " · ".join(filter(None, words))
