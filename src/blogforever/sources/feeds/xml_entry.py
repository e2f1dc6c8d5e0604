"""One entry as feedparser reads it, as our FeedEntry."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from blogforever.model.feed import Enclosure, FeedEntry
from blogforever.sources.feeds.markup import from_plain, from_xhtml, is_markup, unescape_doubled, visible_text
from blogforever.sources.feeds.values import (
    author_names,
    is_platform_scheme,
    is_proxy,
    read_feed_date,
    repair_link,
    split_list,
    tag_names,
)
from blogforever.urls.normalize import absolute, post_key

Parsed = Mapping[str, Any]

MOST_OF_ONE_KIND = 500
"""Enclosures, authors or tags of one entry that are kept."""

_COMMENT_PLACE = re.compile(r"#(?:comment-?|c)\d+$", re.IGNORECASE)
_COMMENT_ENTRY = re.compile(r"/comments/default/(\d{1,40})$")
_FEED_TYPES = ("application/atom+xml", "application/rss+xml", "application/rdf+xml", "text/xml", "application/xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What an entry takes over from its feed."""

    version: str
    bases: tuple[str | None, ...]
    """Addresses against which relative links are resolved, best first."""
    home: str | None
    threading: str = "thr"
    """The prefix that this feed gives to the threading extension (RFC 4685)."""


def read_entry(entry: Parsed, around: Surroundings) -> FeedEntry:
    """The entry with its HTML; its text is read later, when all entries are known."""
    links = [link for link in entry.get("links") or [] if isinstance(link, Mapping)][:MOST_OF_ONE_KIND]
    address, aliases = _addresses(entry, links, around)
    markup, summary = _texts(entry)
    published, updated = _dates(entry, around)
    return FeedEntry(
        address=address,
        id=plain(entry, "id") or None,
        title=_title(entry),
        authors=author_names(written_authors(entry)),
        published=read_feed_date(published),
        updated=read_feed_date(updated),
        html=markup,
        summary=summary,
        tags=_tags(entry, around),
        enclosures=_enclosures(links, around),
        comments_address=_resolve(plain(entry, "comments"), around),
        comments_feed=_comments_feed(entry, links, around),
        comment_count=_comment_count(entry, links, around),
        aliases=aliases,
        author_url=_author_url(entry, around),
        author_image=_author_image(entry, around),
        answers=_answers(entry, links, around),
        answers_address=_resolve(plain(_in_reply_to(entry, around), "href"), around),
    )


def plain(values: Parsed, name: str) -> str:
    """The value as text, or "". Asks the dictionary itself: feedparser's own lookup answers with other fields."""
    value = dict.get(values, name) if isinstance(values, dict) else values.get(name)
    return value.strip() if isinstance(value, str) else ""


def written_authors(values: Parsed) -> Iterable[str]:
    """Authors as written: names, and mail addresses where a name may hide beside one."""
    authors = [person for person in values.get("authors") or [] if isinstance(person, Mapping)]
    whole = plain(values, "author")
    # feedparser takes no ending of a mail address for longer than four letters and puts the rest into the name.
    if len(authors) <= 1 and ("@" in whole or not authors):
        yield visible_text(whole)
        return
    for person in authors[:MOST_OF_ONE_KIND]:
        yield visible_text(plain(person, "name"))


def _title(entry: Parsed) -> str | None:
    title = plain(entry, "title")
    detail = entry.get("title_detail")
    kind = plain(detail, "type") if isinstance(detail, Mapping) else ""
    if kind == "text/plain" and "<" in title and not is_markup(title):
        return " ".join(title.split()) or None
    return visible_text(title) or None


def _addresses(entry: Parsed, links: list[Parsed], around: Surroundings) -> tuple[str | None, tuple[str, ...]]:
    """The post's address, and the others that the entry gives for it."""
    original = plain(entry, "feedburner_origlink")
    alternates = [link for link in links if plain(link, "rel").lower() in {"alternate", ""}]
    # An entry may have alternates of other types (PDF, another feed): the HTML page is the post.
    pages = [link for link in alternates if "html" in plain(link, "type").lower() or not plain(link, "type")]
    written = [original, *(plain(link, "href") for link in [*pages, *alternates]), plain(entry, "link")]
    identity = plain(entry, "id")
    if absolute(identity, None) or (entry.get("guidislink") and not any(written)):
        written.append(identity)
    found = list(dict.fromkeys(address for link in written if (address := _resolve(link, around))))
    if not found:
        return None, ()
    found.sort(key=lambda address: (is_proxy(address), _is_home(address, around)))  # stable: the feed's order otherwise
    return found[0], tuple(address for address in found[1:] if not _is_home(address, around))


