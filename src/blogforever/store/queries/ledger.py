"""The ledger, read: why an address was kept or not, and how complete a blog is."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from sqlalchemy import Connection, func, select

from blogforever.model.archive import Explanation, LedgerSummary
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome, as_sources
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.queries.post_lists import line_from, lines
from blogforever.store.tables.ledger import decision_from, discovered_via_from, ledger_entry_from
from blogforever.store.tables.schema import LISTED, addresses, aliases, blogs, decisions, posts
from blogforever.store.tables.storable_text import index_key
from blogforever.urls.normalize import post_key

_KEPT = (Outcome.POST, Outcome.FEED_ONLY)
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_AT_ONCE = 1_000
_LONGEST_SPAN = 1_200
"""Months. A blog of a hundred years has a wrong date, and its gaps say nothing."""


def why(database: Database, address: str) -> tuple[Explanation, ...]:
    """What the ledger of each blog says of the address, and the post that is kept under it; empty if none saw it."""
    key = index_key(post_key(address))
    with database.transaction() as connection:
        rows = connection.execute(
            select(addresses, blogs.c.url.label("blog_url"))
            .join(blogs, blogs.c.id == addresses.c.blog)
            .where(addresses.c.blog.in_(select(blogs.c.id)), addresses.c.key == key)
            .order_by(blogs.c.id)
        ).all()
        kept = {row.blog: line_from(row) for row in connection.execute(lines().where(posts.c.key == key))}
        named = connection.execute(lines().join(aliases, aliases.c.post == posts.c.id).where(aliases.c.key == key))
        also = {row.blog: line_from(row) for row in named if row.blog not in kept}
        lines_by_blog = {row.blog_url: (row.harvest, ledger_entry_from(row)) for row in rows}
        keys = {key, *(line.key for line in (*kept.values(), *also.values()))}
        decided = select(decisions, blogs.c.url.label("blog_url")).join(blogs, blogs.c.id == decisions.c.blog)
        said = {
            row.blog_url: decision_from(row) for row in connection.execute(decided.where(decisions.c.key.in_(keys)))
        }
    return tuple(
        Explanation(
            blog=blog,
            harvest=lines_by_blog[blog][0] if blog in lines_by_blog else None,
            ledger_entry=lines_by_blog[blog][1] if blog in lines_by_blog else None,
            post=kept.get(blog) or also.get(blog),
            is_alias=blog in also,
            decision=said.get(blog),
        )
        for blog in dict.fromkeys((*lines_by_blog, *kept, *also, *said))
    )


def summarise(database: Database, blog: str) -> LedgerSummary:
    """How many addresses met which end, which source knows how many posts, and in which months there are none."""
    with database.transaction() as connection:
        number = blog_id(connection, blog)
        by_outcome = select(addresses.c.outcome, func.count()).where(addresses.c.blog == number)
        outcomes = {
            Outcome(outcome): count for outcome, count in connection.execute(by_outcome.group_by(addresses.c.outcome))
        }
        named = list(_posts_by_witnesses(connection, number))
        month = func.substr(posts.c.published, 1, 7)
        listed = (posts.c.blog == number, LISTED)
        by_month = select(month, func.count()).where(*listed).group_by(month)
        months = connection.execute(by_month).all()
    known_by: Counter[DiscoveredVia] = Counter()
    only_by: Counter[DiscoveredVia] = Counter()
    overlap: Counter[tuple[DiscoveredVia, DiscoveredVia]] = Counter()
    for witnesses, count in named:
        known_by.update(dict.fromkeys(witnesses, count))
        overlap.update(dict.fromkeys(combinations(witnesses, 2), count))
        if len(witnesses) == 1:
            only_by[witnesses[0]] += count
    dated = {month: count for month, count in months if _is_month(month)}
    return LedgerSummary(
        outcomes=outcomes,
        known_by=dict(known_by),
        only_by=dict(only_by),
        overlap=dict(overlap),
        months=_without_holes(dated),
        undated=sum(count for _, count in months) - sum(dated.values()),
    )


def each_entry(
    database: Database, blog: str, *, outcome: Outcome | None = None, named_by: DiscoveredVia | None = None
) -> Iterator[LedgerEntry]:
    """The entries of the blog's ledger, in the order of their keys, read in chunks. Raises NotInArchive."""
    with database.transaction() as connection:
        number = blog_id(connection, blog)
    after = ""
    while True:
        wanted = select(addresses).where(addresses.c.blog == number, addresses.c.key > after)
        if outcome is not None:
            wanted = wanted.where(addresses.c.outcome == outcome)
        if named_by is not None:
            wanted = wanted.where(addresses.c.witnesses.contains(f'"{named_by}"', autoescape=True))
        with database.transaction() as connection:
            rows = connection.execute(wanted.order_by(addresses.c.key).limit(_AT_ONCE)).all()
        yield from map(ledger_entry_from, rows)
        if len(rows) < _AT_ONCE:
            return
        after = rows[-1].key


def _posts_by_witnesses(connection: Connection, blog: int) -> Iterator[tuple[tuple[DiscoveredVia, ...], int]]:
    """Each set of witnesses, in the order of their rank, with the number of posts that it names."""
    kept = select(addresses.c.witnesses, func.count()).where(addresses.c.blog == blog, addresses.c.outcome.in_(_KEPT))
    ranks = list(DiscoveredVia)
    for text, count in connection.execute(kept.group_by(addresses.c.witnesses)):
        yield as_sources(sorted(set(discovered_via_from(text)), key=ranks.index)), count


def _is_month(text: str) -> bool:
    match = _MONTH.fullmatch(text)
    return match is not None and 1 <= int(match.group(2)) <= 12


def _without_holes(counts: dict[str, int]) -> tuple[tuple[str, int], ...]:
    if not counts:
        return ()
    first, last = _number(min(counts)), _number(max(counts))
    if last - first > _LONGEST_SPAN:
        return tuple(sorted(counts.items()))
    months = [f"{number // 12:04d}-{number % 12 + 1:02d}" for number in range(first, last + 1)]
    return tuple((month, counts.get(month, 0)) for month in months)


def _number(month: str) -> int:
    return int(month[:4]) * 12 + int(month[5:7]) - 1
