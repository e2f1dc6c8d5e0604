"""A harvest that is killed at any moment, and started again, comes to the same end as one that was left alone."""

import random
from functools import partial
from time import monotonic, sleep

import pytest

from tests.end_to_end.command import export, harvest, start_harvest
from tests.end_to_end.killing import count_records, kill, kill_again_and_again, media_files
from tests.end_to_end.loopback import Answer
from tests.end_to_end.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog

KILLS = 5
PATIENCE = 120
"""Seconds after which a request that a test waits for will not come."""


def assert_same(killed, alone):
    assert export(killed) == export(alone)
    assert media_files(killed) == media_files(alone)
    assert count_records(killed)["response"]


def test_a_harvest_killed_half_way_keeps_the_same_as_one_left_alone(tmp_path):
    blog = ServedBlog(make_blog(posts=6, feed=3))
    with blog.server.running():
        harvest(blog.home, tmp_path / "alone", "--delay", 0)
        requests = len(blog.server.log)
        running = start_harvest(blog.home, tmp_path / "killed", "--delay", 0.02)
        wait_for(blog, requests + requests // 2)
        kill(running)
        harvest(blog.home, tmp_path / "killed", "--delay", 0)
    assert_same(tmp_path / "killed", tmp_path / "alone")
    assert len(export(tmp_path / "alone")) == len(blog.post_paths)


@pytest.mark.slow
def test_a_harvest_killed_five_times_at_random_keeps_the_same_as_one_left_alone(tmp_path):
    blog = ServedBlog(make_blog(posts=16, feed=6))
    quick = blog.server.answer
    blog.server.answer = lambda path, headers: _slowly(quick(path, headers))
    chance = random.Random(20)  # noqa: S311 - moments, not secrets
    with blog.server.running():
        began = monotonic()
        harvest(blog.home, tmp_path / "alone", "--delay", 0)
        longest = monotonic() - began
        left = KILLS
        while left:
            killed = tmp_path / f"killed-{left}"
            start = partial(start_harvest, blog.home, killed, "--delay", 0)
            left -= kill_again_and_again(start, kills=left, longest=longest, chance=chance)
            assert_same(killed, tmp_path / "alone")
    assert len(export(tmp_path / "alone")) == len(blog.post_paths)


def wait_for(blog, requests):
    """Until the blog was asked so often."""
    deadline = monotonic() + PATIENCE
    while len(blog.server.log) < requests:
        assert monotonic() < deadline, "the harvest does not go on"
        sleep(0.01)


def _slowly(answer):
    return Answer(answer.body, answer.status, answer.headers, seconds=0.02)
