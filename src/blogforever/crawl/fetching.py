"""Fetching an address at once, before the plan is full."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from blogforever.frontier.lines import Kind, Line
from blogforever.model.exchange import Headers
from blogforever.model.ledger import Witness
from blogforever.model.page import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came for an address, at the end of its redirects."""

    line: Line
    page: Page
    status: int
    headers: Headers
    at: datetime
    ip: str | None = None


class Fetch(Protocol):
    """Fetches an address now and follows its redirects."""

    async def __call__(self, address: str, witness: Witness, kind: Kind = Kind.PAGE) -> Answer | None:
        """The answer; None when there is none, and the ledger says why."""