def _is_home(address: str, around: Surroundings) -> bool:
    # The home of a post's comment feed is the post, and each comment stands on that page.
    at_home = around.home is not None and post_key(address) == post_key(around.home)
    return at_home and not _COMMENT_PLACE.search(address)


def _resolve(link: str, around: Surroundings) -> str | None:
    return repair_link(link, bases=around.bases) if link else None


def _texts(entry: Parsed) -> tuple[str, str]:
    """The longest text as HTML, and the HTML of a separate summary."""
    contents = [
        as_markup(plain(part, "value"), plain(part, "type"))
        for part in entry.get("content") or []
        if isinstance(part, Mapping)
    ]
    detail = entry.get("summary_detail")
    summary = ""
    # Without a summary of its own, feedparser repeats the content under this name.
    if isinstance(detail, Mapping):
        summary = as_markup(plain(entry, "summary"), plain(detail, "type"))
    longest = max([*contents, summary], key=len, default="")
    others = [text for text in [summary, *contents] if text and text != longest]
    return longest, others[0] if others else ""


def as_markup(text: str, kind: str) -> str:
    """A text of a declared type as HTML; "" for types that hold no text."""
    kind = kind.partition(";")[0].strip().lower()
    if kind in {"", "text/html"}:
        return unescape_doubled(text)
    if kind.endswith("xhtml+xml"):
        return from_xhtml(text)
    if kind.startswith("text/"):
        return text if is_markup(text) else from_plain(text)
    return ""


def _dates(entry: Parsed, around: Surroundings) -> tuple[str, str]:
    published = plain(entry, "published") or plain(entry, "created")
    updated = plain(entry, "updated")
    # dc:date is the only date of RSS 1.0 and feedparser calls it an update; in Atom an update is an update.
    if not published and not around.version.startswith("atom"):
        return updated, ""
    return published, updated


def _tags(entry: Parsed, around: Surroundings) -> tuple[str, ...]:
    written = []
    for tag in (entry.get("tags") or [])[:MOST_OF_ONE_KIND]:
        if isinstance(tag, Mapping) and not is_platform_scheme(plain(tag, "scheme")):
            shown = visible_text(plain(tag, "label") or plain(tag, "term"))
            written.extend(split_list(shown) if around.version in {"rss10", "rss090"} else [shown])
    return tag_names(written)


def _enclosures(links: list[Parsed], around: Surroundings) -> tuple[Enclosure, ...]:
    found: dict[str, Enclosure] = {}
    for link in links:
        address = _resolve(plain(link, "href"), around) if plain(link, "rel").lower() == "enclosure" else None
        if address:
            length = plain(link, "length")
            found.setdefault(
                address,
                Enclosure(
                    address=address,
                    media_type=plain(link, "type") or None,
                    length=int(length) if length.isdecimal() and 0 < len(length) < 16 and int(length) else None,
                ),
            )
    return tuple(found.values())


def _comments_feed(entry: Parsed, links: list[Parsed], around: Surroundings) -> str | None:
    if written := plain(entry, "wfw_commentrss"):
        return _resolve(written, around)
    for link in links:
        if plain(link, "rel").lower() == "replies" and plain(link, "type").lower() in _FEED_TYPES:
            return _resolve(plain(link, "href"), around)
    return None


def _comment_count(entry: Parsed, links: list[Parsed], around: Surroundings) -> int | None:
    written = [plain(entry, "slash_comments"), plain(entry, f"{around.threading}_total".lower())]
    for link in links:
        if plain(link, "rel").lower() == "replies":
            written.extend((plain(link, f"{around.threading}:count".lower()), plain(link, "count")))
    return next((int(count) for count in written if count.isdecimal() and len(count) < 10), None)


def _author_url(entry: Parsed, around: Surroundings) -> str | None:
    person = next((person for person in entry.get("authors") or [] if isinstance(person, Mapping)), {})
    return _resolve(plain(person, "href"), around)


def _author_image(entry: Parsed, around: Surroundings) -> str | None:
    image = entry.get("gd_image")  # Blogger's
    return _resolve(plain(image, "src"), around) if isinstance(image, Mapping) else None


def _answers(entry: Parsed, links: list[Parsed], around: Surroundings) -> str | None:
    # Blogger's thr:in-reply-to is always the post; the comment that is answered stands in a link.
    for link in links:
        if plain(link, "rel").lower() == "related" and (found := _COMMENT_ENTRY.search(plain(link, "href"))):
            return found[1]
    return plain(_in_reply_to(entry, around), "ref") or None


def _in_reply_to(entry: Parsed, around: Surroundings) -> Parsed:
    found = entry.get(f"{around.threading}_in-reply-to".lower())
    return found if isinstance(found, Mapping) else {}
