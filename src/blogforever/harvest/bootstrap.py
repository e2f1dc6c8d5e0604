"""The first steps of a harvest, in their order: home page, feeds, platform, training pages, rules, all sources.

start → its feeds → the home page, if the start is a feed or a post → platform, scope and URL pattern
→ pages of the feed's entries → rules → comment feeds of these pages → the frontier is full
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from blogforever.dom.tree import Document
from blogforever.errors import BlogforeverError, NothingToLearnFrom, Unreachable
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import Kind, end_of
from blogforever.frontier.scope import Scope
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.comments.collector import CommentCollector
from blogforever.harvest.comments.learn_markup import CommentMarkupLearner
from blogforever.harvest.fetch import Fetch, FetchResult, describe_status
from blogforever.harvest.pages.home_page import Home, HomeFinder
from blogforever.harvest.pages.late_rules import LEARNING
from blogforever.harvest.pages.read import PageReader
from blogforever.harvest.render_policy import RenderPolicy
from blogforever.harvest.sources.feed_pages import named_feeds, read_feed_page
from blogforever.harvest.sources.read import SourceReader
from blogforever.harvest.state import BlogProfile, RuleBook
from blogforever.learn.lesson import learn
from blogforever.learn.pairs import MOST_PAGES, spread
from blogforever.model.blog import Blog
from blogforever.model.feed import Feed, FoundFeed
from blogforever.model.harvest import Phase
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.sources.feeds.discover import usual_feeds
from blogforever.sources.feeds.merge import is_same_blog, merge_feeds
from blogforever.sources.feeds.older_pages import longest_page
from blogforever.sources.platforms import find_platform
from blogforever.sources.sitemap_locations import usual_sitemaps
from blogforever.sources.wordpress import rest_address
from blogforever.urls.normalize import absolute, canonical
from blogforever.urls.path_words import names_day, names_list
from blogforever.urls.pattern import UrlPattern

_MOST_FEEDS_TRIED = 12
_MOST_MAIN_FEEDS = 3
_FEW = 3
_MOST_REPLACED = 10
"""Training pages that may be missing before the harvest goes on with fewer."""
_MORE_FEEDS = 4
"""Usual places of a feed that are asked although one was found: a longer one may lie there."""
_LOGIN = "input[type='password']"
_SHORT = 100
"""Words: a page with a password field and no more than these has nothing else to offer."""
_OPEN_IN_A_BROWSER = "Open it in a browser; give the address at which the blog can be read without a password."


class SitemapsOf(Protocol):
    """The sitemaps that the robots.txt of an address's host names."""

    async def __call__(self, address: str) -> tuple[str, ...]:
        """Their addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bootstrap:
    """From the address of a blog to a full frontier."""

    fetch: Fetch
    sitemaps: SitemapsOf
    frontier: Frontier
    attempts: Attempts
    profile: BlogProfile
    rules: RuleBook
    sources: SourceReader
    comments: CommentCollector
    reader: PageReader
    render_policy: RenderPolicy
    max_pages: int | None
    enter: Callable[[Phase], None]
    """Called with each step that takes its time."""

    async def run(self) -> None:
        """All steps. Raises Unreachable when the home page cannot be had."""
        self.enter(Phase.HOME)
        first = await fetch_start(self.fetch, self.frontier, self.profile.start)
        self.enter(Phase.FEEDS)
        feed = await self._find_feed(first)
        if feed is None and first.parsed is not None and _is_login(first.parsed.document):
            raise Unreachable(self.profile.start, "the page is only a login form", _OPEN_IN_A_BROWSER)
        found = await self._find_home(first, feed)
        home = found.result
        document = home.parsed.document if home.parsed else None
        describe = partial(_describe, found.asked, home, document, feed)
        blog = self.attempts.read(home.target.address, describe, home.target)
        self.profile.blog = blog or _describe(found.asked, home, None, feed)
        self.profile.identity = (self.profile.blog.url, *(self.profile.main_feeds if found.has_own_feed else ()))
        self._set_scope(home, feed)
        if feed is not None:
            self.render_policy.expect(feed)
        self.enter(Phase.TRAINING)
        training = await self._fetch_training_pages(feed) if feed else []
        self.enter(Phase.LEARNING)
        self._learn(feed, training)
        learner = CommentMarkupLearner(
            fetch=self.fetch, frontier=self.frontier, attempts=self.attempts, profile=self.profile, rules=self.rules,
            comments=self.comments,
        )  # fmt: skip
        await learner.learn(training, home)
        if home.target.outcome is Outcome.FEED and feed is not None and feed.home:
            self.frontier.announce(feed.home, DiscoveredVia.START)
        pages = {result.target.number: result for result in (home, *found.visited, *training)}
        for result in pages.values():
            if result.target.outcome is not Outcome.FEED:
                with self.attempts.limit.document(result.target.address):
                    self.reader.take(result.target, result.received, status=result.status, at=result.at)
        self._ask_sources(home, document, feed, await self.sitemaps(home.page.address or self.profile.start))

    async def _find_home(self, first: FetchResult, feed: Feed | None) -> Home:
        finder = HomeFinder(
            fetch=self.fetch, frontier=self.frontier, attempts=self.attempts, profile=self.profile,
            feed_at=lambda candidate: self._try_feed(candidate, feed),
        )  # fmt: skip
        return await finder.find(first, feed)

    async def _find_feed(self, home: FetchResult) -> Feed | None:
        """The blog's main feed: the first of the likely ones that is a feed with entries."""
        address = home.page.address or self.profile.start
        try:
            named = self.attempts.read(home.target.address, partial(named_feeds, home.page, address), home.target)
        except BlogforeverError:
            return None
        itself = self._parse(home)
        if itself is not None and itself.entries:
            self.profile.notes.append("the address is that of a feed")
            self.sources.add_feed(itself, home.target)
            return itself
        likely = usual_feeds(address) if named is None else named
        tried = [candidate for candidate in likely if candidate.role != "comments"][:_MOST_FEEDS_TRIED]
        feeds: list[Feed] = []
        for candidate in tried:
            # Where the page names several main feeds, each may state what the others leave out.
            if feeds and (candidate.role != "main" or len(feeds) >= _MOST_MAIN_FEEDS):
                break
            if self.frontier.known(candidate.address) is not home.target:
                feed = await self._try_feed(candidate, feeds[0] if feeds else None)
                feeds += [feed] if feed else []
        if not feeds:
            self.profile.notes.append(f"no feed was found ({len(tried)} addresses were tried)")
            return None
        return merge_feeds(feeds[0], feeds[1:])

    async def _try_feed(self, candidate: FoundFeed, main: Feed | None) -> Feed | None:
        """The feed at the address; None for none, and for one that is about other things than the main feed."""
        result = await self.fetch(longest_page(candidate.address), DiscoveredVia.GUESS, Kind.SOURCE)
        if result is None or result.status != 200:
            return None
        feed = self._parse(result)
        target = result.target
        if target.address in self.attempts.given_up:
            return None
        if feed is not None and main is not None and not is_same_blog(main, feed):
            reason = "about other things than the main feed"
            self.frontier.settle(target, Outcome.FEED, reason, status=result.status)
            return None
        if feed is not None and feed.entries:
            self.sources.add_feed(feed, target, role=candidate.role)
            return feed
        problem = "a feed without entries" if feed else "not a feed, whatever the page says"
        if candidate.role != "guess":
            self.profile.notes.append(f"{target.address} is {problem}")
        self.frontier.settle(target, Outcome.NOT_A_PAGE, problem, status=result.status)
        return None

    def _parse(self, result: FetchResult) -> Feed | None:
        return read_feed_page(self.attempts, result.page, result.target.address, result.target)

    def _set_scope(self, home: FetchResult, feed: Feed | None) -> None:
        entries = [entry.address for entry in feed.entries if entry.address] if feed else []
        self.frontier.scope = Scope.of(self.profile.start, moved_to=home.page.address, entries=entries)
        self.frontier.pattern = UrlPattern.of(entry.partition("?")[0] for entry in entries)

    async def _fetch_training_pages(self, feed: Feed) -> list[FetchResult]:
        """The pages of entries spread over the feed; others take the place of those that are missing."""
        addresses = _likely_posts(list(dict.fromkeys(entry.address for entry in feed.entries if entry.address)))
        first = spread(addresses)
        rest = [address for address in addresses if address not in first]
        training: list[FetchResult] = []
        limit = self.max_pages  # none for a probe (0), which reads training pages and nothing else
        most = min(MOST_PAGES, max(1, limit - self.frontier.bounds.pages)) if limit else MOST_PAGES
        for address in [*first, *rest[:_MOST_REPLACED]]:
            if len(training) >= most:
                break
            known = self.frontier.known(address)
            if known is not None and known.tries:
                continue
            result = await self.fetch(address, DiscoveredVia.FEED)
            if result is not None and result.status == 200 and not self.attempts.leaves_out(result.target):
                training.append(result)
        return training

    def _learn(self, feed: Feed | None, training: list[FetchResult]) -> None:
        if feed is None:
            return
        pages = [result.parsed for result in training if result.parsed is not None]
        try:
            rules = self.attempts.learn(LEARNING, partial(learn, feed, pages))
            if rules is not None:
                self.rules.use(rules)
        except NothingToLearnFrom:
            note = "no page of the feed's entries could be had: the general extractor reads the pages"
            self.profile.notes.append(note)

    def _ask_sources(
        self, home: FetchResult, document: Document | None, feed: Feed | None, named: tuple[str, ...]
    ) -> None:
        """Every other source of post addresses goes to the frontier."""
        address = home.page.address or self.profile.start
        platform = self.profile.blog.platform
        for sitemap in named:
            self.sources.ask_sitemap(sitemap)
        for sitemap in () if named else usual_sitemaps(address, platform=platform):
            self.sources.ask_sitemap(sitemap, via=DiscoveredVia.GUESS)
        self.profile.blog = replace(self.profile.blog, sitemaps=named)
        if platform is not None and platform.name == "WordPress":
            find = partial(rest_address, document, headers=home.headers, address=address)
            root = self.attempts.read(home.target.address, find, home.target)
            if root:
                self.sources.ask_wordpress(root)
                self.comments.platform.ask(root)
        if feed is not None:
            for guess in usual_feeds(address)[:_MORE_FEEDS]:
                self.sources.ask_feed(guess.address)


