"""A page as it came over the wire."""

from dataclasses import dataclass
from datetime import date

from blogforever.errors import BlogforeverError

LARGEST_PAGE = 16_000_000
"""Bytes of a page, feed or sitemap; larger answers are broken off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Bytes and what is known of where they came from."""

    content: bytes
    address: str | None = None
    """Where it was fetched from; None when nobody knows."""
    charset: str | None = None
    """The charset that the server declared (HTTP header), if any."""
    captured: date | None = None
    """The day on which it was fetched, if known: it gives a meaning to "3 days ago"."""
    robots_directives: tuple[str, ...] = ()
    """What the answer's X-Robots-Tag headers say (extract/robots_directives.py)."""
    name: str | None = None
    """What to call this page in messages when it has no address: the file's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A page that could not be read, and why."""

    subject: str
    """The page's name or address."""
    message: str
    """The whole sentence for people: subject, what is wrong, what to do next."""
    error: BlogforeverError
    """What to raise when nothing else came of the work either."""
