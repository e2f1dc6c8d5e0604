"""What the database knows of the files of captures: whose they are, and what their first record tells."""

from typing import Any

from sqlalchemy import Connection, func, select

from blogforever.store.capture_names import HarvestFiles, OldNames
from blogforever.store.cdxj import timestamp
from blogforever.store.schema import archive, blogs, harvests


def files_of_blog(connection: Connection, blog: int) -> dict[int, HarvestFiles]:
    """The names of files of each harvest of the blog."""
    return _files(connection, harvests.c.blog == blog)


def files_of_all(connection: Connection) -> dict[int, HarvestFiles]:
    """The names of files of each harvest of the archive."""
    return _files(connection)


def provenance(connection: Connection, harvest: int, start: str) -> dict[str, str]:
    """What the database knows of the harvest when it begins, and the captures themselves do not tell.

    It stands in the first record of every file, so that a database can be made from the files alone.
    """
    rows = select(harvests, blogs.c.random_id.label("blog_id")).join(blogs, blogs.c.id == harvests.c.blog)
    row = connection.execute(rows.where(harvests.c.id == harvest)).one()
    number = select(func.count()).where(harvests.c.blog == row.blog, harvests.c.id <= harvest)
    return {
        "isPartOf": row.files,
        "blogforever-archive": connection.execute(select(archive.c.id)).scalar_one(),
        "blogforever-blog": row.blog_id,
        "blogforever-harvest": row.random_id,
        "blogforever-harvest-number": str(connection.execute(number).scalar_one()),
        "blogforever-start": start,
        "blogforever-began": row.started,
        "blogforever-wishes": row.wishes,
    }


def _files(connection: Connection, *conditions: Any) -> dict[int, HarvestFiles]:
    columns = (harvests.c.id, harvests.c.files, harvests.c.old_files, harvests.c.started, harvests.c.ended)
    rows = connection.execute(select(*columns).where(*conditions))
    return {row.id: HarvestFiles(prefix=row.files, old=_old_names(row)) for row in rows}


def _old_names(row: Any) -> OldNames | None:
    if row.old_files is None:
        return None
    until = timestamp(row.ended) if row.ended else None
    return OldNames(prefix=row.old_files, since=timestamp(row.started), until=until)
