"""A harvest that is killed at any moment, and started again, comes to the same end as one that was left alone."""

import random
from functools import partial
from time import monotonic

from tests.harvest.command import export, harvest, start_harvest
from tests.harvest.killing import count_records, kill_again_and_again, media_files
from tests.harvest.loopback import Answer
from tests.harvest.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog

KILLS = 5


def test_a_harvest_killed_five_times_keeps_the_same_as_one_left_alone(tmp_path):
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
            assert export(killed) == export(tmp_path / "alone")
            assert media_files(killed) == media_files(tmp_path / "alone")
            assert count_records(killed)["response"]
    assert len(export(tmp_path / "alone")) == len(blog.post_paths)


def _slowly(answer):
    return Answer(answer.body, answer.status, answer.headers, seconds=0.02)
