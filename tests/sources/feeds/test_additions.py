"""What only feeds add is taken off; articles are left alone."""

# ruff: noqa: E501 - a case reads best on one line

# a feed reads best on one line
import pytest

from blogforever.sources.feeds.boilerplate import EntryText, take_off_additions, take_off_known
from blogforever.sources.feeds.markup import read_markup


def clean(*markups, title="Peas", **known):
    return take_off_additions([EntryText(reading=read_markup(markup), title=title, **known) for markup in markups])


@pytest.mark.parametrize(
    "footer",
    [
        "<p>The post <a href='/a'>Peas</a> appeared first on <a href='/'>Garden notes</a>.</p>",
        "<p>Der Beitrag Peas erschien zuerst auf Garden notes.</p>",
        "<p>L’article Peas est apparu en premier sur Garden notes.</p>",
        "<p>La entrada Peas se publicó primero en Garden notes.</p>",
        "<p>L'articolo Peas proviene da Garden notes.</p>",
        "<p>L'articolo Peas sembra essere il primo su Garden notes.</p>",
        "<p>Het bericht Peas verscheen eerst op Garden notes.</p>",
        "<p>O post Peas apareceu primeiro em Garden notes.</p>",
        "<p>Artykuł Peas pochodzi z serwisu Garden notes.</p>",
        "<p>Сообщение Peas появились сначала на Garden notes.</p>",
        "<p>投稿 Peas は Garden notes に最初に表示されました。</p>",
        "<p>Inlägget Peas dök först upp på Garden notes.</p>",
        "<p>Peas yazısı ilk önce Garden notes üzerinde ortaya çıktı.</p>",
        "<p>A Peas bejegyzés először Garden notes-én jelent meg.</p>",
        "<p>Filed under: <a href='/veg'>Veg</a> Tagged: peas</p>",
        "<div class='feedflare'><a href='http://feeds.feedburner.com/~ff/x'>Add to Digg</a></div>",
        "<p>Copyright © 2010 Garden notes. This feed is for personal, non-commercial use only.</p>",
        "<p>Originally posted at <a href='/'>Garden notes</a></p>",
        "<img src='http://stats.wordpress.com/b.gif' width='1' height='1'>",
    ],
)
def test_known_footers_go(footer):
    (found,) = clean(f"<p>They climb.</p>{footer}")
    assert (found.text, found.truncated) == ("They climb.", False)


@pytest.mark.parametrize(
    "end",
    [
        " […]</p>",
        " [...]</p>",
        " [&hellip;]</p>",
        "…</p>",
        " <a href='http://garden.example/a#more-1'>(more…)</a></p>",
        " <a class='more-link' href='http://garden.example/a'>Continue reading <span>Peas</span> →</a></p>",
        "</p><p><a href='http://garden.example/a'>Weiterlesen</a></p>",
        "</p><p><a href='/a'>Lire la suite</a></p>",
        "</p><p><a href='/a'>Leggi tutto »</a></p>",
        "</p><p>Read more</p>",
        " […]</p><p>The post Peas appeared first on Garden notes.</p>",
    ],
)
def test_marks_of_a_cut_go_and_are_reported(end):
    (found,) = clean(f"<p>They climb.</p><p>And they{end}", addresses=("http://garden.example/a",))
    assert (found.text, found.truncated) == ("They climb.\nAnd they", True)


@pytest.mark.parametrize(
    "text",
    [
        "More of this later, when the beans are up.",
        "Read more books about peas, they are worth it.",
        "This article first appeared on paper, in a magazine that few remember, and " + "it was long. " * 60,
        "The post was late.",
    ],
)
def test_an_authors_last_sentence_stays(text):
    (found,) = clean(f"<p>They climb.</p><p>{text}</p>")
    assert found.text == f"They climb.\n{text.strip()}"
    assert not found.truncated


def test_a_link_to_read_on_elsewhere_is_the_authors():
    markup = "<p>They climb. <a href='http://paper.example/x'>Read more</a></p>"
    (found,) = clean(markup, addresses=("http://garden.example/a",))
    assert (found.text, found.truncated) == ("They climb. Read more", False)


POSTS = ("They climb high.", "Beans need poles.", "Leeks want earth.", "Rain at last.")


def test_what_ends_most_entries_alike_goes():
    found = take_off_additions([
        EntryText(
            reading=read_markup(f"<p>{text}</p><p>“{text[:4]}” was written by Ida on {day} May 2010.</p><p>Plant a tree!</p>"),
            title=text[:4],
        )
        for day, text in enumerate(POSTS, 1)
    ])  # fmt: skip
    assert [entry.text for entry in found] == list(POSTS)


def test_two_entries_are_too_few_to_call_anything_alike():
    found = clean("<p>One.</p><p>Yours, Ida</p>", "<p>Two.</p><p>Yours, Ida</p>")
    assert [entry.text for entry in found] == ["One.\nYours, Ida", "Two.\nYours, Ida"]


def test_a_post_carried_three_times_is_not_alike_with_itself():
    found = clean(*["<p>One.</p><p>Two.</p>"] * 3)
    assert {entry.text for entry in found} == {"One.\nTwo."}


def test_entries_of_one_equal_block_keep_it():
    found = clean("<p>Rain.</p>", "<p>Rain.</p>", "<p>Sun.</p>", "<p>Wind.</p>")
    assert [entry.text for entry in found] == ["Rain.", "Rain.", "Sun.", "Wind."]


def test_one_text_alone():
    assert (
        take_off_known(read_markup("<p>They climb.</p><p>The post Peas appeared first on X.</p>")).text == "They climb."
    )
