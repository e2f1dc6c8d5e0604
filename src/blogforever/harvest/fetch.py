"""How the engine asks for an address at once, before the frontier is full, and what it gets."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from blogforever.dom.parsed_page import ParsedPage
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.model.exchange import Headers
from blogforever.model.ledger import DiscoveredVia
from blogforever.model.page import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedPage:
    """A page as it is to be read: as it came, or as the browser showed it."""

    page: Page
    parsed: ParsedPage | None = None
    """None for what is not a page, or was not looked at as one."""
    problem: str = ""
    """Why it is not a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchResult:
    """What came for an address, at the end of its redirects."""

    target: FrontierUrl
    received: ReceivedPage
    status: int
    headers: Headers
    at: datetime
    ip: str | None = None

    @property
    def page(self) -> Page:
        """The page itself."""
        return self.received.page

    @property
    def parsed(self) -> ParsedPage | None:
        """The page with its tree; None for what is not a page."""
        return self.received.parsed


class Fetch(Protocol):
    """Fetches an address now and follows its redirects."""

    async def __call__(self, address: str, via: DiscoveredVia, kind: Kind = Kind.PAGE) -> FetchResult | None:
        """What came; None when nothing did, and the ledger says why."""


_STATUS = {
    401: "it asks for a password", 403: "access is denied", 404: "not found", 410: "it is gone",
    429: "the server asks for fewer requests", 451: "it is withheld for legal reasons",
    503: "the server is overloaded",
}  # fmt: skip


def describe_status(status: int) -> str:
    """What an answer without a page means."""
    return f"{_STATUS.get(status, 'the server answers with an error')} (status {status})"
