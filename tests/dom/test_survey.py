from hypothesis import given

from blogforever.dom.survey import MOST_DEPTH, MOST_ELEMENTS, Survey
from blogforever.dom.tree import parse_text
from blogforever.text.words import tidy, words
from tests.learn.algorithm1 import unseen_elements, visible_texts
from tests.random_pages import bodies, page


def survey_of(html):
    return Survey(parse_text(html))


@given(bodies())
def test_an_element_covers_the_text_below_it_that_a_reader_sees(body):
    survey = survey_of(page(body))
    first = survey.tags.index("body")
    unseen = unseen_elements(body)
    for number, element in enumerate(body.elements(), first):
        seen = "" if element in unseen else "".join(visible_texts(element))
        assert (survey.tags[number], survey.text(number)) == (element.tag, tidy(seen))


@given(bodies())
def test_the_leaves_of_a_child_are_among_those_of_its_parent(body):
    survey = survey_of(page(body))
    for number, up in enumerate(survey.parent):
        assert survey.first[number] <= survey.last[number]
        if up >= 0:
            assert up < number
            assert survey.depth[number] == survey.depth[up] + 1
            assert survey.first[up] <= survey.first[number]
            assert survey.last[number] <= survey.last[up]


@given(bodies())
def test_siblings_share_no_leaf(body):
    survey = survey_of(page(body))
    reached = {}
    for number, up in enumerate(survey.parent):
        assert survey.first[number] >= reached.get(up, 0)
        reached[up] = survey.last[number]


@given(bodies())
def test_words_are_counted_by_leaf(body):
    survey = survey_of(page(body))
    assert survey.words == [word for text in visible_texts(body) for word in words(text)]
    assert survey.word_count(0) == len(survey.words)


@given(bodies())
def test_an_element_contains_itself_and_what_has_it_for_an_ancestor(body):
    survey = survey_of(page(body))
    for inner in range(len(survey.elements)):
        above = {inner, *survey.ancestors(inner)}
        assert {outer for outer in range(len(survey.elements)) if survey.contains(outer, inner)} == above


def test_text_deeper_than_the_limit_belongs_to_the_last_element_within_it():
    deep = 4 * MOST_DEPTH
    survey = survey_of("<div>" * deep + "bottom" + "</div>" * deep)
    assert max(survey.depth) == MOST_DEPTH
    assert survey.text(len(survey.elements) - 1) == "bottom"


def test_a_page_of_too_many_elements_is_surveyed_up_to_the_limit():
    survey = survey_of("<p>first</p>" + "<i></i>" * MOST_ELEMENTS)
    assert len(survey.elements) == MOST_ELEMENTS
    assert survey.text(0) == "first"


def test_the_title_element_is_no_visible_text():
    survey = survey_of("<title> Soup </title><p>tea")
    assert survey.text(0) == "tea"
    assert tidy(survey.document_title()) == "Soup"


def test_an_empty_page_has_no_title_and_no_text():
    survey = survey_of("")
    assert survey.document_title() == ""
    assert survey.words == []
