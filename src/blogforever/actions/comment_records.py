"""Comments as the JSON objects that users see, inside the record of their post or one by one."""

from collections.abc import Iterable, Iterator
from typing import Any

from blogforever.model.archive import StoredComment

Record = dict[str, Any]


def comment_record(stored: StoredComment) -> Record:
    """The comment with plain values only."""
    said = stored.comment
    return {
        "id": said.id,
        "author": said.author,
        "author_url": said.author_url,
        "avatar": said.avatar,
        "published": said.published.iso if said.published else None,
        "published_as_written": said.published.written if said.published else None,
        "content_html": said.content_html,
        "content_text": said.content_text,
        "parent": said.parent,
        "url": said.url,
        "kind": said.kind.value,
        "status": said.status.value,
        "version": stored.version,
        "captured_at": stored.captured_at or None,
        "read_by": said.read_by,
    }


def comments_and_mentions(
    stored: Iterable[StoredComment],
) -> tuple[tuple[StoredComment, ...], tuple[StoredComment, ...]]:
    """What has words, and the rest: bare links from elsewhere, and what has no words any more.

    A comment without words stays among the others where somebody answers it, so that threads hold together.
    """
    all_of_them = tuple(stored)
    answered = {one.comment.parent for one in all_of_them if one.comment.content_text}
    comments = tuple(one for one in all_of_them if one.comment.content_text or one.comment.id in answered)
    among = {one.comment.id for one in comments}
    return comments, tuple(one for one in all_of_them if one.comment.id not in among)


def each_comment(records: Iterable[Record]) -> Iterator[Record]:
    """The comments of the posts among the records, then the mentions, each with the post that it belongs to."""
    for record in records:
        if record["type"] != "blog":
            about = {"type": "comment", "blog": record["blog"], "post": record["url"], "post_title": record["title"]}
            yield from (about | one for one in (*record["comments"], *record["mentions"]))
