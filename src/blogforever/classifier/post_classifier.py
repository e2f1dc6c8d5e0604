"""Post or not, decided when all pages of a blog are known: a logistic model over the pages' features.

How well a page fits the rules is one half of it; the other is its place among the blog's addresses and links. The
weights are fitted on blogs of which people marked the posts and the other pages: docs/why/post-or-not.md.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from statistics import median

from blogforever.classifier.post_weights import POST_WEIGHTS
from blogforever.classifier.thresholds import PostThresholds
from blogforever.urls.calendar import is_calendar
from blogforever.urls.path_words import names_day, names_list
from blogforever.urls.paths import segments
from blogforever.urls.pattern import UrlPattern
from blogforever.urls.shape import path_of

_FILE = re.compile(r"(?:/index)?\.[a-z]{3,5}$", re.IGNORECASE)

THRESHOLDS = PostThresholds()

Features = dict[str, float]
"""How much of each feature a page shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPage:
    """A page that was fetched and read."""

    number: int
    """By which the caller knows it."""
    address: str
    is_named_as_post: bool
    """A feed or the platform calls it a post."""
    inbound: int
    """Read pages that link to it."""
    fit: float
    """Log-odds of a post by the page alone, without the likeness of its address to others (page_model)."""
    links: Sequence[int] = ()
    """Numbers of the pages that it links to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostVerdict:
    """Whether a page is a post, how sure that is, and why."""

    odds: float
    """Log-odds; above 0 it is a post."""
    reason: str
    announces: int
    """Posts that the page links to, without those that stand in menus."""

    @property
    def is_post(self) -> bool:
        """True for a post."""
        return self.odds > 0


def classify_pages(pages: Sequence[ReadPage], *, entries: Sequence[str]) -> dict[int, PostVerdict]:
    """The verdict on each page, by its number. `entries`: the addresses that the blog's feeds name.

    The result depends on the pages alone, not on the order in which they came.
    """
    blog = BlogPages(pages, entries)
    likely = {number for number, features in blog.first_features().items() if log_odds(features) > 0}
    features, announced = blog.features(likely)
    return {number: _verdict(values, announced[number]) for number, values in features.items()}


def log_odds(features: Features) -> float:
    """The log-odds that a page with these features is a post."""
    return sum(POST_WEIGHTS[name] * value for name, value in features.items())


class BlogPages:
    """The pages of a blog, and what is usual on it.

    Where posts lie, and which pages announce them, is known only after a first decision, made without these features.
    """

    def __init__(
        self, pages: Sequence[ReadPage], entries: Sequence[str], thresholds: PostThresholds = THRESHOLDS
    ) -> None:
        self._pages = pages
        self._thresholds = thresholds
        without_query = [entry.partition("?")[0] for entry in entries]
        self._pattern = UrlPattern.of(without_query)
        self._trust = min(len(entries), thresholds.enough_entries) / thresholds.enough_entries
        dated = sum(is_calendar(segments(entry)[0]) for entry in without_query)
        self._posts_are_dates = len(entries) > 0 and dated / len(entries) > thresholds.dated_entries
        self._posts_are_lists = any(map(names_list, without_query))
        # Without permalinks only the name of a parameter tells posts from lists: ?p=5, ?cat=5.
        self._home_parameters = {_parameters(entry) for entry in entries if not _stem(entry)} - {frozenset()}
        named = [page.fit for page in pages if page.is_named_as_post]
        self._named_fit = median(named) if len(named) >= thresholds.few_named else thresholds.usual_fit
        self._count = len(pages)
        likely = [page.inbound / self._count for page in pages if page.fit > 0]
        self._usual_share = median(likely) if likely else 0.0

    def first_features(self) -> dict[int, Features]:
        """The features of each page, by its number, before it is known which pages are likely posts."""
        return {page.number: self._features(page, Counter(), {}, 0.0) for page in self._pages}

    def features(self, likely: set[int]) -> tuple[dict[int, Features], dict[int, int]]:
        """The features of each page, and how many posts it announces. `likely`: the numbers of the likely posts."""
        below = _count_below([page.address for page in self._pages if page.number in likely])
        announced = self._announced(likely)
        named = [announced[page.number] for page in self._pages if page.is_named_as_post]
        usual = median(named) if named else self._thresholds.usual_announced
        return {page.number: self._features(page, below, announced, usual) for page in self._pages}, announced

    def _announced(self, likely: set[int]) -> dict[int, int]:
        """How many likely posts each page links to, without those that stand in menus."""
        most = self._thresholds.well_known * self._count
        outside_menus = {page.number for page in self._pages if page.inbound < most and page.number in likely}
        return {page.number: len(outside_menus.intersection(page.links)) for page in self._pages}

    def _is_calendar(self, page: ReadPage) -> bool:
        """True for /2010/05/; but a feed that names /1999/ means a post about the album."""
        return not (self._posts_are_dates or page.is_named_as_post) and is_calendar(segments(page.address)[0])

    def _features(
        self, page: ReadPage, below: Counter[str], announced: Mapping[int, int], usual_announced: float
    ) -> Features:
        """How much of each feature the page shows."""
        limits = self._thresholds
        stem = _stem(page.address)
        is_home = not stem and _parameters(page.address) not in self._home_parameters
        share = page.inbound / self._count - self._usual_share if self._count >= limits.few_pages else 0.0
        more = log1p(announced.get(page.number, 0)) - log1p(usual_announced)
        is_as_named = self._named_fit < limits.usual_fit and page.fit >= self._named_fit - limits.nearly
        unlike = bool(self._pattern) and not self._pattern.matches(page.address.partition("?")[0])
        return {
            "fit": page.fit,
            "a feed names it": float(page.is_named_as_post),
            "unlike the feed's addresses": self._trust * unlike,
            "a year, month or day": float(self._is_calendar(page)),
            "named like a list": float(not self._posts_are_lists and names_list(page.address)),
            "posts lie below it": (
                limits.most_below if is_home else min(limits.most_below, log1p(max(0, below[stem] - 1)))
            ),
            "most pages link to it": float(share > limits.most_pages),
            "more pages than usual link to it": max(0.0, share),
            "links to more posts than posts do": max(0.0, more) if announced else 0.0,
            "a date in its address": float(names_day(page.address)),
            "as the feed's own pages are": limits.usual_fit - self._named_fit if is_as_named else 0.0,
        }


def _stem(address: str) -> str:
    """The path without what says that it is a folder or a file; empty for the home page and its queries."""
    return _FILE.sub("", path_of(address.partition("?")[0]).rstrip("/"))


def _parameters(address: str) -> frozenset[str]:
    query = address.partition("#")[0].partition("?")[2]
    return frozenset(part.partition("=")[0] for part in query.split("&") if part)


def _count_below(addresses: Sequence[str]) -> Counter[str]:
    """How many posts lie below each folder."""
    counts: Counter[str] = Counter()
    for address in addresses:
        folder = path_of(address.partition("?")[0]).rstrip("/").rpartition("/")[0]
        while folder:
            counts[folder] += 1
            folder = folder.rpartition("/")[0]
    return counts


def _verdict(features: Features, announces: int) -> PostVerdict:
    odds = log_odds(features)
    return PostVerdict(odds=round(odds, 2), reason=_explain(features, odds), announces=announces)


def _explain(features: Features, odds: float) -> str:
    """The features that decided, the strongest first."""
    agreeing = [
        (POST_WEIGHTS[name] * value, name)
        for name, value in features.items()
        if POST_WEIGHTS[name] * value * (odds or 1.0) > 0
    ]
    strongest = [name for _, name in sorted(agreeing, key=lambda part: -abs(part[0]))[:3]]
    by_fit = "fits the rules" if features["fit"] > 0 else "does not fit the rules"
    return ", ".join(by_fit if name == "fit" else name for name in strongest)
