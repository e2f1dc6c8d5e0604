"""Which of the media that posts show lie in the archive."""

from collections.abc import Iterable

from sqlalchemy import select

from blogforever.model.archive import StoredMedia
from blogforever.model.post import MediaRef
from blogforever.model.rendering import screenshot_address
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.tables.schema import media
from blogforever.store.tables.storable_text import index_key
from blogforever.store.tables.upsert import chunks


def kept_files(database: Database, blog: str, shown: Iterable[MediaRef]) -> dict[str, StoredMedia]:
    """The files of the blog that were kept, by the addresses (alternatives too) under which posts show them."""
    asked = {address: one for one in shown for address in (*one.alternatives, one.address)}
    by_key = {index_key(address): address for address in asked}
    files: dict[str, StoredMedia] = {}
    with database.transaction() as connection:
        number = blog_id(connection, blog)
        for keys in chunks(list(by_key)):
            for row in connection.execute(select(media).where(media.c.blog == number, media.c.key.in_(keys))):
                address = by_key[row.key]
                files[address] = StoredMedia(
                    address=address,
                    kind=asked[address].kind,
                    text=asked[address].text,
                    sha256=row.sha256,
                    path=row.path,
                    media_type=row.media_type,
                    bytes=row.bytes,
                )
    return files


def screenshots(database: Database, blog: str, pages: Iterable[str]) -> dict[str, StoredMedia]:
    """The pictures of whole pages of the blog, by the address of the page."""
    shown = {screenshot_address(page): page for page in pages}
    files = kept_files(database, blog, [MediaRef(address=address, kind="screenshot") for address in shown])
    return {shown[address]: file for address, file in files.items()}
