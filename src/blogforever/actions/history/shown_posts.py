"""A post in the version that it had at a moment."""

from dataclasses import dataclass

from blogforever.actions._archive import OpenArchive
from blogforever.actions.history.point_in_time import PointInTime
from blogforever.model.archive import PostVersion, StoredPost
from blogforever.store.queries.posts import find_post, post_versions


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPost:
    """A post as a front page shows it."""

    number: int
    url: str
    title: str | None
    published: str | None
    version: PostVersion
    """The newest that was captured by then, else the first of all."""
    is_captured_later: bool
    """The archive has no version from that time: it may have said something else then."""


def shown_post(archive: OpenArchive, number: int, moment: PointInTime) -> ShownPost:
    """The post with this number as it was at the moment, as far as the archive knows."""
    stored: StoredPost = find_post(archive.database, str(number))
    known = post_versions(archive.database, number)
    by_then = [version for version in known if version.captured_at <= moment.end.isoformat()]
    version = by_then[-1] if by_then else known[0]
    published = version.post.published or stored.post.published
    return ShownPost(
        number=number,
        url=version.post.url or stored.key,
        title=version.post.title,
        published=published.iso if published else None,
        version=version,
        is_captured_later=not by_then,
    )
