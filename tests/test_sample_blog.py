"""The sample blog keeps its word: what it calls the truth is what its pages and feeds say."""

import json
import sys

import pytest

from blogforever.dom.parsed_page import parse
from blogforever.model.page import Page
from blogforever.sources.feeds.parse import parse_feed
from blogforever.text.words import words
from tests.sample_blog.__main__ import main
from tests.sample_blog.blog import make_blog
from tests.sample_blog.feeds import FORMATS, KINDS, FeedShape
from tests.sample_blog.themes import THEMES


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_seed_gives_the_same_blog(theme):
    assert make_blog(theme=theme, seed=5).pages == make_blog(theme=theme, seed=5).pages
    assert make_blog(theme=theme, seed=5).pages != make_blog(theme=theme, seed=6).pages


@pytest.mark.parametrize("theme", THEMES)
def test_every_page_shows_its_post(theme):
    blog = make_blog(theme=theme)
    assert len(blog.truth) == 24
    for address, post in blog.truth.items():
        shown = parse(Page(content=blog.pages[address])).document.text
        assert post.title in shown
        assert all(name in shown for name in post.authors)
        assert [line for line in post.text.splitlines() if line not in shown] == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", FORMATS)
def test_every_feed_states_what_is_true_of_its_posts(form, kind):
    blog = make_blog()
    feed = parse_feed(blog.feed(FeedShape(format=form, kind=kind)))
    assert feed.damage == ()
    for entry, post in zip(feed.entries, blog.in_feed, strict=True):
        assert entry.address == blog.address_of(post)
        assert (entry.authors, entry.tags) == (post.authors, post.tags)
        assert entry.published.iso == post.published.isoformat()
        told, whole = words(entry.text), words(post.text)
        if kind == "full":
            assert told == whole
        elif kind == "excerpt":
            assert told == whole[: len(told)]
            assert 30 < len(told) < 80 or told == whole
        else:
            assert bool(told) is (kind == "summary")
            assert told != whole


@pytest.mark.parametrize("form", FORMATS)
def test_every_feed_states_the_titles_of_its_posts(form):
    blog = make_blog()
    feed = parse_feed(blog.feed(FeedShape(format=form)))
    assert [entry.title for entry in feed.entries] == [post.title for post in blog.in_feed]


def test_the_blog_has_posts_of_every_kind_inside_and_outside_its_feed():
    blog = make_blog()
    outside = [post for post in blog.truth.values() if post not in blog.in_feed]
    assert {post.language for post in blog.truth.values()} == {"en", "de", "ja"}
    assert len({post.authors for post in outside}) > 3
    assert len({post.published.year for post in blog.truth.values()}) > 15
    markup = "".join(post.html for post in blog.truth.values())
    assert all(tag in markup for tag in ("<pre>", "<img", "<audio", "<blockquote>", "<ul>", "<h3>", "<a href"))


def test_an_old_theme_is_worn_by_the_oldest_posts():
    blog = make_blog(theme="wordpress", old_theme="tables", posts=6, old_posts=2)
    assert [b"<article" in blog.pages[address] for address in blog.truth] == [True, True, True, True, False, False]


def test_a_blog_can_be_written_to_a_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["sample_blog", str(tmp_path), "--theme", "loose", "--posts", "5", "--feed", "2"])
    main()
    assert "7 pages" in capsys.readouterr().out
    known = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [page["post"] for page in known] == [True] * 5 + [False] * 2
    assert all((tmp_path / page["file"]).stat().st_size for page in known)
    assert len(parse_feed((tmp_path / "feed-full.xml").read_bytes()).entries) == 2
