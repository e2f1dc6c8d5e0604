"""A first look at a page, and all that is read from it."""

from dataclasses import replace

import pytest

from blogforever.dom.parsed_page import parse
from blogforever.extract.fields import Reader
from blogforever.extract.post import extract, extract_post, look_at, read_fields
from blogforever.model.blog import Platform
from blogforever.model.page import Page
from tests.extract.cat_page import ADDRESS, PAGE, RULES

DISQUS = '<div class="share"><div id="disqus_thread"></div></div>'
SCRIPT = '<script src="https://rain.disqus.com/embed.js"></script>'
FEED = '<p class="share"><a href="/2020/05/cats/feed/">Comments feed (RSS)</a></p>'
COMMENTS = """<ol class="comment-list"><li class="comment" id="comment-7"><b class="fn">Anna</b>
<div class="comment-metadata"><time datetime="2020-05-03T10:00:00+02:00">May 3</time></div>
<div class="comment-content"><p>Very woolly.</p></div></li></ol>"""


def page(inside="", below=""):
    html = PAGE.replace("<p class=", f"{inside}<p class=").replace("</body>", f"{below}</body>")
    return Page(content=html.encode(), address=ADDRESS)


def read(inside="", below="", rules=RULES, **known):
    return extract(look_at(parse(page(inside, below)), Reader(rules)), **known)


@pytest.mark.parametrize("inside", [DISQUS, SCRIPT], ids=["cut by an exclusion", "a script"])
def test_a_comment_service_inside_the_article_is_seen(inside):
    assert read(inside).comment_service == "Disqus"
    assert read().comment_service is None


def test_a_comment_feed_linked_inside_the_article_is_seen():
    assert read(FEED).comment_feeds == ("https://blog.example/2020/05/cats/feed/",)
    assert read().comment_feeds == ()


def test_a_platform_that_always_has_a_comment_feed_needs_no_link():
    (feed,) = read(platform=Platform(name="WordPress")).comment_feeds
    assert feed == "https://blog.example/2020/05/cats.html/feed/"


def test_comments_stand_beside_the_post():
    found = read(below=COMMENTS)
    assert [comment.author for comment in found.discussion.comments] == ["Anna"]
    assert found.post.comments == ()
    whole = extract_post(page(below=COMMENTS), Reader(RULES))
    assert whole == replace(found.post, comments=found.discussion.comments)


def test_the_text_adds_its_features_to_those_of_the_first_look():
    look = look_at(parse(page()), Reader(RULES))
    assert look.template is RULES.templates[0]
    assert look.url == ADDRESS
    assert "there is no date" not in look.features
    empty = PAGE.replace("The cat is on the mat, and the mat is on the floor of", "Cat")
    for shown in ('<img src="/cat.jpg" alt="A cat">', '<iframe src="https://www.youtube.com/embed/x"></iframe>'):
        empty = empty.replace(shown, "")
    found = extract(look_at(parse(Page(content=empty.encode(), address=ADDRESS)), Reader(RULES)))
    assert found.features - look.features == {"hardly any text", "mostly links"}


@pytest.mark.parametrize("rules", [RULES, None], ids=["by rules", "by the general extractor"])
def test_the_fields_alone_are_those_of_the_whole_post(rules):
    post = read(DISQUS, COMMENTS, rules=rules).post
    fields = read_fields(parse(page(DISQUS, COMMENTS)), Reader(rules))
    assert (fields.title, fields.authors, fields.published) == (post.title, post.authors, post.published)
    assert (fields.tags, fields.text) == (post.tags, post.content_text)


def test_an_exclusion_may_speak_of_what_is_around_the_article():
    template = replace(RULES.templates[0], exclusions=(".entry .share",))
    post = read(rules=replace(RULES, templates=(template,))).post
    assert "Share this" not in post.content_text
    assert "Share this" in post.content_html_unpruned


def test_what_a_rule_cuts_from_an_article_without_text_is_not_the_article():
    """A post of pictures: the general extractor does not take the excluded words for it."""
    words = " ".join(
        f"<p class='share'>Share this with all your friends and with friends of {n}.</p>" for n in range(9)
    )
    html = f"<title>Rain</title><h1>Rain</h1><div class='body'><img src='/rain.jpg'>{words}</div>"
    post = extract_post(Page(content=html.encode(), address=ADDRESS), Reader(RULES))
    assert "Share" not in post.content_text
