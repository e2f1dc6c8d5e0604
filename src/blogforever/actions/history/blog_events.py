"""What happened to a blog: its harvests, and what each of them found new, edited, moved, gone or back."""

from collections.abc import Iterator
from dataclasses import dataclass

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.records import Record
from blogforever.actions.history.point_in_time import PointInTime
from blogforever.actions.history.post_events import departures, event_record, move_event
from blogforever.changes.post_events import version_event
from blogforever.model.archive import HarvestLine, PostEvent
from blogforever.store.queries.harvest_log import (
    WrittenVersion,
    harvest_lines,
    moved_posts,
    posts_with_keys,
    written_versions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """A harvest, or what it found of a post."""

    harvest: HarvestLine
    event: PostEvent | None = None
    """None for the harvest itself."""
    number: int | None = None
    """The post's."""
    url: str = ""
    title: str | None = None


def read_history(
    archive: OpenArchive, blog: str, *, since: PointInTime | None = None, until: PointInTime | None = None
) -> Iterator[HistoryEntry]:
    """The harvests of the blog, newest first, each with what it found. Raises NotInArchive.

    `since` and `until` choose among the harvests by their end.
    """
    lines = harvest_lines(archive.database, blog)
    gone_and_back = departures(archive, blog, lines)
    moves = [(move, move_event(move, lines)) for move in moved_posts(archive.database, blog)]
    known = posts_with_keys(archive.database, blog, sorted({one.key for one in gone_and_back}))
    for line in reversed(lines):
        if (since and line.at < since.begin.isoformat()) or (until and line.at > until.end.isoformat()):
            continue
        yield HistoryEntry(harvest=line)
        yield from (_of_version(line, one) for one in written_versions(archive.database, line.id))
        for move, event in moves:
            if event.harvest == line.id:
                yield HistoryEntry(harvest=line, event=event, number=move.post, url=move.url)
        for one in gone_and_back:
            if one.event.harvest == line.id and one.key in known:
                number, url, title = known[one.key]
                yield HistoryEntry(harvest=line, event=one.event, number=number, url=url, title=title)


def _of_version(line: HarvestLine, written: WrittenVersion) -> HistoryEntry:
    post = written.version.post
    return HistoryEntry(
        harvest=line,
        event=version_event(written.version, written.before),
        number=written.post,
        url=post.url or written.key,
        title=post.title,
    )


def entry_record(entry: HistoryEntry) -> Record:
    """The harvest, or what it found of a post, as a JSON object."""
    if entry.event is not None:
        return {"type": "post", "post": entry.url, "number": entry.number, "title": entry.title} | event_record(
            entry.event
        )
    line = entry.harvest
    counts = {"posts": line.posts, "comments": line.comments}
    return {
        "type": "harvest",
        "harvest": line.id,
        "began": line.began,
        "ended": line.ended,
        "state": line.state.value,
        "offline": line.is_offline,
    } | {
        name: {field: getattr(counted, field) for field in counted.__dataclass_fields__} if counted else None
        for name, counted in counts.items()
    }
