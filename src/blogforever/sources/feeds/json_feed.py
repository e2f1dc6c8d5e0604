"""JSON Feed 1.0 and 1.1."""

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from blogforever.errors import NotAFeed, TooLarge
from blogforever.model.feed import Enclosure, Feed, FeedEntry
from blogforever.sources.feeds.markup import from_plain, unescape_doubled, visible_text
from blogforever.sources.feeds.values import author_names, read_feed_date, repair_link, tag_names
from blogforever.sources.feeds.xml_text import MOST_ENTRIES
from blogforever.text.words import tidy

Values = Mapping[str, Any]

_NEXT_STEP = "Give the blog's feed; the page's source names it in a link with rel=alternate."
_VERSION = re.compile(r"jsonfeed\.org/version/(\d)(?:\.(\d))?")
_SURROGATES = re.compile(r"[\ud800-\udfff]")


def looks_like_json(text: str) -> bool:
    """True when the text can only be JSON."""
    return text.lstrip("\ufeff \t\r\n")[:1] in {"{", "["}


def read_json_feed(text: str, *, address: str | None, subject: str) -> Feed:
    """The feed with its entries' HTML; text and judgement come later."""
    try:
        feed = json.loads(text.lstrip("\ufeff"))
    except RecursionError as flaw:
        raise TooLarge(
            subject, "the feed is nested beyond reason", "Check that the address is a feed, not an attack."
        ) from flaw
    except ValueError as flaw:
        raise NotAFeed(subject, "is damaged JSON", "Fetch it again: it may have been cut off.") from flaw
    version = _VERSION.search(_text(feed, "version")) if isinstance(feed, dict) else None
    items = feed.get("items") if isinstance(feed, dict) else None
    known = version is not None or (
        isinstance(items, list) and bool(_text(feed, "feed_url") or _text(feed, "home_page_url"))
    )
    if not known:
        raise NotAFeed(subject, "is JSON but no JSON Feed", _NEXT_STEP)
    return _read_feed(
        feed,
        version,
        address,
        [item for item in items or [] if isinstance(item, dict)] if isinstance(items, list) else [],
    )


def _read_feed(feed: Values, version: re.Match[str] | None, address: str | None, items: list[Values]) -> Feed:
    home = repair_link(_text(feed, "home_page_url"), bases=(address,))
    bases = (home, address)
    hubs = [_text(hub, "url") for hub in _list(feed, "hubs") if isinstance(hub, dict)]
    damage = (f"more than {MOST_ENTRIES:,} entries; the rest was left out",) if len(items) > MOST_ENTRIES else ()
    return Feed(
        address=address,
        format="json" + "".join(part for part in version.groups() if part and part != "0") if version else "unknown",
        title=_title(feed) or None,
        subtitle=visible_text(_text(feed, "description")) or None,
        home=home,
        language=_text(feed, "language") or None,
        authors=_authors(feed),
        hub=next((found for hub in hubs if (found := repair_link(hub, bases=bases))), None),
        image=repair_link(_text(feed, "icon") or _text(feed, "favicon"), bases=bases),
        next_page=repair_link(_text(feed, "next_url"), bases=bases),
        entries=tuple(_read_item(item, bases) for item in items[:MOST_ENTRIES]),
        damage=damage,
    )


def _read_item(item: Values, bases: tuple[str | None, ...]) -> FeedEntry:
    identity = _text(item, "id")
    link = (
        _text(item, "url")
        or (identity if identity.startswith(("http://", "https://")) else "")
        or _text(item, "external_url")
    )
    address = repair_link(link, bases=bases)
    alias = repair_link(identity, bases=()) if identity.startswith(("http://", "https://")) else None
    markup, summary = unescape_doubled(_text(item, "content_html")), _text(item, "summary")
    plain_text = _text(item, "content_text")
    return FeedEntry(
        address=address,
        id=identity or None,
        title=_title(item) or None,
        authors=_authors(item),
        published=read_feed_date(_text(item, "date_published")),
        updated=read_feed_date(_text(item, "date_modified")),
        html=markup or from_plain(plain_text or summary),
        summary=from_plain(summary) if markup or plain_text else "",
        tags=tag_names(tag for tag in _list(item, "tags") if isinstance(tag, str)),
        enclosures=_enclosures(item, bases),
        aliases=(alias,) if alias and alias != address else (),
        author_url=_of_author(item, "url", bases),
        author_image=_of_author(item, "avatar", bases),
    )


def _authors(values: Values) -> tuple[str, ...]:
    authors = [*_list(values, "authors"), values.get("author")]
    return author_names(
        _text(person, "name") if isinstance(person, dict) else person
        for person in authors
        if isinstance(person, dict | str)
    )


def _of_author(item: Values, name: str, bases: tuple[str | None, ...]) -> str | None:
    person = next((one for one in [*_list(item, "authors"), item.get("author")] if isinstance(one, dict)), {})
    written = _text(person, name)
    return repair_link(written, bases=bases) if written else None


def _enclosures(item: Values, bases: tuple[str | None, ...]) -> tuple[Enclosure, ...]:
    found = []
    for attachment in _list(item, "attachments"):
        address = repair_link(_text(attachment, "url"), bases=bases) if isinstance(attachment, dict) else None
        if address:
            size = attachment.get("size_in_bytes")
            found.append(
                Enclosure(
                    address=address,
                    media_type=_text(attachment, "mime_type") or None,
                    length=size if isinstance(size, int) and size > 0 else None,
                )
            )
    return tuple(found)


def _title(of: Values) -> str:
    """A title is plain text by the standard; entities in it are the generator's mistake, "<" is the author's."""
    return tidy(unescape(_text(of, "title") or ""))


def _text(values: Values, name: str) -> str:
    value = values.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)[:100]  # ids are numbers in some feeds
    return _SURROGATES.sub("\ufffd", value).strip() if isinstance(value, str) else ""


def _list(values: Values, name: str) -> list[Any]:
    value = values.get(name)
    return value[:500] if isinstance(value, list) else []
