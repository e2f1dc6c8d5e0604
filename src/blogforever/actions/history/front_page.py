"""A blog's front page as it was at a moment: as it was captured, else made again from the posts that were there.

    the newest capture from before the moment, if no post is known to have come since → that capture
    else: posts of that time, in their versions of that time → the frame of the nearest capture → a page that says so

The idea of making a page again from posts and the template around them is that of [OS 6].
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.file_io import write_text
from blogforever.actions._files.records import Record
from blogforever.actions.history.front_page_html import Frame, captured_page, list_of_posts, new_page, read_frame
from blogforever.actions.history.point_in_time import PointInTime
from blogforever.actions.history.post_events import departures, move_event
from blogforever.actions.history.shown_posts import ShownPost, shown_post
from blogforever.errors import NotInArchive
from blogforever.model.archive import ArchivedBlog, EventKind, HarvestLine, PostLine
from blogforever.store.queries.blogs import find_blog
from blogforever.store.queries.harvest_log import harvest_lines, moved_posts
from blogforever.store.queries.page_captures import PageCapture, PageCaptures
from blogforever.store.queries.post_lists import list_posts

USUAL_POSTS = 10
"""Posts on a front page whose own number is not known."""
MOST_POSTS = 50
_AT_ONCE = 200


class FrontPageKind(StrEnum):
    """Where a front page comes from."""

    CAPTURED = "captured"
    RECONSTRUCTED = "reconstructed"


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontPage:
    """A front page at a moment."""

    blog: str
    """The blog's address."""
    title: str | None
    moment: str
    """The moment that was asked for, as it was written."""
    kind: FrontPageKind
    captured_at: str | None
    """When the page, or the one that gave the frame, was captured, ISO 8601 in UTC; None for a page without a frame."""
    seen_at: str | None
    """When a harvest saw it last before the moment: later than the capture if it had not changed."""
    harvest: int | None
    """The harvest that saw it then."""
    last_look: str
    """When the newest harvest of the blog ended: of what came later, the archive knows nothing."""
    posts: tuple[ShownPost, ...]
    """The posts on the page, in its order."""
    html: str
    """A complete page: nothing in it runs, and it needs no network."""
    is_beyond: bool
    """The moment is later than the newest harvest."""


def front_page(archive: OpenArchive, name: str, moment: PointInTime) -> FrontPage:
    """The front page of the blog at the moment. Raises NotInArchive if nothing is known from that time."""
    blog = find_blog(archive.database, name)
    harvests = harvest_lines(archive.database, blog.blog.url)
    captures = PageCaptures(archive.database, archive.folder, blog.blog.url, _addresses(blog))
    before = captures.last_before(moment.end)
    is_current = before is not None and not _has_post_since(archive, blog, before.seen_at, moment)
    frame = read_frame(archive, captures, blog, before) if before is not None and is_current else None
    if before is not None and frame is not None:
        posts = tuple(shown_post(archive, number, moment) for number in list_of_posts(frame))
        return FrontPage(
            blog=blog.blog.url,
            title=blog.blog.title,
            moment=moment.written,
            kind=FrontPageKind.CAPTURED,
            captured_at=_iso(before.exchange.at),
            seen_at=_iso(before.seen_at),
            harvest=before.harvest,
            last_look=harvests[-1].at,
            posts=posts,
            html=captured_page(archive, blog, frame, moment),
            is_beyond=moment.begin.isoformat() > harvests[-1].at,
        )
    nearest = _nearest(before, captures.first_after(moment.end), moment.end)
    frame = None if nearest is None else read_frame(archive, captures, blog, nearest)
    return _reconstructed(archive, blog, harvests, moment, frame)


