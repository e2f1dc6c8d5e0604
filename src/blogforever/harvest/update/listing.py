"""The blog's own list of its posts, with the time of each one's last change: WordPress's API, else sitemaps."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

from blogforever.changes.revisits import PostInList
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import Kind
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.fetch import Fetch, FetchResult
from blogforever.model.blog import KnownBlog
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.sources.sitemaps import SitemapPage, read_sitemap
from blogforever.sources.wordpress import PER_PAGE, RestPage, changes_query, read_rest_page
from blogforever.urls.normalize import post_key

_MOST_SITEMAPS = 50
_MOST_REST_PAGES = 100
_ONLY_POSTS = "posts"


@dataclass(slots=True, kw_only=True)
class Listing:
    """Posts by the keys of their addresses."""

    via: DiscoveredVia
    posts: dict[str, PostInList] = field(default_factory=dict)
    is_whole: bool = True
    """All of the list was read: what it lacks may be gone."""
    has_only_posts: bool = True
    """What is not known yet is a post, not just any page."""


@dataclass(slots=True, kw_only=True)
class PostListing:
    """Asks for the list, once a visit."""

    fetch: Fetch
    frontier: Frontier
    attempts: Attempts
    _was_read: bool = field(default=False, init=False)
    _listing: Listing | None = field(default=None, init=False)

    async def read(self, known: KnownBlog) -> Listing | None:
        """The list; None if the blog has none, or it cannot be had now."""
        if not self._was_read:
            self._was_read, self._listing = True, await self._read(known)
        return self._listing

    async def _read(self, known: KnownBlog) -> Listing | None:
        if known.rest_root:
            listing = await self._read_rest(known, known.rest_root)
            if listing is not None:
                return listing
        return await self._read_sitemaps(known) if known.sitemaps else None

    async def _read_rest(self, known: KnownBlog, root: str) -> Listing | None:
        """The posts that changed last; all of them where their number is another than that of the known posts."""
        listing = Listing(via=DiscoveredVia.REST, is_whole=False)
        there = sum(not post.is_gone for post in known.posts.values())
        for number in range(1, _MOST_REST_PAGES + 1):
            page = await self._rest_page(root, number)
            if page is None:
                return listing if listing.posts else None
            for post in page.posts:
                listing.posts.setdefault(post_key(post.address), PostInList(post.address, _utc(post.modified_utc)))
            if page.pages is None or number >= page.pages or len(page.posts) < PER_PAGE:
                listing.is_whole = True
                return listing
            new = sum(known.post_at(key) is None for key in listing.posts)
            if page.total == there + new and self._reaches_back(listing, known):
                return listing
        return listing

    def _reaches_back(self, listing: Listing, known: KnownBlog) -> bool:
        """True if the list goes on with posts that were seen since they changed."""
        last = next(reversed(listing.posts))
        seen, modified = known.post_at(last), listing.posts[last].modified
        return seen is not None and modified is not None and modified <= seen.seen

    async def _rest_page(self, root: str, number: int) -> RestPage | None:
        result = await self.fetch(changes_query(root, number), DiscoveredVia.REST, Kind.SOURCE)
        if result is None or result.status != 200:
            return None
        target = result.target
        read = partial(read_rest_page, result.page.content, headers=result.headers, address=target.address)
        page = self.attempts.read(target.address, read, target)
        if page is None or not page.posts:
            return None
        reason = f"the platform's list of posts: {len(page.posts)} of {page.total or 'unknown'} posts"
        self.frontier.settle(target, Outcome.SITEMAP, reason, status=result.status)
        return page

    async def _read_sitemaps(self, known: KnownBlog) -> Listing | None:
        listing = Listing(via=DiscoveredVia.SITEMAP)
        waiting, asked = list(known.sitemaps), set(known.sitemaps)
        hints: set[str | None] = set()
        while waiting and len(asked) <= _MOST_SITEMAPS:
            result = await self.fetch(waiting.pop(0), DiscoveredVia.SITEMAP, Kind.SOURCE)
            pages, further = self._sitemap(result)
            listing.is_whole &= pages is not None
            for page in pages or ():
                hints.add(page.hint)
                listing.posts.setdefault(post_key(page.address), PostInList(page.address, _utc(page.modified)))
            new = [address for address in further if address not in asked]
            waiting += new
            asked.update(new)
        listing.is_whole &= not waiting
        listing.has_only_posts = hints == {_ONLY_POSTS}
        return listing if listing.posts else None

    def _sitemap(self, result: FetchResult | None) -> tuple[tuple[SitemapPage, ...] | None, tuple[str, ...]]:
        if result is None or result.status != 200:
            return None, ()
        target = result.target
        sitemap = self.attempts.read(
            target.address, partial(read_sitemap, result.page.content, address=target.address), target
        )
        if sitemap is None or not (sitemap.pages or sitemap.sitemaps):
            return None, ()
        reason = f"{len(sitemap.pages)} addresses, {len(sitemap.sitemaps)} sitemaps"
        self.frontier.settle(target, Outcome.SITEMAP, reason, status=result.status)
        return sitemap.pages, sitemap.sitemaps


def _utc(written: str | None) -> datetime | None:
    """A moment as sitemaps and WordPress write it; a day alone means all of it, so its end."""
    if not written:
        return None
    try:
        moment = datetime.fromisoformat(written.strip())
    except ValueError:
        return None
    if len(written.strip()) <= len("2010-05-16"):
        moment = moment.replace(hour=23, minute=59, second=59)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
