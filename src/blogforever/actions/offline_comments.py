"""What was said about a post, as a part of its page that needs no network: answers inside what they answer."""

from collections.abc import Mapping
from html import escape

from blogforever.actions.comment_records import comments_and_mentions
from blogforever.dom.offline import localise
from blogforever.model.archive import StoredComment, StoredDiscussion
from blogforever.model.comment import CommentStatus

_DEEPEST = 20
"""Answers to answers are set in so far; browsers stumble over endless nesting."""


def offline_discussion(discussion: StoredDiscussion, local: Mapping[str, str]) -> str:
    """The section with the comments; "" when there are none. Only archival HTML passes."""
    comments, mentions = comments_and_mentions(discussion.comments)
    if not comments and not mentions:
        return ""
    spoken = sum(bool(one.comment.content_text) for one in comments)
    stated = f", {discussion.stated} by the blog's own word" if discussion.stated not in {None, spoken} else ""
    listed = _nested(comments, local)
    listed += f"<h2>Mentions: {len(mentions)}</h2>{_nested(mentions, local)}" if mentions else ""
    return f'<section id="comments"><h2>Comments: {spoken}{stated}</h2>{listed}</section>\n'


def _nested(comments: tuple[StoredComment, ...], local: Mapping[str, str]) -> str:
    """Lists in lists; what a comment answers stands before it."""
    depths: dict[str, int] = {}
    parts: list[str] = []
    before = 0
    for one in comments:
        depth = min(depths.get(one.comment.parent or "", 0) + 1, _DEEPEST)
        depths[one.comment.id] = depth
        if depth > before:
            parts.append("<ul>")
        else:
            parts.append("</li>" + "</ul></li>" * (before - depth))
        parts.append(_item(one, local))
        before = depth
    return "".join(parts) + "</li></ul>" * before


def _item(stored: StoredComment, local: Mapping[str, str]) -> str:
    said = stored.comment
    name = escape(said.author or "somebody")
    date = f", {escape(said.published.iso)}" if said.published else ""
    status = "" if said.status is CommentStatus.SHOWN else f" ({said.status.value})"
    words = localise(said.content_html, local) if said.content_html else escape(said.content_text)
    return f"<li><p><b>{name}</b>{date}{status}</p><div>{words}</div>"
