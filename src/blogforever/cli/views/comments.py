"""The comments on a post as lines for people: threads, with indented replies."""

import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from blogforever.cli.suggestions import this_command
from blogforever.cli.terminal_text import count, plain, plain_lines
from blogforever.model.comment import CommentKind, CommentStatus

if TYPE_CHECKING:
    from blogforever.actions._files.records import ArchivedPost
    from blogforever.model.archive import StoredComment, StoredDiscussion
    from blogforever.model.comment import Comment

SHOWN = 20
"""Comments that are shown unless --comments is given."""
_INDENT = "  "
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
    """The comments, at most `most` of them, and how many there are; nothing if no harvest looked for comments."""
    from blogforever.actions._files.records import comments_and_mentions

    discussion = archived.discussion
    comments, mentions = comments_and_mentions(discussion.comments)
    if discussion.complete is None:
        return
    yield ""
    with_text = sum(bool(stored.comment.content_text) for stored in comments)
    yield click.style(_heading(discussion, with_text), bold=True)
    depths = _depths(comments)
    for stored in comments[:most]:
        yield ""
        yield from _comment_lines(stored, min(depths[stored.comment.id], _DEEPEST), archived.post.url or "")
    if most is not None and len(comments) > most:
        yield ""
        yield f"… and {len(comments) - most:,} more; to see them all: {this_command('--comments')}"
    if mentions:
        yield ""
        yield click.style(f"and {count(len(mentions), 'mention')}", bold=True)
        yield from (f"{_INDENT}{_byline(mention, archived.post.url or '')}" for mention in mentions[:most])


def _heading(discussion: "StoredDiscussion", kept: int) -> str:
    heading = count(kept, "comment") if kept else "No comments"
    if discussion.declared_count is not None and discussion.declared_count != kept:
        heading += f"; the blog states {discussion.declared_count:,}"
    return heading if discussion.complete else f"{heading}; some could not be fetched"


def _depths(comments: "Sequence[StoredComment]") -> dict[str, int]:
    """The depth of each comment in its thread; a comment comes before its replies."""
    depths: dict[str, int] = {}
    for stored in comments:
        depths[stored.comment.id] = depths.get(stored.comment.parent or "", -1) + 1
    return depths


def _comment_lines(stored: "StoredComment", depth: int, post: str) -> Iterator[str]:
    indent = _INDENT * depth
    yield f"{indent}{_byline(stored, post)}"
    for line in plain_lines(stored.comment.content_text).split("\n"):
        yield from _wrapped(line, indent + _INDENT)


def _byline(stored: "StoredComment", post: str) -> str:
    comment = stored.comment
    name = click.style(plain(comment.author or "anonymous")[:_LONGEST_NAME], bold=True)
    date = f", {plain(comment.published.iso)[:_LONGEST_NAME]}" if comment.published else ""
    kind = "" if comment.kind is CommentKind.COMMENT else f" [{comment.kind.value}{_origin(comment, post)}]"
    edited = f" [edited, version {stored.version}]" if stored.version > 1 else ""
    return f"{name}{date}{kind}{edited}{_MARKS[comment.status]}"


def _origin(comment: "Comment", post: str) -> str:
    """The page that a mention comes from: its author's link leads there; its permalink is usually on the post."""
    # A webmention's author link may lead to a person. Then the permalink is the page, if it is not on the post.
    elsewhere = comment.kind is CommentKind.WEBMENTION and comment.url and not comment.url.startswith(post)
    page = comment.url if elsewhere else comment.author_url or comment.url
    return f" from {plain(page)}" if page else ""


def _wrapped(line: str, indent: str) -> list[str]:
    """The line indented: wrapped at words on a terminal, unchanged elsewhere."""
    if not sys.stdout.isatty():
        return [f"{indent}{line}".rstrip()]
    width = max(min(shutil.get_terminal_size().columns, _READABLE), len(indent) + _NARROWEST)
    lines = textwrap.wrap(line, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False)
    return lines or [""]
