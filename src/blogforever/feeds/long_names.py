"""Names of people that nobody has: left out of a feed's XML before feedparser looks for mail addresses in them.

Its search takes time that grows with the square of a name's length.
"""

import re
from collections import deque

LONGEST_PERSON = 600
"""Characters of text that one element about a person may hold: name, mail and web address together."""

_ABOUT_PEOPLE = frozenset({
    "author", "creator", "contributor", "managingeditor", "webmaster", "publisher", "owner", "name", "email",
})  # fmt: skip
_DEEPEST = 20
"""Elements about people inside each other: the innermost count, for others may have been left open long before."""


class LongNames:
    """Looks at the pieces of a feed one after another, and takes out what is too long for a person."""

    def __init__(self) -> None:
        self._text = 0
        """Characters of text so far."""
        self._end = 0
        """Of the last piece."""
        self._open: deque[tuple[str, int, int]] = deque(maxlen=_DEEPEST)
        """Name, text before it, and where its content begins."""
        self._ranges: list[tuple[int, int]] = []

    def see(self, piece: re.Match[str]) -> None:
        """The next tag, comment or CDATA section; its groups are `close`, `name` and `rest` for tags."""
        self._text += piece.start() - self._end
        self._end = piece.end()
        if piece["name"] is None:
            self._text += len(piece.group())
            return
        name = piece["name"].rpartition(":")[2].lower()
        if name not in _ABOUT_PEOPLE or piece["rest"].endswith("/"):
            return
        if not piece["close"]:
            self._open.append((name, self._text, piece.end()))
        elif any(name == opened for opened, _, _ in self._open):
            while (innermost := self._open.pop())[0] != name:
                pass
            _, before, start = innermost
            if self._text - before > LONGEST_PERSON:
                self._ranges.append((start, piece.start()))

    def without(self, text: str) -> str:
        """The text without what was too long."""
        kept, end = [], len(text)
        for start, stop in reversed(self._ranges):
            if stop <= end:  # else it lies inside one that goes already
                kept.append(text[stop:end])
                end = start
        return "".join(reversed([*kept, text[:end]]))

    @property
    def problems(self) -> list[str]:
        """What was taken out, for people to read."""
        count = len(self._ranges)
        return [f"{count} names of people with more than {LONGEST_PERSON} characters, left out"] if count else []
