"""Updates of a blog that lives: what is new and what changed is kept, and hardly anything else is asked for."""

import json
import sqlite3
import subprocess
from contextlib import closing

import pytest

from tests.end_to_end.command import PROGRAM, harvest
from tests.end_to_end.living_blog import LivingBlog
from tests.end_to_end.loopback import Answer


class Kept:
    """An archive of the blog, harvested once."""

    def __init__(self, blog, folder):
        self.blog = blog
        self.folder = folder
        harvest(blog.home, folder, "--delay", "0")
        blog.server.log.clear()

    def update(self, *options, code=0):
        """The report of an update, and what it asked for."""
        self.blog.server.log.clear()
        command = [PROGRAM, "update", "--all", "--archive", self.folder, "--delay", "0", "--json", *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        assert done.returncode == code, done.stderr
        (end,) = json.loads(done.stdout)["updates"]
        return end["report"]

    @property
    def asked(self):
        return self.blog.server.paths()

    def posts(self):
        command = [PROGRAM, "export", "--archive", self.folder]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=240)
        records = map(json.loads, done.stdout.splitlines())
        return {record["url"]: record for record in records if record["type"] == "post"}


@pytest.fixture
def kept(tmp_path, request):
    blog = LivingBlog(**getattr(request, "param", {}))
    with blog.server.running():
        yield Kept(blog, tmp_path / "archive")


def changes(report):
    return {name: number for name, number in report["changes"]["posts"].items() if number}


def with_blog(**given):
    return pytest.mark.parametrize("kept", [given], indirect=True, ids=["blog"])


def test_a_blog_that_did_not_change_costs_two_requests(kept):
    assert changes(kept.update()) == {}
    assert kept.asked == ["/robots.txt", "/feed.xml"]
    assert [asked.status for asked in kept.blog.server.log] == [404, 304]


def test_new_and_edited_posts_of_the_feed_are_fetched_and_nothing_else(kept):
    new, edited, retitled = kept.blog.publish(), kept.blog.posts[-3], kept.blog.posts[-4]
    edited.paragraphs[1] = edited.paragraphs[1].replace("That was", "That truly was")
    retitled.title += ", again"
    assert changes(kept.update()) == {"new": 1, "changed": 2}
    assert sorted(kept.asked[2:]) == sorted(post.path for post in (new, edited, retitled))
    posts = kept.posts()
    assert posts[kept.blog.address(edited)]["version"] == 2
    assert "That truly was" in posts[kept.blog.address(edited)]["content_text"]
    assert changes(kept.update()) == {}


def test_what_the_author_did_not_say_is_no_version(kept):
    kept.blog.widget = "<p>2,412 visitors</p><ul><li>Related: ropes</li></ul>"
    kept.blog.posts[-2].paragraphs[0] = kept.blog.posts[-2].paragraphs[0].replace(".", "&#46;")
    assert changes(kept.update()) in ({}, {"unchanged": 1})
    assert {post["version"] for post in kept.posts().values()} == {1}


@pytest.mark.parametrize("kept, source", [
    ({"older_feeds": True, "sitemap": True}, "older pages of the feed"),
    ({"sitemap": True}, "its sitemap"),
    ({}, "the pages of its archive"),
], indirect=["kept"], ids=["older pages", "sitemap", "archive"])  # fmt: skip
def test_a_gap_is_closed_by_the_cheapest_source_that_leads_back(kept, source):
    known = [post.path for post in kept.blog.posts]
    for _ in range(35):
        kept.blog.publish()
    report = kept.update()
    assert changes(report) == {"new": 35}
    assert any(f"closed by {source}" in note for note in report["notes"])
    assert not set(known).intersection(kept.asked)


@with_blog(posts=6, pages=False)
def test_a_gap_that_nothing_closes_makes_it_read_the_whole_blog(kept):
    for _ in range(20):
        kept.blog.publish()
    report = kept.update()
    assert report["visit"] == "whole blog"
    assert any("the whole blog was read" in note for note in report["notes"])


def test_a_post_that_moved_stays_one_post(kept):
    moved = kept.blog.posts[-2]
    before = kept.blog.address(moved)
    kept.blog.move(moved, "a-better-name")
    report = kept.update()
    assert changes(report) == {"changed": 1}
    posts = kept.posts()
    assert before not in posts
    assert before in posts[kept.blog.address(moved)]["aliases"]
    assert len(posts) == len(kept.blog.posts)


@with_blog(sitemap=True)
def test_old_posts_are_looked_at_again(kept):
    edited, gone = kept.blog.posts[0], kept.blog.posts[3]
    edited.paragraphs[0] += " A later thought."
    edited.edited = 1
    kept.blog.posts.remove(gone)
    assert changes(kept.update()) == {}, "the list of posts was asked a moment ago"
    report = kept.update("--thorough")
    assert changes(report) == {"changed": 1, "gone": 1}
    assert [post["address"] for post in report["gone"]] == [kept.blog.address(gone)]
    assert kept.blog.address(gone) in kept.posts()
    kept.blog.posts.insert(3, gone)
    assert changes(kept.update("--thorough"))["back"] == 1
    assert kept.update("--thorough")["gone"] == []


@with_blog(sitemap=True)
def test_one_look_at_the_list_closes_a_gap_and_shows_what_changed(kept):
    kept.blog.posts[0].title += ", later"
    kept.blog.posts[0].edited = 1
    for _ in range(12):
        kept.blog.publish()
    assert changes(kept.update("--thorough")) == {"new": 12, "changed": 1}
    assert kept.asked.count("/sitemap.xml") == 1


