"""A PostgreSQL server that is started again during a harvest, and harvests that all come first."""

import subprocess
from functools import partial
from threading import Thread

import psycopg
import pytest

from blogforever.errors import ArchiveBusy, BadArchive
from blogforever.model.harvest import Report, State
from blogforever.store import locking_connection
from blogforever.store.queries.blogs import list_blogs
from tests.end_to_end.command import export, harvest, start_harvest
from tests.end_to_end.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog
from tests.store.archive import BLOG, Archive, post
from tests.store.conftest import _programs
from tests.store.private_postgresql import RunningServer, make_store, started_server


@pytest.fixture(scope="module")
def server():
    with started_server(_programs()) as running:
        yield running


@pytest.fixture
def archive(server, tmp_path):
    return Archive(tmp_path / "archive", make_store(server.address))


def test_what_was_handed_over_is_written_after_the_server_came_back(server: RunningServer, archive):
    records = archive.records()
    records.keep_post(post("blog.example/before"))
    records.save()
    records.keep_post(post("blog.example/after"))
    server.stop()
    back = Thread(target=server.start)
    back.start()
    records.save()
    back.join()
    with pytest.raises(ArchiveBusy, match="another crawler is harvesting this blog"):
        archive.records()
    records.close(Report(blog=BLOG, state=State.DONE))
    with archive.reading() as database:
        assert list_blogs(database)[0].posts == 2


def test_a_blog_that_another_took_meanwhile_is_left_to_it(server: RunningServer, archive):
    records = archive.records()
    records.keep_post(post())
    server.stop()
    server.start()
    other = archive.records()
    for _ in range(2):
        with pytest.raises(ArchiveBusy, match="another crawler is harvesting this blog"):
            records.save()
    other.close(Report(blog=BLOG, state=State.DONE))
    with pytest.raises(ArchiveBusy):
        records.close(None)
    with archive.reading() as database:
        assert list_blogs(database)[0].posts == 0


def test_patience_with_a_server_that_stays_away_ends(server: RunningServer, archive, monkeypatch):
    monkeypatch.setattr(locking_connection, "_PATIENCE", 1.0)
    records = archive.records()
    records.keep_post(post())
    server.stop()
    try:
        with pytest.raises(BadArchive, match="the database cannot be reached"):
            records.save()
    finally:
        server.start()
    records.close(None)
    with archive.reading() as database:
        assert list_blogs(database)[0].posts == 1


@pytest.mark.slow
def test_a_harvest_goes_on_when_the_server_was_started_again(server: RunningServer, tmp_path):
    blog = ServedBlog(make_blog(posts=40, feed=10))
    store, quiet = make_store(server.address), make_store(server.address)
    with blog.server.running():
        harvest(blog.home, tmp_path / "quiet", "--delay", 0, store=quiet)
        running = start_harvest(blog.home, tmp_path / "one", "--delay", 0.02, store=store)
        for _ in range(2):
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(3)
            server.stop()
            server.start()
        _, said = running.communicate(timeout=120)
        assert running.returncode == 0, said
    assert export(tmp_path / "one", store=store) == export(tmp_path / "quiet", store=quiet)


def test_three_first_harvests_at_once_all_work(server: RunningServer, tmp_path):
    with psycopg.connect(f"{server.address}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE empty")
    store = f"{server.address}/empty"
    blogs = [ServedBlog(make_blog(posts=4, feed=4)) for _ in range(3)]
    begun = []
    for number, blog in enumerate(blogs):
        blog.runs = blog.server.running()
        blog.runs.__enter__()
        begun.append(partial(start_harvest, blog.home, tmp_path / str(number), "--delay", 0, "--no-media", store=store))
    ends = [(one.communicate(timeout=120)[1], one.returncode) for one in [start() for start in begun]]
    for blog in blogs:
        blog.runs.__exit__(None, None, None)
    assert [code for _, code in ends] == [0, 0, 0], ends
    with Archive(tmp_path, store).reading() as database:
        assert [one.posts for one in list_blogs(database)] == [4, 4, 4]
