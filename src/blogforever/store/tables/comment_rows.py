"""A comment as a row of the table of comments, and back again."""

import hashlib
from typing import Any

from blogforever.model.archive import StoredComment
from blogforever.model.comment import IN_BROWSER, Comment, CommentKind, CommentSource, CommentStatus
from blogforever.model.moment import Moment
from blogforever.store.tables.storable_text import index_key, storable, storable_or_none
from blogforever.store.tables.upsert import Row

_DAY = len("2024-05-01")


def comment_row(comment: Comment) -> Row:
    """All that the comment says; what the archive adds is for the caller."""
    row: Row = {
        "id": index_key(comment.id),
        "parent": None if comment.parent is None else index_key(comment.parent),
        "author": storable_or_none(comment.author),
        "author_url": storable_or_none(comment.author_url),
        "avatar": storable_or_none(comment.avatar),
        "published": storable(comment.published.iso) if comment.published else None,
        "published_as_written": storable(comment.published.written) if comment.published else None,
        "content_html": storable(comment.content_html),
        "content_text": storable(comment.content_text),
        "url": storable_or_none(comment.url),
        "kind": comment.kind.value,
        "status": comment.status.value,
        "read_by": storable(comment.read_by),
    }
    row["digest"] = comment_digest(row)
    return row


def comment_from(row: Any) -> StoredComment:
    """The comment that was kept."""
    moment = None
    if row.published is not None and row.published_as_written is not None:
        moment = Moment(written=row.published_as_written, iso=row.published)
    comment = Comment(
        id=row.id,
        author=row.author,
        author_url=row.author_url,
        avatar=row.avatar,
        published=moment,
        content_html=row.content_html,
        content_text=row.content_text,
        parent=row.parent,
        url=row.url,
        kind=CommentKind(row.kind),
        status=CommentStatus.GONE if row.gone else CommentStatus(row.status),
        read_by=row.read_by,
        source=comment_source(row.read_by),
    )
    return StoredComment(comment=comment, version=row.version, captured_at=row.captured_at)


def comment_digest(row: Row) -> str:
    """The digest of what a reader sees. Of the date only the day: one source has the minute, another does not.

    HTML is left out, since page, feed and platform write the same words with other tags.
    """
    day = (row["published"] or "")[:_DAY]
    digest = hashlib.blake2b(digest_size=16)
    for value in (row["author"], day, row["content_text"], row["parent"], row["kind"], row["status"]):
        encoded = b"-" if value is None else value.encode()
        digest.update(f"{len(encoded)} {value is None}:".encode())
        digest.update(encoded)
    return digest.hexdigest()


def comment_source(read_by: str) -> CommentSource:
    """The source that a row names: the table has no column for it, since `read_by` says it too."""
    if read_by in {CommentSource.API, CommentSource.FEED}:
        return CommentSource(read_by)
    return CommentSource.BROWSER if read_by.endswith(IN_BROWSER) else CommentSource.PAGE
