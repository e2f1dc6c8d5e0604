"""Comments that only a script shows, from a real Isso: all of them, however often a button must be pressed."""

import json
import subprocess
from html import escape

import pytest

from tests.end_to_end.command import PROGRAM, export
from tests.engines.isso import VERSION, install, running_isso
from tests.loopback import respond, serving
from tests.needs import absent
from tests.sample_blog.words import NEIGHBOURS
from tests.sample_blog.writing import write_posts

pytestmark = pytest.mark.slow

COUNTS = (3, 37, 83, 0)


@pytest.fixture(scope="module")
def isso(browser_found):  # noqa: ARG001 - without a browser nobody sees Isso's comments
    """The address of a static blog of four posts, with what was said on each of them, by title."""
    if not install():
        absent(f"Isso {VERSION} could not be installed")
    site = {}
    with serving(site) as server:
        home = f"http://127.0.0.1:{server.server_port}/"
        with running_isso(home.rstrip("/")) as comments:
            posts = write_posts(len(COUNTS), seed=3)
            site.update(_pages(home, posts, comments.embed))
            said = {post.title: _talk(comments, _path(post), count) for post, count in zip(posts, COUNTS, strict=True)}
            yield home, said


def test_every_comment_is_found_with_author_text_and_the_one_it_answers(isso, tmp_path):
    home, said = isso
    command = [PROGRAM, "harvest", home, "--archive", tmp_path, "--delay", "0", "--screenshots", "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    report = json.loads(done.stdout)["harvests"][0]["report"]
    records = export(tmp_path)
    kept = {record["title"]: _told(record["comments"]) for record in records}
    assert {title: len(comments) for title, comments in kept.items()} == {
        title: len(comments) for title, comments in said.items()
    }
    assert kept == {title: sorted(comments, key=str) for title, comments in said.items()}
    assert all(comment["published"] for record in records for comment in record["comments"])
    assert report["comments"] == sum(COUNTS)
    for record in records:
        picture = tmp_path / record["screenshot"]["path"]
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_article_is_the_same_with_and_without_the_browser(isso, tmp_path):
    home, _ = isso
    texts = []
    for render in ("auto", "never"):
        command = [PROGRAM, "harvest", home, "--archive", tmp_path / render, "--delay", "0", "--render", render]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        texts.append({record["title"]: record["content_text"] for record in export(tmp_path / render)})
    assert texts[0] == texts[1]


def test_a_later_harvest_without_the_browser_takes_no_comment_away(isso, tmp_path):
    home, _ = isso
    for render in ("auto", "never"):
        command = [PROGRAM, "harvest", home, "--archive", tmp_path, "--delay", "0", "--render", render]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    records = export(tmp_path)
    kept = [comment["status"] for record in records for comment in record["comments"]]
    assert kept == ["shown"] * sum(COUNTS)
    assert {record["version"] for record in records} == {1}


def _path(post):
    return f"/{post.published:%Y/%m}/{post.slug or post.number}/"


def _pages(home, posts, embed):
    listed = "".join(f'<li><a href="{_path(post)}">{escape(post.title)}</a></li>' for post in posts)
    entries = "".join(
        f"<item><title>{escape(post.title)}</title><link>{home.rstrip('/')}{_path(post)}</link>"
        f"<pubDate>{post.published:%a, %d %b %Y %H:%M:%S %z}</pubDate>"
        f"<description>{escape(post.html)}</description></item>"
        for post in posts
    )
    feed = (
        f'<rss version="2.0"><channel><title>Tidewater</title><link>{home}</link>'
        f"<description>Notes</description>{entries}</channel></rss>"
    )
    head = '<!doctype html><meta charset="utf-8"><link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    site = {
        "/": respond(200, f"{head}<title>Tidewater</title><h1>Tidewater</h1><ul>{listed}</ul>"),
        "/feed.xml": respond(200, feed, Content_Type="application/rss+xml"),
    }
    for post in posts:
        site[_path(post)] = respond(
            200,
            f"{head}<title>{escape(post.title)} | Tidewater</title><main><h1>{escape(post.title)}</h1>"
            f'<time datetime="{post.published.isoformat()}">{post.published:%d %B %Y}</time>'
            f'<div class="entry">{post.html}</div></main>{embed}<footer><a href="/">Home</a></footer>',
        )
    return site


def _talk(isso, path, count):
    """So many comments, every third an answer; author, text and the text of the one that is answered."""
    said, numbers = [], []
    for place in range(count):
        answered = place - 1 - place % 4 if place % 3 == 2 else None
        if answered is not None and said[answered][2] is not None:
            answered = None  # Isso answers the first of a thread only
        author, text = NEIGHBOURS[place % len(NEIGHBOURS)], f"Remark {place}: the tide took ours in the spring as well."
        numbers.append(isso.respond(path, text, author=author, parent=None if answered is None else numbers[answered]))
        said.append((author, text, None if answered is None else said[answered][1]))
    return said


def _told(comments):
    texts = {comment["id"]: comment["content_text"] for comment in comments}
    told = [
        (comment["author"], comment["content_text"], texts[comment["parent"]] if comment["parent"] else None)
        for comment in comments
    ]
    return sorted(told, key=str)
