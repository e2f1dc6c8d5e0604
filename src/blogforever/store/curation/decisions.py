"""Decisions of people about addresses, written to the archive."""

from sqlalchemy import Connection, select

from blogforever.model.ledger import Decision
from blogforever.store.database import Database
from blogforever.store.tables.harvests import measure_blog
from blogforever.store.tables.ledger import decision_from, write_decision
from blogforever.store.tables.schema import LISTED, aliases, blogs, decisions, posts
from blogforever.store.tables.storable_text import index_key
from blogforever.urls.normalize import post_key


def keep_decision(database: Database, blog: int, decision: Decision) -> bool:
    """Keep what a person said about the address, and about the post that it leads to; True if there is one."""
    with database.transaction() as connection:
        held = _post_key(connection, blog, decision.address)
        write_decision(connection, blog, held or index_key(post_key(decision.address)), decision)
        measure_blog(connection, blog)
        return held is not None


def copy_decisions(old: Database, new: Database) -> None:
    """What people decided holds in a database that was made anew, too: the captures do not tell it."""
    known = select(blogs.c.random_id, decisions).join(blogs, blogs.c.id == decisions.c.blog)
    with old.transaction() as connection:
        rows = connection.execute(known).all()
    with new.transaction() as connection:
        numbers = {row.random_id: row.id for row in connection.execute(select(blogs.c.id, blogs.c.random_id))}
        for row in rows:
            if row.random_id in numbers:
                write_decision(connection, numbers[row.random_id], row.key, decision_from(row))
        for number in numbers.values() if rows else ():
            measure_blog(connection, number)


def holds_post(database: Database, blog: int, address: str) -> bool:
    """True if the blog has a post at the address, and nobody excluded it."""
    with database.transaction() as connection:
        key = _post_key(connection, blog, address)
        listed = select(posts.c.id).where(posts.c.blog == blog, posts.c.key == key, LISTED)
        return key is not None and connection.scalar(listed) is not None


def _post_key(connection: Connection, blog: int, address: str) -> str | None:
    """The key of the post that the address, or another address of its, leads to."""
    key = index_key(post_key(address))
    own = connection.scalar(select(posts.c.key).where(posts.c.blog == blog, posts.c.key == key))
    if own is not None:
        return str(own)
    named = select(posts.c.key).join(aliases, aliases.c.post == posts.c.id)
    also = connection.scalar(named.where(posts.c.blog == blog, aliases.c.key == key).limit(1))
    return None if also is None else str(also)
