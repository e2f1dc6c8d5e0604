"""What was said about a post, as people read it: a thread of comments under each other, answers set in."""

import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from blogforever.cli.terminal_text import plain, plain_lines
from blogforever.cli.words import count
from blogforever.model.comment import CommentKind, CommentStatus

if TYPE_CHECKING:
    from blogforever.actions.archived_record import ArchivedPost
    from blogforever.model.archive import StoredComment, StoredDiscussion
    from blogforever.model.comment import Comment

MOST = 20
"""Comments that are shown unless all are asked for."""
_SET_IN = "  "
_DEEPEST = 8
_READABLE = 90
_NARROWEST = 30
_LONGEST_NAME = 100
_MARKS = {
    CommentStatus.SHOWN: "",
    CommentStatus.WAITING: " [awaiting moderation]",
    CommentStatus.DELETED: " [deleted]",
    CommentStatus.GONE: " [gone from the blog]",
}


def discussion_lines(archived: "ArchivedPost", *, most: int | None) -> Iterator[str]:
    """The comments, `most` of them at most, and how many there are; nothing where nobody looked for any."""
    from blogforever.actions.comment_records import comments_and_mentions

    discussion = archived.discussion
    comments, mentions = comments_and_mentions(discussion.comments)
    if discussion.complete is None:
        return
    yield ""
    spoken = sum(bool(one.comment.content_text) for one in comments)
    yield click.style(_heading(discussion, spoken), bold=True)
    depths = _depths(comments)
    for one in comments[:most]:
        yield ""
        yield from _comment_lines(one, min(depths[one.comment.id], _DEEPEST), archived.post.url or "")
    if most is not None and len(comments) > most:
        yield ""
        yield f"… and {len(comments) - most:,} more: --comments shows them all"
    if mentions:
        yield ""
        yield click.style(f"and {count(len(mentions), 'mention')}", bold=True)
        yield from (f"{_SET_IN}{_byline(one, archived.post.url or '')}" for one in mentions[:most])


def _heading(discussion: "StoredDiscussion", kept: int) -> str:
    told = count(kept, "comment") if kept else "No comments"
    if discussion.stated is not None and discussion.stated != kept:
        told += f"; the blog states {discussion.stated:,}"
    return told if discussion.complete else f"{told}; some could not be had"


def _depths(comments: "Sequence[StoredComment]") -> dict[str, int]:
    """How deep each comment stands among answers; what a comment answers stands before it."""
    depths: dict[str, int] = {}
    for one in comments:
        depths[one.comment.id] = depths.get(one.comment.parent or "", -1) + 1
    return depths


def _comment_lines(stored: "StoredComment", depth: int, post: str) -> Iterator[str]:
    indent = _SET_IN * depth
    yield f"{indent}{_byline(stored, post)}"
    for line in plain_lines(stored.comment.content_text).split("\n"):
        yield from _folded(line, indent + _SET_IN)


def _byline(stored: "StoredComment", post: str) -> str:
    said = stored.comment
    name = click.style(plain(said.author or "somebody")[:_LONGEST_NAME], bold=True)
    date = f", {plain(said.published.iso)[:_LONGEST_NAME]}" if said.published else ""
    kind = "" if said.kind is CommentKind.COMMENT else f" [{said.kind.value}{_origin(said, post)}]"
    edited = f" [edited, version {stored.version}]" if stored.version > 1 else ""
    return f"{name}{date}{kind}{edited}{_MARKS[said.status]}"


def _origin(said: "Comment", post: str) -> str:
    """The page that a mention comes from: its name leads there, while its permalink mostly is a place on the post."""
    # The name of a webmention may lead to a person. Then its permalink is the page, if it is no place on the post.
    elsewhere = said.kind is CommentKind.WEBMENTION and said.url and not said.url.startswith(post)
    page = said.url if elsewhere else said.author_url or said.url
    return f" from {plain(page)}" if page else ""


def _folded(line: str, indent: str) -> list[str]:
    """The line set in: folded at words on a terminal, as it is elsewhere."""
    if not sys.stdout.isatty():
        return [f"{indent}{line}".rstrip()]
    width = max(min(shutil.get_terminal_size().columns, _READABLE), len(indent) + _NARROWEST)
    folded = textwrap.wrap(line, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False)
    return folded or [""]
