"""The first steps of a harvest, in their order: home page, platform, feeds, training pages, rules, all sources.

home page → what the site is → its feeds → pages of the feed's entries → rules and address pattern
→ comment feeds of these pages → the plan is full
"""

from dataclasses import replace
from functools import partial
from typing import Protocol

from blogforever.crawl.comment_lessons import learn_from_comments
from blogforever.crawl.fetching import Answer, Fetch
from blogforever.crawl.harvest import Harvest
from blogforever.crawl.late_lesson import LEARNING
from blogforever.crawl.pages import document_of
from blogforever.crawl.trouble import say_status
from blogforever.dom.address_names import names_day, names_list
from blogforever.dom.address_pattern import AddressPattern
from blogforever.dom.addresses import absolute, canonical
from blogforever.dom.tree import Document, decode
from blogforever.errors import BlogforeverError, NothingToLearnFrom, Unreachable
from blogforever.feeds.discover import find_feeds, usual_feeds
from blogforever.feeds.merge import is_same_blog, merge_feeds
from blogforever.feeds.parse import parse_feed
from blogforever.frontier.feed_pages import longest_page
from blogforever.frontier.lines import Kind, end_of
from blogforever.frontier.platforms import find_platform
from blogforever.frontier.rest import rest_address
from blogforever.frontier.scope import Scope
from blogforever.frontier.sitemap_names import usual_sitemaps
from blogforever.learn.lesson import learn
from blogforever.learn.pairs import MOST_PAGES, spread
from blogforever.model.blog import Blog
from blogforever.model.feed import Feed, FoundFeed
from blogforever.model.ledger import Outcome, Witness
from blogforever.model.page import Page

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
_ASK_IN_A_BROWSER = "Open it in a browser; give the address at which the blog can be read without a password."


async def open_blog(harvest: Harvest, fetch: Fetch, sitemaps: "SitemapsOf") -> None:
    """From the address to a full plan. Raises Unreachable when the home page cannot be had."""
    home = await fetch(harvest.start, Witness.START)
    if home is None:
        raise _unreachable(harvest)
    _refuse_errors(harvest, home)
    document = harvest.attempt(home.line.address, partial(document_of, home.page), home.line)
    feed = await _find_feed(harvest, home, fetch)
    if feed is None and document is not None and _is_login(document):
        raise Unreachable(harvest.start, "the page is only a login form", _ASK_IN_A_BROWSER)
    describe = partial(_describe, harvest, home, document, feed)
    harvest.blog = harvest.attempt(home.line.address, describe, home.line) or _describe(harvest, home, None, feed)
    _set_scope(harvest, home, feed)
    if feed is not None:
        harvest.render_policy.expect(feed)
    training = await _training(harvest, feed, fetch) if feed else []
    _learn(harvest, feed, [answer.page for answer in training])
    await learn_from_comments(harvest, training, home, fetch)
    is_feed = home.line.outcome is Outcome.FEED
    if is_feed and feed is not None and feed.home:
        harvest.plan.announce(feed.home, Witness.START)
    for answer in training if is_feed else (home, *training):
        with harvest.limit.document(answer.line.address):
            harvest.take_page(answer.line, answer.page, status=answer.status, at=answer.at)
    _ask_sources(harvest, home, document, feed, await sitemaps(home.page.address or harvest.start))
    harvest.sink.keep_blog(harvest.blog)


class SitemapsOf(Protocol):
    """The sitemaps that the robots.txt of an address's host names."""

    async def __call__(self, address: str) -> tuple[str, ...]:
        """Their addresses."""


def _refuse_errors(harvest: Harvest, home: Answer) -> None:
    """A home page that is an error is no blog that can be read."""
    if home.status >= 400:
        next_step = _ASK_IN_A_BROWSER if home.status in {401, 403} else "Check the address, or try again later."
        raise Unreachable(harvest.start, say_status(home.status), next_step)


def _unreachable(harvest: Harvest) -> Unreachable:
    """Why there is no home page, from the end of its redirects."""
    first = harvest.plan.lines[0]
    line = end_of(first, harvest.plan.lines) or first
    if line.outcome is Outcome.ROBOTS and line.reason:
        return Unreachable(line.address, line.reason, "Try again later.")
    if line.outcome is Outcome.ROBOTS:
        return Unreachable(line.address, "robots.txt forbids it", "If you may all the same, say --ignore-robots.")
    return Unreachable(harvest.start, line.reason or "cannot be reached", "Check the address and the connection.")


def _is_login(document: Document) -> bool:
    return document.select_one(_LOGIN) is not None and len(document.text.split()) <= _SHORT


async def _find_feed(harvest: Harvest, home: Answer, fetch: Fetch) -> Feed | None:
    """The blog's main feed: the first of the likely ones that is a feed with entries."""
    address = home.page.address or harvest.start
    try:
        named = harvest.attempt(home.line.address, partial(_named_feeds, home.page, address), home.line)
    except BlogforeverError:
        return None
    itself = _parse(harvest, home)
    if itself is not None and itself.entries:
        harvest.notes.append("the address is that of a feed")
        harvest.sources.hear_feed(itself, home.line)
        return itself
    likely = usual_feeds(address) if named is None else named
    tried = [one for one in likely if one.role != "comments"][:_MOST_FEEDS_TRIED]
    feeds: list[Feed] = []
    for candidate in tried:
        # Where the page names several main feeds, each may state what the others leave out.
        if feeds and (candidate.role != "main" or len(feeds) >= _MOST_MAIN_FEEDS):
            break
        if harvest.plan.known(candidate.address) is not home.line:
            feed = await _try_feed(harvest, candidate, fetch, feeds[0] if feeds else None)
            feeds += [feed] if feed else []
    if not feeds:
        harvest.notes.append(f"no feed was found ({len(tried)} addresses were tried)")
        return None
    return merge_feeds(feeds[0], feeds[1:])


