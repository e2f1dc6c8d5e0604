"""The harvests of a blog one after another, in both databases: what each wrote, who was gone, what moved."""

from datetime import UTC, datetime

from blogforever.model.exchange import Exchange
from blogforever.model.harvest import GonePost, HarvestChanges, PostChanges, Report, State
from blogforever.store.queries.harvest_log import (
    harvest_lines,
    moved_posts,
    posts_with_keys,
    sightings,
    written_versions,
)
from blogforever.store.queries.page_captures import PageCaptures
from blogforever.store.queries.posts import posts_at
from tests.store.archive import BLOG, NOON, post

A, B, C = "blog.example/a", "blog.example/b", "blog.example/c"


def test_each_harvest_with_what_it_left(archive):
    with archive.harvest() as records:
        records.keep_post(post(A, text="one"))
        records.keep_post(post(B, text="one"))
    records = archive.records()
    records.keep_post(post(A, text="two"))
    gone = GonePost(address=f"https://{B}/", reason="not found (status 404)", is_new=True)
    changes = HarvestChanges(posts=PostChanges(changed=1, gone=1))
    records.close(Report(blog=BLOG, state=State.DONE, gone=(gone,), changes=changes))
    archive.records().close(None)
    with archive.reading() as database:
        lines = harvest_lines(database, BLOG)
        assert [(line.id, line.state, line.posts and line.posts.gone) for line in lines] == [
            (1, State.DONE, 0), (2, State.DONE, 1), (3, State.INTERRUPTED, None),
        ]  # fmt: skip
        assert lines[1].gone == {B: "not found (status 404)"}
        written = list(written_versions(database, 2))
        assert [(one.key, one.version.post.content_text, one.before.post.content_text) for one in written] == [
            (A, "two", "one")
        ]
        assert [(one.key, one.before) for one in written_versions(database, 1)] == [(B, None), (A, None)]
        assert sightings(database, BLOG, [A, B]) == {(A, 1), (A, 2), (B, 1)}
        assert posts_with_keys(database, BLOG, [B, C]) == {B: (2, f"https://{B}", "A title")}


def test_many_versions_of_one_harvest_are_read_in_portions(archive):
    with archive.harvest() as records:
        for number in range(230):
            records.keep_post(post(f"blog.example/{number}"))
    with archive.reading() as database:
        assert len({one.post for one in written_versions(database, 1)}) == 230


def test_a_post_moved_whose_address_is_another_ones_alias(archive):
    with archive.harvest() as records:
        records.keep_post(post(A))
        records.keep_post(post(B))
    with archive.harvest() as records:
        records.keep_post(post(B))
        records.keep_post(post(C, aliases=(f"https://{A}", "https://blog.example/?p=1")))
    with archive.reading() as database:
        [move] = moved_posts(database, BLOG)
        assert (move.url, move.to_url, move.last_seen, move.to_first_seen) == (f"https://{A}", f"https://{C}", 1, 2)
        assert moved_posts(database, BLOG, post=move.to) == (move,)
        assert moved_posts(database, BLOG, post=2) == ()
        found = posts_at(database, BLOG, [f"http://www.{C}/", "https://blog.example/?p=1", f"https://{B}", BLOG])
        assert found == {f"http://www.{C}/": 3, "https://blog.example/?p=1": 3, f"https://{B}": 2}


def captured(year, status=200, body=b""):
    at = datetime(year, 5, 1, tzinfo=UTC)
    return Exchange(address=BLOG, at=at, status=status, body=body or b"%d" % year * 200)


def test_all_captures_of_a_page_are_found_whatever_harvest_made_them(archive):
    with archive.harvest_ports() as (captures, _):
        captures.capture(captured(2012))
        captures.capture(captured(2010))  # as from a file of another tool
    with archive.harvest_ports() as (captures, _):
        captures.capture(captured(2014, status=304))
        captures.capture(captured(2016, status=500))
    with archive.reading() as database:
        found = PageCaptures(database, archive.folder, BLOG, [BLOG])

        def seen(capture):
            return capture and (capture.seen_at.year, capture.exchange.at.year, capture.exchange.body[:4])

        assert seen(found.last_before(datetime(2009, 1, 1, tzinfo=UTC))) is None
        assert seen(found.last_before(datetime(2011, 1, 1, tzinfo=UTC))) == (2010, 2010, b"2010")
        assert seen(found.last_before(datetime(2013, 1, 1, tzinfo=UTC))) == (2012, 2012, b"2012")
        assert seen(found.last_before(NOON)) == (2014, 2012, b"2012")
        assert seen(found.first_after(datetime(2010, 6, 1, tzinfo=UTC))) == (2012, 2012, b"2012")
        assert found.first_after(NOON) is None
