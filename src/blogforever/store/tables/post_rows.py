"""A post as a row of the table of versions, and back again exactly."""

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from blogforever.changes.author_digest import author_digest
from blogforever.model.harvest import KeptPost
from blogforever.model.moment import Moment
from blogforever.model.post import FieldEvidence, Link, LinkKind, MediaRef, Post, Source
from blogforever.store.tables.storable_text import as_json, storable, storable_or_none
from blogforever.store.tables.upsert import Row

_CHECKED = (
    "title", "authors", "published", "published_as_written", "updated", "updated_as_written", "content_html",
    "content_text", "tags",
)  # fmt: skip
"""What `verify` compares with the digest."""


def version_row(kept: KeptPost) -> Row:
    """All that the version says; `post`, `number` and `harvest` are for the caller to add."""
    post = kept.post
    row: Row = {
        "captured_at": in_utc(kept.captured_at),
        "status_code": kept.status_code,
        "from_feed": kept.from_feed,
        "url": storable_or_none(post.url),
        "stated_id": storable_or_none(post.id),
        "title": storable_or_none(post.title),
        "subtitle": storable_or_none(post.subtitle),
        "authors": as_json(post.authors),
        "published": storable(post.published.iso) if post.published else None,
        "published_as_written": storable(post.published.written) if post.published else None,
        "updated": storable(post.updated.iso) if post.updated else None,
        "updated_as_written": storable(post.updated.written) if post.updated else None,
        "content_html": storable(post.content_html),
        "content_html_unpruned": (
            None if post.content_html_unpruned == post.content_html else storable(post.content_html_unpruned)
        ),
        "content_text": storable(post.content_text),
        "tags": as_json(post.tags),
        "language": storable_or_none(post.language),
        "declared_language": storable_or_none(post.declared_language),
        "links": as_json([(link.address, link.text, link.kind) for link in post.links]),
        "media": as_json([(item.address, item.kind, item.alternatives, item.text) for item in post.media]),
        "fit": post.fit,
        "template": storable_or_none(post.template),
        "evidence": as_json(
            {
                name: (evidence.value_from, evidence.rule, evidence.confidence)
                for name, evidence in post.evidence.items()
            }
        ),
        "problems": as_json(post.problems),
        "robots_directives": as_json(post.robots_directives),
    }
    row["digest"] = version_digest(row)
    row["author_digest"] = author_digest(post)
    return row


def post_from(row: Any, aliases: Iterable[str]) -> Post:
    """The post that was kept."""
    unpruned = row.content_html_unpruned
    return Post(
        url=row.url,
        aliases=tuple(aliases),
        id=row.stated_id,
        title=row.title,
        subtitle=row.subtitle,
        authors=strings(row.authors),
        published=_moment(row.published, row.published_as_written),
        updated=_moment(row.updated, row.updated_as_written),
        content_html=row.content_html,
        content_html_unpruned=row.content_html if unpruned is None else unpruned,
        content_text=row.content_text,
        tags=strings(row.tags),
        language=row.language,
        declared_language=row.declared_language,
        links=links_from(row.links),
        media=media_from(row.media),
        fit=row.fit,
        template=row.template,
        evidence={
            name: FieldEvidence(value_from=Source(value_from), rule=rule, confidence=confidence)
            for name, (value_from, rule, confidence) in json.loads(row.evidence).items()
        },
        problems=strings(row.problems),
        robots_directives=strings(row.robots_directives),
    )


def links_from(text: str) -> tuple[Link, ...]:
    """The links of a version."""
    return tuple(Link(address=address, text=words, kind=LinkKind(kind)) for address, words, kind in json.loads(text))


def media_from(text: str) -> tuple[MediaRef, ...]:
    """The media that a version shows."""
    return tuple(
        MediaRef(address=address, kind=kind, alternatives=tuple(alternatives), text=words)
        for address, kind, alternatives, words in json.loads(text)
    )


def strings(text: str) -> tuple[str, ...]:
    """A JSON list of strings."""
    return tuple(json.loads(text))


def in_utc(moment: datetime) -> str:
    """ISO 8601 in UTC; a moment without a zone is one in UTC."""
    return (moment if moment.tzinfo is None else moment.astimezone(UTC)).replace(tzinfo=UTC).isoformat()


def _moment(iso: str | None, written: str | None) -> Moment | None:
    return None if iso is None or written is None else Moment(written=written, iso=iso)


def version_digest(row: Row) -> str:
    """The digest of what a reader sees of the version: another one shows that the row was damaged."""
    digest = hashlib.blake2b(digest_size=16)
    for name in _CHECKED:
        value = row[name]
        encoded = b"-" if value is None else value.encode()
        # The length before each part keeps ("ab", "c") and ("a", "bc") apart.
        digest.update(f"{len(encoded)} {value is None}:".encode())
        digest.update(encoded)
    return digest.hexdigest()
