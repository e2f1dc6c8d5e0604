"""The update-frequency gap [BI III]: more was published between two visits than the feed holds.

It is closed by the cheapest source that leads back to a known post: older pages of the feed, the blog's own list
of its posts, the pages of its archive from the newest on.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from blogforever.dom.page_links import PageLinks, page_links
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.frontier.pagination import Pagination
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.fetch import Fetch, FetchResult
from blogforever.harvest.update.listing import PostListing
from blogforever.model.blog import KnownBlog
from blogforever.model.feed import Feed, FeedEntry
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.sources.feeds.older_pages import older_page
from blogforever.urls.normalize import post_key

_MOST_OLDER_PAGES = 100
_MOST_ARCHIVE_PAGES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class GapCloser:
    """Finds every post between the feed's oldest entry and the newest known post."""

    fetch: Fetch
    frontier: Frontier
    attempts: Attempts
    known: KnownBlog
    parse: Callable[[FetchResult | None], Feed | None]
    listing: PostListing
    announce: Callable[[Iterable[FeedEntry], FrontierUrl], None]

    async def close(self, feed: Feed, target: FrontierUrl) -> str:
        """Announce what the feed does not hold any more. Returns by which source, or nothing if none leads back."""
        if await self._by_older_pages(feed, target):
            return "older pages of the feed"
        if source := await self._by_list():
            return source
        if await self._by_archive_pages():
            return "the pages of its archive"
        return ""

    async def _by_older_pages(self, feed: Feed, target: FrontierUrl) -> bool:
        fetched: tuple[str, ...] = (target.address,)
        for _ in range(_MOST_OLDER_PAGES):
            new = sum(self._is_new(entry) for entry in feed.entries)
            older = older_page(feed, fetched=fetched, new_entries=new, platform=self.known.blog.platform)
            result = await self.fetch(older.address, DiscoveredVia.OLDER_FEED, Kind.SOURCE) if older else None
            page = self.parse(result)
            if result is None or page is None or not page.entries:
                return False
            fetched = (*fetched, result.target.address)
            fresh = [entry for entry in page.entries if self._is_new(entry)]
            already = sum(self.frontier.known(entry.address or "") is not None for entry in fresh)
            if fresh and already == len(page.entries):  # the same page again: it ignores the number
                return False
            self.announce(fresh, result.target)
            reason = f"{len(page.entries)} entries, {len(fresh)} of them new"
            self.frontier.settle(result.target, Outcome.FEED, reason, status=result.status)
            if len(fresh) < len(page.entries):
                return True
            feed = page
        return False

    async def _by_list(self) -> str:
        listing = await self.listing.read(self.known)
        if listing is None:
            return ""
        is_ours = any(self.known.post_at(key) is not None for key in listing.posts)
        if not is_ours:
            return ""
        pattern = self.frontier.pattern
        for key, post in listing.posts.items():
            if self.known.post_at(key) is None and (listing.has_only_posts or pattern.matches(post.address)):
                self.frontier.announce(post.address, listing.via, kind=Kind.POST, hops=1)
        return "the platform's list of posts" if listing.via is DiscoveredVia.REST else "its sitemap"

    async def _by_archive_pages(self) -> bool:
        """The front page and those after it, until one names a known post."""
        pagination = Pagination()
        address: str | None = self.known.blog.url
        asked: set[str] = set()
        while address is not None and len(asked) < _MOST_ARCHIVE_PAGES:
            asked.add(address)
            result = await self.fetch(address, DiscoveredVia.PAGINATION)
            links = self._links(result)
            if result is None or links is None:
                return False
            posts = [
                link for link in links.links if self.frontier.pattern.matches(link) and self.frontier.is_inside(link)
            ]
            fresh = [link for link in posts if self.known.post_at(post_key(link)) is None]
            for link in fresh:
                self.frontier.announce(link, DiscoveredVia.LIST, kind=Kind.POST, hops=1)
            self.frontier.settle(result.target, Outcome.LIST, f"announces {len(posts)} posts", status=result.status)
            if len(fresh) < len(posts):
                return True
            for link in links.links:
                pagination.see(link)
            if links.next_page:
                pagination.see(links.next_page, as_next=True)
            candidates = (links.next_page, *pagination.predict())
            address = next(
                (page for page in candidates if page and page not in asked and self.frontier.is_inside(page)), None
            )
        return False

    def _links(self, result: FetchResult | None) -> PageLinks | None:
        if result is None or result.status != 200 or result.parsed is None:
            return None
        read = partial(page_links, result.parsed.document, result.page.address or result.target.address)
        return self.attempts.read(result.target.address, read, result.target)

    def _is_new(self, entry: FeedEntry) -> bool:
        return entry.address is not None and self.known.post_at(post_key(entry.address)) is None
