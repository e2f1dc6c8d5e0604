"""Older pages of a feed: how far back a feed can be read beyond the entries that it shows first.

A page that the feed names itself (RFC 5005) is believed. Others are guesses from the platform's habits; a guess ends
the walk when its answer fails, is not a feed, or brings no entry that was not known.
"""

import re
from dataclasses import dataclass

from blogforever.model.blog import Platform
from blogforever.model.feed import Feed
from blogforever.sources.feeds.feed_patterns import FEED_SERVICE
from blogforever.sources.platforms import platform_of_generator
from blogforever.urls.normalize import LONGEST, canonical, host_of

MOST_PAGES = 500
BLOGGER_PAGE = 150
"""Blogger gives at most so many entries at once."""

_BLOGGER_FEED = re.compile(r"/feeds/(?:\d{1,25}/){0,2}(?:posts|comments)/(?:default|full|summary)(?:[/?]|$)")
_GHOST_PAGE = re.compile(r"/rss/(?:(\d{1,4})/)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class OlderPage:
    """Where the next older page of a feed is, or may be."""

    address: str
    reason: str
    guess: bool
    """The feed does not name it: the platform's habit does."""


def longest_page(address: str) -> str:
    """The address under which a feed gives as many entries at once as it can: the same, but for Blogger."""
    return _with(address, "max-results", BLOGGER_PAGE) if _BLOGGER_FEED.search(address) else address


def older_page(
    feed: Feed, *, fetched: tuple[str, ...], new_entries: int, platform: Platform | None
) -> OlderPage | None:
    """The page that comes after `feed`, which was fetched last and brought so many entries that were not known.

    `fetched` are the addresses of all its pages so far, the feed's own first.
    """
    if not fetched or not new_entries or not feed.entries or len(fetched) >= MOST_PAGES:
        return None
    # Blogger names a page on its own host; the blog's host has it too, and belongs to the blog.
    found = _blogger_page(feed, fetched) or _named_page(feed, fetched) or _usual_page(feed, fetched, platform)
    known = {canonical(address) for address in fetched}
    if found is None or len(found.address) > LONGEST or canonical(found.address) in known:
        return None
    return found


def _named_page(feed: Feed, fetched: tuple[str, ...]) -> OlderPage | None:
    named = feed.next_page
    hosts = {host_of(place) for place in (fetched[0], fetched[-1], feed.home or "")}
    # A feed may lead on within the blog, not to any place in the net.
    if not named or host_of(named) not in hosts:
        return None
    return OlderPage(address=named, reason="the feed names its next page", guess=False)


def _blogger_page(feed: Feed, fetched: tuple[str, ...]) -> OlderPage | None:
    address = fetched[-1]
    # In Atom, Blogger states when there is more.
    if not _BLOGGER_FEED.search(address) or (feed.format.startswith("atom") and not feed.next_page):
        return None
    start = (_number(address, "start-index") or 1) + len(feed.entries)
    wide = _with(_with(address, "start-index", start), "max-results", BLOGGER_PAGE)
    return OlderPage(address=wide, reason=f"Blogger's entries from number {start} on", guess=True)


def _usual_page(feed: Feed, fetched: tuple[str, ...], platform: Platform | None) -> OlderPage | None:
    address = fetched[-1]
    if FEED_SERVICE.search(host_of(address)):
        return None
    name = platform_of_generator(feed.generator or "") or (platform.name if platform else "")
    if name in {"WordPress", "WordPress.com"}:
        page = (_number(address, "paged") or 1) + 1
        return OlderPage(address=_with(address, "paged", page), reason=f"WordPress's page {page} of a feed", guess=True)
    if name == "Ghost" and (found := _GHOST_PAGE.search(address)):
        page = int(found[1] or 1) + 1
        address = f"{address[: found.start()]}/rss/{page}/"
        return OlderPage(address=address, reason=f"Ghost's page {page} of a feed", guess=True)
    return None


def _number(address: str, name: str) -> int | None:
    found = re.search(rf"[?&]{name}=(\d{{1,7}})(?=&|$)", address)
    return int(found[1]) if found else None


def _with(address: str, name: str, value: int) -> str:
    """The address with one query parameter set."""
    head, _, query = address.partition("#")[0].partition("?")
    kept = [part for part in query.split("&") if part and part.partition("=")[0] != name]
    return f"{head}?{'&'.join([*kept, f'{name}={value}'])}"
