"""Summaries in other words: the object is found by what it speaks of."""

import pytest

from blogforever.dom.page_index import PageIndex
from blogforever.dom.tree import parse_text
from blogforever.learn.concepts import concepts, find_wrapper

PAGE = """<html><body>
<div id=menu><a href=/>Home</a> <a href=/boats>Boats and engines</a></div>
<div id=main>
  <h1>Mending the harbour crane</h1>
  <div id=story>
    <p>The old crane on the east quay had not turned since the storm, and its brake was rusted through.</p>
    <p>We lifted the brake drum out with a chain hoist, scraped it for two days and oiled every bearing.</p>
    <p>On Friday the harbour master pulled the lever and the crane turned again as if nothing had happened.</p>
  </div>
</div>
<div id=comments><p>Lovely crane!</p><p>I remember the storm.</p></div>
<div id=footer>All rights reserved by the harbour society</div>
</body></html>"""


def wrapped(title: str, description: str) -> str | None:
    page_index = PageIndex(parse_text(PAGE))
    number = find_wrapper(page_index, title, description)
    return page_index.elements[number].attr("id") if number >= 0 else None


def test_concepts_are_the_long_words_known_by_their_first_letters():
    assert concepts("The crane and the cranes: mending, mended, of a harbour")[:2] == ("crane", "cranes")
    assert "the" not in concepts("the the the harbour")


def test_each_chinese_character_is_a_concept():
    assert set(concepts("港口")) == {"港", "口"}


@pytest.mark.parametrize(
    "title, description",
    [
        ("Mending the harbour crane", "The old crane on the east quay had not turned since the storm"),
        (
            "Mending the harbour crane",
            "How scraping and oiling a rusted brake drum made a quay crane turn after a storm",
        ),
    ],
    ids=["in the article's words", "in other words"],
)
def test_the_story_is_found_and_not_the_comments(title, description):
    assert wrapped(title, description) in {"story", "main"}


def test_a_summary_of_something_else_finds_nothing():
    assert wrapped("Quarterly figures", "Revenue margins improved throughout southern markets") is None


def test_an_empty_summary_finds_nothing():
    assert wrapped("", "") is None
