"""The feeds of a page, best first."""

from dataclasses import dataclass

from blogforever.dom.tree import Document, Element, parse_text
from blogforever.model.feed import FoundFeed
from blogforever.sources.feeds.feed_patterns import (
    CATEGORY_ADDRESS,
    CATEGORY_TITLE,
    COMMENTS_ADDRESS,
    COMMENTS_TITLE,
    FEED_ADDRESS,
    FEED_SERVICE,
    FEED_TYPES,
    GUESSES,
    LANGUAGE_ADDRESS,
    NO_FEED_ADDRESS,
    OTHER_TITLE,
    POSTS_TITLE,
    VAGUE_TYPES,
)
from blogforever.text.words import fold, tidy
from blogforever.urls.normalize import absolute, canonical, host_of, post_key

MOST_FOUND = 50
_ROLES = ("main", "other", "language", "category", "comments", "guess")
_CONTENT_TYPES = ("atom", "rss", "rdf", "json")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """A feed that the page names, before it is judged."""

    address: str
    title: str
    media_type: str
    place: int
    declared: bool
    """Named for feed readers (rel=alternate), not just linked for people."""


def find_feeds(html: str, *, address: str) -> tuple[FoundFeed, ...]:
    """The feeds that a page at `address` names, then addresses where one may be, best first."""
    tree = parse_text(html)
    page = canonical(address)
    base = _base(tree, page)
    judged = _judged(_declared(tree, base) or _linked(tree, base, page), tree, page)
    known = {feed.address for feed in judged}
    return (*judged, *(guess for guess in usual_feeds(page) if guess.address not in known))


def comment_feeds(tree: Document, *, address: str) -> tuple[FoundFeed, ...]:
    """The feeds of comments that a page at `address` names for feed readers, then those that it only links."""
    page = canonical(address)
    base = _base(tree, page)
    found = [*_judged(_declared(tree, base), tree, page), *_judged(_linked(tree, base, page), tree, page)]
    return tuple({feed.address: feed for feed in reversed(found) if feed.role == "comments"}.values())[::-1]


def _base(tree: Document, page: str) -> str:
    start = tree.select_one("base[href]")
    return absolute(_attribute(start, "href"), page) or page if start else page


def _judged(named: list[_Named], tree: Document, page: str) -> list[FoundFeed]:
    """The named feeds with their roles, best first."""
    language = _attribute(tree.select_one("html[lang]"), "lang")[:2].lower()
    judged = [_judge(feed, page, language) for feed in named[:MOST_FOUND]]
    judged.sort(key=lambda found: found[0])
    return [feed for _, feed in judged]


def _declared(tree: Document, base: str) -> list[_Named]:
    found: dict[str, _Named] = {}
    for place, link in enumerate(tree.select("link[rel][href]")):
        relations = set(_attribute(link, "rel").lower().split())
        media_type = _attribute(link, "type").partition(";")[0].strip().lower()
        address = absolute(_attribute(link, "href"), base)
        if not address or not relations & {"alternate", "feed", "alternative"} or "stylesheet" in relations:
            continue
        if NO_FEED_ADDRESS.search(address):
            continue
        if (
            media_type in FEED_TYPES
            or "feed" in relations
            or (media_type in VAGUE_TYPES and FEED_ADDRESS.search(address))
        ):
            title = tidy(_attribute(link, "title"))
            found.setdefault(
                address, _Named(address=address, title=title, media_type=media_type, place=place, declared=True)
            )
    return list(found.values())


def _linked(tree: Document, base: str, page: str) -> list[_Named]:
    found: dict[str, _Named] = {}
    for place, link in enumerate(tree.select("a[href]")):
        address = absolute(_attribute(link, "href"), base)
        if not address or not FEED_ADDRESS.search(address) or NO_FEED_ADDRESS.search(address):
            continue
        # Links to feeds of other sites stand in blogrolls; a feed service is the one exception.
        if host_of(address) == host_of(page) or FEED_SERVICE.search(host_of(address)):
            title = tidy(link.text or _attribute(link, "title"))[:200]
            found.setdefault(address, _Named(address=address, title=title, media_type="", place=place, declared=False))
    return list(found.values())


