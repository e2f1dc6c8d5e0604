"""How comments are marked up, learned from comment feeds."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.tree import parse_text
from blogforever.learn.comments.markup import learn_comments
from blogforever.learn.comments.matching import Similarities, match, matching_value
from blogforever.model.comment import Comment, Discussion
from blogforever.model.moment import Moment
from blogforever.text.bigrams import similarity

TALK = [
    ("Ann", "Your bread needs more salt, believe me.", "2020-05-01"),
    ("Bob", "I baked it twice and it was lovely.", "2020-05-02"),
    ("Cy", "Which flour do you use for the crust?", "2020-05-03"),
    ("Di", "My oven burns everything on the left side.", "2020-05-04"),
    ("Ed", "Sourdough takes two days, not one hour.", "2020-05-05"),
    ("Flo", "Thank you for the picture of the cat.", "2020-05-06"),
]
MONTHS = {"05": "May"}


def shown(day):
    return f"{MONTHS[day[5:7]]} {int(day[8:])}, {day[:4]}"


def feed_of(talk, start=1):
    return Discussion(
        comments=tuple(
            Comment(id=str(number), author=name, content_text=text, published=Moment(written=day, iso=day))
            for number, (name, text, day) in enumerate(talk, start)
        )
    )


def wordpress(number, name, text, day, answers=""):
    turn = "even" if number % 2 else "odd alt"
    return f"""<li class="comment {turn} depth-1" id="comment-{number}"><div class="comment-body">
<div class="comment-author vcard"><img class="avatar" src="/a.png"><cite class="fn">{name}</cite> says:</div>
<div class="comment-meta"><a href="https://b.example/p/#comment-{number}">{shown(day)} at 10:00</a></div>
<div class="comment-text"><p>{text}</p></div><a href="?replytocom={number}">Reply</a></div>{answers}</li>"""


def plain(number, name, text, day):
    first, _, rest = text.partition(" ")
    return f"""<li id="c{number}"><b>{name}</b> wrote:<p>{first}</p><p>{rest}</p>
<p class="when">on {shown(day)} <a href="#c{number}">link</a></p></li>"""


def page_with(comments, title="Bread"):
    article = "<p>Flour and water make bread, and time makes it good.</p>" * 5
    side = "".join(f"<li><a href='/{n}'>Older post number {n}</a></li>" for n in range(9))
    return parse_text(f"""<html><body><ul class="menu">{side}</ul><div class="post"><h1>{title}</h1><div class="entry">
{article}</div></div><div id="comments"><h3>Comments</h3><ol class="list">{comments}</ol></div>
<ul class="side">{side}</ul></body></html>""")


def make(markup, talk=TALK):
    return "".join(markup(number, *said) for number, said in enumerate(talk, 1))


def test_all_parts_of_a_comment_are_learned_from_a_feed_that_has_some_of_them():
    page = page_with(make(wordpress))
    (learned,) = learn_comments([("https://b.example/p/", page, feed_of(TALK[3:], start=4))])
    markup = learned.markup
    assert (markup.name, markup.comment) == ("comments 1", "li.comment")
    assert markup.content == "div.comment-text"
    assert markup.author == "cite.fn"
    assert page.select_one(f"#comment-2 {markup.published}").text == "May 2, 2020 at 10:00"
    assert page.select_one(f"#comment-2 {markup.permalink}").attr("href") == "https://b.example/p/#comment-2"
    assert len(page.select(markup.comment)) == len(TALK)
    assert learned.evidence.confidence > 0.95
    assert learned.evidence.scores[0][0] == "https://b.example/p/"


def test_answers_inside_answers_are_comments_of_their_own():
    inner = "<ul>" + wordpress(3, *TALK[2]) + "</ul>"
    nested = wordpress(1, *TALK[0], "<ul>" + wordpress(2, *TALK[1], inner) + "</ul>") + wordpress(4, *TALK[3])
    (learned,) = learn_comments([("https://b.example/p/", page_with(nested), feed_of(TALK[:4]))])
    assert (learned.markup.comment, learned.markup.content) == ("li.comment", "div.comment-text")
    assert learned.markup.author == "cite.fn"


def test_words_in_several_paragraphs_without_a_node_of_their_own_are_found():
    page = page_with(make(plain))
    (learned,) = learn_comments([("https://b.example/p/", page, feed_of(TALK))])
    own = page.select(learned.markup.comment)
    assert [node.attr("id") for node in own] == [f"c{number}" for number in range(1, 7)]
    said = " ".join(node.text for node in own[0].select(learned.markup.content))
    assert said == TALK[0][1]
    assert learned.markup.author == "b"


def test_two_systems_on_one_blog_get_a_markup_each():
    pages = [("https://b.example/old/", page_with(make(plain)), feed_of(TALK))]
    pages += [(f"https://b.example/{n}/", page_with(make(wordpress)), feed_of(TALK)) for n in range(2)]
    learned = learn_comments(pages)
    assert [one.markup.name for one in learned] == ["comments 1", "comments 2"]
    assert [len(one.evidence.scores) for one in learned] == [2, 1]
    assert learned[0].markup.comment == "li.comment"


@pytest.mark.parametrize("talk", [[], TALK])
def test_a_page_that_does_not_show_what_its_feed_says_teaches_nothing(talk):
    assert learn_comments([("https://b.example/p/", page_with(""), feed_of(talk))]) == ()


def test_a_feed_that_says_only_yes_and_no_teaches_nothing():
    talk = [("Ann", "Yes", "2020-05-01"), ("Bob", "No", "2020-05-02")]
    assert learn_comments([("https://b.example/p/", page_with(make(wordpress, talk)), feed_of(talk))]) == ()


def test_nothing_is_learned_from_nothing():
    assert learn_comments([]) == ()


@given(st.lists(st.text(max_size=20), max_size=6), st.lists(st.text(max_size=20), max_size=4))
def test_all_similarities_at_once_are_those_one_by_one(nodes, comments):
    weights = Similarities(comments).of(nodes)
    assert weights.shape == (len(nodes), len(comments))
    for row, node in enumerate(nodes):
        for column, comment in enumerate(comments):
            assert weights[row, column] == pytest.approx(similarity(node, comment))


WEIGHTS = st.integers(1, 4).flatmap(
    lambda columns: st.lists(
        st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=columns, max_size=columns),
        min_size=columns,
        max_size=5,
    )
)


@given(WEIGHTS)
def test_no_other_matching_is_worth_more(rows):
    weights = np.array(rows, dtype=np.float32)
    many, few = weights.shape
    best = max(sum(weights[row, column] for column, row in enumerate(some)) for some in permutations(range(many), few))
    assert matching_value(weights) == pytest.approx(float(best))
    pairs = match(weights)
    assert len({row for row, _ in pairs}) == len({column for _, column in pairs}) == len(pairs)


@given(
    st.lists(st.sampled_from([*(text for _, text, _ in TALK), "", "<p>", "more salt"]), max_size=6),
    st.text(max_size=200),
)
def test_any_page_and_feed_can_be_learned_from(texts, html):
    talk = [("Ann", text, "2020-05-01") for text in texts]
    pages = [("a", parse_text(html + make(wordpress, talk)), feed_of(talk)), ("b", parse_text(html), feed_of(talk))]
    for learned in learn_comments(pages):
        assert learned.markup.comment
        assert 0 <= learned.evidence.confidence <= 1
