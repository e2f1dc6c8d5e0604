"""Posts of one blog with all that belongs to them: files, comments and the picture of the page."""

from collections.abc import Iterator, Sequence

from blogforever.actions.archived_record import ArchivedPost
from blogforever.actions.open_archive import OpenArchive
from blogforever.model.archive import PostVersion, StoredDiscussion, StoredPost
from blogforever.model.post import Post
from blogforever.store.discussions import read_discussions
from blogforever.store.kept_files import kept_files, screenshots


def archived_posts(
    archive: OpenArchive, blog: str, wanted: Sequence[tuple[StoredPost, PostVersion]]
) -> Iterator[ArchivedPost]:
    """These versions of posts of the blog."""
    said = [version.post for _, version in wanted]
    files = kept_files(archive.database, blog, [media for post in said for media in post.media])
    pictures = screenshots(archive.database, blog, {page for post in said for page in _pages(post)})
    discussions = read_discussions(archive.database, sorted({stored.id for stored, _ in wanted}))
    for stored, version in wanted:
        shown = next((pictures[page] for page in _pages(version.post) if page in pictures), None)
        discussion = discussions.get(stored.id, StoredDiscussion())
        yield ArchivedPost(stored=stored, version=version, files=files, discussion=discussion, screenshot=shown)


def _pages(post: Post) -> tuple[str, ...]:
    return (*((post.url,) if post.url else ()), *post.aliases)
