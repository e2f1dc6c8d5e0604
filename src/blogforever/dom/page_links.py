"""Where a page leads: links, frames, drop-down archives, and what its head names as its neighbours."""

import re
from dataclasses import dataclass
from functools import lru_cache

from blogforever.dom.archival import base_address
from blogforever.dom.tree import Document, Element
from blogforever.urls.normalize import absolute, canonical

_MOST = 5_000
"""Links of one page: more are a trap's."""
_NEIGHBOURS = frozenset({"next", "prev", "previous", "archives", "index", "contents", "start", "first", "last", "up"})
_STATED_REFRESH = "meta[http-equiv]:not(noscript *, template *)"
"""Not those for readers without scripts: they are not about the page that all others read."""
_FEED_TYPE = re.compile(r"\b(?:rss|atom|rdf)\b", re.IGNORECASE)
_QUICK_REFRESH = 15
"""Seconds: a page that leaves its reader alone for longer is not a redirect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLinks:
    """The addresses that a page names, canonical, each once, in the order of the page."""

    links: tuple[str, ...]
    next_page: str | None = None
    """The next page of a list (rel=next)."""
    own_feed: str | None = None
    """A feed of this page alone, below it: that of a category or a tag, or of a post's comments."""
    refresh: str | None = None
    """Where the page sends its reader on without a click: such a page is a redirect."""


def page_links(document: Document, address: str) -> PageLinks:
    """The links of the page at `address`."""
    base = base_address(document, address) or address
    origin = base[: base.find("/", base.find("://") + 3) + 1] or base
    found: dict[str, None] = {}
    next_page = own_feed = None
    for element in document.select("a[href],area[href],link[rel][href],iframe[src],frame[src],option[value]"):
        own_feed = own_feed or _own_feed(element, base)
        target = _target(element)
        if not target:
            continue
        # Menus repeat on every page: what does not hang on the page's own folder is worked out once.
        link = _resolve(target, origin if target[0] == "/" or "://" in target[:9] else base)
        if link is None:
            continue
        found[link] = None
        if next_page is None and "next" in (element.attr("rel") or "").lower().split():
            next_page = link
        if len(found) >= _MOST:
            break
    return PageLinks(links=tuple(found), next_page=next_page, own_feed=own_feed, refresh=_refresh(document, base))


def _own_feed(element: Element, base: str) -> str | None:
    if element.tag != "link" or "alternate" not in (element.attr("rel") or "").lower().split():
        return None
    if not _FEED_TYPE.search(element.attr("type") or ""):
        return None
    link = _resolve((element.attr("href") or "").strip(), base)
    folder = canonical(base).partition("?")[0].rpartition("/")[0]
    is_home = folder.count("/") < 3
    return link if link and not is_home and link.startswith(f"{folder}/") and link != canonical(base) else None


def _target(element: Element) -> str:
    tag = element.tag
    if tag in {"a", "area"}:
        return (element.attr("href") or "").strip()
    if tag in {"iframe", "frame"}:
        return (element.attr("src") or "").strip()
    if tag == "option":
        value = (element.attr("value") or "").strip()
        return value if value.startswith(("/", "http://", "https://")) else ""
    relations = (element.attr("rel") or "").lower().split()
    translation = "alternate" in relations and element.attr("hreflang") is not None
    return (element.attr("href") or "").strip() if translation or not _NEIGHBOURS.isdisjoint(relations) else ""


@lru_cache(maxsize=50_000)
def _resolve(target: str, base: str) -> str | None:
    link = absolute(target, base)
    return canonical(link) if link else None


def _refresh(document: Document, base: str) -> str | None:
    for meta in document.select(_STATED_REFRESH):
        if (meta.attr("http-equiv") or "").strip().lower() != "refresh":
            continue
        seconds, _, rest = (meta.attr("content") or "").partition(";")
        name, _, target = rest.partition("=")
        if name.strip().lower() != "url" or not seconds.strip()[:6].isdecimal():
            continue
        if int(seconds.strip()[:6]) <= _QUICK_REFRESH:
            link = _resolve(target.strip().strip("'\""), base)
            return link if link and link != canonical(base) else None
    return None
