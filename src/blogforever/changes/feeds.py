"""What a feed tells since it was read before: entries that say something else, posts that moved to another address."""

from collections.abc import Iterable, Mapping

from blogforever.model.feed import Feed, FeedEntry
from blogforever.urls.normalize import post_key


def edited_entries(before: Feed, now: Feed) -> tuple[FeedEntry, ...]:
    """Entries of posts that were there before, and say something else now."""
    earlier = _by_key(before.entries)
    return tuple(
        entry for key, entry in _by_key(now.entries).items() if key in earlier and _said(entry) != _said(earlier[key])
    )


def more_comments(before: Feed, now: Feed) -> tuple[FeedEntry, ...]:
    """Entries of posts that have another number of comments now."""
    earlier = _by_key(before.entries)
    return tuple(
        entry
        for key, entry in _by_key(now.entries).items()
        if key in earlier and entry.comment_count != earlier[key].comment_count
    )


def moved_entries(before: Feed, now: Feed) -> dict[str, str]:
    """For the new address of each post that has another one than before, the address that it had.

    An id that several entries have says nothing.
    """
    earlier = _by_id(before.entries)
    return {
        entry.address: address
        for name, entry in _by_id(now.entries).items()
        if entry.address
        and name in earlier
        and (address := earlier[name].address)
        and post_key(address) != post_key(entry.address)
        and post_key(entry.address) not in _by_key(before.entries)
    }


def _by_key(entries: Iterable[FeedEntry]) -> Mapping[str, FeedEntry]:
    return {post_key(entry.address): entry for entry in entries if entry.address}


def _by_id(entries: Iterable[FeedEntry]) -> Mapping[str, FeedEntry]:
    found: dict[str, list[FeedEntry]] = {}
    for entry in entries:
        if entry.id:
            found.setdefault(entry.id, []).append(entry)
    return {name: named[0] for name, named in found.items() if len(named) == 1}


def _said(entry: FeedEntry) -> tuple[object, ...]:
    updated = entry.updated.iso if entry.updated else None
    return entry.title, " ".join(entry.text.split()), frozenset(entry.tags), updated
