"""A feed that is not there any more: where the blog has it now."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from blogforever.dom.page_links import page_links
from blogforever.errors import Unreachable
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import Kind
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.fetch import Fetch, FetchResult, describe_status
from blogforever.harvest.sources.feed_pages import named_feeds
from blogforever.harvest.state import BlogProfile
from blogforever.model.blog import KnownBlog, KnownFeed
from blogforever.model.feed import Feed
from blogforever.model.ledger import DiscoveredVia
from blogforever.urls.normalize import post_key

_MOST_TRIED = 6


@dataclass(slots=True, kw_only=True)
class FeedFinder:
    """Looks at the front page, and at the feeds that it names."""

    fetch: Fetch
    frontier: Frontier
    attempts: Attempts
    profile: BlogProfile
    known: KnownBlog
    parse: Callable[[FetchResult | None], Feed | None]
    is_other_site: bool = field(default=False, init=False)
    """The address does not lead to this blog any more: nothing that is there now says anything about its posts."""

    async def find(self, lost: KnownFeed) -> tuple[Feed, FetchResult] | None:
        """The feed that holds posts of the blog. Raises Unreachable if the front page cannot be had."""
        home = await self.fetch(self.known.blog.url, DiscoveredVia.START)
        if home is None or home.status != 200:
            problem = describe_status(home.status) if home else "neither its feed nor its front page can be reached"
            raise Unreachable(self.known.blog.url, problem, "Try again later. What the archive holds is safe.")
        address = home.page.address or self.known.blog.url
        read = partial(named_feeds, home.page, address)
        named = self.attempts.read(home.target.address, read, home.target) or ()
        likely = [feed for feed in named if feed.role != "comments" and feed.address != lost.address][:_MOST_TRIED]
        for candidate in likely:
            result = await self.fetch(candidate.address, DiscoveredVia.GUESS, Kind.SOURCE)
            feed = self.parse(result)
            if feed is not None and result is not None and self._is_ours(feed):
                self.profile.notes.append(f"its feed {lost.address} is gone; {result.target.address} is read instead")
                return feed, result
        self.is_other_site = not self._names_known_posts(home)
        if self.is_other_site:
            note = (
                f"{self.known.blog.url} shows another site: neither a feed nor a link leads to a post that is known. "
                "Nothing was changed"
            )
            self.profile.notes.append(note)
        return None

    def _is_ours(self, feed: Feed) -> bool:
        """True if it has a known post, or posts of the blog's hosts."""
        addresses = [entry.address for entry in feed.entries if entry.address]
        return any(self.known.post_at(post_key(one)) is not None or self.frontier.is_inside(one) for one in addresses)

    def _names_known_posts(self, home: FetchResult) -> bool:
        if home.parsed is None:
            return False
        read = partial(page_links, home.parsed.document, home.page.address or home.target.address)
        found = self.attempts.read(home.target.address, read, home.target)
        return found is not None and any(self.known.post_at(post_key(link)) is not None for link in found.links)
