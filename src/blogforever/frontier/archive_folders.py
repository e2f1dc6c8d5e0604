"""Guesses lists from the folders that posts lie in: above /2015/08/16/rain/ there may be /2015/08/ with its month.

A family of folders (years, months, /blog/) is asked a few times; where nothing answers it is left alone, and where
something does the rest of the family follows. Years are also guessed from their neighbours.
"""

import re
from collections import deque
from collections.abc import Iterator

from blogforever.urls.normalize import LONGEST
from blogforever.urls.shape import path_of, shape_of

_ON_TRUST = 2
"""Folders of a family that are asked for before one of them answered."""
_AT_ONCE = 20
_MOST_FAILURES = 3
"""In a row."""
_MOST_FAMILIES = 500
_FIRST_YEAR = 1990
_YEAR = re.compile(r"/((?:19|20)[0-9]{2})/$", re.ASCII)


class Folders:
    """The folders above known posts."""

    def __init__(self, *, this_year: int) -> None:
        self._this_year = this_year
        self._seen: set[str] = set()
        self._waiting: dict[str, deque[str]] = {}
        self._good: dict[str, bool] = {}
        self._failures: dict[str, int] = {}

    def see(self, address: str) -> None:
        """A post has this address."""
        head = address[:LONGEST].partition("?")[0].partition("#")[0]
        path = path_of(head)
        origin = head[: len(head) - len(path)]
        folder = path.rstrip("/").rpartition("/")[0]
        while folder:
            self._add(f"{origin}{folder}/")
            folder = folder.rpartition("/")[0]

    def guess(self) -> list[str]:
        """Folders to ask for now."""
        return [folder for family in list(self._waiting) for folder in self._of(family)]

    def tell(self, folder: str, *, found: bool) -> None:
        """Whether a page was at the folder."""
        family = shape_of(folder)
        if not found:
            self._failures[family] = self._failures.get(family, 0) + 1
            return
        self._good[family] = True
        self._failures[family] = 0
        if year := _YEAR.search(folder):
            for other in (int(year[1]) - 1, int(year[1]) + 1):
                if _FIRST_YEAR <= other <= self._this_year:
                    self._add(f"{folder[: year.start()]}/{other}/")

    def _add(self, folder: str) -> None:
        if folder in self._seen:
            return
        family = shape_of(folder)
        if family not in self._waiting and len(self._waiting) >= _MOST_FAMILIES:
            return
        self._seen.add(folder)
        self._waiting.setdefault(family, deque()).append(folder)

    def _of(self, family: str) -> Iterator[str]:
        waiting = self._waiting[family]
        if self._failures.get(family, 0) >= _MOST_FAILURES:
            waiting.clear()
        for _ in range(min(len(waiting), _AT_ONCE if self._good.get(family) else _ON_TRUST)):
            yield waiting.popleft()
