"""How a harvest behaves towards the blog's server, read from the server's own log."""

import re
from collections import Counter
from contextlib import ExitStack

import pytest

from blogforever.urls.ip_addresses import is_private
from tests.end_to_end.command import export, harvest
from tests.end_to_end.loopback import Answer
from tests.end_to_end.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog

STOPPED_BY_A_LIMIT = 5
UNREACHABLE = 4
AT_ONCE = 2
"""Requests that may be under way."""


@pytest.fixture
def served():
    """Makes a blog and serves it until the test is over."""
    with ExitStack() as stack:

        def serve(*, posts=8, feed=4, robots=""):
            blog = ServedBlog(make_blog(posts=posts, feed=feed), robots=robots)
            stack.enter_context(blog.server.running())
            return blog

        yield serve


def test_every_post_and_picture_is_asked_for_once(served, tmp_path):
    blog = served()
    harvest(blog.home, tmp_path, "--delay", 0)
    asked = Counter(blog.server.paths())
    assert set(blog.post_paths) <= set(asked)
    assert set(blog.media_paths) <= set(asked)
    assert [path for path, times in asked.items() if times > 1] == []


def test_what_robots_txt_forbids_is_never_asked_for(served, tmp_path):
    blog = served(robots="User-agent: *\nDisallow: /media/\nDisallow: /2022/\n")
    harvest(blog.home, tmp_path, "--delay", 0)
    assert blog.server.paths()[0] == "/robots.txt"
    assert [path for path in blog.server.paths() if path.startswith(("/media/", "/2022/"))] == []
    assert any(path.startswith("/2019/") for path in blog.server.paths())


def test_a_group_of_robots_txt_that_names_us_counts_before_the_group_for_all(served, tmp_path):
    blog = served(robots="User-agent: *\nDisallow: /\n\nUser-agent: blogforever\nDisallow: /tag/\n")
    harvest(blog.home, tmp_path, "--delay", 0)
    assert set(blog.post_paths) <= set(blog.server.paths())
    assert [path for path in blog.server.paths() if path.startswith("/tag/")] == []


def test_a_blog_whose_robots_txt_forbids_everything_is_left_alone(served, tmp_path):
    blog = served(robots="User-agent: *\nDisallow: /\n")
    assert "robots.txt" in harvest(blog.home, tmp_path, "--delay", 0, code=UNREACHABLE)
    assert set(blog.server.paths()) == {"/robots.txt"}


def test_the_delay_lies_between_requests(served, tmp_path):
    blog = served(posts=5, feed=3)
    harvest(blog.home, tmp_path, "--delay", 0.3, "--max-pages", 10, code=STOPPED_BY_A_LIMIT)
    assert _mean_gap(blog) >= 0.3


def test_the_crawl_delay_of_robots_txt_is_kept(served, tmp_path):
    blog = served(posts=5, feed=3, robots="User-agent: *\nCrawl-delay: 0.7\n")
    harvest(blog.home, tmp_path, "--max-pages", 8, code=STOPPED_BY_A_LIMIT)
    assert _mean_gap(blog) >= 0.7


def test_two_connections_at_once_are_the_most(served, tmp_path):
    blog = served()
    ordinary = blog.server.answer

    def slowly(path, headers):
        answer = ordinary(path, headers)
        return Answer(answer.body, answer.status, answer.headers, seconds=0.05)

    blog.server.answer = slowly
    harvest(blog.home, tmp_path, "--delay", 0)
    assert blog.server.most_at_once == AT_ONCE


@pytest.mark.parametrize(
    "status, delay", [(429, 0.1), *(pytest.param(status, 0, marks=pytest.mark.slow) for status in (429, 503))]
)
def test_a_host_that_asks_for_a_pause_gets_it(served, tmp_path, status, delay):
    """With a delay some requests wait for their turn when the pause begins: they wait on."""
    blog = served(posts=6, feed=3)
    path = blog.post_paths[-1]
    busy = [Answer(b"enough", status, {"Retry-After": "2"})]
    blog.special[path] = lambda headers: busy.pop() if busy else _plainly(blog, path, headers)
    harvest(blog.home, tmp_path, "--delay", delay)
    refused, accepted = blog.server.of(path)
    assert (refused.status, accepted.status) == (status, 200)
    assert accepted.at > refused.done + 2
    in_the_pause = [one.path for one in blog.server.log if refused.done < one.at < refused.done + 2]
    assert len(in_the_pause) < AT_ONCE, "one that was under way already"
    assert len(export(tmp_path)) == len(blog.post_paths)


def test_the_user_agent_names_the_program_and_whom_to_write_to(served, tmp_path):
    blog = served(posts=5, feed=3)
    harvest(blog.home, tmp_path, "--delay", 0, "--contact", "keeper@archive.example")
    agents = {asked.headers["user-agent"] for asked in blog.server.log}
    assert len(agents) == 1
    assert re.fullmatch(r"blogforever/\S+ .*keeper@archive\.example.*", agents.pop())


def test_a_second_harvest_asks_only_whether_something_changed(served, tmp_path):
    blog = served()
    harvest(blog.home, tmp_path, "--delay", 0)
    first = export(tmp_path)
    before = len(blog.server.log)
    harvest(blog.home, tmp_path, "--delay", 0)
    again = {asked.path: asked for asked in blog.server.log[before:]}
    for path in [*blog.post_paths, *blog.media_paths, "/feed/", "/"]:
        assert "if-none-match" in again[path].headers, path
        assert again[path].status == 304, path
    assert export(tmp_path) == first


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "0.0.0.1", "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "[::1]", "::", "[fd00::1]", "fe80::1%eth0", "[::ffff:10.0.0.1]", "::7f00:1",
        "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1", "2001:0:7f00:1::",
        "ff02::1", "2001:db8::1",
    ],
)  # fmt: skip
def test_machines_of_this_network_are_private(host):
    assert is_private(host)


@pytest.mark.parametrize(
    "host", ["93.184.215.14", "[2606:2800:21f::1]", "64:ff9b::5db8:d70e", "2002:5db8:d70e::1", "blog.example.org"]
)
def test_addresses_of_the_public_net_and_names_are_not(host):
    assert not is_private(host)


def _mean_gap(blog):
    """Seconds between two requests, a gap left out: a busy machine may notice the first late. Slowness only adds."""
    times = sorted(asked.at for asked in blog.server.log)
    return (times[-1] - times[0]) / (len(times) - 2)


def _plainly(blog, path, headers):
    del blog.special[path]
    return blog.answer(path, headers)
