"""The rows that belong to a post's newest version: aliases, links and media, replaced as a whole."""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, Table, bindparam, delete, insert, select

from blogforever.store.tables.post_rows import links_from, media_from
from blogforever.store.tables.schema import aliases, links, media_refs, posts
from blogforever.store.tables.storable_text import index_key, storable
from blogforever.store.tables.upsert import Row, chunks
from blogforever.urls.normalize import post_key


def replace_parts(connection: Connection, versions: Sequence[Row]) -> None:
    """Links and media of the posts are those of these versions from now on."""
    numbers = [row["post"] for row in versions]
    linked = (
        {"post": row["post"], "position": place, "address": link.address, "text": link.text, "kind": link.kind}
        for row in versions
        for place, link in enumerate(links_from(row["links"]))
    )
    shown = (
        {
            "post": row["post"],
            "position": place,
            "address": item.address,
            "key": index_key(item.address),
            "kind": item.kind,
            "text": item.text,
        }
        for row in versions
        for place, item in enumerate(media_from(row["media"]))
    )
    _replace(connection, links, numbers, linked)
    _replace(connection, media_refs, numbers, shown)


def replace_aliases(connection: Connection, addresses: Mapping[int, tuple[str, ...]]) -> None:
    """These are the other addresses of the posts from now on."""
    rows = (
        {"post": post, "position": place, "address": storable(address), "key": index_key(post_key(address))}
        for post, named in addresses.items()
        for place, address in enumerate(named)
    )
    _replace(connection, aliases, list(addresses), rows)


def add_aliases(connection: Connection, blog: int, named: Mapping[str, tuple[str, ...]]) -> None:
    """More addresses for posts of the blog, by the posts' keys; those that are known stay first."""
    ids = {
        row.key: row.id
        for keys in chunks(list(named))
        for row in connection.execute(
            select(posts.c.id, posts.c.key).where(posts.c.blog == blog, posts.c.key.in_(keys))
        )
    }
    known: dict[int, list[str]] = {post: [] for post in ids.values()}
    for chunk in chunks(list(known)):
        wanted = select(aliases.c.post, aliases.c.address).where(aliases.c.post.in_(chunk)).order_by(aliases.c.position)
        for row in connection.execute(wanted):
            known[row.post].append(row.address)
    replace_aliases(connection, {ids[key]: tuple(dict.fromkeys([*known[ids[key]], *named[key]])) for key in ids})


def _replace(connection: Connection, table: Table, numbers: Sequence[int], rows: Iterable[Row]) -> None:
    if not numbers:
        return
    connection.execute(delete(table).where(table.c.post == bindparam("of")), [{"of": post} for post in numbers])
    if new := list(rows):
        connection.execute(insert(table), new)
