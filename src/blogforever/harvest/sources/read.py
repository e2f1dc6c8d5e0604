"""Answers that name many addresses at once: feeds and their older pages, sitemaps, the platform's API."""

from functools import partial

from blogforever.errors import BlogforeverError
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.comments.collector import CommentCollector
from blogforever.harvest.source_queue import SourceQueue
from blogforever.harvest.state import BlogProfile
from blogforever.model.blog import KnownFeed
from blogforever.model.exchange import Headers, header_value
from blogforever.model.feed import Feed
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.sources.feeds.older_pages import longest_page, older_page
from blogforever.sources.feeds.parse import parse_feed
from blogforever.sources.sitemap_locations import sitemap_hint
from blogforever.sources.sitemaps import read_sitemap
from blogforever.sources.wordpress import posts_query, read_rest_page
from blogforever.text.charsets import charset_of

MOST_SITEMAPS = 2_000
MOST_REST_PAGES = 1_000
MOST_REMEMBERED = 20_000_000
"""Characters of all feeds together; feeds beyond these are read again when they are needed."""


class SourceReader:
    """Asks for sources, reads what comes, and announces the addresses that they name to the frontier."""

    def __init__(
        self, queue: SourceQueue, frontier: Frontier, attempts: Attempts, profile: BlogProfile,
        comments: CommentCollector,
    ) -> None:  # fmt: skip
        self._queue = queue
        self._frontier = frontier
        self._attempts = attempts
        self._profile = profile
        self._comments = comments
        self._sitemaps = 0
        self._feeds: dict[str, Feed] = {}
        self._feeds_size = 0

    def ask_feed(
        self, address: str, *, role: str = "guess", before: tuple[str, ...] = (), referrer: int = -1
    ) -> None:  # fmt: skip
        """A feed, or an older page of one, is to be fetched."""
        via = DiscoveredVia.OLDER_FEED if before else DiscoveredVia.GUESS
        self._queue.ask(address, via, partial(self._read_feed, role=role, before=before), referrer=referrer)

    def ask_sitemap(
        self, address: str, *, via: DiscoveredVia = DiscoveredVia.SITEMAP, referrer: int = -1
    ) -> None:  # fmt: skip
        """A sitemap is to be fetched: robots.txt or another sitemap names it, or it is a guess."""
        if self._frontier.known_source(address):
            return
        self._sitemaps += 1
        if self._sitemaps <= MOST_SITEMAPS:
            self._queue.ask(address, via, self._read_sitemap, referrer=referrer)
        elif self._sitemaps == MOST_SITEMAPS + 1:
            self._profile.notes.append(f"more than {MOST_SITEMAPS:,} sitemaps: the others were left out")

    def ask_wordpress(self, root: str, page: int = 1) -> None:
        """A page of WordPress's list of posts is to be fetched."""
        self._queue.ask(
            posts_query(root, page), DiscoveredVia.REST, partial(self._read_wordpress, root=root, number=page)
        )

    def take(self, target: FrontierUrl, content: bytes, *, status: int, headers: Headers) -> None:
        """An answer for a source."""
        if not self._attempts.leaves_out(target):
            read = self._queue.reader_of(target) or self._read_feed
            read(target, content, status, headers)

    def add_feed(
        self, feed: Feed, target: FrontierUrl, *, before: tuple[str, ...] = (), role: str = "main"
    ) -> None:  # fmt: skip
        """A feed was read: its entries are posts, and it may go on."""
        via = DiscoveredVia.OLDER_FEED if before else DiscoveredVia.FEED
        new = 0
        for entry in feed.entries:
            if entry.address and self._frontier.admits(entry.address):
                post = self._frontier.announce(entry.address, via, referrer=target.number, hops=1)
                new += self._profile.name_post(post, entry.address)
                self._comments.expect(post, entry)
        self._frontier.settle(target, Outcome.FEED, f"{len(feed.entries)} entries, {new} of them new", status=200)
        self._remember(feed, target.address)
        self._profile.feeds.append(
            KnownFeed(
                address=target.address, role=role, format=feed.format, title=feed.title, entries=len(feed.entries),
                text=feed.text_kind.value,
            )
        )  # fmt: skip
        fetched = (*before, target.address)
        older = older_page(feed, fetched=fetched, new_entries=new, platform=self._profile.blog.platform)
        if older is not None:
            self.ask_feed(longest_page(older.address), before=fetched, referrer=target.number)

    def remembered(self, address: str) -> Feed | None:
        """The feed that was read at the address, if it was small enough to be remembered."""
        return self._feeds.get(address)

    def _remember(self, feed: Feed, address: str) -> None:
        self._feeds_size += sum(len(entry.html) + len(entry.text) for entry in feed.entries)
        if self._feeds_size <= MOST_REMEMBERED:
            self._feeds[address] = feed

    def _read_feed(
        self, target: FrontierUrl, content: bytes, status: int, headers: Headers, *,
        role: str = "guess", before: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        charset = charset_of(header_value(headers, "Content-Type") or "")
        try:
            read = partial(parse_feed, content, address=target.address, charset=charset)
            feed = self._attempts.read(target.address, read, target)
        except BlogforeverError as error:
            self._frontier.settle(target, Outcome.NOT_A_PAGE, f"not a feed: {error.problem}", status=status)
            return
        if feed is not None:
            self.add_feed(feed, target, before=before, role="older page" if before else role)

    def _read_sitemap(self, target: FrontierUrl, content: bytes, status: int, _headers: Headers) -> None:
        read = partial(read_sitemap, content, address=target.address)
        sitemap = self._attempts.read(target.address, read, target)
        if sitemap is None:
            return
        if not sitemap.pages and not sitemap.sitemaps:
            problem = "; ".join(sitemap.problems) or "it names no addresses"
            self._frontier.settle(target, Outcome.NOT_A_PAGE, f"not a sitemap: {problem}", status=status)
            return
        for address in sitemap.sitemaps:
            self.ask_sitemap(address, referrer=target.number)
        for page in sitemap.pages:
            if self._frontier.admits(page.address):
                self._frontier.announce(page.address, DiscoveredVia.SITEMAP, referrer=target.number)
        hint = sitemap_hint(target.address)
        reason = f"{len(sitemap.pages)} addresses, {len(sitemap.sitemaps)} sitemaps" + (f" ({hint})" if hint else "")
        self._frontier.settle(target, Outcome.SITEMAP, reason, status=status)

    def _read_wordpress(
        self, target: FrontierUrl, content: bytes, status: int, headers: Headers, *, root: str, number: int
    ) -> None:
        read = partial(read_rest_page, content, headers=headers, address=target.address)
        page = self._attempts.read(target.address, read, target)
        if page is None:
            return
        if not page.posts:
            self._frontier.settle(target, Outcome.NOT_A_PAGE, f"not a list of posts: {page.reason}", status=status)
            return
        for post in page.posts:
            if self._frontier.admits(post.address):
                known = self._frontier.announce(post.address, DiscoveredVia.REST, referrer=target.number, hops=1)
                self._profile.name_post(known, post.address)
                if post.id is not None:
                    self._comments.platform.name_post(post.id, known)
        reason = f"the platform's list of posts: {len(page.posts)} of {page.total or 'unknown'} posts"
        self._frontier.settle(target, Outcome.SITEMAP, reason, status=status)
        if page.pages and number < min(page.pages, MOST_REST_PAGES):
            self.ask_wordpress(root, number + 1)
