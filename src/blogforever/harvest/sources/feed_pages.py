"""Pages that name feeds, and pages that should be feeds."""

from functools import partial

from blogforever.dom.tree import decode
from blogforever.errors import BlogforeverError
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.harvest.attempts import Attempts
from blogforever.model.feed import Feed, FoundFeed
from blogforever.model.page import Page
from blogforever.sources.feeds.discover import find_feeds
from blogforever.sources.feeds.parse import parse_feed


def read_feed_page(attempts: Attempts, page: Page, address: str, target: FrontierUrl | None = None) -> Feed | None:
    """The feed that came for the address; None for what is not a feed, or takes too long to read."""
    read = partial(parse_feed, page.content, address=page.address or address, charset=page.charset)
    try:
        return attempts.read(address, read, target)
    except BlogforeverError:
        return None


def named_feeds(page: Page, address: str) -> tuple[FoundFeed, ...]:
    """The feeds that the page at the address names, the likeliest first."""
    return find_feeds(decode(page)[0], address=address)
