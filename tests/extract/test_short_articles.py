"""Posts of pictures, of an embed, of one line keep what they have, and no other text of the page stands in for it."""

import re
from dataclasses import replace

import pytest

from blogforever.extract.fields import Reader
from blogforever.extract.post import extract_post
from blogforever.model.page import Page
from blogforever.model.post import Source
from blogforever.text.words import words
from tests.extract.cat_page import ADDRESS, RULES

ELSEWHERE = " ".join(
    f"<p>This journal of ours has told of the harbour and its boats for {n} years.</p>" for n in range(9)
)
OTHERS = "".join(f"<li><a href='/2019/{name}'>The {name} of last year</a></li>" for name in ("fog", "frost", "flood"))


def read(article, rules=RULES):
    html = (
        "<html><head><title>Rain on the roof</title></head><body><h1>Rain on the roof</h1>"
        f"<div class='body'>{article}</div><aside><h2>About</h2>{ELSEWHERE}</aside></body></html>"
    )
    return extract_post(Page(content=html.encode(), address=ADDRESS), Reader(rules))


@pytest.mark.parametrize(
    "article, kind",
    [
        ("<a href='/big.jpg'><img src='/rain.jpg' alt='a wet roof'></a>", "image"),
        ("<p><iframe src='https://www.youtube.com/embed/x1'></iframe></p>", "player"),
        ("<video src='/rain.mp4'></video>", "video"),
        ("<object data='/rain.swf'><embed src='/rain.swf'></object>", "player"),
    ],
)
def test_a_post_without_words_keeps_its_media_and_gets_no_other_text(article, kind):
    post = read(article)
    assert post.content_text == ""
    assert [media.kind for media in post.media][:1] == [kind]
    assert "harbour" not in post.content_html
    evidence = post.evidence["content"]
    assert (evidence.value_from, evidence.rule) == (Source.NO_TEXT, RULES.templates[0].article.rules[0].css)


def test_a_post_of_nothing_stays_empty():
    post = read("")
    assert (post.content_text, post.media, post.title) == ("", (), "Rain on the roof")
    assert post.evidence["content"].value_from is Source.NO_TEXT


def test_a_picture_that_the_rules_cut_is_kept_if_the_post_has_nothing_else():
    """Rules are learned from words: what they cut by its place may be all that a post without words has."""
    assert [media.address for media in read("<p class='share'><img src='/rain.jpg'></p>").media] == []
    rules = replace(RULES, templates=(replace(RULES.templates[0], exclusions=(".share", "p")),))
    post = read("<p><img src='/rain.jpg'></p><p class='share'><img src='/icon.png'></p>", rules)
    assert [media.address for media in post.media] == ["https://blog.example/rain.jpg"]
    assert "rain.jpg" in post.content_html
    post = read("<header class='header'><p><img src='/rain.jpg'></p></header>Wet and cold.", rules)
    assert post.content_text == "Wet and cold."
    assert [media.address for media in post.media] == ["https://blog.example/rain.jpg"]


def test_a_player_below_the_article_is_kept_if_the_post_has_nothing_else():
    post = read("</div><div><iframe src='https://www.youtube.com/embed/x1'></iframe><img src='/i.png' width='16'>")
    assert [media.kind for media in post.media] == ["player"]
    assert [media.kind for media in read("Wet.</div><div><iframe src='https://vimeo.com/1'></iframe>").media] == []


def test_what_the_rules_cut_from_an_article_without_words_is_not_its_text():
    post = read(f"<img src='/rain.jpg'><div class='share'>{ELSEWHERE}</div>")
    assert post.content_text == ""
    assert [media.address for media in post.media] == ["https://blog.example/rain.jpg"]


@pytest.mark.parametrize(
    "repeated",
    [
        "<h2>Rain on the Roof</h2>",
        "<div class='post-title'>Rain on the roof</div>",
        "<p class='by'>Posted by Anna Smith on 3 May 2020</p>",
        "<p>3 May 2020</p>",
        "<p>Filed under: <a href='/tag/rain'>rain</a>, <a href='/tag/roofs'>roofs</a></p>",
        f"<ul>{OTHERS}</ul>",
    ],
    ids=["title", "title in a box", "byline", "date", "tags", "other posts"],
)
@pytest.mark.parametrize("own", ["", "<p>It never stops.</p>"], ids=["a picture", "one line"])
def test_a_short_article_does_not_repeat_the_fields_of_its_post(repeated, own):
    html = f"{repeated}<p><img src='/rain.jpg'></p>{own}"
    known = (
        "<p><span class='who'>Anna Smith</span> <span class='when'>3 May 2020</span>"
        "<a rel='tag' href='/tag/rain'>rain</a><a rel='tag' href='/tag/roofs'>roofs</a></p>"
    )
    page = f"<title>Rain on the roof</title>{known}<h1>Rain on the roof</h1><div class='body'>{html}</div>"
    post = extract_post(Page(content=page.encode(), address=ADDRESS), Reader(RULES))
    assert post.content_text == ("It never stops." if own else "")
    assert [media.address for media in post.media] == ["https://blog.example/rain.jpg"]
    assert "rain.jpg" in post.content_html


@pytest.mark.parametrize(
    "own",
    [
        "<p>Rain on the roof</p>",
        "<p><a href='https://a.example/'>a</a> <a href='https://b.example/'>b</a> <a href='https://c.example/'>c</a></p>",
        "<p>On 3 May 2020 the roof fell in and we all ran out into the rain.</p>",
        f"<p>Older ones are still there:</p><ul>{OTHERS}</ul>",
        "<p>The <a rel='tag' href='/tag/rain'>rain</a> came through.</p>",
    ],
    ids=["words like the title", "links elsewhere", "a date", "a list with an introduction", "a linked word"],
)
def test_the_authors_own_line_stays(own):
    post = read(f"{own}<img src='/rain.jpg'>")
    assert words(post.content_text) == words(re.sub("<[^>]*>", " ", own))
    assert post.evidence["content"].value_from is Source.RULE


def test_a_long_article_may_say_all_of_it():
    said = f"<h2>Rain on the roof</h2>{ELSEWHERE}<ul>{OTHERS}</ul>"
    post = read(said)
    assert "Rain on the roof" in post.content_text
    assert "The fog of last year" in post.content_text