async def _try_feed(harvest: Harvest, candidate: FoundFeed, fetch: Fetch, main: Feed | None) -> Feed | None:
    """The feed at the address; None for none, and for one that is about other things than the main feed."""
    answer = await fetch(longest_page(candidate.address), Witness.GUESS, Kind.SOURCE)
    if answer is None or answer.status != 200:
        return None
    feed = _parse(harvest, answer)
    if answer.line.address in harvest.given_up:
        return None
    if feed is not None and main is not None and not is_same_blog(main, feed):
        harvest.plan.settle(answer.line, Outcome.FEED, "about other things than the main feed", status=answer.status)
        return None
    if feed is not None and feed.entries:
        harvest.sources.hear_feed(feed, answer.line, role=candidate.role)
        return feed
    said = "a feed without entries" if feed else "no feed, whatever the page says"
    if candidate.role != "guess":
        harvest.notes.append(f"{answer.line.address} is {said}")
    harvest.plan.settle(answer.line, Outcome.NOT_A_PAGE, said, status=answer.status)
    return None


def _named_feeds(page: Page, address: str) -> list[FoundFeed]:
    return list(find_feeds(decode(page)[0], address=address))


def _parse(harvest: Harvest, answer: Answer) -> Feed | None:
    page = answer.page
    read = partial(parse_feed, page.content, address=page.address, charset=page.charset)
    try:
        return harvest.attempt(answer.line.address, read, answer.line)
    except BlogforeverError:
        return None


def _describe(harvest: Harvest, home: Answer, document: Document | None, feed: Feed | None) -> Blog:
    address = home.page.address or harvest.start
    title = document.select_one("title") if document else None
    html = document.select_one("html[lang]") if document else None
    license_link = document.select_one("a[rel~='license'],link[rel~='license']") if document else None
    return Blog(
        url=address,
        title=(feed.title if feed else None) or (" ".join(title.text.split()) if title else None),
        subtitle=feed.subtitle if feed else None,
        aliases=(harvest.start,) if canonical(harvest.start) != canonical(address) else (),
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


def _set_scope(harvest: Harvest, home: Answer, feed: Feed | None) -> None:
    entries = [entry.address for entry in feed.entries if entry.address] if feed else []
    harvest.plan.scope = Scope.of(harvest.start, moved_to=home.page.address, entries=entries)
    harvest.plan.pattern = AddressPattern.of(entry.partition("?")[0] for entry in entries)


async def _training(harvest: Harvest, feed: Feed, fetch: Fetch) -> list[Answer]:
    """The pages of entries spread over the feed; others take the place of those that are missing."""
    addresses = _likely_posts(list(dict.fromkeys(entry.address for entry in feed.entries if entry.address)))
    first = spread(addresses)
    rest = [address for address in addresses if address not in first]
    found: list[Answer] = []
    limit = harvest.wishes.max_pages  # none for a probe (0), which reads training pages and nothing else
    most = min(MOST_PAGES, max(1, limit - harvest.plan.bounds.pages)) if limit else MOST_PAGES
    for address in [*first, *rest[:_MOST_REPLACED]]:
        if len(found) >= most:
            break
        known = harvest.plan.known(address)
        if known is not None and known.tries:
            continue
        answer = await fetch(address, Witness.FEED)
        if answer is not None and answer.status == 200 and not harvest.leaves_out(answer.line):
            found.append(answer)
    return found


def _likely_posts(addresses: list[str]) -> list[str]:
    """The feed's addresses without those of pages that some feeds list too: home, tags, about."""
    dated = [address for address in addresses if names_day(address)]
    named = [address for address in addresses if not names_list(address)]
    return dated if 2 * len(dated) >= len(addresses) and len(dated) >= _FEW else named or addresses


def _learn(harvest: Harvest, feed: Feed | None, pages: list[Page]) -> None:
    if feed is None:
        return
    try:
        lesson = harvest.attempt_learning(LEARNING, partial(learn, feed, pages))
        if lesson is not None:
            harvest.use_rules(lesson.rules)
    except NothingToLearnFrom:
        harvest.notes.append("no page of the feed's entries could be had: the general extractor reads the pages")


def _ask_sources(
    harvest: Harvest, home: Answer, document: Document | None, feed: Feed | None, named: tuple[str, ...]
) -> None:
    """Every other source of post addresses goes to the plan."""
    address = home.page.address or harvest.start
    for sitemap in named or usual_sitemaps(address, platform=harvest.blog.platform):
        harvest.sources.ask_sitemap(sitemap)
    harvest.blog = replace(harvest.blog, sitemaps=named)
    if harvest.blog.platform is not None and harvest.blog.platform.name == "WordPress":
        find = partial(rest_address, document, headers=home.headers, address=address)
        root = harvest.attempt(home.line.address, find, home.line)
        if root:
            harvest.sources.ask_rest(root)
            harvest.discussions.ask_rest(root)
    if feed is not None:
        for guess in usual_feeds(address)[:_MORE_FEEDS]:
            harvest.sources.ask_feed(guess.address)
