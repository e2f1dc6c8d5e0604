"""One feed from several of the same blog: what one leaves out another may state."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from blogforever.model.feed import Feed, FeedEntry
from blogforever.urls.normalize import path_key

_LONGER = 1.2
"""By how much another text must be longer to be more than a different form of the same."""


def is_same_blog(main: Feed, other: Feed) -> bool:
    """True when the feeds name the same posts, as two formats of one feed do."""
    known = {path_key(entry.address) for entry in main.entries if entry.address}
    named = {path_key(entry.address) for entry in other.entries if entry.address}
    return 2 * len(known & named) >= min(len(known), len(named)) > 0


def merge_feeds(main: Feed, others: Sequence[Feed]) -> Feed:
    """The main feed, each of its entries with what other feeds of the blog add to it."""
    own = _by_address(main)
    merged = dict(own)
    richer = main
    for other in others:
        known = _by_address(other)
        new = {key: _merge(entry, known[key]) if key in known else entry for key, entry in merged.items()}
        longer = sum(len(new[key].text) > len(entry.text) for key, entry in merged.items())
        richer = other if 2 * longer > len(main.entries) else richer
        merged = new
    keys = {id(entry): key for key, entry in own.items()}
    entries = tuple([merged.get(keys.get(id(entry), ""), entry) for entry in main.entries])
    return replace(
        main, entries=entries, text_kind=richer.text_kind, text_kind_reason=richer.text_kind_reason,
        authors=main.authors or next((other.authors for other in others if other.authors), ()),
    )  # fmt: skip


def _by_address(feed: Feed) -> dict[str, FeedEntry]:
    """The entries by what distinguishes them; some feeds give all entries the address of the blog."""
    keys = [path_key(entry.address) if entry.address else "" for entry in feed.entries]
    often = Counter(keys)
    return {key: entry for key, entry in zip(keys, feed.entries, strict=True) if key and often[key] == 1}


def _merge(entry: FeedEntry, other: FeedEntry) -> FeedEntry:
    longer = len(other.text) > _LONGER * len(entry.text)
    return replace(
        entry,
        title=entry.title or other.title,
        authors=entry.authors or other.authors,
        published=entry.published or other.published,
        updated=entry.updated or other.updated,
        tags=entry.tags or other.tags,
        html=other.html if longer else entry.html,
        text=other.text if longer else entry.text,
        truncated=other.truncated if longer else entry.truncated,
        comments_feed=entry.comments_feed or other.comments_feed,
        comment_count=other.comment_count if entry.comment_count is None else entry.comment_count,
        enclosures=entry.enclosures or other.enclosures,
    )
