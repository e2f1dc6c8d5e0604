"""The ledger: every address that a harvest saw, who named it, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """What became of an address."""

    POST = "post"
    FEED_ONLY = "post kept from the feed"
    """Its page could not be had; the feed's entry was kept instead."""
    LIST = "list page"
    """A page that announces posts: home, archive, tag, month, author, pagination."""
    PAGE = "other page"
    """A page of the blog that is no post and no list: about, contact."""
    FEED = "feed"
    SITEMAP = "sitemap"
    COMMENTS = "comments"
    """A feed, a page or an answer of the platform's API that only has comments of posts."""
    MEDIA = "media"
    REDIRECT = "redirect"
    DUPLICATE = "duplicate"
    NOT_A_PAGE = "not a page"
    """Something else than HTML: a file, a script, an empty answer."""
    OUTSIDE = "out of scope"
    ROBOTS = "forbidden by robots.txt"
    FAILED = "failed"
    LIMIT = "limit"
    """A limit kept it from being fetched: pages, time, size, or a trap without end."""
    WAITING = "not fetched yet"
    """The harvest stopped before its turn came."""


class DiscoveredVia(StrEnum):
    """Who names an address: the sources of post addresses, best first."""

    START = "start"
    FEED = "feed"
    OLDER_FEED = "older feed page"
    REST = "platform API"
    SITEMAP = "sitemap"
    LIST = "list page"
    PAGINATION = "predicted pagination"
    LINK = "link"
    MEDIA = "media of a post"
    GUESS = "guess"
    COMMENTS = "comments of a post"
    PERSON = "a person"
    """Who said that it is a post: `blogforever include`."""
    ARCHIVE = "the archive"
    """It was kept before, and an update looks at it again."""


def as_sources(witnesses: Iterable[DiscoveredVia]) -> tuple[DiscoveredVia, ...]:
    """Those of whom one counts as a source of its own: what a list names is linked to as a matter of course."""
    found = tuple(witnesses)
    return tuple([one for one in found if one is not DiscoveredVia.LINK]) if DiscoveredVia.LIST in found else found


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a person said about an address: that it is a post of the blog, or that it is none."""

    address: str
    is_post: bool
    reason: str = ""
    """In the person's own words."""
    at: str = ""
    """ISO 8601, in UTC."""

    def __str__(self) -> str:
        verb = "included" if self.is_post else "excluded"
        return f"{verb} by a person on {self.at[:10]}" + (f": {self.reason}" if self.reason else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """One entry of the ledger."""

    key: str
    """`post_key` of the address: one entry for all its spellings."""
    address: str
    outcome: Outcome
    reason: str = ""
    """Why, in words for people: "fit 0.97 by template 1", "no longer than 200 pages of this shape"."""
    status: int | None = None
    """The HTTP status, if it was asked."""
    leads_to: str | None = None
    """For redirects, where to; for duplicates and posts with another address, the address it is kept under."""
    witnesses: tuple[DiscoveredVia, ...] = ()
    """All who named it."""
    referrer: str | None = None
    """The first page that linked to it."""
    hops: int = 0
    """Links from the start address."""