def test_without_a_list_a_few_old_posts_have_their_turn(kept):
    kept.blog.posts[0].title += ", later"
    with closing(sqlite3.connect(kept.folder / "archive.sqlite")) as connection, connection:
        connection.execute("UPDATE harvests SET started = '2026-01-01T00:00:00+00:00'")
        connection.execute("UPDATE versions SET captured_at = '2026-01-01T00:00:00+00:00'")
    report = kept.update()
    assert changes(report) == {"changed": 1, "unchanged": 9}
    assert report["known_by"] == {}, "no source of the blog named them"
    assert changes(kept.update()) == {"unchanged": 4}, "those that were not looked at"


def test_a_new_theme_gets_new_rules_and_no_new_versions(kept):
    kept.blog.theme = 2
    new = kept.blog.publish()
    report = kept.update()
    assert changes(report)["new"] == 1
    assert "changed" not in changes(report)
    assert any("new rules were learned" in note for note in report["notes"])
    post = kept.posts()[kept.blog.address(new)]
    assert (post["title"], post["tags"]) == (new.title, new.tags)
    assert post["content_text"].split() == " ".join(new.paragraphs).split()
    kept.blog.publish()
    assert changes(kept.update()) == {"new": 1}
    assert len(kept.asked) == 3


def test_a_feed_that_moved_is_followed(kept):
    kept.blog.feed_path = "/rss.xml"
    kept.blog.special["/feed.xml"] = Answer(b"", 301, {"Location": "/rss.xml"})
    kept.blog.publish()
    assert changes(kept.update()) == {"new": 1}
    kept.blog.special = {}
    assert changes(kept.update()) == {}
    assert kept.asked == ["/robots.txt", "/rss.xml"]


def test_a_feed_that_is_gone_is_looked_for_on_the_front_page(kept):
    kept.blog.feed_path = "/new-feed.xml"
    kept.blog.publish()
    report = kept.update()
    assert changes(report) == {"new": 1}
    assert any("is read instead" in note for note in report["notes"])


NOT_OURS = {
    "an empty feed": "<rss version='2.0'><channel><title>Sea diary</title></channel></rss>",
    "another blog's feed": "<rss version='2.0'><channel><title>Casino</title><item><title>Win</title>"
    "<link>http://127.9.9.9/win</link></item></channel></rss>",
}


@pytest.mark.parametrize("case", NOT_OURS)
def test_nothing_is_concluded_from_a_feed_that_cannot_be_the_blogs(case, kept):
    before = kept.posts()
    kept.blog.special["/feed.xml"] = Answer(NOT_OURS[case].encode(), 200, {"Content-Type": "application/rss+xml"})
    report = kept.update()
    assert changes(report) == {}
    assert report["notes"]
    assert kept.posts() == before


def test_a_parked_domain_changes_nothing_and_is_said(kept):
    before = kept.posts()
    parked = Answer(b"<html><title>For sale</title><a href='/buy'>Buy this domain</a></html>", 200,
                    {"Content-Type": "text/html"})  # fmt: skip
    kept.blog.server.answer = lambda _path, _headers: parked
    report = kept.update()
    assert changes(report) == {}
    assert any("shows another site" in note for note in report["notes"])
    assert kept.posts() == before


def test_a_server_that_is_down_is_another_matter(kept):
    kept.blog.special["/feed.xml"] = Answer(b"", 503, {})
    command = [PROGRAM, "update", "--all", "--archive", kept.folder, "--delay", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 4
    assert "feed.xml" in done.stderr


def test_updates_are_rebuilt_from_their_captures(kept):
    kept.blog.publish()
    kept.blog.posts[-3].title += ", once more"
    kept.blog.move(kept.blog.posts[-4], "elsewhere")
    kept.update()
    before = kept.posts()
    command = [PROGRAM, "rebuild", "--archive", kept.folder, "--replace"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert kept.posts() == before


def test_after_captures_were_read_again_updates_still_ask_the_network(kept):
    subprocess.run([PROGRAM, "reextract", "--archive", kept.folder], check=True, capture_output=True, timeout=240)
    kept.blog.publish()
    assert changes(kept.update()) == {"new": 1}


def test_the_ledger_speaks_for_the_blog_and_not_for_the_last_visit(kept):
    lost = f"{kept.blog.server.origin}/2020/02/a-lost-post/"
    kept.blog.widget = f'<a href="{lost}">lost</a>'
    harvest(kept.blog.home, kept.folder, "--delay", "0")
    assert [post["url"] for post in ledger(kept)["missing"]] == [lost]
    kept.update()
    assert [post["url"] for post in ledger(kept)["missing"]] == [lost]


def test_a_number_that_no_blog_has_means_none(kept):
    port = kept.blog.server.origin.rpartition(":")[2]
    assert "no such blog" in said(kept, "update", port[:2], code=2)
    assert kept.asked == []


@pytest.mark.parametrize("word", ["banana", "5", "http://[bad"])
def test_only_an_address_can_be_included(kept, word):
    assert "is not an address of the web" in said(kept, "include", word, "--blog", "1", code=2)


def said(kept, *words, code):
    kept.blog.server.log.clear()
    command = [PROGRAM, words[0], *words[1:], "--archive", kept.folder]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


def ledger(kept):
    command = [PROGRAM, "ledger", "1", "--json", "--archive", kept.folder]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, timeout=240).stdout)
