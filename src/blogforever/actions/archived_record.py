"""A post of the archive as the JSON object that users see: what the page said, and what the archive adds."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from blogforever.actions.comment_records import comment_record, comments_and_mentions
from blogforever.actions.record import Record, as_record
from blogforever.model.archive import PostVersion, StoredDiscussion, StoredMedia, StoredPost
from blogforever.model.post import Post


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedPost:
    """One version of a post, with the files it shows and what was said about it."""

    stored: StoredPost
    version: PostVersion
    files: Mapping[str, StoredMedia]
    """By address; those that were kept."""
    discussion: StoredDiscussion = field(default_factory=StoredDiscussion)
    screenshot: StoredMedia | None = None
    """The picture of its page."""

    @property
    def post(self) -> Post:
        """What this version says."""
        return self.version.post


def archived_record(archived: ArchivedPost) -> Record:
    """The post with plain values only; media name the kept file, or None."""
    version, picture = archived.version, archived.screenshot
    comments, mentions = comments_and_mentions(archived.discussion.comments)
    record = as_record(version.post)
    for one in record["media"]:
        named = (one["url"], *one["alternatives"])
        kept = next((archived.files[address] for address in named if address in archived.files), None)
        one["file"] = kept.path if kept else None
        one["sha256"] = kept.sha256 if kept else None
        one["bytes"] = kept.bytes if kept else None
        one["media_type"] = kept.media_type if kept else None
    return record | {
        # Who reads only posts passes over what nobody but the feed tells: its page could not be read.
        "type": "feed_entry" if version.from_feed else "post",
        "comments": [comment_record(one) for one in comments],
        "version": version.number,
        "captured_at": version.captured_at,
        "status_code": version.status_code,
        "blog": archived.stored.blog,
        "from_feed": version.from_feed,
        "witnesses": [witness.value for witness in archived.stored.witnesses],
        "comments_stated": archived.discussion.stated,
        "comments_complete": archived.discussion.complete,
        "mentions": [comment_record(one) for one in mentions],
        "screenshot": {"path": picture.path, "sha256": picture.sha256} if picture else None,
    }
