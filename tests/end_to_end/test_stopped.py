"""A harvest whose process is killed: what the archive says of it, and how it goes on."""

import json
import signal
import subprocess
import time

from tests.end_to_end.command import PROGRAM, harvest, start_harvest
from tests.end_to_end.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog

_PATIENCE = 120


def blogs(archive, *more):
    command = [PROGRAM, "blogs", "--archive", str(archive), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=_PATIENCE).stdout


def states(archive):
    """The states of the newest harvests, by what `blogs` says."""
    return [json.loads(line)["state"] for line in blogs(archive, "--json").splitlines()]


def wait_for(condition):
    deadline = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_harvest_that_is_killed_is_shown_as_stopped_with_how_to_go_on(tmp_path):
    one, two = ServedBlog(make_blog(posts=8, feed=5)), ServedBlog(make_blog(seed=3, posts=8, feed=5))
    with one.server.running(), two.server.running():
        process = start_harvest(one.home, tmp_path, "--delay", "0.3")
        wait_for(lambda: len(one.server.log) > 5)
        assert states(tmp_path) == ["running"]
        process.kill()
        process.communicate(timeout=_PATIENCE)
        assert states(tmp_path) == ["stopped"]
        command = f"blogforever harvest --archive {tmp_path} {one.home}"
        hint = f"UTC, stopped without an end\n  The harvest did not come to its end; to continue it: {command}\n"
        assert hint in blogs(tmp_path)
        process = start_harvest(two.home, tmp_path, "--delay", "0.3")
        wait_for(lambda: len(two.server.log) > 1)
        assert states(tmp_path) == ["stopped", "running"]
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=_PATIENCE)
        harvest(one.home, tmp_path, "--delay", "0")
    assert states(tmp_path) == ["done", "interrupted"]


def test_of_a_harvest_that_was_killed_what_is_known_is_shown(tmp_path):
    blog = ServedBlog(make_blog(posts=8, feed=5))
    with blog.server.running():
        process = start_harvest(blog.home, tmp_path, "--delay", "0.3", "--no-media")
        wait_for(lambda: json.loads(blogs(tmp_path, "--json") or '{"posts": 0}')["posts"])
        process.kill()
        process.communicate(timeout=_PATIENCE)
    known = json.loads(blogs(tmp_path, "--json"))
    assert [feed["url"] for feed in known["feeds"]] == [f"{blog.home}feed/"]
    assert known["first_post"][:10] <= known["last_activity"]
    assert (known["state"], known["harvest_ended"]) == ("stopped", None)
    assert known["harvest_began"] == known["captured_at"]
    shown = blogs(tmp_path)
    assert f", {known['first_post'][:10]} to {known['last_activity']}\n" in shown
    assert f"  harvest began {known['harvest_began'][:16].replace('T', ' ')} UTC, stopped without an end\n" in shown
