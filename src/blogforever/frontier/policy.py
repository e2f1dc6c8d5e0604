"""Which page to fetch next: a policy that can be exchanged for another.

A policy holds the addresses that wait, and learns from each page that was fetched how many posts it made known. The
estimate is the paper's distance-weighted nearest-neighbour one [BF 4.3], on *new* post links: the tenth page that links
to the same posts is worth nothing. The cost is bounded on both sides: only the latest pages give advice, and of
addresses of one family (/tag/*, /page/N) only the first in line asks for it.
"""

from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Protocol

from rapidfuzz import fuzz, process

from blogforever.urls.shape import path_of, shape_of

_NEIGHBOURS = 5
_MOST_ADVISERS = 100
_MOST_CANDIDATES = 60
_MOST_COMPARED = 200
"""Letters of an address."""
_OLD_POSTS = 0.1
"""What a link to a post that is known already counts: where posts are listed, more may be listed."""


class Policy(Protocol):
    """The addresses that wait, and in which order they are fetched."""

    def push(self, number: int, address: str) -> None:
        """An address waits from now on; `number` is its name for us."""

    def pop(self) -> int | None:
        """The number of the address to fetch next."""

    def learn(self, address: str, posts: int, new_posts: int) -> None:
        """A page was fetched: so many post links it has, so many of them were unknown before."""


class NewPosts:
    """The address that promises the most new posts first; among equals, first come, first served."""

    def __init__(self) -> None:
        self._families: dict[str, deque[tuple[int, str]]] = {}
        self._advisers: deque[str] = deque(maxlen=_MOST_ADVISERS)
        self._values: deque[float] = deque(maxlen=_MOST_ADVISERS)

    def push(self, number: int, address: str) -> None:
        """An address waits from now on."""
        self._families.setdefault(family_of(address), deque()).append((number, address))

    def pop(self) -> int | None:
        """The most promising of those that are first in line in their families."""
        if not self._families:
            return None
        name = next(iter(self._families))
        if len(self._families) > 1:
            candidates = islice(self._families, _MOST_CANDIDATES)
            name = max(candidates, key=lambda family: self._promise(self._families[family][0][1]))
        waiting = self._families[name]
        number, _ = waiting.popleft()
        if not waiting:
            del self._families[name]
        return number

    def learn(self, address: str, posts: int, new_posts: int) -> None:
        """A page was fetched."""
        self._advisers.append(_compared(address))
        self._values.append(new_posts + _OLD_POSTS * (posts - new_posts))

    def _promise(self, address: str) -> float:
        return estimate(_compared(address), self._advisers, self._values)


def estimate(address: str, advisers: Sequence[str], values: Sequence[float]) -> float:
    """The mean value of the advisers most like the address, weighted by distance [Dudani 1976]."""
    found = process.extract(address, advisers, scorer=fuzz.ratio, limit=_NEIGHBOURS)
    if not found:
        return 0.0
    nearest, farthest = found[0][1], found[-1][1]
    span = nearest - farthest
    weights = [(likeness - farthest) / span if span else 1.0 for _, likeness, _ in found]
    return sum(weight * values[place] for weight, (_, _, place) in zip(weights, found, strict=True)) / sum(weights)


def family_of(address: str) -> str:
    """The shape of an address without the word that names the single page: /tag/rain is of the family /tag/*."""
    path, mark, query = shape_of(address).partition("?")
    folder, _, last = path.rstrip("/").rpartition("/")
    is_number = last == "Y" or (last[:1] == "N" and last[1:].isdecimal())
    return (path if is_number or last == "S" or "#" in last else f"{folder}/*") + mark + query


def _compared(address: str) -> str:
    """Path and query: the host is the same for all."""
    head, mark, query = address.partition("?")
    return (path_of(head) + mark + query)[:_MOST_COMPARED]
