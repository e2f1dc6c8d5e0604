"""Which page belongs to which feed entry: by address, by what the page states of itself, by a title that is unique."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from blogforever.dom.tree import Document
from blogforever.model.feed import Feed, FeedEntry
from blogforever.text.words import TITLE_SEPARATOR, fold, tidy
from blogforever.urls.normalize import path_key, post_key

MOST_PAGES = 10
"""More training pages than this teach next to nothing and cost time."""

_ENOUGH = 3
_MOST_HEADINGS = 5
_LONGEST_TITLE = 1_000

_T = TypeVar("_T")

_SELF = (("link[rel~='canonical']", "href"), ("meta[property='og:url']", "content"), ("link[rel~='shortlink']", "href"))


def own_addresses(document: Document) -> list[str]:
    """The addresses that a page gives for itself, the canonical one first."""
    found = []
    for css, attribute in _SELF:
        node = document.select_one(css)
        value = node.attr(attribute) if node else None
        if value and value.strip():
            found.append(value.strip())
    return found


def match_entries(feed: Feed, pages: Sequence[tuple[str | None, Document]]) -> list[tuple[FeedEntry, int]]:
    """Each entry that has its page, with the page's number, in the feed's order; no page is used twice."""
    # A feed may hold thousands of entries: those that end like no page are not even looked at, unless few others match.
    endings = {_ending(address) for address, _ in pages if address}
    likely = [
        (n, entry)
        for n, entry in enumerate(feed.entries)
        if endings.intersection(map(_ending, _entry_addresses(entry)))
    ]
    matched = _match(likely, pages)
    return matched if len(matched) >= min(_ENOUGH, len(pages)) else _match(list(enumerate(feed.entries)), pages)


def _match(
    open_entries: list[tuple[int, FeedEntry]], pages: Sequence[tuple[str | None, Document]]
) -> list[tuple[FeedEntry, int]]:
    taken: set[int] = set()
    matched: list[tuple[int, FeedEntry, int]] = []
    for page_keys, entry_keys in _WAYS:
        known: dict[str, set[int]] = defaultdict(set)
        for number, (address, document) in enumerate(pages):
            for key in page_keys(address, document):
                known[key].add(number)
        left = []
        for place, entry in open_entries:
            hits = set[int]().union(*(known.get(key, set()) for key in entry_keys(entry))) - taken
            if len(hits) == 1:
                taken |= hits
                matched.append((place, entry, hits.pop()))
            else:
                left.append((place, entry))
        open_entries = left
        # The later ways guess more: they are for blogs whose feed and pages disagree about addresses.
        if len(matched) >= _ENOUGH or not open_entries:
            break
    return [(entry, number) for _, entry, number in sorted(matched, key=lambda match: match[0])]


def may_have_entry(feed: Feed) -> Callable[[str | None, Document], bool]:
    """Tells of a page's address and tree whether `match_entries` could find the page's entry in the feed."""
    paths = {path_key(address) for entry in feed.entries for address in _entry_addresses(entry)}
    titles = {fold(entry.title) for entry in feed.entries if entry.title}

    def may_match(address: str | None, document: Document) -> bool:
        addresses = filter(None, (address, *own_addresses(document)))
        return not paths.isdisjoint(map(path_key, addresses)) or not titles.isdisjoint(_page_titles(None, document))

    return may_match


def spread(many: Sequence[_T], most: int = MOST_PAGES) -> list[_T]:
    """At most `most` of them, spread evenly: a feed of the whole blog shows all its themes."""
    if len(many) <= most:
        return list(many)
    return [many[i * len(many) // most] for i in range(most)]


def _ending(address: str) -> str:
    """The last part of an address, cheaply: what differs from post to post."""
    return address.rstrip("/").rpartition("/")[2].lower()


def _entry_addresses(entry: FeedEntry) -> list[str]:
    return [address for address in (entry.address, *entry.aliases) if address]


def _page_titles(_: str | None, document: Document) -> Iterable[str]:
    """What the page may be called: its main headings, and its title whole and in parts ("Post | Blog")."""
    texts = [heading.text for heading in document.select("h1")[:_MOST_HEADINGS]]
    for css, attribute in (("title", None), ("meta[property='og:title']", "content")):
        node = document.select_one(css)
        if node is not None:
            text = tidy((node.text if attribute is None else node.attr(attribute) or "")[:_LONGEST_TITLE])
            texts += [text, *TITLE_SEPARATOR.split(text)]
    return {key for text in texts if (key := fold(text))}


_WAYS: tuple[tuple[Callable[[str | None, Document], Iterable[str]], Callable[[FeedEntry], Iterable[str]]], ...] = (
    (
        lambda address, _: [post_key(address)] if address else [],
        lambda entry: map(post_key, _entry_addresses(entry)),
    ),
    (
        lambda _, document: map(post_key, own_addresses(document)),
        lambda entry: map(post_key, _entry_addresses(entry)),
    ),
    (
        lambda address, document: map(path_key, filter(None, (address, *own_addresses(document)))),
        lambda entry: [key for key in map(path_key, _entry_addresses(entry)) if key.strip("/")],
    ),
    (_page_titles, lambda entry: [fold(entry.title)] if entry.title else []),
)
"""How pages and entries are compared, surest first: address, what the page states, path without host, title."""
