"""The records of an export: blogs ordered by address, each followed by its posts ordered by key."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from blogforever.actions._archive import OpenArchive, list_blogs
from blogforever.actions._files.records import Record, archived_posts, archived_record
from blogforever.model.archive import ArchivedBlog
from blogforever.store.queries.blogs import blog_record, find_blog
from blogforever.store.queries.posts import each_post, some_posts

_BATCH = 100


def export_records(
    archive: OpenArchive, blogs: Sequence[ArchivedBlog], chosen: Mapping[str, Sequence[int]] | None = None
) -> Iterator[Record]:
    """The blogs and their posts as records.

    `chosen` holds the numbers of the posts to export, in order, by the address of their blog; blogs without any are
    left out. None means all posts.
    """
    for blog in blogs:
        if chosen is None or blog.blog.url in chosen:
            yield blog_record(blog)
            yield from _posts(archive, blog, None if chosen is None else chosen[blog.blog.url])


def select_blogs(archive: OpenArchive, names: Sequence[str]) -> list[ArchivedBlog]:
    """The blogs with these addresses, or all, ordered by address, each once. Raises NotInArchive."""
    selected = [find_blog(archive.database, name) for name in names] or list_blogs(archive)
    by_id = {blog.id: blog for blog in selected}
    return sorted(by_id.values(), key=lambda blog: (blog.blog.url, blog.id))


def _posts(archive: OpenArchive, blog: ArchivedBlog, numbers: Sequence[int] | None) -> Iterator[Record]:
    database = archive.database
    number = str(blog.id)  # two blogs may state the same address
    stored = each_post(database, number) if numbers is None else some_posts(database, numbers)
    while batch := [(post, post.newest) for post in islice(stored, _BATCH)]:
        yield from map(archived_record, archived_posts(archive, number, batch))
