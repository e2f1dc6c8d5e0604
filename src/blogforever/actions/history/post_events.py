"""What happened to a post: its versions, and when it went, came back or moved."""

from collections.abc import Sequence
from dataclasses import dataclass

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.records import Record
from blogforever.changes.post_events import Departure, find_departures, standing, version_event
from blogforever.model.archive import EventKind, HarvestLine, PostEvent, PostStanding, StoredPost
from blogforever.store.queries.harvest_log import MovedPost, harvest_lines, moved_posts, sightings
from blogforever.store.queries.posts import find_post, post_versions


@dataclass(frozen=True, slots=True, kw_only=True)
class PostHistory:
    """A post and what happened to it."""

    stored: StoredPost
    events: tuple[PostEvent, ...]
    """Oldest first."""
    standing: PostStanding
    last_seen: str
    """When the last harvest that had it ended, ISO 8601 in UTC."""
    is_up_to_date: bool
    """That harvest is the blog's newest."""


def read_events(archive: OpenArchive, name: str) -> PostHistory:
    """What happened to the post with this address, alias, key or number. Raises NotInArchive."""
    stored = find_post(archive.database, name)
    harvests = harvest_lines(archive.database, stored.blog)
    known = post_versions(archive.database, stored.id)
    events = [version_event(one, before) for before, one in zip((None, *known), known, strict=False)]
    events += [one.event for one in departures(archive, stored.blog, harvests) if one.key == stored.key]
    moves = moved_posts(archive.database, stored.blog, post=stored.id)
    events += [move_event(move, harvests, is_arrival=move.to == stored.id) for move in moves]
    when = {harvest.id: harvest.at for harvest in harvests}
    return PostHistory(
        stored=stored,
        # What ends a harvest comes behind what it captured.
        events=tuple(sorted(events, key=lambda event: (event.harvest, event.version is None, event.at))),
        standing=standing(
            harvests,
            stored.key,
            last_seen=stored.last_seen,
            is_moved=any(move.post == stored.id for move in moves),
        ),
        last_seen=when.get(stored.last_seen, ""),
        is_up_to_date=stored.last_seen >= max(when, default=0),
    )


def departures(archive: OpenArchive, blog: str, harvests: Sequence[HarvestLine]) -> tuple[Departure, ...]:
    """The posts of the blog that went and came back, oldest first."""
    keys = sorted({key for harvest in harvests for key in harvest.gone})
    seen = sightings(archive.database, blog, keys)
    return find_departures(harvests, lambda key, harvest: (key, harvest) in seen)


def move_event(move: MovedPost, harvests: Sequence[HarvestLine], *, is_arrival: bool = False) -> PostEvent:
    """That the post moved, by the first harvest that can have noticed it: told of the old post, or of the new."""
    noticed = next((one for one in harvests if one.id > move.last_seen and one.id >= move.to_first_seen), harvests[-1])
    note = f"from {move.url}" if is_arrival else f"to {move.to_url}"
    return PostEvent(kind=EventKind.MOVED, at=noticed.at, harvest=noticed.id, note=note)


def event_record(event: PostEvent) -> Record:
    """The event as a JSON object."""
    return {
        "event": event.kind.value,
        "at": event.at,
        "harvest": event.harvest,
        "version": event.version,
        "changed": [part.value for part in event.parts],
        "words": event.words,
        "words_added": event.words_added,
        "words_removed": event.words_removed,
        "note": event.note or None,
        "from_feed": event.from_feed,
    }


def history_records(history: PostHistory) -> list[Record]:
    """Each event as a JSON object with the post that it happened to."""
    post = {"post": history.stored.post.url or history.stored.key, "number": history.stored.id}
    return [post | event_record(event) for event in history.events]
