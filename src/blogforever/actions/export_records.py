"""What an export holds: blogs by address, each followed by its posts by key."""

from collections.abc import Iterator, Sequence
from itertools import islice

from blogforever.actions.archived_posts import archived_posts
from blogforever.actions.archived_record import archived_record
from blogforever.actions.open_archive import OpenArchive
from blogforever.actions.read_archive import list_blogs
from blogforever.actions.record import Record
from blogforever.model.archive import ArchivedBlog
from blogforever.store.blogs import blog_record, find_blog
from blogforever.store.posts import each_post

_AT_ONCE = 100


def export_records(archive: OpenArchive, blogs: Sequence[str] = ()) -> Iterator[Record]:
    """The blogs that were named, or all, as records of type blog and post. Raises NotInArchive before the first."""
    wanted = _wanted(archive, blogs)
    return (record for blog in wanted for record in _records(archive, blog))


def _wanted(archive: OpenArchive, names: Sequence[str]) -> list[ArchivedBlog]:
    found = [find_blog(archive.database, name) for name in names] or list_blogs(archive)
    by_number = {blog.id: blog for blog in found}
    return sorted(by_number.values(), key=lambda blog: (blog.blog.url, blog.id))


def _records(archive: OpenArchive, blog: ArchivedBlog) -> Iterator[Record]:
    yield blog_record(blog)
    stored = each_post(archive.database, blog.blog.url)
    while some := list(islice(stored, _AT_ONCE)):
        yield from map(archived_record, archived_posts(archive, blog.blog.url, [(one, one.newest) for one in some]))
