"""The comments of a WordPress blog from its programming interface, a hundred at a time.

To strangers it gives the comments that are shown and no pingbacks. They come ordered by post, so that a post's
comments are complete when the next post begins; within one post WordPress orders them by number, so no page is
shuffled against the last. A page may hold fewer than a hundred: those on protected posts are counted but left out.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from blogforever.model.comment import Comment, CommentKind, CommentSource, CommentStatus
from blogforever.model.exchange import Headers
from blogforever.model.moment import Moment
from blogforever.sources.comments.markup import read_comment_markup
from blogforever.sources.feeds.markup import visible_text
from blogforever.sources.wordpress import MOST_BYTES, PER_PAGE, count_in, rest_query
from blogforever.text.dates.calendar import is_offset
from blogforever.urls.normalize import absolute

_FIELDS = "id,post,parent,author_name,author_url,author_avatar_urls,date,date_gmt,content,link,type,status"
_KINDS = {kind.value: kind for kind in CommentKind}
_STATUSES = {"hold": CommentStatus.WAITING, "trash": CommentStatus.DELETED}
"""No place on earth is farther from Greenwich in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestComments:
    """One page of the list of comments."""

    comments: tuple[tuple[int, Comment], ...] = ()
    """The number of the post, and the comment."""
    total: int | None = None
    """Comments that the blog has in all."""
    pages: int | None = None
    """Pages of this list."""
    reason: str = ""
    """Why there are no comments."""


def comments_query(root: str, page: int) -> str:
    """The address of a page of the list of comments, those on the oldest posts first."""
    wanted = f"per_page={PER_PAGE}&page={page}&orderby=post&order=asc&_fields={_FIELDS}"
    return rest_query(root, "comments", wanted)


def read_rest_comments(content: bytes, *, headers: Headers, address: str) -> RestComments:
    """The comments in an answer from `address`. Never raises: what is not a list of comments has a reason."""
    if len(content) > MOST_BYTES:
        return RestComments(reason=f"more than {MOST_BYTES:,} bytes")
    try:
        answer = json.loads(content.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return RestComments(reason="not JSON")
    if not isinstance(answer, list):
        message = answer.get("message") or answer.get("code") if isinstance(answer, dict) else None
        return RestComments(reason=str(message)[:200] if message else "not a list of comments")
    comments = tuple(found for item in answer[: 10 * PER_PAGE] if (found := _read_comment(item, address)))
    return RestComments(
        comments=comments,
        total=count_in(headers, "x-wp-total"),
        pages=count_in(headers, "x-wp-totalpages"),
        reason="" if comments else "no comments",
    )


def _read_comment(item: Any, address: str) -> tuple[int, Comment] | None:
    if not isinstance(item, dict):
        return None
    number, post, parent = (_number(item.get(name)) for name in ("id", "post", "parent"))
    if not number or not post:
        return None
    link = absolute(_text(item.get("link")), address)
    written = item.get("content")
    content = read_comment_markup(
        _text(written.get("rendered") if isinstance(written, dict) else written),
        link.partition("#")[0] if link else None,
    )
    return post, Comment(
        id=str(number),
        author=visible_text(_text(item.get("author_name"))[:1_000]) or None,
        author_url=absolute(_text(item.get("author_url")), None),
        avatar=_avatar(item.get("author_avatar_urls"), address),
        published=_published(_text(item.get("date")), _text(item.get("date_gmt"))),
        content_html=content.html,
        content_text=content.text,
        parent=str(parent) if parent and parent != number else None,
        url=link,
        kind=_KINDS.get(_text(item.get("type")), CommentKind.COMMENT),
        status=_STATUSES.get(_text(item.get("status")), CommentStatus.SHOWN),
        source=CommentSource.API,
        read_by=CommentSource.API,
    )


def _published(local: str, greenwich: str) -> Moment | None:
    """The blog's own time, with the offset that the same moment in Greenwich gives away."""
    here, there = _time(local), _time(greenwich)
    if here is None:
        return Moment(written=greenwich, iso=there.replace(tzinfo=UTC).isoformat()) if there else None
    if there is None or not is_offset(here - there) or (here - there) % timedelta(minutes=1):
        return Moment(written=local, iso=here.isoformat())
    return Moment(written=local, iso=here.replace(tzinfo=timezone(here - there)).isoformat())


def _time(written: str) -> datetime | None:
    try:
        return datetime.fromisoformat(written[:19]).replace(microsecond=0) if len(written) >= 19 else None
    except ValueError:
        return None


def _avatar(urls: Any, address: str) -> str | None:
    """The largest picture."""
    if not isinstance(urls, dict):
        return None
    sizes = [
        (int(size), url) for size, url in urls.items() if size.isdecimal() and len(size) < 6 and isinstance(url, str)
    ]
    return absolute(max(sizes)[1], address) if sizes else None


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 63 else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