def _reconstructed(
    archive: OpenArchive, blog: ArchivedBlog, harvests: Sequence[HarvestLine], moment: PointInTime, frame: Frame | None
) -> FrontPage:
    wanted = len(set(list_of_posts(frame))) if frame else 0
    lines = _posts_of(archive, blog, harvests, moment)
    posts = tuple(
        shown_post(archive, line.id, moment)
        for line, _ in zip(lines, range(min(wanted or USUAL_POSTS, MOST_POSTS)), strict=False)
    )
    if not posts:
        since = f"; the oldest is from {blog.first_post[:10]}" if blog.first_post else ""
        problem = f"the archive knows no post of this blog from {moment.written} or before{since}"
        raise NotInArchive(blog.blog.url, problem, f"List its posts: blogforever posts {blog.id}")
    capture = frame.capture if frame else None
    return FrontPage(
        blog=blog.blog.url,
        title=blog.blog.title,
        moment=moment.written,
        kind=FrontPageKind.RECONSTRUCTED,
        captured_at=_iso(capture.exchange.at) if capture else None,
        seen_at=_iso(capture.seen_at) if capture else None,
        harvest=capture.harvest if capture else None,
        last_look=harvests[-1].at,
        posts=posts,
        html=new_page(archive, blog, frame, posts, moment),
        is_beyond=moment.begin.isoformat() > harvests[-1].at,
    )


def write_front_page(page: FrontPage, file: Path | str) -> None:
    """Write the page. Raises UnreadableFile."""
    write_text(Path(file), page.html)


def front_page_record(page: FrontPage, file: str | None = None) -> Record:
    """The page as a JSON object, without its HTML; `file` is where that was written."""
    return {
        "blog": page.blog,
        "title": page.title,
        "moment": page.moment,
        "kind": page.kind.value,
        "captured_at": page.captured_at,
        "seen_at": page.seen_at,
        "harvest": page.harvest,
        "last_look": page.last_look,
        "posts": [
            {
                "url": post.url,
                "number": post.number,
                "title": post.title,
                "published": post.published,
                "version": post.version.number,
                "captured_at": post.version.captured_at,
                "captured_later": post.is_captured_later,
            }
            for post in page.posts
        ],
        "file": file,
    }


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def _addresses(blog: ArchivedBlog) -> list[str]:
    known = [blog.blog.url, *blog.blog.aliases]
    return list(dict.fromkeys([*known, *(f"{one}/" for one in known if not one.endswith("/"))]))


def _nearest(before: PageCapture | None, after: PageCapture | None, end: datetime) -> PageCapture | None:
    known = [capture for capture in (before, after) if capture is not None]
    return min(known, key=lambda capture: abs(capture.exchange.at - end), default=None)


def _has_post_since(archive: OpenArchive, blog: ArchivedBlog, seen: datetime, moment: PointInTime) -> bool:
    """True if a post was published after the page was seen, and not after the moment."""
    day = f"{seen.astimezone(UTC):%Y-%m-%d}"
    return any(
        _is_later(line.published, seen)
        for line in _dated(archive, blog, moment, since=day)
        if line.published is not None
    )


def _is_later(published: str, seen: datetime) -> bool:
    try:
        moment = datetime.fromisoformat(published)
    except ValueError:  # a page may state only a year or a month
        return published > f"{seen.astimezone(UTC):%Y-%m-%d}"
    if len(published) <= len("2012-05-16"):  # any time of that day
        return published > f"{seen.astimezone(UTC):%Y-%m-%d}"
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) > seen


def _posts_of(
    archive: OpenArchive, blog: ArchivedBlog, harvests: Sequence[HarvestLine], moment: PointInTime
) -> Iterator[PostLine]:
    """The posts that were published by then, newest first, without those that were gone, or not there yet."""
    by_then = [one for one in departures(archive, blog.blog.url, harvests) if one.event.at <= moment.end.isoformat()]
    last_word = {one.key: one.event.kind for one in by_then}
    gone = {key for key, kind in last_word.items() if kind is EventKind.GONE}
    elsewhere = {
        move.post if move_event(move, harvests).at <= moment.end.isoformat() else move.to
        for move in moved_posts(archive.database, blog.blog.url)
    }
    return (line for line in _dated(archive, blog, moment) if line.key not in gone and line.id not in elsewhere)


def _dated(
    archive: OpenArchive, blog: ArchivedBlog, moment: PointInTime, *, since: str | None = None
) -> Iterator[PostLine]:
    until = f"{moment.end:%Y-%m-%d}"
    after = None
    while True:
        # An offset may put a post on the day after, as its readers saw it.
        chunk = list_posts(archive.database, blog=blog.blog.url, since=since, until=until, after=after, limit=_AT_ONCE)
        yield from (line for line in chunk if line.published and moment.is_after(line.published))
        if len(chunk) < _AT_ONCE:
            return
        after = chunk[-1].id