def _judge(feed: _Named, page: str, language: str) -> tuple[tuple[int, ...], FoundFeed]:
    role, why = _role(feed, page, language)
    how = "named by the page for feed readers" if feed.declared else "linked from the page"
    kind = next((place for place, name in enumerate(_CONTENT_TYPES) if name in feed.media_type), len(_CONTENT_TYPES))
    # Of two formats of one feed, the first named is usually the one kept up; JSON and RDF seldom carry more.
    posts = POSTS_TITLE.search(feed.title) is not None
    rank = (
        _ROLES.index(role),
        not posts,
        _distance(feed.address, page),
        kind >= _CONTENT_TYPES.index("rdf"),
        feed.place,
    )
    return rank, FoundFeed(
        address=feed.address,
        title=feed.title or None,
        media_type=feed.media_type or None,
        role=role,
        reason=f"{how}; {why}",
    )


def _role(feed: _Named, page: str, language: str) -> tuple[str, str]:  # noqa: PLR0911  # one clue, one return
    """The role of a feed and the clue that decided it."""
    path = feed.address.partition("://")[2].partition("/")[2]
    local = "/" + path
    # The blog's own title may hold such words ("A comment on …"): only what follows its last separator counts.
    last = feed.title.replace("»", "|").replace("›", "|").replace(" - ", "|").replace("–", "|").rpartition("|")[2]
    if _is_stranger(feed.address, page):
        return "other", "it lies on another site"
    if COMMENTS_ADDRESS.search(local):
        return "comments", "its address is one for comments"
    if COMMENTS_TITLE.search(last):
        return "comments", f"its title says so: {feed.title!r}"
    if CATEGORY_ADDRESS.search(local):
        return "category", "its address is one for a category, tag or author"
    if CATEGORY_TITLE.search(last):
        return "category", f"its title says so: {feed.title!r}"
    if (found := LANGUAGE_ADDRESS.search(local)) and not _below(feed.address, page):
        code = found.group().strip("/?&.").rpartition("=")[2][:2].lower()
        if not language or code != language:
            return "language", "its address is one for another language"
    if OTHER_TITLE.search(last) and not POSTS_TITLE.search(last):
        return "other", f"its title names something else: {feed.title!r}"
    if fold(feed.title) and _is_page_of_post(feed.address, page):
        return "comments", "it lies below the page's own address, as a post's comments do"
    return "main", "nothing speaks for a part of the blog only"


def _is_stranger(address: str, page: str) -> bool:
    """True for another host, unless it is a feed service or shares the blog's domain."""
    feed_host, page_host = host_of(address), host_of(page)
    related = feed_host.split(".")[-2:] == page_host.split(".")[-2:]
    return not related and not FEED_SERVICE.search(feed_host)


def _below(address: str, page: str) -> bool:
    folder = page.rpartition("/")[0]
    return address.startswith(folder + "/") and folder.count("/") > 2


def _is_page_of_post(address: str, page: str) -> bool:
    """WordPress gives each post a feed of its comments at <post>/feed/."""
    return page.count("/") > 4 and post_key(address) == post_key(page.rstrip("/") + "/feed")


def _distance(address: str, page: str) -> int:
    """How far a feed's address is from the page's: same host and shorter paths are nearer."""
    if host_of(address) != host_of(page):
        return 1
    return max(0, address.rstrip("/").count("/") - page.rstrip("/").count("/") - 1)


def usual_feeds(page: str) -> list[FoundFeed]:
    """Where blog software often has the feed of a blog at this address, likeliest first."""
    folder = page.partition("?")[0].rpartition("/")[0] + "/"
    root = absolute("/", page) or page
    found: dict[str, FoundFeed] = {}
    for start in dict.fromkeys((folder, root)):
        for name in GUESSES:
            if guess := absolute(name, start):
                reason = f"blog software often has its feed at /{name}"
                found.setdefault(
                    guess, FoundFeed(address=guess, title=None, media_type=None, role="guess", reason=reason)
                )
    return list(found.values())


def _attribute(element: Element | None, name: str) -> str:
    value = element.attr(name) if element is not None else None
    return value if isinstance(value, str) else ""
