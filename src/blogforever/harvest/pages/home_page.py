"""Which page is the blog's home: a blog can be started at its feed or at a post, and is the same blog all the same.

The feed names the home page, and the home page must lead to the feed: only both together are believed. So no feed can
pass for another blog's, and two blogs on one host stay two.
"""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial

from blogforever.dom.tree import decode
from blogforever.errors import BlogforeverError
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import end_of
from blogforever.frontier.scope import Scope
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.fetch import Fetch, FetchResult
from blogforever.harvest.state import BlogProfile
from blogforever.model.feed import Feed, FoundFeed
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.page import Page
from blogforever.sources.feeds.discover import find_feeds
from blogforever.sources.feeds.older_pages import longest_page
from blogforever.urls.normalize import absolute, host_of, post_key
from blogforever.urls.pattern import UrlPattern

FeedAt = Callable[[FoundFeed], Awaitable[Feed | None]]
"""Fetches a feed that a page names; None for none, and for one that is about other things than the main feed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The blog's home page, and how much it and the blog's feed have to do with each other."""

    result: FetchResult
    asked: str
    """The address that the page was asked for at."""
    has_own_feed: bool
    """The feed and the home page name each other: the feed's address is one of this blog and of no other."""
    visited: tuple[FetchResult, ...] = ()
    """Other pages that were looked at: they are to be read like all pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeFinder:
    """Finds the home page of the blog that a harvest was started somewhere in."""

    fetch: Fetch
    frontier: Frontier
    attempts: Attempts
    profile: BlogProfile
    feed_at: FeedAt

    async def find(self, first: FetchResult, feed: Feed | None) -> Home:
        """The home page; what came for the start itself, where no other page is known to be it."""
        start = self.profile.start
        here = first.page.address or start
        is_feed = first.target.outcome is Outcome.FEED
        if feed is None:
            return Home(result=first, asked=start, has_own_feed=False)
        if not is_feed and feed.home and post_key(feed.home) == post_key(here):
            return Home(result=first, asked=start, has_own_feed=True)
        visited: list[FetchResult] = []
        if is_feed or _is_post(here, feed):
            for candidate in _likely_homes(here, feed):
                page = await self.fetch(candidate, DiscoveredVia.START)
                if page is None or page.status != 200:
                    continue
                if await self._leads_to_feed(page):
                    return Home(result=page, asked=candidate, has_own_feed=True, visited=(first, *visited))
                visited.append(page)
        return Home(result=first, asked=start, has_own_feed=is_feed, visited=tuple(visited))

    async def _leads_to_feed(self, page: FetchResult) -> bool:
        """True if a harvest that starts at the page would learn from the same feed, or from another format of it."""
        try:
            likely = self.attempts.read(page.target.address, partial(_feeds_of, page.page), page.target) or []
        except BlogforeverError:
            return False
        named = [found for found in likely if found.role == "main"][:1]
        if any(self._is_known(found) for found in named or likely):
            return True
        # It may be fetched at another address, or be the same posts in another format.
        return any([await self.feed_at(found) is not None or self._is_known(found) for found in named])

    def _is_known(self, found: FoundFeed) -> bool:
        """True for a feed that was read, at this address or the one that it redirects to."""
        address = longest_page(found.address)
        target = self.frontier.known_source(address)
        end = end_of(target, self.frontier.urls) if target else None
        read = {post_key(feed.address) for feed in self.profile.feeds}
        return not read.isdisjoint(map(post_key, (found.address, address, end.address if end else address)))


def _is_post(address: str, feed: Feed) -> bool:
    """True for an address that the feed names, or that looks like those that it names."""
    entries = [entry.address for entry in feed.entries if entry.address]
    if post_key(address) in set(map(post_key, entries)):
        return True
    on_host = [entry.partition("?")[0] for entry in entries if host_of(entry) == host_of(address)]
    return UrlPattern.of(on_host).matches(address)


def _likely_homes(here: str, feed: Feed) -> Iterator[str]:
    """What the feed calls its home, the folder that it lies in, the front page of the host: where the posts are."""
    entries = [entry.address for entry in feed.entries if entry.address]
    hosts = set(map(host_of, entries))
    lies_at = feed.address or here
    scope = Scope.of(lies_at, entries=entries)
    known = {post_key(here)}
    for candidate in (feed.home, absolute("./", lies_at), absolute("/", here)):
        if candidate and post_key(candidate) not in known and host_of(candidate) in hosts and scope.contains(candidate):
            known.add(post_key(candidate))
            yield candidate


def _feeds_of(page: Page) -> list[FoundFeed]:
    return list(find_feeds(decode(page)[0], address=page.address or ""))
