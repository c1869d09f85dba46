"""Words that names must not contain, found again in other letters that look the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.entries import Entry, EntryKind

MOST_WORDS = 500
SHORTEST, LONGEST = 2, 40
# Letters of other scripts, digits and signs that are read as Latin letters. Accents and wide, bold
# or circled letters are taken off before by Unicode's own decomposition.
_READ_AS = {
    "a": "αаɑ4@", "b": "вьƅ8", "c": "сϲᴄ¢(", "d": "ԁɗđð", "e": "еεєɛ3€", "f": "ғƒ", "g": "ɡցɢ9",
    "h": "һнհ", "i": "іιıӏl|!1¡ł", "j": "јϳ", "k": "кκ", "m": "м", "n": "ոпηᴎ", "o": "оοօσ0ø°",
    "p": "рρ", "q": "ԛգ", "r": "гᴦя", "s": "ѕ5$ꜱ", "t": "тτ7+ŧ", "u": "υսцᴜμ", "v": "νѵᴠ",
    "w": "ԝωшѡ",
    "x": "хχ×", "y": "уүγ", "z": "ᴢ2ƶ", "ss": "ß", "ae": "æ", "oe": "œ",
}  # fmt: skip
_PLAIN = str.maketrans({sign: letter for letter, signs in _READ_AS.items() for sign in signs})
_BETWEEN = re.compile(r"[\W_]+")


def skeleton(text: str) -> str:
    """A text as it is read: small plain letters, with single blanks between its words."""
    bare = "".join(
        sign
        for sign in unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
        if not unicodedata.combining(sign)
    )
    return _BETWEEN.sub(" ", bare.translate(_PLAIN)).strip()


def _pieces(text: str) -> Iterable[str]:
    """The words of a name; letters that stand alone, as in "b a d", are read together."""
    alone = ""
    for word in skeleton(text).split():
        if len(word) == 1:
            alone += word
            continue
        if alone:
            yield alone
            alone = ""
        yield word
    if alone:
        yield alone


class NameFilter:
    """Refuses names that contain a word, in whatever letters."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = list(words)
        self._read = [(word, skeleton(word).replace(" ", "")) for word in self.words]

    def found(self, name: str) -> str | None:
        """The word that a name contains."""
        pieces = list(_pieces(name))
        whole = "".join(pieces)
        for word, read in self._read:
            several = " " in word
            if any(read in piece for piece in ([whole] if several else pieces)):
                return word
        return None

    def check(self, name: str) -> None:
        """Refuse a name that contains one of the words; which one is not said."""
        if self._read and self.found(name) is not None:
            raise Problem(Cause.BAD_REQUEST, "name_filtered", name=name)

    def check_entries(self, entries: Iterable[Entry]) -> None:
        """Refuse entries by which somebody would get such a name."""
        if self._read:
            for entry in entries:
                for name in _given(entry):
                    self.check(name)


def _given(entry: Entry) -> Iterable[str]:
    if entry.what == EntryKind.CREATED:
        return [seat.get("name", "") for seat in entry.data["seats"] if seat["kind"] == "human"]
    named = entry.what in (EntryKind.JOINED, EntryKind.RENAMED)
    return [entry.data["name"]] if named else []


def checked_words(given: Iterable[str]) -> list[str]:
    """Words for a filter, each once; one that would refuse half of all names is refused itself."""
    found = dict.fromkeys(" ".join(word.split()) for word in given)
    words = [word for word in found if word]
    if len(words) > MOST_WORDS:
        raise Problem(Cause.BAD_REQUEST, "many_words", count=len(words), limit=MOST_WORDS)
    for word in words:
        if not len(skeleton(word).replace(" ", "")) >= SHORTEST or len(word) > LONGEST:
            raise Problem(
                Cause.BAD_REQUEST, "filter_word", word=word[:LONGEST], low=SHORTEST, high=LONGEST
            )
    return words
