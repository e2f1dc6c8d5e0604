"""Answers that name many addresses at once: feeds and their older pages, sitemaps, the platform's API."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from blogforever.crawl.pages import charset_of
from blogforever.errors import BlogforeverError
from blogforever.feeds.parse import parse_feed
from blogforever.frontier.feed_pages import longest_page, older_page
from blogforever.frontier.lines import Kind, Line
from blogforever.frontier.rest import posts_query, read_rest_page
from blogforever.frontier.sitemap_names import sitemap_hint
from blogforever.frontier.sitemaps import read_sitemap
from blogforever.model.blog import KnownFeed
from blogforever.model.exchange import Headers
from blogforever.model.feed import Feed
from blogforever.model.ledger import Outcome, Witness

if TYPE_CHECKING:
    from blogforever.crawl.harvest import Harvest

Take = Callable[[Line, bytes, int, Headers], None]
"""Reads an answer: its line, content, status and headers."""

MOST_SITEMAPS = 2_000
MOST_REST_PAGES = 1_000
MOST_REMEMBERED = 20_000_000
"""Signs of all feeds together; feeds beyond these are read again when they are needed."""


class SourceReading:
    """Reads sources for one harvest."""

    def __init__(self, harvest: "Harvest") -> None:
        self._harvest = harvest
        self._takers: dict[int, Take] = {}
        """For each source that was asked for, who reads the answer."""
        self._sitemaps = 0
        self.feeds: list[KnownFeed] = []
        self._read: dict[str, Feed] = {}
        self._read_size = 0

    def ask(self, address: str, witness: Witness, take: Take, *, referrer: int = -1) -> Line:
        """A source is to be fetched; `take` reads the answer. Who asked first is told."""
        line = self._harvest.plan.announce(address, witness, referrer=referrer, kind=Kind.SOURCE)
        self._takers.setdefault(line.number, take)
        return line

    def ask_feed(self, address: str, *, before: tuple[str, ...] = (), referrer: int = -1) -> None:
        """A feed, or an older page of one, is to be fetched."""
        witness = Witness.OLDER_FEED if before else Witness.GUESS
        self.ask(address, witness, partial(self._take_feed, before=before), referrer=referrer)

    def ask_sitemap(self, address: str, *, referrer: int = -1) -> None:
        """A sitemap is to be fetched."""
        if self._harvest.plan.known_source(address):
            return
        self._sitemaps += 1
        if self._sitemaps <= MOST_SITEMAPS:
            self.ask(address, Witness.SITEMAP, self._take_sitemap, referrer=referrer)
        elif self._sitemaps == MOST_SITEMAPS + 1:
            self._harvest.notes.append(f"more than {MOST_SITEMAPS:,} sitemaps: the others were left out")

    def ask_rest(self, root: str, page: int = 1) -> None:
        """A page of the platform's list of posts is to be fetched."""
        self.ask(posts_query(root, page), Witness.REST, partial(self._take_rest, root=root, number=page))

    def take(self, line: Line, content: bytes, *, status: int, headers: Headers) -> None:
        """An answer for a source."""
        if self._harvest.leaves_out(line):
            return
        take = self._takers.get(self._asked(line), self._take_feed)
        take(line, content, status, headers)

    def hear_feed(self, feed: Feed, line: Line, *, before: tuple[str, ...] = (), role: str = "main") -> None:
        """A feed was read: its entries are posts, and it may go on."""
        harvest = self._harvest
        witness = Witness.OLDER_FEED if before else Witness.FEED
        new = 0
        for entry in feed.entries:
            if entry.address and harvest.plan.admits(entry.address):
                post = harvest.plan.announce(entry.address, witness, referrer=line.number, hops=1)
                new += post.key not in harvest.entries
                harvest.name_entry(post, entry.address)
                harvest.discussions.hear_entry(post, entry)
        harvest.plan.settle(line, Outcome.FEED, f"{len(feed.entries)} entries, {new} of them new", status=200)
        self._remember(feed, line.address)
        self.feeds.append(
            KnownFeed(
                address=line.address, role=role, format=feed.format, title=feed.title, entries=len(feed.entries),
                text=feed.text_kind.value,
            )
        )  # fmt: skip
        fetched = (*before, line.address)
        older = older_page(feed, fetched=fetched, new_entries=new, platform=harvest.blog.platform)
        if older is not None:
            self.ask_feed(longest_page(older.address), before=fetched, referrer=line.number)

    def remembered(self, address: str) -> Feed | None:
        """The feed that was read at the address, if it was small enough to be remembered."""
        return self._read.get(address)

    def _remember(self, feed: Feed, address: str) -> None:
        self._read_size += sum(len(entry.html) + len(entry.text) for entry in feed.entries)
        if self._read_size <= MOST_REMEMBERED:
            self._read[address] = feed

    def _asked(self, line: Line) -> int:
        """The number of the line that was asked for before redirects led to this one."""
        lines = self._harvest.plan.lines
        while line.number not in self._takers:
            before = lines[line.referrer] if line.referrer >= 0 else None
            if before is None or before.outcome is not Outcome.REDIRECT or before.leads_to != line.number:
                break
            line = before
        return line.number

    def _take_feed(
        self, line: Line, content: bytes, status: int, headers: Headers, before: tuple[str, ...] = ()
    ) -> None:
        try:
            read = partial(parse_feed, content, address=line.address, charset=charset_of(headers))
            feed = self._harvest.attempt(line.address, read, line)
        except BlogforeverError as error:
            self._harvest.plan.settle(line, Outcome.NOT_A_PAGE, f"no feed: {error.problem}", status=status)
            return
        if feed is None:
            return
        self.hear_feed(feed, line, before=before, role="older page" if before else "guess")

    def _take_sitemap(self, line: Line, content: bytes, status: int, headers: Headers) -> None:  # noqa: ARG002 - a taker
        found = self._harvest.attempt(line.address, partial(read_sitemap, content, address=line.address), line)
        if found is None:
            return
        if not found.pages and not found.sitemaps:
            said = "; ".join(found.problems) or "it names no address"
            self._harvest.plan.settle(line, Outcome.NOT_A_PAGE, f"no sitemap: {said}", status=status)
            return
        for address in found.sitemaps:
            self.ask_sitemap(address, referrer=line.number)
        for page in found.pages:
            if not self._harvest.plan.admits(page.address):
                continue
            self._harvest.plan.announce(page.address, Witness.SITEMAP, referrer=line.number)
        hint = sitemap_hint(line.address)
        said = f"{len(found.pages)} addresses, {len(found.sitemaps)} sitemaps" + (f" ({hint})" if hint else "")
        self._harvest.plan.settle(line, Outcome.SITEMAP, said, status=status)

    def _take_rest(self, line: Line, content: bytes, status: int, headers: Headers, *, root: str, number: int) -> None:
        read = partial(read_rest_page, content, headers=headers, address=line.address)
        page = self._harvest.attempt(line.address, read, line)
        if page is None:
            return
        if not page.posts:
            self._harvest.plan.settle(line, Outcome.NOT_A_PAGE, f"no list of posts: {page.reason}", status=status)
            return
        for post in page.posts:
            if not self._harvest.plan.admits(post.address):
                continue
            known = self._harvest.plan.announce(post.address, Witness.REST, referrer=line.number, hops=1)
            self._harvest.name_entry(known, post.address)
            if post.id is not None:
                self._harvest.discussions.name_post(post.id, known)
        said = f"{len(page.posts)} of {page.total or 'unknown'} posts"
        self._harvest.plan.settle(line, Outcome.SITEMAP, f"the platform's list of posts: {said}", status=status)
        if page.pages and number < min(page.pages, MOST_REST_PAGES):
            self.ask_rest(root, number + 1)
