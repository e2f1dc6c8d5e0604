"""Harvests of a blog: begun, taken up again, ended."""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, func, insert, select, text, update

from blogforever.dom.addresses import post_key
from blogforever.errors import ArchiveBusy, Unreachable
from blogforever.model.harvest import Report, State, Wishes
from blogforever.store.plain_text import as_json, index_key, storable
from blogforever.store.schema import blog_names, blogs, harvests, posts

UNFINISHED = (State.RUNNING, State.INTERRUPTED, State.LIMIT)
_HARVESTING = 0x68617276
"""The family of PostgreSQL's locks that ours for blogs belong to ("harv" in ASCII)."""
_DAYS_A_MONTH = 30.44


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A harvest that runs."""

    blog: int
    harvest: int


def start_harvest(connection: Connection, address: str, wishes: Wishes) -> Started:
    """Find the blog, keep others away from it, and begin its harvest or take it up again."""
    with connection.begin():
        blog = _find_or_add_blog(connection, address)
    if connection.dialect.name == "postgresql":
        with connection.begin():
            _hold_blog(connection, blog, address)
    with connection.begin():
        if not wishes.offline:
            _keep_away(connection, blog, address)
        return Started(blog=blog, harvest=_begin_or_take_up(connection, blog, wishes))


def name_key(address: str) -> str:
    """The key under which a blog is known by one of its addresses."""
    return index_key(post_key(address))


def end_harvest(connection: Connection, harvest: int, report: Report | None) -> None:
    """Write down how it ended; without a report it was interrupted."""
    state = report.state if report else State.INTERRUPTED
    values = {"state": state, "ended": _now(), "report": as_json(asdict(report)) if report else None}
    connection.execute(update(harvests).where(harvests.c.id == harvest).values(values))


def measure_blog(connection: Connection, blog: int) -> None:
    """When the blog was last active, and how many posts a month it has, from the dates of its posts."""
    dated = select(func.count(), func.min(posts.c.published), func.max(posts.c.published))
    count, first, last = connection.execute(dated.where(posts.c.blog == blog, posts.c.published != "")).one()
    if not count:
        return
    connection.execute(
        update(blogs)
        .where(blogs.c.id == blog)
        .values(last_activity=last[:10], post_frequency=_posts_a_month(count, first[:10], last[:10]))
    )


def _find_or_add_blog(connection: Connection, address: str) -> int:
    """The blog that is known by the address, else a new one."""
    key = name_key(address)
    found: int | None = connection.scalar(select(blog_names.c.blog).where(blog_names.c.key == key))
    if found is not None:
        return found
    blog: int = connection.execute(insert(blogs).values(url=storable(address)).returning(blogs.c.id)).scalar_one()
    connection.execute(insert(blog_names).values(key=key, blog=blog))
    return blog


def _hold_blog(connection: Connection, blog: int, address: str) -> None:
    """Keep harvests on other machines away from the blog for as long as the connection lives."""
    numbers = {"family": _HARVESTING, "blog": blog}
    if not connection.scalar(text("SELECT pg_try_advisory_lock(:family, :blog)"), numbers):
        raise ArchiveBusy(address, "another crawler is harvesting this blog", "Wait until it ends, then try again.")


def _keep_away(connection: Connection, blog: int, address: str) -> None:
    """Raises Unreachable while the blog's host does not want to be asked, as the last harvest heard from it."""
    newest = select(harvests.c.report).where(harvests.c.blog == blog).order_by(harvests.c.id.desc()).limit(1)
    until = (json.loads(connection.scalar(newest) or "null") or {}).get("wait_until")
    if until is not None and datetime.fromisoformat(until) > datetime.now(UTC):
        problem = f"its host asked to be left alone until {datetime.fromisoformat(until):%Y-%m-%d %H:%M:%S} UTC"
        raise Unreachable(address, problem, "Give the same command after that; nothing was asked now.")


def _begin_or_take_up(connection: Connection, blog: int, wishes: Wishes) -> int:
    """The newest harvest of the blog if it was left unfinished, else a new one."""
    latest = connection.execute(
        select(harvests.c.id, harvests.c.state).where(harvests.c.blog == blog).order_by(harvests.c.id.desc()).limit(1)
    ).first()
    wished = as_json(asdict(wishes))
    if latest and latest.state in UNFINISHED:
        connection.execute(
            update(harvests).where(harvests.c.id == latest.id).values(state=State.RUNNING, ended=None, wishes=wished)
        )
        return int(latest.id)
    row = {"blog": blog, "state": State.RUNNING, "started": _now(), "wishes": wished}
    harvest: int = connection.execute(insert(harvests).values(row).returning(harvests.c.id)).scalar_one()
    return harvest


def _posts_a_month(count: int, first: str, last: str) -> float | None:
    try:
        days = (datetime.fromisoformat(last) - datetime.fromisoformat(first)).days
    except ValueError:  # a page may name only a year or a month
        return None
    return round(count / days * _DAYS_A_MONTH, 2) if days > 0 else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
