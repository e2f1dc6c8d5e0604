"""When to look again, in the archive."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert, text

from blogforever.model.blog import Blog, KnownFeed
from blogforever.schedule.visits import NextVisit
from blogforever.store.curation.merge_blogs import merge_blogs
from blogforever.store.database import open_database
from blogforever.store.queries.blogs import list_blogs
from blogforever.store.tables.schema import blogs, visits
from blogforever.store.visits import (
    copy_visits,
    due_blogs,
    due_query,
    planned_visit,
    posting_history,
    set_next_visit,
)
from tests.store.archive import NOON, post

DAY = timedelta(days=1)
PLAN = NextVisit(at=NOON, reason="it publishes about every day", latest_safe=NOON + DAY)


@pytest.fixture
def database(archive):
    """An archive of three blogs."""
    for name in "abc":
        with archive.harvest(f"https://{name}.example/") as records:
            records.keep_post(post(f"{name}.example/post"))
    with closing(open_database(archive.folder, archive.store)) as opened:
        yield opened


def plan(database, blog, at, **more):
    set_next_visit(database, blog, replace(PLAN, at=at), **({"last_visit": NOON - DAY} | more))


def test_what_is_due_comes_in_the_order_in_which_it_is_overdue(database):
    for blog, at in ((1, NOON), (2, NOON - DAY), (3, NOON + timedelta(seconds=1))):
        plan(database, blog, at)
    assert [due.blog for due in due_blogs(database, NOON, 10)] == [2, 1]
    assert [due.url for due in due_blogs(database, NOON, 1)] == ["https://b.example/"]
    assert due_blogs(database, NOON - 2 * DAY, 10) == ()


def test_a_plan_is_kept_whole_and_replaced_by_the_next(database):
    tokyo = NOON.astimezone(tz=datetime.fromisoformat("2024-01-01T00:00:00+09:00").tzinfo)
    plan(database, 1, tokyo, failures=3, last_new_post=NOON - 9 * DAY)
    kept = planned_visit(database, 1)
    assert (kept.next_visit, kept.last_visit, kept.failures) == (PLAN, NOON - DAY, 3)
    assert kept.last_new_post == NOON - 9 * DAY
    set_next_visit(database, 1, NextVisit(at=NOON + DAY, reason="later"), last_visit=None)
    kept = planned_visit(database, 1)
    assert (kept.next_visit.latest_safe, kept.last_visit, kept.failures) == (None, None, 0)
    assert due_blogs(database, NOON, 10) == ()
    assert planned_visit(database, 2) is None


def test_the_history_of_a_blog_has_its_dates_and_the_size_of_its_main_feed(archive):
    feeds = (
        KnownFeed(address="https://blog.example/comments", role="comments", entries=50),
        KnownFeed(address="https://blog.example/feed", role="main", entries=12),
    )
    with archive.harvest() as records:
        records.keep_blog(Blog(url="https://blog.example/", feeds=feeds))
        records.keep_post(post("blog.example/a", published="2024-04-01T08:00:00+02:00"))
        records.keep_post(post("blog.example/b", published="2024-04-03"))
        records.keep_post(post("blog.example/c", published=None))
    with closing(open_database(archive.folder, archive.store)) as database:
        plan(database, 1, NOON, failures=2)
        history = posting_history(database, 1)
    assert sorted(history.published) == ["2024-04-01T08:00:00+02:00", "2024-04-03"]
    assert (history.feed_entries, history.failures, history.last_visit) == (12, 2, NOON - DAY)


def test_a_merged_blog_leaves_no_visit_behind(database):
    plan(database, 2, NOON)
    with database.transaction() as connection:
        merge_blogs(connection, into=1, other=2)
    assert due_blogs(database, NOON, 10) == ()


def test_a_database_that_is_made_anew_has_the_plans_of_the_old_one(archive, database):
    plan(database, 2, NOON)
    folder = archive.folder.parent / "new"
    with closing(open_database(folder, None)) as new:
        with database.transaction() as connection:
            rows = [dict(row) for row in connection.execute(blogs.select()).mappings()]
        with new.transaction() as connection:  # the numbers of blogs are given anew
            connection.execute(insert(blogs), [row | {"id": 10 - row["id"]} for row in rows])
        copy_visits(database, new)
        (due,) = due_blogs(new, NOON, 10)
    assert (due.blog, due.url, due.next_visit) == (8, "https://b.example/", PLAN)


def test_the_next_visits_are_found_by_the_index(archive, database):
    many = 20_000
    start = datetime(2024, 1, 1, tzinfo=UTC)
    with database.transaction() as connection:
        known = {"aliases": "[]", "sitemaps": "[]", "authors": "[]", "random_id": ""}
        connection.execute(insert(blogs), [{"id": n, "url": f"https://{n}.example/", **known} for n in range(9, many)])
        planned = [
            {"blog": n, "next_visit": (start + timedelta(minutes=n)).isoformat(), "reason": "", "failures": 0}
            for n in range(9, many)
        ]
        connection.execute(insert(visits), planned)
    query = due_query(start + timedelta(days=9), 100).compile(database.engine, compile_kwargs={"literal_binds": True})
    explain = "EXPLAIN" if archive.store else "EXPLAIN QUERY PLAN"
    with database.transaction() as connection:
        if archive.store:
            connection.execute(text("ANALYZE visits"))
        steps = "\n".join(str(tuple(row)) for row in connection.execute(text(f"{explain} {query}")))
    assert "visits_by_time" in steps
    assert "SCAN visits" not in steps
    assert "Seq Scan on visits" not in steps
    assert len(due_blogs(database, start + timedelta(days=9), 100)) == 100
    assert len(list_blogs(database)) == many - 9 + 3
