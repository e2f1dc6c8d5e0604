"""A page as it came over the wire."""

from dataclasses import dataclass
from datetime import date


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
