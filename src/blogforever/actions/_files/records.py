"""Posts and comments as JSON objects: those of a single page, and those in an archive."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from blogforever.actions._archive import OpenArchive
from blogforever.model.archive import PostVersion, StoredComment, StoredDiscussion, StoredMedia, StoredPost
from blogforever.model.ledger import Decision
from blogforever.model.post import FieldEvidence, Link, MediaRef, Post
from blogforever.store.queries.comments import read_discussions
from blogforever.store.queries.media import kept_files, screenshots

_CONTROLS = (*range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
_ESCAPES = {character: f"\\u{character:04x}" for character in _CONTROLS}
"""Allowed in JSON, but Python's splitlines and JavaScript break lines at some, and terminals act on others."""


def json_line(record: dict[str, Any]) -> bytes:
    """The record as a line of JSON in UTF-8."""
    return json.dumps(record, ensure_ascii=False).translate(_ESCAPES).encode("utf-8", "replace") + b"\n"


Record = dict[str, Any]


def comment_record(stored: StoredComment) -> Record:
    """The comment as a JSON object."""
    comment = stored.comment
    return {
        "id": comment.id,
        "author": comment.author,
        "author_url": comment.author_url,
        "avatar": comment.avatar,
        "published": comment.published.iso if comment.published else None,
        "published_as_written": comment.published.written if comment.published else None,
        "content_html": comment.content_html,
        "content_text": comment.content_text,
        "parent": comment.parent,
        "url": comment.url,
        "kind": comment.kind.value,
        "status": comment.status.value,
        "version": stored.version,
        "captured_at": stored.captured_at or None,
        "read_by": comment.read_by,
    }


def comments_and_mentions(
    stored: Iterable[StoredComment],
) -> tuple[tuple[StoredComment, ...], tuple[StoredComment, ...]]:
    """Comments that have text, and the rest: bare links from other sites, and deleted comments.

    A comment without text stays among the comments if it has replies, so that threads stay intact.
    """
    everything = tuple(stored)
    answered = {item.comment.parent for item in everything if item.comment.content_text}
    comments = tuple(item for item in everything if item.comment.content_text or item.comment.id in answered)
    ids = {item.comment.id for item in comments}
    return comments, tuple(item for item in everything if item.comment.id not in ids)


def each_comment(records: Iterable[Record]) -> Iterator[Record]:
    """The comments, then the mentions, of each post among the records, with the post that they belong to."""
    for record in records:
        if record["type"] != "blog":
            about = {"type": "comment", "blog": record["blog"], "post": record["url"], "post_title": record["title"]}
            yield from (about | comment for comment in (*record["comments"], *record["mentions"]))


def as_record(post: Post) -> Record:
    """The post as a JSON object; what the page does not show is None or empty."""
    on_page = (StoredComment(comment=comment, version=1, captured_at="") for comment in post.comments)
    comments, _ = comments_and_mentions(on_page)
    return {
        "type": "post",
        "url": post.url,
        "aliases": list(post.aliases),
        "id": post.id,
        "title": post.title,
        "subtitle": post.subtitle,
        "authors": list(post.authors),
        "published": post.published.iso if post.published else None,
        "published_as_written": post.published.written if post.published else None,
        "updated": post.updated.iso if post.updated else None,
        "content_html": post.content_html,
        "content_html_unpruned": post.content_html_unpruned,
        "content_text": post.content_text,
        "tags": list(post.tags),
        "language": post.language,
        "declared_language": post.declared_language,
        "links": [_link(link) for link in post.links],
        "media": [_media(reference) for reference in post.media],
        "comments": [comment_record(comment) for comment in comments],
        "version": 1,
        "evidence": {name: _evidence(evidence) for name, evidence in post.evidence.items()},
        "captured_at": None,
        "status_code": None,
        "fit": post.fit,
        "template": post.template,
        "robots_directives": list(post.robots_directives),
        "problems": list(post.problems),
    }


def _link(link: Link) -> Record:
    return {"url": link.address, "text": link.text, "kind": link.kind.value}


def _media(reference: MediaRef) -> Record:
    return {
        "url": reference.address,
        "kind": reference.kind,
        "alternatives": list(reference.alternatives),
        "text": reference.text,
    }


def _evidence(evidence: FieldEvidence) -> Record:
    return {"value_from": evidence.value_from.value, "rule": evidence.rule, "confidence": evidence.confidence}


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedPost:
    """One version of a post in an archive, with its media files and comments."""

    stored: StoredPost
    version: PostVersion
    files: Mapping[str, StoredMedia]
    """The media files that were kept, by address."""
    discussion: StoredDiscussion = field(default_factory=StoredDiscussion)
    screenshot: StoredMedia | None = None
    """The screenshot of its page."""

    @property
    def post(self) -> Post:
        """The content of this version."""
        return self.version.post


def decided_record(decision: Decision | None) -> Record | None:
    """What a person said about an address, as a JSON object; None if nobody said anything."""
    return {"is_post": decision.is_post, "reason": decision.reason, "at": decision.at} if decision else None


def archived_record(archived: ArchivedPost) -> Record:
    """The post as a JSON object; each media entry gives the path of the kept file, or None."""
    version, picture = archived.version, archived.screenshot
    comments, mentions = comments_and_mentions(archived.discussion.comments)
    record = as_record(version.post)
    for media in record["media"]:
        addresses = (media["url"], *media["alternatives"])
        kept = next((archived.files[address] for address in addresses if address in archived.files), None)
        media["file"] = kept.path if kept else None
        media["sha256"] = kept.sha256 if kept else None
        media["bytes"] = kept.bytes if kept else None
        media["media_type"] = kept.media_type if kept else None
    return record | {
        # Programs that read only posts skip what is known only from the feed: its page could not be read.
        "type": "feed_entry" if version.from_feed else "post",
        "comments": [comment_record(comment) for comment in comments],
        "version": version.number,
        "captured_at": version.captured_at,
        "status_code": version.status_code,
        "blog": archived.stored.blog,
        "from_feed": version.from_feed,
        "witnesses": [via.value for via in archived.stored.witnesses],
        "comments_stated": archived.discussion.declared_count,
        "comments_complete": archived.discussion.complete,
        "mentions": [comment_record(mention) for mention in mentions],
        "screenshot": {"path": picture.path, "sha256": picture.sha256} if picture else None,
    }


def archived_posts(
    archive: OpenArchive, blog: str, selected: Sequence[tuple[StoredPost, PostVersion]]
) -> Iterator[ArchivedPost]:
    """These versions of posts of the blog, with files and comments."""
    contents = [version.post for _, version in selected]
    files = kept_files(archive.database, blog, [media for post in contents for media in post.media])
    pictures = screenshots(archive.database, blog, {page for post in contents for page in _pages(post)})
    discussions = read_discussions(archive.database, sorted({stored.id for stored, _ in selected}))
    for stored, version in selected:
        screenshot = next((pictures[page] for page in _pages(version.post) if page in pictures), None)
        discussion = discussions.get(stored.id, StoredDiscussion())
        yield ArchivedPost(stored=stored, version=version, files=files, discussion=discussion, screenshot=screenshot)


def _pages(post: Post) -> tuple[str, ...]:
    return (*((post.url,) if post.url else ()), *post.aliases)
