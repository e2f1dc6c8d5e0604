"""Posts that only the feed still has: their pages are gone or out of reach, their entries are not."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from blogforever.crawl.recall import recall_page
from blogforever.errors import BlogforeverError
from blogforever.extract.feed_entry import post_of_entry
from blogforever.feeds.parse import parse_feed
from blogforever.frontier.lines import end_of
from blogforever.model.feed import Feed, FeedEntry
from blogforever.model.ledger import Outcome

if TYPE_CHECKING:
    from blogforever.crawl.harvest import Harvest

NO_ARCHIVE = "it asks not to be archived"
"""Why a page is left out with its post, though the feed may have it."""
_LOST = frozenset({Outcome.FAILED, Outcome.ROBOTS, Outcome.OUTSIDE, Outcome.NOT_A_PAGE, Outcome.REDIRECT})
"""A chain of redirects that ends in a redirect goes in circles."""

_ENTRY = "the feed's entry of "


def keep_missing(harvest: "Harvest") -> None:
    """Every entry whose page could not be had is kept as the feed tells it."""
    lines = harvest.plan.lines
    named = [line for line in map(harvest.plan.known, sorted(harvest.entries.values())) if line is not None]
    lost = {line.key: end for line in named if (end := end_of(line, lines) or line).outcome in _LOST}
    lost = {key: end for key, end in lost.items() if end.reason != NO_ARCHIVE}
    found: dict[str, tuple[FeedEntry, datetime]] = {}
    for entry, at in _entries(harvest) if lost else ():
        line = harvest.plan.known(entry.address or "")
        if line is not None and line.key in lost and (entry.title or entry.text):
            found[line.key] = max(found.get(line.key, (entry, at)), (entry, at), key=_fullness)
    for line in named:
        if line.key in found:
            entry, at = found[line.key]
            end = lost[line.key]
            reason = f"only the feed has it: {end.reason or end.outcome.value}"
            post = harvest.attempt(_ENTRY + line.address, partial(post_of_entry, entry, line.address))
            if post is not None:
                harvest.keep_post(line, post, at=at, status=end.status, from_feed=True)
                harvest.plan.settle(line, Outcome.FEED_ONLY, reason)


def _fullness(told: tuple[FeedEntry, datetime]) -> tuple[int, str, str]:
    """Several feeds may tell of one post, in no certain order: the fullest is kept."""
    entry, _ = told
    return len(entry.text), entry.text, entry.title or ""


def _entries(harvest: "Harvest") -> Iterator[tuple[FeedEntry, datetime]]:
    """The entries of all feeds that were captured."""
    for known in harvest.sources.feeds:
        feed = captured_feed(harvest, known.address)
        captured = harvest.sink.recall(known.address)
        if feed is not None and captured is not None:
            for entry in feed.entries:
                yield entry, captured.at


def captured_feed(harvest: "Harvest", address: str) -> Feed | None:
    """The feed that came for the address: as remembered, else read again."""
    feed = harvest.sources.remembered(address)
    page = recall_page(harvest.sink, address) if feed is None else None
    try:
        if page is None:
            return feed
        return harvest.attempt(address, partial(parse_feed, page.content, address=address, charset=page.charset))
    except BlogforeverError:
        return None
