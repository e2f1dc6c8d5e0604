"""A post as a folder for reading offline: a page, and copies of the files that it shows."""

import shutil
from collections.abc import Mapping
from html import escape
from pathlib import Path, PurePosixPath

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.file_io import write_text
from blogforever.actions._files.html_page import html_page
from blogforever.actions._files.records import ArchivedPost, comments_and_mentions
from blogforever.dom.offline import localise
from blogforever.errors import UnreadableFile
from blogforever.model.archive import StoredComment, StoredDiscussion, StoredMedia
from blogforever.model.comment import CommentStatus

PAGE = "index.html"
FILES = "media"
_STYLE = (
    "body{max-width:42em;margin:2em auto;padding:0 1em;font:1.05em/1.6 serif}"
    "img,video{max-width:100%;height:auto}pre{overflow:auto}header,footer{font-family:sans-serif;color:#555}"
    "#comments ul{list-style:none;padding-left:1.2em}#comments li{border-left:2px solid #ddd;padding-left:1em}"
)


def write_offline(archive: OpenArchive, archived: ArchivedPost, folder: Path | str) -> Path:
    """Write the post's page and its files to the folder, and return the path of the page. Raises UnreadableFile."""
    home = Path(folder)
    local: dict[str, str] = {}
    try:
        (home / FILES).mkdir(parents=True, exist_ok=True)
        for address, kept in archived.files.items():
            if source := kept_path(archive, kept):
                shutil.copyfile(source, home / FILES / source.name)
                local[address] = f"{FILES}/{source.name}"
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise UnreadableFile(str(folder), f"cannot be written ({reason})", "Choose another folder.") from error
    page = home / PAGE
    write_text(page, offline_page(archived, local))
    return page


def offline_page(archived: ArchivedPost, local: dict[str, str]) -> str:
    """The post as a complete page; `local` maps addresses to paths of files."""
    post = archived.post
    title = escape(post.title or "Untitled")
    byline = " · ".join(
        escape(part) for part in (", ".join(post.authors), post.published.iso if post.published else "") if part
    )
    source = escape(post.url or "")
    tags = f"<p>{escape(', '.join(post.tags))}</p>" if post.tags else ""
    body = (
        f"<header><h1>{title}</h1><p>{byline}</p></header>\n"
        f"<article>{localise(post.content_html, local)}</article>\n{offline_discussion(archived.discussion, local)}"
        f"<footer>{tags}<p>Version {archived.version.number}, captured {escape(archived.version.captured_at)} "
        f'from <a href="{source}">{source}</a></p></footer>'
    )
    return html_page(body, title=post.title or "Untitled", language=post.language, style=_STYLE)


def kept_path(archive: OpenArchive, kept: StoredMedia) -> Path | None:
    """The path of the file; None if it is missing, or if a damaged archive gives a path outside itself."""
    if kept.path is None or ".." in PurePosixPath(kept.path).parts or PurePosixPath(kept.path).is_absolute():
        return None
    path = archive.folder / kept.path
    return path if path.is_file() else None


_DEEPEST = 20
"""Levels of indented replies; browsers cannot cope with endless nesting."""


def offline_discussion(discussion: StoredDiscussion, local: Mapping[str, str]) -> str:
    """The section with the comments; "" if there are none. All HTML in it is archival HTML."""
    comments, mentions = comments_and_mentions(discussion.comments)
    if not comments and not mentions:
        return ""
    with_text = sum(bool(stored.comment.content_text) for stored in comments)
    declared_count = (
        f" (the blog states {discussion.declared_count})" if discussion.declared_count not in {None, with_text} else ""
    )
    listed = _nested(comments, local)
    listed += f"<h2>Mentions: {len(mentions)}</h2>{_nested(mentions, local)}" if mentions else ""
    return f'<section id="comments"><h2>Comments: {with_text}{declared_count}</h2>{listed}</section>\n'


def _nested(comments: tuple[StoredComment, ...], local: Mapping[str, str]) -> str:
    """Nested lists; a comment comes before its replies."""
    depths: dict[str, int] = {}
    parts: list[str] = []
    before = 0
    for stored in comments:
        depth = min(depths.get(stored.comment.parent or "", 0) + 1, _DEEPEST)
        depths[stored.comment.id] = depth
        if depth > before:
            parts.append("<ul>")
        else:
            parts.append("</li>" + "</ul></li>" * (before - depth))
        parts.append(_item(stored, local))
        before = depth
    return "".join(parts) + "</li></ul>" * before


def _item(stored: StoredComment, local: Mapping[str, str]) -> str:
    comment = stored.comment
    name = escape(comment.author or "anonymous")
    date = f", {escape(comment.published.iso)}" if comment.published else ""
    status = "" if comment.status is CommentStatus.SHOWN else f" ({comment.status.value})"
    content = localise(comment.content_html, local) if comment.content_html else escape(comment.content_text)
    return f"<li><p><b>{name}</b>{date}{status}</p><div>{content}</div>"
