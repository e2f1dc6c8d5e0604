"""A page to a post: every part of the record, and how well the page fits."""

import pytest

from blogforever.errors import NotHTML
from blogforever.extract.fields import Reader
from blogforever.extract.post import extract_post
from blogforever.model.feed import FeedText
from blogforever.model.page import Page
from blogforever.model.post import LinkKind, Source
from blogforever.model.rules import Pick, RuleSet, Template
from tests.extract.cat_page import ADDRESS, PAGE, RULES, learned


def read(html=PAGE, rules=RULES, address=ADDRESS):
    return extract_post(Page(content=html.encode(), address=address), Reader(rules))


def test_the_whole_record():
    post = read()
    assert (post.url, post.aliases) == (ADDRESS, ("https://blog.example/?p=12",))
    assert (post.id, post.title, post.authors) == ("12", "On cats", ("Ada",))
    assert (post.published.iso, post.updated.iso[:10]) == ("2020-05-01", "2020-05-03")
    assert post.content_text == "The cat is on the mat, and the mat is on the floor of the house."
    assert (post.language, post.declared_language) == ("en", "en")
    assert post.evidence["language"].rule == "commonest words of the text"
    assert [(link.address, link.kind) for link in post.links] == [
        ("https://blog.example/2020/04/house.html", LinkKind.SAME_BLOG)
    ]
    assert [(media.kind, media.address) for media in post.media] == [
        ("image", "https://blog.example/cat.jpg"),
        ("player", "https://www.youtube.com/embed/x"),
    ]
    assert post.template == "template 1"
    assert post.fit > 0.5
    assert post.problems == ()


def test_html_before_and_after_pruning():
    post = read()
    assert "Share this" not in post.content_html
    assert "Share this" in post.content_html_unpruned
    assert '<a href="https://blog.example/2020/04/house.html">the house</a>' in post.content_html
    assert '<a href="https://www.youtube.com/embed/x">' in post.content_html
    assert "youtube" not in post.content_text


def test_every_field_says_where_it_came_from():
    evidence = read().evidence
    assert {name: one.value_from for name, one in evidence.items()} == {
        "title": Source.RULE,
        "authors": Source.RULE,
        "published": Source.RULE,
        "content": Source.RULE,
        "language": Source.GENERAL,
    }
    assert (evidence["content"].rule, evidence["content"].confidence) == (".body", 0.9)


def test_pruning_by_position_happens_once():
    rules = RuleSet(
        blog=None,
        title=None,
        feed_text=FeedText.FULL,
        feed_text_reason="",
        templates=(Template(name="t", article=learned(".body"), exclusions=(":scope > p:last-child",)),),
    )
    post = read("<div class=body><p>One.</p><p>Two.</p><p>Share</p></div>", rules)
    assert post.content_text.split() == ["One.", "Two."]


def test_several_article_nodes_are_one_article():
    rules = RuleSet(
        blog=None,
        title=None,
        feed_text=FeedText.FULL,
        feed_text_reason="",
        templates=(Template(name="t", article=learned(".part", Pick.ALL)),),
    )
    post = read("<div class=part><p>One.</p></div><p>Ad</p><div class=part><p>Two.</p></div>", rules)
    assert post.content_text == "One.\nTwo."
    assert post.content_html == "<p>One.</p>\n<p>Two.</p>"


def test_without_rules_the_general_extractor_reads():
    words = "The quick fox and the lazy dog went to the river, for it was the hottest day of the year. " * 6
    post = read(
        f"<html><body><nav><a href=/>Home</a></nav><article><h1>Foxes</h1><p>{words}</p></article></body></html>", None
    )
    assert words.strip() in post.content_text
    assert post.evidence["content"].value_from is Source.GENERAL
    assert post.template is None


def test_the_base_element_counts():
    post = read(
        '<html><head><base href="/deep/"></head><body><div class="body"><a href="x">y</a> text</div></body></html>'
    )
    assert post.links[0].address == "https://blog.example/deep/x"


def test_a_page_from_nowhere_is_read_all_the_same():
    post = read('<div class="body"><p>Text with <a href="/x">a link</a>.</p></div>', address=None)
    assert post.url is None
    assert post.content_html == '<p>Text with <a href="/x">a link</a>.</p>'
    assert post.links == ()


def test_what_is_no_page_is_refused():
    with pytest.raises(NotHTML):
        extract_post(Page(content=b"\x89PNG\r\n\x1a\n", name="x.png"), Reader(None))


@pytest.mark.parametrize(
    "html, address",
    [
        (
            "<html><head><title>Blog</title></head><body class=home>" + PAGE.split("<body>")[1] * 5,
            "https://blog.example/",
        ),
        (
            "<html><head><title>Tag: cats</title></head><body><ul><li>On cats</ul></body>",
            "https://blog.example/tag/cats/",
        ),
        ("<html><head><title>About</title></head><body><h2>About</h2><p>Me.</p></body>", "https://blog.example/about/"),
    ],
)
def test_what_is_no_post_is_recognised(html, address):
    assert read(html, address=address).fit < 0.5
