"""What the archive knows of a blog, for the next visit to it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, func, select

from blogforever.learn.rules_json import rules_from_json
from blogforever.model.blog import KnownBlog, KnownPost
from blogforever.model.harvest import State
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.rules import RuleSet
from blogforever.store.queries.harvest_changes import called_gone
from blogforever.store.tables.blogs import read_blog
from blogforever.store.tables.ledger import discovered_via_from
from blogforever.store.tables.schema import (
    LISTED,
    addresses,
    aliases,
    blogs,
    harvests,
    media,
    posts,
    rule_sets,
    versions,
)


def known_blog(connection: Connection, blog: int, harvest: int) -> KnownBlog | None:
    """What was known before this harvest; None if none was ever done."""
    done = select(func.max(harvests.c.id)).where(
        harvests.c.blog == blog, harvests.c.id < harvest, harvests.c.state == State.DONE
    )
    if connection.scalar(done) is None:
        return None
    lists = _lists(connection, blog, harvest)
    row = connection.execute(select(blogs).where(blogs.c.id == blog)).one()
    return KnownBlog(
        blog=read_blog(connection, row),
        rules=_rules(connection, blog, harvest),
        posts=_posts(connection, blog, harvest),
        aliases=_aliases(connection, blog),
        media=frozenset(connection.scalars(select(media.c.address).where(media.c.blog == blog))),
        sitemaps=tuple(row.address for row in lists if not _is_rest(row)),
        rest_root=next((row.address.partition("wp/v2/")[0] for row in lists if _is_rest(row)), None),
        listed=max((_moment(row.started) for row in lists), default=None),
    )


def _rules(connection: Connection, blog: int, harvest: int) -> RuleSet | None:
    newest = select(rule_sets.c.rules).where(rule_sets.c.blog == blog, rule_sets.c.harvest < harvest)
    text = connection.scalar(newest.order_by(rule_sets.c.harvest.desc()).limit(1))
    return rules_from_json(text) if text else None


def _posts(connection: Connection, blog: int, harvest: int) -> dict[str, KnownPost]:
    gone = called_gone(connection, blog, harvest)
    newest = and_(versions.c.post == posts.c.id, versions.c.number == posts.c.newest)
    wanted = (
        select(posts.c.key, versions.c.url, versions.c.captured_at, harvests.c.started)
        .join(versions, newest)
        .join(harvests, harvests.c.id == posts.c.last_seen)
        .where(posts.c.blog == blog, posts.c.first_seen < harvest, LISTED)
    )
    return {
        row.key: KnownPost(
            address=row.url or row.key,
            seen=_moment(row.started),
            changed=_moment(row.captured_at),
            is_gone=row.key in gone,
        )
        for row in connection.execute(wanted)
    }


def _aliases(connection: Connection, blog: int) -> dict[str, str]:
    wanted = select(aliases.c.key, posts.c.key.label("post")).join(posts, posts.c.id == aliases.c.post)
    return {row.key: row.post for row in connection.execute(wanted.where(posts.c.blog == blog))}


def _lists(connection: Connection, blog: int, harvest: int) -> Sequence[Any]:
    """Sitemaps and the platform's list of posts that answered, each with the start of the harvest that read it last."""
    wanted = (
        select(addresses.c.address, addresses.c.witnesses, harvests.c.started)
        .join(harvests, harvests.c.id == addresses.c.harvest)
        .where(addresses.c.blog == blog, addresses.c.harvest < harvest, addresses.c.outcome == Outcome.SITEMAP)
        .order_by(addresses.c.hops, addresses.c.key)
    )
    return connection.execute(wanted).all()


def _is_rest(row: Any) -> bool:
    return DiscoveredVia.REST in discovered_via_from(row.witnesses) and "wp/v2/" in row.address


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
