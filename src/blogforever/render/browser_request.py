"""What a page in the browser asks for, and what it is given.

The browser has no network of its own: every question of a page goes to a `Fetch` that the crawl provides.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from blogforever.model.exchange import Headers, header_value


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserRequest:
    """One request of a page."""

    address: str
    """Without its fragment."""
    method: str = "GET"
    headers: Headers = ()
    """As the browser would send them, without cookies: a page in the browser is a first-time visitor."""
    body: bytes = b""
    kind: str = "other"
    """What the page needs it for: "document" (of a frame), "script", "stylesheet", "xhr", "fetch", "image", "other"."""
    referrer: str = ""
    origin: str = ""
    """Of the site whose script would read the answer; "" where the page only runs or shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserResponse:
    """The answer that a page gets to see."""

    status: int
    headers: Headers = ()
    body: bytes = b""
    """Decompressed."""
    address: str = ""
    """Where the answer came from after redirects; empty for where it was asked."""

    def header(self, name: str) -> str | None:
        """The first value of a header, whatever the case of its name."""
        return header_value(self.headers, name)


Fetch = Callable[[BrowserRequest], Awaitable[BrowserResponse | None]]
"""None when the request was refused or failed: to the page it looks like a broken connection."""
