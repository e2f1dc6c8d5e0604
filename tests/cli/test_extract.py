"""`blogforever extract` as a user types it: a page of the web, standard input, and what is not a page."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.actions import small_blog
from tests.loopback import address, respond, serving

PROGRAM = Path(sys.executable).with_name("blogforever")
PAGE = small_blog.post(1)


@pytest.fixture
def run(tmp_path):
    def run(*arguments, given=b""):
        answer = subprocess.run(
            [PROGRAM, *map(str, arguments)], input=given, capture_output=True, check=False, timeout=240, cwd=tmp_path
        )
        assert b"Traceback" not in answer.stderr
        return answer.returncode, answer.stdout.decode(), answer.stderr.decode()

    return run


def test_a_page_of_the_web_is_fetched_alone_behind_its_robots_txt_and_nothing_is_kept(run, tmp_path):
    site = {"/old": respond(301, Location="/2020/01/post.html?p=1"), "/2020/01/post.html?p=1": respond(200, PAGE)}
    with serving(site) as server:
        code, printed, told = run("extract", address(server, "/old"))
        assert server.asked == ["/robots.txt", "/old", "/2020/01/post.html?p=1"]
    record = json.loads(printed)
    assert (code, record["title"], record["authors"]) == (0, small_blog.title(1), ["Ada Example"])
    assert small_blog.paragraphs(1)[2] in record["content_text"]
    assert told == "blogforever: neither --feed nor --rules was given: using the general extractor\n"
    assert list(tmp_path.iterdir()) == []


def test_a_page_of_the_web_is_read_with_rules_and_beside_files(run, tmp_path):
    (tmp_path / "feed.xml").write_bytes(small_blog.feed())
    for number in range(1, 5):
        (tmp_path / f"{number}.html").write_bytes(small_blog.post(number))
    pages = [f"{number}.html" for number in range(1, 5)]
    with serving({"/?p=12": respond(200, small_blog.post(12)), "/robots.txt": respond(404)}) as server:
        code, printed, told = run("extract", "--feed", "feed.xml", "1.html", address(server, "/?p=12"), *pages[1:])
    titles = [json.loads(line)["title"] for line in printed.splitlines()]
    assert (code, told) == (0, "")
    assert titles == [small_blog.title(number) for number in (1, 12, 2, 3, 4)]
    assert json.loads(printed.splitlines()[1])["template"] == "template 1"


def test_robots_txt_is_obeyed_unless_told_otherwise(run):
    site = {"/robots.txt": respond(200, "User-agent: *\nDisallow: /"), "/post": respond(200, PAGE)}
    with serving(site) as server:
        code, printed, told = run("extract", address(server, "/post"))
        assert server.asked == ["/robots.txt"]
        assert (code, printed) == (4, "")
        command = f"blogforever extract {address(server, '/post')} --ignore-robots"
        assert f"robots.txt forbids it. If you may fetch it all the same, run: {command}\n" in told
        assert run(*shlex.split(command)[1:])[0] == 0


@pytest.mark.parametrize(
    "answer, code, problem",
    [
        (respond(404, "<p>Nothing"), 4, "not found (status 404)"),
        (respond(200, b"%PDF-1.7 " + b"x" * 99, Content_Type="application/pdf"), 3, "is a binary file, not a web page"),
        (respond(200, "Only words.", Content_Type="text/plain"), 3, "is plain text, not a web page"),
        (respond(302, Location="file:///etc/passwd"), 4, "redirect"),
    ],
)
def test_what_does_not_come_as_a_page_is_named(run, answer, code, problem):
    with serving({"/post": answer}) as server:
        found, printed, told = run("extract", address(server, "/post"))
    assert (found, printed) == (code, "")
    assert problem in told
    assert "/post: " in told


def test_many_pages_of_the_web_are_for_a_harvest(run):
    code, _, told = run("extract", "https://x.example/1", "https://x.example/2")
    assert code == 2
    assert "Give one web address at a time. To read many pages of a blog: blogforever harvest URL" in told


@pytest.mark.parametrize("argument, url", [("-", small_blog.address(1)), ("https://x.example/?p=7=-", None)])
def test_a_page_comes_on_standard_input(run, argument, url):
    code, printed, _ = run("extract", argument, given=PAGE)
    record = json.loads(printed)
    assert (code, record["title"]) == (0, small_blog.title(1))
    assert url is None or record["url"] == url
    links = [link["url"] for link in record["links"]]
    assert f"{'https://x.example' if url is None else 'https://blog.example'}/2020/01/post-1.html" in links


def test_standard_input_is_one_page(run):
    code, _, told = run("extract", "-", "-", given=PAGE)
    assert (code, "give - only once" in told) == (2, True)


@pytest.mark.parametrize("given", [b"", b" \n"])
def test_an_empty_standard_input_is_all_there_is_to_say(run, given):
    assert run("extract", "-", given=given) == (
        3, "", "blogforever: standard input: is empty. Send a page to it: blogforever extract - < page.html\n",
    )  # fmt: skip


def test_a_file_that_does_not_exist_is_all_there_is_to_say(run, tmp_path):
    (tmp_path / "feed.xml").write_bytes(small_blog.feed())
    problem = "blogforever: nofile: cannot be read (no such file or directory). Check its name and permissions.\n"
    assert run("extract", "nofile") == (2, "", problem)
    assert run("extract", "--feed", "feed.xml", "nofile") == (2, "", problem)
    code, printed, told = run("extract", "nofile", "-", given=PAGE)
    general = "blogforever: neither --feed nor --rules was given: using the general extractor\n"
    assert (code, len(printed.splitlines()), told) == (0, 1, problem + general)


@pytest.mark.parametrize(
    "content, kind",
    [
        ("Just words.\nAnd a <3, an a < b and <somebody@mail.example>.", "plain text"),
        ("# Notes\n\n- `x <- y`\n- List<String>", "plain text"),
        ("<" * 1000, "plain text"),
        ('{"title": "x", "content": "<p>Words</p>"}', "JSON"),
        ('  [{"content": "<p>Words</p>"}]', "JSON"),
        (small_blog.feed().decode(), "a feed"),
        ('<?xml version="1.0"?>\n<!-- x -->\n<feed xmlns="http://www.w3.org/2005/Atom"></feed>', "a feed"),
        ("<urlset><url><loc>https://x.example/</loc></url></urlset>", "a sitemap"),
        ("From: <Saved by Blink>\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\n<html>=20", "an MHTML file"),
    ],
)  # fmt: skip
def test_what_is_not_a_page_is_refused_by_its_kind(run, tmp_path, content, kind):
    (tmp_path / "none").write_text(content, encoding="utf-8")
    code, printed, told = run("extract", "none")
    assert (code, printed) == (3, "")
    assert f"none: is {kind}, not a web page" in told


@pytest.mark.parametrize(
    "content",
    [
        "A line.<br>Another.",
        "PHP Warning: x\n<!DOCTYPE html><title>T</title><p>Words",
        "{not json} <p>Words</p>",
        "<P>Words",
    ],
)
def test_a_careless_page_is_still_a_page(run, content):
    assert run("extract", "-", given=content.encode())[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["extract", "--feed", "https://x.example/feed", "page.html"],
        ["extract", "--rules", "HTTP://x.example/rules.json", "page.html"],
        ["rules", "--feed", "feed.xml", "https://x.example/?p=3"],
        ["harvest", "--opml", "https://x.example/blogs.opml"],
        ["harvest", "--list", "https://x.example/blogs.txt"],
        ["harvest", "--from-warc", "https://x.example/a.warc.gz"],
        ["posts", "--archive", "https://x.example/"],
        ["export", "--output", "https://x.example/posts.csv"],
    ],
)
def test_a_web_address_in_place_of_a_file_is_named(run, tmp_path, arguments):
    (tmp_path / "feed.xml").write_bytes(small_blog.feed())
    (tmp_path / "page.html").write_bytes(PAGE)
    code, printed, told = run(*arguments)
    assert (code, printed) == (2, "")
    assert "x.example" in told
    assert "is a web address, but" in told
    assert {one.name for one in tmp_path.iterdir()} == {"feed.xml", "page.html"}
