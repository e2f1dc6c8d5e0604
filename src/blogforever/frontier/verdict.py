"""Post or not: decided when all pages of a blog are known.

How well a page fits the rules is one half of it; the other is its place among the blog's addresses. The weights were
found by logistic regression over the corpus (posts against pages that people marked as none) and checked by
cross-validation over blogs (docs/why/post-or-not.md).
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from statistics import median

from blogforever.dom.address_names import names_day, names_list
from blogforever.dom.address_pattern import AddressPattern
from blogforever.frontier.lines import Line
from blogforever.frontier.shapes import path_of

WEIGHTS = {
    "fit": 1.8,
    "a feed names it": 2.0,
    "unlike the feed's addresses": -2.5,
    "a year, month or day": -6.0,
    "named like a list": -3.0,
    "posts lie below it": -1.6,
    "most pages link to it": -1.6,
    "more pages than usual link to it": -2.4,
    "links to more posts than posts do": -0.65,
    "a date in its address": 3.5,
    "as the feed's own pages are": 2.1,
}
"""What one unit of each sign adds to the log-odds of a post."""

_USUAL_FIT = 1.5
_NEARLY = 0.7
_ENOUGH_ENTRIES = 10
"""Entries after which a feed's addresses are believed to show all forms of a post's address."""
_FEW_PAGES = 10
_WELL_KNOWN = 0.3
"""Posts that this share of all pages link to stand in menus: links to them make no list."""
_MOST_PAGES = 0.4
_YOUNG = 3

_DATE_FOLDER = re.compile(
    r"(?:^|/)(?:19|20)[0-9]{2}(?:[/-](?:0?[1-9]|1[0-2])(?:[/-](?:0?[1-9]|[12][0-9]|3[01]))?)?(?:/?(?:index)?(?:\.[a-z]{3,5})?)?/?$",
    re.IGNORECASE,
)
_FILE = re.compile(r"(?:/index)?\.[a-z]{3,5}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A page that was fetched and read."""

    line: Line
    fit: float
    """Log-odds of a post by the page alone, without its address's likeness to others (extract.fit.weigh)."""
    links: Sequence[int] = ()
    """Numbers of the lines that the page links to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a page is a post, how sure that is, and why."""

    odds: float
    """Log-odds; over 0 it is a post."""
    reason: str
    announces: int
    """Posts that the page links to and not every page does."""

    @property
    def is_post(self) -> bool:
        """True for a post."""
        return self.odds > 0


def judge_pages(sightings: Sequence[Sighting], *, entries: Sequence[str]) -> dict[int, Verdict]:
    """The verdict on each page, by its line's number. `entries`: the addresses that the blog's feeds name.

    The result depends on the pages alone, not on the order in which they came.
    """
    blog = _Blog(sightings, entries)
    first = {one.line.number: _odds(blog.signs(one, Counter(), {})) for one in sightings}
    posts = {number for number, odds in first.items() if odds > 0}
    below = _count_below([one.line.address for one in sightings if one.line.number in posts])
    announced = blog.announced(posts)
    verdicts = {}
    for one in sightings:
        signs = blog.signs(one, below, announced)
        odds = _odds(signs)
        verdicts[one.line.number] = Verdict(
            odds=round(odds, 2), reason=_explain(signs, odds), announces=announced.get(one.line.number, 0)
        )
    return verdicts


