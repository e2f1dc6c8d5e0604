"""A post as the JSON object that users see (one line of `extract` and `export --format jsonl`)."""

from blogforever.actions.comment_records import Record, comment_record, comments_and_mentions
from blogforever.model.archive import StoredComment
from blogforever.model.post import FieldEvidence, Link, MediaRef, Post

__all__ = ["Record", "as_record"]


def as_record(post: Post) -> Record:
    """The post with plain values only; what the page does not show is None or empty."""
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
        "comments": [comment_record(one) for one in comments],
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
