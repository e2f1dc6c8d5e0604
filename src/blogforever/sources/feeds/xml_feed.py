"""RSS, RDF and Atom: what feedparser reads, as our own values.

text → guard → strict parse → (mended, parsed again) → Feed without judged or cleaned text
"""

import io
from collections.abc import Mapping
from typing import Any

import feedparser

from blogforever.errors import NotAFeed
from blogforever.model.feed import Feed
from blogforever.sources.feeds.markup import visible_text
from blogforever.sources.feeds.values import author_names, read_feed_date, repair_link
from blogforever.sources.feeds.xml_entry import Surroundings, plain, read_entry, written_authors
from blogforever.sources.feeds.xml_text import XmlText, flaw_in, guard_xml, mend_xml
from blogforever.urls.normalize import absolute

Parsed = Mapping[str, Any]

_NEXT_STEP = "Give the blog's feed; the page's source names it in a link with rel=alternate."
_THREADING = "http://purl.org/syndication/thread/1.0"


def read_xml_feed(text: str, *, address: str | None, subject: str) -> Feed:
    """The feed with its entries' HTML; text and judgement come later."""
    guarded = guard_xml(text, subject=subject)
    parsed, damage = _parse(guarded, subject)
    version = str(parsed.get("version") or "")
    entries = parsed.get("entries") or []
    if not version and not entries:
        raise NotAFeed(subject, "holds no feed of any known format", _NEXT_STEP)
    if version == "rss091u" and "netscape" in guarded.doctype.lower():
        version = "rss091n"
    return _read_feed(parsed, version, address, (*guarded.damage, *damage))


def _parse(guarded: XmlText, subject: str) -> tuple[Parsed, tuple[str, ...]]:
    flaw = flaw_in(guarded.text)
    if flaw is None:
        return _run_feedparser(guarded.text, subject), ()
    # feedparser's lenient parser is slow and loses namespaces and nesting: mended first, most feeds escape it.
    return _run_feedparser(mend_xml(guarded.text), subject), (f"not well-formed XML: {flaw}",)


def _run_feedparser(text: str, subject: str) -> Parsed:
    # Bytes in a stream: given a string, feedparser would look for a file or an address of that name.
    stream = io.BytesIO(text.encode("utf-8", "replace"))
    try:
        parsed: Parsed = feedparser.parse(stream, sanitize_html=False, resolve_relative_uris=False)
    except Exception as flaw:  # feedparser's own faults on hostile input come in every type
        raise NotAFeed(subject, "cannot be read as a feed: its markup is damaged", _NEXT_STEP) from flaw
    return parsed


def _read_feed(parsed: Parsed, version: str, address: str | None, damage: tuple[str, ...]) -> Feed:
    channel: Parsed = parsed.get("feed") or {}
    links = [link for link in channel.get("links") or [] if isinstance(link, Mapping)]
    home = _home(channel, links, address)
    around = Surroundings(
        version=version,
        bases=(home, address),
        home=home,
        threading=_prefix(parsed.get("namespaces") or {}, _THREADING),
    )

    def linked(*relations: str) -> str | None:
        for relation in relations:
            for link in links:
                if plain(link, "rel").lower() == relation and (
                    found := repair_link(plain(link, "href"), bases=around.bases)
                ):
                    return found
        return None

    return Feed(
        address=address,
        format=version or "unknown",
        title=visible_text(plain(channel, "title")) or None,
        subtitle=visible_text(plain(channel, "subtitle") or plain(channel, "tagline")) or None,
        home=home,
        language=plain(channel, "language") or None,
        generator=_generator(channel),
        authors=author_names(written_authors(channel)),
        updated=read_feed_date(_first(channel, "updated", "published")),
        ttl=_number(plain(channel, "ttl")),
        update_period=plain(channel, "sy_updateperiod") or None,
        update_frequency=_number(plain(channel, "sy_updatefrequency")),
        hub=linked("hub"),
        image=_image(channel, around.bases),
        rights=visible_text(plain(channel, "rights") or plain(channel, "copyright")) or None,
        next_page=linked("next", "prev-archive"),
        total=_number(plain(channel, "opensearch_totalresults")),
        entries=tuple(read_entry(entry, around) for entry in parsed.get("entries") or [] if isinstance(entry, Mapping)),
        damage=damage,
    )


def _home(channel: Parsed, links: list[Parsed], address: str | None) -> str | None:
    written = [plain(link, "href") for link in links if plain(link, "rel").lower() in {"alternate", ""}]
    for link in [*written, plain(channel, "link")]:
        found = repair_link(link, bases=(address,)) if link else None
        if found and found != address:
            return found
    # Some generators give the feed itself as the home page; the folder it lies in is then the best guess.
    linked_to_itself = address is not None and any(
        repair_link(link, bases=(address,)) == address for link in written if link
    )
    return absolute("./", address) if linked_to_itself and address else None


def _generator(channel: Parsed) -> str | None:
    detail = channel.get("generator_detail")
    name = visible_text(plain(channel, "generator"))
    version = plain(detail, "version") if isinstance(detail, Mapping) else ""
    return f"{name} {version}" if name and version and version not in name else name or None


def _image(channel: Parsed, bases: tuple[str | None, ...]) -> str | None:
    image = channel.get("image")
    for written in (
        plain(image, "href") if isinstance(image, Mapping) else "",
        plain(channel, "logo"),
        plain(channel, "icon"),
    ):
        if written and (found := repair_link(written, bases=bases)):
            return found
    return None


def _first(values: Parsed, *names: str) -> str:
    return next((value for name in names if (value := plain(values, name))), "")


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _prefix(namespaces: Parsed, wanted: str) -> str:
    return next((str(prefix) for prefix, address in namespaces.items() if address == wanted), "thr")
