"""A page as it came over the wire."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Bytes and what is known of where they came from."""

    content: bytes
    address: str | None = None
    """Where it was fetched from; None when nobody knows."""
    charset: str | None = None
    """The charset that the server declared (HTTP header), if any."""
    name: str | None = None
    """What to call this page in messages when it has no address: the file's name."""