async def fetch_start(fetch: Fetch, frontier: Frontier, start: str) -> FetchResult:
    """The page that everything begins with. Raises Unreachable if nothing came for it, or an error."""
    home = await fetch(start, DiscoveredVia.START)
    if home is None:
        raise _unreachable(frontier, start)
    if home.status >= 400:
        next_step = _OPEN_IN_A_BROWSER if home.status in {401, 403} else "Check the address, or try again later."
        raise Unreachable(start, describe_status(home.status), next_step)
    return home


def _unreachable(frontier: Frontier, start: str) -> Unreachable:
    """Why there is no first page, from the end of its redirects."""
    first = frontier.urls[0]
    target = end_of(first, frontier.urls) or first
    if target.outcome is Outcome.ROBOTS and target.reason:
        return Unreachable(target.address, target.reason, "Try again later.")
    if target.outcome is Outcome.ROBOTS:
        next_step = "If you may fetch it all the same, run the same command with --ignore-robots"
        return Unreachable(target.address, "robots.txt forbids it", next_step)
    return Unreachable(start, target.reason or "cannot be reached", "Check the address and the connection.")


def _is_login(document: Document) -> bool:
    return document.select_one(_LOGIN) is not None and len(document.text.split()) <= _SHORT


def _describe(asked: str, home: FetchResult, document: Document | None, feed: Feed | None) -> Blog:
    address = home.page.address or asked
    title = document.select_one("title") if document else None
    html = document.select_one("html[lang]") if document else None
    license_link = document.select_one("a[rel~='license'],link[rel~='license']") if document else None
    return Blog(
        url=address,
        title=(feed.title if feed else None) or (" ".join(title.text.split()) if title else None),
        subtitle=feed.subtitle if feed else None,
        aliases=(asked,) if canonical(asked) != canonical(address) else (),
        language=(feed.language if feed else None) or (html.attr("lang") if html else None),
        encoding=home.page.charset,
        platform=find_platform(
            document, headers=home.headers, address=address, feed_generator=feed.generator if feed else None
        ),
        authors=feed.authors if feed else (),
        rights=feed.rights if feed else None,
        license=absolute(license_link.attr("href") or "", address) if license_link else None,
        status_code=home.status,
        hosting_ip=home.ip,
        update_frequency=_update_frequency(feed) if feed else None,
    )


def _update_frequency(feed: Feed) -> str | None:
    if feed.update_period:
        return f"{feed.update_frequency or 1} times {feed.update_period}"
    return f"every {feed.ttl} minutes" if feed.ttl else None


def _likely_posts(addresses: list[str]) -> list[str]:
    """The feed's addresses without those of pages that some feeds list too: home, tags, about."""
    dated = [address for address in addresses if names_day(address)]
    named = [address for address in addresses if not names_list(address)]
    return dated if 2 * len(dated) >= len(addresses) and len(dated) >= _FEW else named or addresses
