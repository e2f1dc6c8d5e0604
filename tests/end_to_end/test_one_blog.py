"""One blog is one blog: a feed, a post or the home page as start lead to the same, and doubles can be merged."""

import json
import shlex
import subprocess
from urllib.parse import urlsplit

import pytest

import blogforever
from tests.actions import small_blog
from tests.end_to_end.command import PROGRAM, export, harvest
from tests.loopback import address, respond, serving
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import served

BLOG = make_blog(posts=6, feed=4)
POST = urlsplit(next(iter(BLOG.truth))).path
QUICK = ("--delay", "0", "--no-media")


def run(*arguments, code=0):
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=240
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done


def copied(message):
    """What the command does that the message suggests, copied as it stands there."""
    command = message.rpartition("blogforever ")[2].partition("`")[0].strip()
    return run(*shlex.split(command))


def without_blog(posts):
    return [{name: value for name, value in post.items() if name != "blog"} for post in posts]


def blogs(archive):
    return [json.loads(line) for line in run("blogs", "--json", "--archive", archive).stdout.splitlines()]


@pytest.mark.parametrize("paths", [("feed/", POST, ""), ("", "feed/", POST), (POST, "")], ids=["feed", "home", "post"])
def test_feed_post_and_home_page_are_the_same_blog(tmp_path, paths):
    with served(BLOG) as home:
        for path in paths:
            harvest(home + path.removeprefix("/"), tmp_path, *QUICK)
    (blog,) = blogs(tmp_path)
    assert (blog["url"], blog["posts"], blog["harvests"]) == (home, 6, len(paths))
    assert [post["version"] for post in export(tmp_path)] == [1] * 6
    run("verify", "--archive", tmp_path)
    rebuilt = json.loads(run("rebuild", "--archive", tmp_path, "--json").stdout)
    assert (rebuilt["blogs"], rebuilt["harvests"], rebuilt["problems"]) == (1, len(paths), [])
    assert rebuilt["compared"]["same"] == 6


def test_a_harvest_that_joined_another_blog_is_taken_up_again(tmp_path):
    with served(BLOG) as home:
        harvest(home, tmp_path, *QUICK)
        start = home + POST.removeprefix("/")
        harvest(start, tmp_path, *QUICK, "--max-pages", 4, code=5)
        assert [(blog["url"], blog["harvests"], blog["state"]) for blog in blogs(tmp_path)] == [
            (home, 2, "stopped by a limit")
        ]
        harvest(start, tmp_path, *QUICK)
    assert [(blog["harvests"], blog["state"]) for blog in blogs(tmp_path)] == [(2, "done")]
    run("verify", "--archive", tmp_path)


def neighbours(origin):
    """Two blogs in folders of one host, each with its feed, and a front page that links to both."""
    front = "<title>Two friends</title><a href=/alice/>Alice</a> <a href=/bob/>Bob</a>"
    site = {"/": respond(200, front), "/robots.txt": respond(404)}
    for name in ("alice", "bob"):
        pages = {f"/{name}/": small_blog.home(), f"/{name}/rss.xml": small_blog.feed()}
        for number in range(1, 9):
            pages[f"/{name}{urlsplit(small_blog.address(number)).path}"] = small_blog.post(number)
        for path, content in pages.items():
            there = content.decode().replace(small_blog.HOME, f"{origin}/{name}/").replace('href="/', f'href="/{name}/')
            named = f'<link rel="alternate" type="application/rss+xml" href="/{name}/rss.xml"></head>'
            kind = "application/rss+xml" if path.endswith(".xml") else "text/html"
            site[path] = respond(200, there.replace("</head>", named), Content_Type=kind)
    return site


def test_two_blogs_on_one_host_stay_two_whatever_they_are_started_at(tmp_path):
    with serving({}) as server:
        origin = address(server).rstrip("/")
        server.RequestHandlerClass.site = neighbours(origin)
        harvest(f"{origin}/alice/rss.xml", tmp_path, *QUICK)
        harvest(f"{origin}/bob/2020/03/post-3.html", tmp_path, *QUICK)
        harvest(f"{origin}/bob/", tmp_path, *QUICK)
        harvest(f"{origin}/alice/", tmp_path, *QUICK)
        told = run("harvest", f"{origin}/bob/", "--archive", tmp_path, *QUICK).stdout
    assert "merge" not in told
    assert [(blog["url"], blog["posts"], blog["harvests"]) for blog in blogs(tmp_path)] == [
        (f"{origin}/alice/", 8, 2),
        (f"{origin}/bob/", 8, 3),
    ]


