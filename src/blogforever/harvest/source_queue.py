"""Sources that were asked for, and who reads the answer of each."""

from collections.abc import Callable

from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.model.exchange import Headers
from blogforever.model.ledger import DiscoveredVia, Outcome

ReadAnswer = Callable[[FrontierUrl, bytes, int, Headers], None]
"""Reads an answer: its target, content, status and headers."""


class SourceQueue:
    """The sources of one harvest that wait for their answers."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier
        self._readers: dict[int, ReadAnswer] = {}

    def ask(self, address: str, via: DiscoveredVia, read: ReadAnswer, *, referrer: int = -1) -> FrontierUrl:
        """A source is to be fetched; `read` reads the answer. Of several readers the first gets it."""
        target = self._frontier.announce(address, via, referrer=referrer, kind=Kind.SOURCE)
        self._readers.setdefault(target.number, read)
        return target

    def reader_of(self, target: FrontierUrl) -> ReadAnswer | None:
        """Who reads the answer of the target, which may be the end of redirects from the address that was asked."""
        urls = self._frontier.urls
        while target.number not in self._readers:
            before = urls[target.referrer] if target.referrer >= 0 else None
            if before is None or before.outcome is not Outcome.REDIRECT or before.leads_to != target.number:
                return None
            target = before
        return self._readers[target.number]
