"""The feeds that came in this harvest: as remembered, else read again from their captures."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from blogforever.harvest.attempts import Attempts
from blogforever.harvest.recall import recall_page
from blogforever.harvest.sources.feed_pages import read_feed_page
from blogforever.harvest.sources.read import SourceReader
from blogforever.harvest.state import BlogProfile
from blogforever.model.feed import Feed, FeedEntry
from blogforever.model.ports import Captures


@dataclass(slots=True, kw_only=True)
class CapturedFeeds:
    """The feeds that came in this harvest: as remembered, else read again from their captures."""

    captures: Captures
    sources: SourceReader
    attempts: Attempts
    profile: BlogProfile

    def main(self) -> Feed | None:
        """The first feed that was found."""
        first = next(iter(self.profile.feeds), None)
        return self.feed(first.address) if first else None

    def feed(self, address: str) -> Feed | None:
        """The feed that came for the address."""
        feed = self.sources.remembered(address)
        page = recall_page(self.captures, address) if feed is None else None
        return feed if page is None else read_feed_page(self.attempts, page, address)

    def entries(self) -> Iterator[tuple[FeedEntry, datetime]]:
        """The entries of all feeds of posts, each with the time at which its feed was captured."""
        for known in self.profile.feeds:
            if known.role == "comments":
                continue
            feed = self.feed(known.address)
            captured = self.captures.recall(known.address)
            if feed is not None and captured is not None:
                for entry in feed.entries:
                    yield entry, captured.at