def test_a_home_page_that_does_not_lead_to_the_feed_is_not_believed_but_read(tmp_path):
    with serving({}) as server:
        origin = address(server).rstrip("/")
        pages = {"/": small_blog.home(), "/odd.xml": small_blog.feed(range(1, 4))}
        pages |= {urlsplit(small_blog.address(number)).path: small_blog.post(number) for number in range(1, 9)}
        server.RequestHandlerClass.site = {
            path: respond(
                200, content.replace(small_blog.HOME.encode(), f"{origin}/".encode()),
                Content_Type="application/rss+xml" if path.endswith(".xml") else "text/html",
            )
            for path, content in pages.items()
        } | {"/robots.txt": respond(404)}  # fmt: skip
        harvest(f"{origin}/odd.xml", tmp_path, *QUICK)
    assert [(blog["url"], blog["posts"]) for blog in blogs(tmp_path)] == [(f"{origin}/odd.xml", 8)]


def hidden_feed(origin):
    """A blog whose feed only its home page names, at an address that nobody would guess."""
    named = b'<link rel="alternate" type="application/rss+xml" href="/hidden/our-news.xml"></head>'
    pages = {"/": small_blog.home().replace(b"</head>", named), "/hidden/our-news.xml": small_blog.feed(range(4, 9))}
    pages |= {urlsplit(small_blog.address(number)).path: small_blog.post(number) for number in range(1, 9)}
    return {
        path: respond(
            200, content.replace(small_blog.HOME.encode(), f"{origin}/".encode()),
            Content_Type="application/rss+xml" if path.endswith(".xml") else "text/html",
        )
        for path, content in pages.items()
    } | {"/robots.txt": respond(404)}  # fmt: skip


def test_a_second_blog_of_a_site_that_the_archive_holds_is_told_with_the_command_that_makes_them_one(tmp_path):
    with serving({}) as server:
        origin = address(server).rstrip("/")
        server.RequestHandlerClass.site = hidden_feed(origin)
        harvest(f"{origin}/", tmp_path, *QUICK)
        post = f"{origin}/2020/01/post-1.html"
        told = run("harvest", post, "--archive", tmp_path, *QUICK, "--json")
        (note,) = [one for one in json.loads(told.stdout)["harvests"][0]["report"]["notes"] if "merge" in one]
        in_words = run("harvest", post, "--archive", tmp_path, *QUICK).stdout
        report = blogforever.harvest(post, tmp_path, delay=0, media=False)
    assert note == (
        f"blog 1 of this archive ({origin}/) is on the same host and holds 8 posts of this one; "
        f"if the two are one blog, `blogforever blogs merge --archive {tmp_path} 1 2` makes them one"
    )
    assert f"  Note: {note}.\n" in in_words
    assert note in report.notes
    assert [blog["posts"] for blog in blogs(tmp_path)] == [8, 8]
    copied(note)
    assert [(blog["url"], blog["posts"]) for blog in blogs(tmp_path)] == [(f"{origin}/", 8)]


def test_a_rebuild_counts_posts_also_where_two_blogs_have_the_same_addresses(tmp_path):
    with serving({}) as server:
        origin = address(server).rstrip("/")
        server.RequestHandlerClass.site = hidden_feed(origin)
        for path in ("/", "/2020/01/post-1.html"):
            harvest(f"{origin}{path}", tmp_path, *QUICK)
    told = run("rebuild", "--archive", tmp_path).stdout
    assert ": 2 blogs, 16 posts, " in told
    assert "The old database holds the same: 16 posts.\n" in told
    assert f"To use the new one: blogforever rebuild --archive {tmp_path} --replace\n" in told


def test_two_addresses_of_one_blog_in_one_command_are_harvested_once(tmp_path):
    with served(BLOG) as home:
        done = run("harvest", home, f"{home}feed/", "--archive", tmp_path, *QUICK)
    assert f"{home}feed/: the same blog as {home}, harvested once" in done.stderr
    assert done.stdout.count(" kept from ") == 1
    assert [blog["harvests"] for blog in blogs(tmp_path)] == [1]


def test_merged_blogs_are_whole_and_stay_one_when_the_database_is_rebuilt(tmp_path):
    with served(BLOG) as home, served(make_blog(posts=4, feed=4)) as moved:
        harvest(home, tmp_path, *QUICK)
        harvest(moved, tmp_path, *QUICK)
        before = without_blog(export(tmp_path))
        refused = run("blogs", "merge", 1, 2, "--archive", tmp_path, code=2)
        assert "they may be different blogs. If they are the same: blogforever" in refused.stderr
        told = copied(refused.stderr).stdout
        assert (
            told == f"Blog 2 ({moved}) is part of blog 1 ({home}) now: 4 posts, and 1 harvest. Nothing was deleted.\n"
        )
        assert without_blog(export(tmp_path)) == before
        run("verify", "--archive", tmp_path)
        rebuilt = json.loads(run("rebuild", "--archive", tmp_path, "--json", "--replace").stdout)
        assert (rebuilt["blogs"], rebuilt["compared"]["same"], rebuilt["is_in_place"]) == (1, 10, True)
        harvest(moved, tmp_path, *QUICK)  # the address leads to the one blog
    assert [(blog["number"], blog["posts"], blog["harvests"]) for blog in blogs(tmp_path)] == [(1, 10, 3)]
