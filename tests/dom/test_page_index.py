from hypothesis import given

from blogforever.dom.page_index import MOST_DEPTH, MOST_ELEMENTS, PageIndex
from blogforever.dom.tree import parse_text
from blogforever.text.words import tidy, words
from tests.learn.algorithm1 import unseen_elements, visible_texts
from tests.random_pages import bodies, page


def survey_of(html):
    return PageIndex(parse_text(html))


@given(bodies())
def test_an_element_covers_the_text_below_it_that_a_reader_sees(body):
    page_index = survey_of(page(body))
    first = page_index.tags.index("body")
    unseen = unseen_elements(body)
    for number, element in enumerate(body.elements(), first):
        seen = "" if element in unseen else "".join(visible_texts(element))
        assert (page_index.tags[number], page_index.text(number)) == (element.tag, tidy(seen))


@given(bodies())
def test_the_leaves_of_a_child_are_among_those_of_its_parent(body):
    page_index = survey_of(page(body))
    for number, up in enumerate(page_index.parent):
        assert page_index.first[number] <= page_index.last[number]
        if up >= 0:
            assert up < number
            assert page_index.depth[number] == page_index.depth[up] + 1
            assert page_index.first[up] <= page_index.first[number]
            assert page_index.last[number] <= page_index.last[up]


@given(bodies())
def test_siblings_share_no_leaf(body):
    page_index = survey_of(page(body))
    reached = {}
    for number, up in enumerate(page_index.parent):
        assert page_index.first[number] >= reached.get(up, 0)
        reached[up] = page_index.last[number]


@given(bodies())
def test_words_are_counted_by_leaf(body):
    page_index = survey_of(page(body))
    assert page_index.words == [word for text in visible_texts(body) for word in words(text)]
    assert page_index.word_count(0) == len(page_index.words)


@given(bodies())
def test_an_element_contains_itself_and_what_has_it_for_an_ancestor(body):
    page_index = survey_of(page(body))
    for inner in range(len(page_index.elements)):
        above = {inner, *page_index.ancestors(inner)}
        assert {outer for outer in range(len(page_index.elements)) if page_index.contains(outer, inner)} == above


def test_text_deeper_than_the_limit_belongs_to_the_last_element_within_it():
    deep = 4 * MOST_DEPTH
    page_index = survey_of("<div>" * deep + "bottom" + "</div>" * deep)
    assert max(page_index.depth) == MOST_DEPTH
    assert page_index.text(len(page_index.elements) - 1) == "bottom"


def test_a_page_of_too_many_elements_is_surveyed_up_to_the_limit():
    page_index = survey_of("<p>first</p>" + "<i></i>" * MOST_ELEMENTS)
    assert len(page_index.elements) == MOST_ELEMENTS
    assert page_index.text(0) == "first"


def test_the_title_element_is_no_visible_text():
    page_index = survey_of("<title> Soup </title><p>tea")
    assert page_index.text(0) == "tea"
    assert tidy(page_index.document_title()) == "Soup"


def test_an_empty_page_has_no_title_and_no_text():
    page_index = survey_of("")
    assert page_index.document_title() == ""
    assert page_index.words == []
