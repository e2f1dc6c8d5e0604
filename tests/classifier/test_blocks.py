import pytest
from hypothesis import given

from blogforever.classifier.blocks import PLACE_BITS, Places, blocks, name_bits
from blogforever.dom.page_index import PageIndex
from blogforever.dom.tree import parse_text
from tests.random_pages import bodies, page


def texts_of(html):
    page_index = PageIndex(parse_text(html))
    return ["".join(page_index.leaves[block.first : block.last]) for block in blocks(page_index)]


def places(names):
    bits = name_bits(names)
    return {name for name, bit in PLACE_BITS.items() if bits & bit}


@given(bodies())
def test_every_visible_text_is_in_exactly_one_block(body):
    page_index = PageIndex(parse_text(page(body)))
    found = blocks(page_index)
    assert [leaf for block in found for leaf in range(block.first, block.last)] == list(range(len(page_index.leaves)))
    assert sum(block.words for block in found) == len(page_index.words)
    assert all(0 <= block.linked <= block.words for block in found)


def test_inline_markup_runs_on_and_every_block_starts_anew():
    assert texts_of("<p>soup <b>and <i>tea</i></b><p>bread<ul><li>salt<li>oil") == [
        "soup and tea",
        "bread",
        "salt",
        "oil",
    ]


def test_text_around_a_block_makes_two():
    assert texts_of("<div>before<p>inside</p>after</div>") == ["before", "inside", "after"]


def test_words_in_links_are_counted():
    (block,) = blocks(PageIndex(parse_text("<p>all <a href=/><b>about</b> soup</a> here")))
    assert (block.words, block.linked) == (4, 2)


@pytest.mark.parametrize(
    "names, expected",
    [
        ("entry-content", {"body"}),
        ("post-footer", {"post", "credits"}),
        ("postFooter", {"post", "credits"}),
        ("site-footer", {"foot"}),
        ("sidebar", {"side"}),
        ("comments-area", {"comments"}),
        ("jp-relatedposts", {"related"}),
        ("sharedaddy", {"sharing"}),
        ("tags-links", {"tags"}),
        ("afooter", set()),
        ("mt-8 leading-7", set()),
        ("", set()),
    ],
)
def test_what_a_name_says_of_a_place(names, expected):
    assert places(names) == expected


def test_an_element_lies_in_the_places_around_it():
    page_index = PageIndex(parse_text("<div class=sidebar><nav><p>here</p></nav></div><p>there</p>"))
    found = Places(page_index)
    inner, outer = (number for number, tag in enumerate(page_index.tags) if tag == "p")
    assert found.own[inner] == 0
    assert found.around[inner] == PLACE_BITS["side"] | PLACE_BITS["<nav>"]
    assert found.around[outer] == 0
