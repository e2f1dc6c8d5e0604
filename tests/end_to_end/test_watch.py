"""A watch visits what is due, says what it did, stops when asked, and goes on where it was after a kill."""

import json
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, contextmanager

import pytest

from tests.end_to_end.command import PROGRAM, harvest
from tests.end_to_end.living_blog import LivingBlog

LONGEST = 60


@contextmanager
def watching(archive, *options):
    command = [PROGRAM, "watch", "--archive", archive, "--status", archive / "status.json", *options]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield running
    finally:
        if running.poll() is None:
            running.kill()
            running.communicate()


def wait_until(is_so, what):
    end = time.monotonic() + LONGEST
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def status(archive):
    file = archive / "status.json"
    return json.loads(file.read_text()) if file.exists() else {"visits": 0}


def make_due(archive):
    with closing(sqlite3.connect(archive / "archive.sqlite", timeout=30)) as connection, connection:
        connection.execute("UPDATE visits SET next_visit = '2020-01-01T00:00:00+00:00'")


def planned(archive):
    with closing(sqlite3.connect(archive / "archive.sqlite", timeout=30)) as connection:
        return connection.execute("SELECT next_visit, reason FROM visits").fetchone()


def count_posts(archive):
    command = [PROGRAM, "posts", "--archive", archive, "--limit", "1000", "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return len(done.stdout.splitlines())


@pytest.fixture
def blog(tmp_path):
    living = LivingBlog()
    with living.server.running():
        harvest(living.home, tmp_path, "--delay", 0)
        living.server.log.clear()
        yield living


@pytest.mark.usefixtures("blog")
def test_a_harvest_plans_the_next_visit_and_says_why(tmp_path):
    moment, reason = planned(tmp_path)
    done = subprocess.run([PROGRAM, "blogs", "--archive", tmp_path], check=True, capture_output=True, text=True)
    assert f"next visit {moment[:16].replace('T', ' ')} UTC: {reason}" in done.stdout


def test_only_what_is_due_is_updated(blog, tmp_path):
    command = [PROGRAM, "update", "--due", "--archive", tmp_path, "--delay", "0"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=LONGEST)
    assert "Nothing is due" in done.stderr
    assert blog.server.log == []
    make_due(tmp_path)
    blog.publish()
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=LONGEST)
    assert "1 new post" in done.stdout
    assert planned(tmp_path)[0] > "2026"


def test_a_watch_visits_what_is_due_and_stops_when_asked(blog, tmp_path):
    blog.publish()
    make_due(tmp_path)
    with watching(tmp_path, "--metrics", tmp_path / "metrics.prom") as running:
        wait_until(lambda: status(tmp_path)["visits"], "no visit")
        wait_until(lambda: (status(tmp_path).get("next_visit") or "") > "2026", "no plan")
        running.send_signal(signal.SIGTERM)
        said, told = running.communicate(timeout=LONGEST)
    assert running.returncode == 0, told
    assert "1 new post" in said
    end = status(tmp_path)
    assert (end["state"], end["visits"], end["new_posts"], end["failed"]) == ("stopped", 1, 1, 0)
    metrics = (tmp_path / "metrics.prom").read_text()
    assert "blogforever_watch_new_posts_total 1\n" in metrics
    assert "blogforever_watch_running 0\n" in metrics


def test_a_status_that_cannot_be_written_for_a_while_does_not_end_a_watch(blog, tmp_path):
    place = tmp_path / "status"
    place.mkdir()
    with watching(tmp_path, "--metrics", place / "metrics.prom") as running:
        wait_until((place / "metrics.prom").exists, "no status")
        shutil.rmtree(place)
        blog.publish()
        make_due(tmp_path)
        wait_until(lambda: planned(tmp_path)[0] > "2026", "no visit")
        running.send_signal(signal.SIGTERM)
        _, told = running.communicate(timeout=LONGEST)
    assert running.returncode == 0, told


def test_a_blog_that_cannot_be_reached_is_tried_again_later_and_ever_later(blog, tmp_path):
    blog.server.answer = lambda *_: (_ for _ in ()).throw(ConnectionResetError)
    waits = []
    for _ in range(2):
        make_due(tmp_path)
        command = [PROGRAM, "update", "--due", "--archive", tmp_path, "--delay", "0"]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
        assert done.returncode == 4
        waits.append(planned(tmp_path))
    assert "fail" in waits[0][1]
    assert waits[1][0] > waits[0][0]


@pytest.mark.slow
def test_a_watch_that_is_killed_loses_no_visit_and_doubles_none(blog, tmp_path):
    chance = random.Random(5)  # noqa: S311 - moments, no secrets
    for _ in range(20):
        make_due(tmp_path)
        blog.publish()
        blog.server.log.clear()
        with watching(tmp_path) as running:
            time.sleep(chance.uniform(0.5, 3.0))
            running.kill()
            running.communicate()
        with watching(tmp_path) as running:
            wait_until(lambda: planned(tmp_path)[0] > "2026", "the visit was lost")
            time.sleep(1.0)
            running.send_signal(signal.SIGTERM)
            running.communicate(timeout=LONGEST)
        assert blog.server.paths().count("/feed.xml") == 1, "a visit within the interval of the one before"
    assert count_posts(tmp_path) == len(blog.posts)
