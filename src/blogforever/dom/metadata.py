"""What a page states of itself for machines: JSON-LD, OpenGraph, microformats, meta and time elements."""

from collections.abc import Iterator

from blogforever.dom.tree import Document
from blogforever.model.moment import Moment
from blogforever.text.dates.read import read_machine_date
from blogforever.text.words import tidy

Place = tuple[str, str | None, str]
"""A selector, the attribute to read (None: the text), and the name to show."""

TITLE: tuple[Place, ...] = (
    ("meta[property='og:title']", "content", "og:title"),
    (".h-entry .p-name, .hentry .entry-title", None, "microformat title"),
    ("[itemprop='headline']", None, "itemprop headline"),
    ("meta[name='twitter:title']", "content", "twitter:title"),
)
AUTHOR: tuple[Place, ...] = (
    ("a[rel~='author'], [itemprop='author'] [itemprop='name'], .p-author, .vcard .fn", None, "author markup"),
    ("[itemprop='author']", None, "itemprop author"),
    (".author:not(:has(p, div, h1, h2, h3, ul)), .post-author, .entry-author, .author-name", None, "author class"),
    ("meta[name='author'], meta[property='article:author']", "content", "meta author"),
)
PUBLISHED: tuple[Place, ...] = (
    ("meta[property='article:published_time']", "content", "article:published_time"),
    ("[itemprop='datePublished']", "datetime", "itemprop datePublished"),
    ("[itemprop='datePublished']", "content", "itemprop datePublished"),
    ("time.dt-published, time.published, time.entry-date, time[pubdate]", "datetime", "time element"),
    (
        "meta[name='date'], meta[name='DC.date'], meta[name='dc.date.issued'], meta[name='publish_date']",
        "content",
        "meta date",
    ),
    ("article time[datetime], time[datetime]", "datetime", "time element"),
)


def first(document: Document, places: tuple[Place, ...]) -> tuple[str, str] | None:
    """The first value that one of the places states, with the place's name."""
    for css, attribute, name in places:
        node = document.select_one(css)
        if node is not None:
            text = tidy(node.text if attribute is None else node.attr(attribute) or "")
            if 1 < len(text) < 300 and "://" not in text:
                return text, name
    return None


def published(document: Document) -> tuple[Moment, str] | None:
    """The date of publication as the page's metadata states it, with the name of the source."""
    for item in json_ld(document):
        for key in ("datePublished", "dateCreated"):
            value = item.get(key)
            if isinstance(value, str) and (moment := read_machine_date(value)):
                return moment, f"JSON-LD {key}"
    for css, attribute, name in PUBLISHED:
        node = document.select_one(css)
        value = node.attr(attribute or "") if node is not None else None
        if value and (moment := read_machine_date(value)):
            return moment, name
    return None


def json_ld(document: Document) -> Iterator[dict[str, object]]:
    """The page's JSON-LD objects that describe an article, whatever they are wrapped in."""
    try:
        roots = document.json_ld()
    except (ValueError, RecursionError):  # broken JSON is common; it is passed over
        return
    queue = list(roots)
    for _ in range(200):
        if not queue:
            return
        item = queue.pop(0)
        if isinstance(item, list):
            queue.extend(item)
        elif isinstance(item, dict):
            kind = str(item.get("@type", ""))
            if "Posting" in kind or "Article" in kind:
                yield item  # type: ignore[misc]  # a JSON object
            queue.extend(
                value
                for key in ("@graph", "mainEntity", "blogPost")
                if isinstance(value := item.get(key), (dict, list))
            )
