"""Bytes to Feed.

bytes → text (decode) → entries (xml_feed, json_feed) → readings (markup) → cleaned texts (additions) → judged (judge)
"""

from dataclasses import replace

from blogforever.model.feed import Feed, FeedEntry
from blogforever.sources.feed_times import skipped, time_elements
from blogforever.sources.feeds.boilerplate import Cleaned, EntryText, take_off_additions, take_off_known
from blogforever.sources.feeds.decode import decode_feed
from blogforever.sources.feeds.json_feed import looks_like_json, read_json_feed
from blogforever.sources.feeds.markup import ReadMarkup, read_markup
from blogforever.sources.feeds.text_kind import Traits, judge_text
from blogforever.sources.feeds.xml_feed import read_xml_feed


def parse_feed(content: bytes, *, address: str | None = None, charset: str | None = None) -> Feed:
    """The feed in the bytes. `charset` is what the server declared. Raises NotAFeed or TooLarge, nothing else."""
    subject = address or "the feed"
    text, damage = decode_feed(content, subject=subject, charset=charset)
    read = read_json_feed if looks_like_json(text) else read_xml_feed
    feed = read(text, address=address, subject=subject)
    feed = replace(
        feed,
        damage=(*damage, *feed.damage),
        time_elements=time_elements(text),
        skip_hours=skipped(text, "skipHours"),
        skip_days=skipped(text, "skipDays"),
    )
    return _with_texts(feed)


def _with_texts(feed: Feed) -> Feed:
    readings = [read_markup(entry.html) for entry in feed.entries]
    cleaned = take_off_additions(
        [
            EntryText(
                reading=reading,
                title=entry.title or "",
                authors=entry.authors or feed.authors,
                blog=feed.title or "",
                addresses=tuple(address for address in (entry.address, *entry.aliases) if address),
            )
            for entry, reading in zip(feed.entries, readings, strict=True)
        ]
    )
    entries = tuple(_with_text(entry, clean) for entry, clean in zip(feed.entries, cleaned, strict=True))
    kind, reason = judge_text(
        [_traits(entry, reading, clean) for entry, reading, clean in zip(entries, readings, cleaned, strict=True)]
    )
    return replace(feed, entries=entries, text_kind=kind, text_kind_reason=reason)


def _with_text(entry: FeedEntry, cleaned: Cleaned) -> FeedEntry:
    summary = take_off_known(read_markup(entry.summary), title=entry.title or "").text
    return replace(
        entry,
        text=cleaned.text,
        truncated=cleaned.truncated,
        summary=summary if summary != cleaned.text else "",
    )


def _traits(entry: FeedEntry, reading: ReadMarkup, cleaned: Cleaned) -> Traits:
    return Traits(
        text=cleaned.text,
        truncated=cleaned.truncated,
        named_excerpt=reading.named_excerpt,
        blocks=cleaned.text.count("\n") + 1,
        paragraphs=reading.paragraphs,
        pictures=reading.pictures,
        links=reading.links,
        has_separate_summary=bool(entry.summary),
    )