class _Blog:
    """What is usual on this blog."""

    def __init__(self, sightings: Sequence[Sighting], entries: Sequence[str]) -> None:
        self._sightings = sightings
        plain = [entry.partition("?")[0] for entry in entries]
        self._pattern = AddressPattern.of(plain)
        self._trust = min(len(entries), _ENOUGH_ENTRIES) / _ENOUGH_ENTRIES
        dated = sum(_DATE_FOLDER.search(path_of(entry)) is not None for entry in plain)
        self._posts_are_dates = len(entries) > 0 and dated / len(entries) > _WELL_KNOWN
        self._posts_are_lists = any(map(names_list, plain))
        # Without permalinks posts are told from lists by the name of a parameter alone: ?p=5, ?cat=5.
        self._home_parameters = {_parameters(entry) for entry in entries if not _stem(entry)} - {frozenset()}
        own = [one.fit for one in sightings if one.line.is_named_as_post]
        self._own_fit = median(own) if len(own) >= _YOUNG else _USUAL_FIT
        self._count = len(sightings)
        likely = [one.line.inbound / self._count for one in sightings if one.fit > 0]
        self._usual_share = median(likely) if likely else 0.0
        self._usual_announced = 2.0

    def announced(self, posts: set[int]) -> dict[int, int]:
        """How many posts each page links to, without those that stand in menus."""
        known = {one.line.number for one in self._sightings if one.line.inbound < _WELL_KNOWN * self._count} & posts
        found = {one.line.number: len(known.intersection(one.links)) for one in self._sightings}
        own = [found[one.line.number] for one in self._sightings if one.line.is_named_as_post]
        self._usual_announced = median(own) if own else 2.0
        return found

    def _is_calendar(self, line: Line, path: str) -> bool:
        """True for /2010/05/; but a feed that names /1984/ means a post about the book."""
        return not (self._posts_are_dates or line.is_named_as_post) and _DATE_FOLDER.search(path) is not None

    def signs(self, one: Sighting, below: Counter[str], announced: Mapping[int, int]) -> dict[str, float]:
        """How much of each sign the page shows."""
        line = one.line
        path = path_of(line.address.partition("?")[0])
        stem = _stem(line.address)
        is_home = not stem and _parameters(line.address) not in self._home_parameters
        share = line.inbound / self._count - self._usual_share if self._count >= _FEW_PAGES else 0.0
        more = log1p(announced.get(line.number, 0)) - log1p(self._usual_announced)
        low = self._own_fit < _USUAL_FIT and one.fit >= self._own_fit - _NEARLY
        unlike = bool(self._pattern) and not self._pattern.matches(line.address.partition("?")[0])
        return {
            "fit": one.fit,
            "a feed names it": float(line.is_named_as_post),
            "unlike the feed's addresses": self._trust * unlike,
            "a year, month or day": float(self._is_calendar(line, path)),
            "named like a list": float(not self._posts_are_lists and names_list(line.address)),
            "posts lie below it": 3.0 if is_home else min(3.0, log1p(max(0, below[stem] - 1))),
            "most pages link to it": float(share > _MOST_PAGES),
            "more pages than usual link to it": max(0.0, share),
            "links to more posts than posts do": max(0.0, more) if announced else 0.0,
            "a date in its address": float(names_day(line.address)),
            "as the feed's own pages are": _USUAL_FIT - self._own_fit if low else 0.0,
        }


def _stem(address: str) -> str:
    """The path without what says that it is a folder or a file; empty for the home page and its queries."""
    return _FILE.sub("", path_of(address.partition("?")[0]).rstrip("/"))


def _parameters(address: str) -> frozenset[str]:
    query = address.partition("#")[0].partition("?")[2]
    return frozenset(part.partition("=")[0] for part in query.split("&") if part)


def _odds(signs: Mapping[str, float]) -> float:
    return sum(WEIGHTS[name] * much for name, much in signs.items())


def _count_below(addresses: Sequence[str]) -> Counter[str]:
    """How many posts lie below each folder."""
    found: Counter[str] = Counter()
    for address in addresses:
        folder = path_of(address.partition("?")[0]).rstrip("/").rpartition("/")[0]
        while folder:
            found[folder] += 1
            folder = folder.rpartition("/")[0]
    return found


def _explain(signs: Mapping[str, float], odds: float) -> str:
    """The signs that decided, the strongest first."""
    sided = [(WEIGHTS[name] * much, name) for name, much in signs.items() if WEIGHTS[name] * much * (odds or 1.0) > 0]
    told = [name for _, name in sorted(sided, key=lambda sign: -abs(sign[0]))[:3]]
    fit = signs["fit"]
    by_fit = "fits the rules" if fit > 0 else "does not fit the rules"
    return ", ".join(by_fit if name == "fit" else name for name in told)
