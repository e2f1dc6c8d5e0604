"""The records of an export: blogs ordered by address, each followed by its posts ordered by key."""

from collections.abc import Iterator, Sequence
from itertools import islice

from blogforever.actions._archive import OpenArchive, list_blogs
from blogforever.actions._files.records import Record, archived_posts, archived_record
from blogforever.model.archive import ArchivedBlog
from blogforever.store.queries.blogs import blog_record, find_blog
from blogforever.store.queries.posts import each_post

_BATCH = 100


def export_records(archive: OpenArchive, blogs: Sequence[str] = ()) -> Iterator[Record]:
    """These blogs, or all, and their posts as records. Raises NotInArchive before the first record."""
    selected = _select(archive, blogs)
    return (record for blog in selected for record in _records(archive, blog))


def _select(archive: OpenArchive, names: Sequence[str]) -> list[ArchivedBlog]:
    selected = [find_blog(archive.database, name) for name in names] or list_blogs(archive)
    by_id = {blog.id: blog for blog in selected}
    return sorted(by_id.values(), key=lambda blog: (blog.blog.url, blog.id))


def _records(archive: OpenArchive, blog: ArchivedBlog) -> Iterator[Record]:
    yield blog_record(blog)
    stored = each_post(archive.database, blog.blog.url)
    while batch := [(post, post.newest) for post in islice(stored, _BATCH)]:
        yield from map(archived_record, archived_posts(archive, blog.blog.url, batch))
