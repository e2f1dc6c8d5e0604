import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.classifier.blocks import blocks
from blogforever.classifier.expected_article import ExpectedArticle
from blogforever.dom.page_index import PageIndex
from blogforever.dom.tree import parse_text
from tests.random_pages import bodies, page

ROUNDING = 1e-9


@st.composite
def masses(draw):
    page_index = PageIndex(parse_text(page(draw(bodies()))))
    found = blocks(page_index)
    chances = [draw(st.floats(0, 1)) for _ in found]
    return page_index, found, chances, ExpectedArticle(page_index, found, chances, article=draw(st.floats(0, 200)))


@given(masses())
def test_the_expected_f1_lies_within_0_and_1(given):
    page_index, _, _, expected = given
    for element in range(len(page_index.elements)):
        assert 0 <= expected.f1((element,)) <= 1 + ROUNDING


@given(masses())
def test_the_best_element_is_the_one_with_the_highest_f1(given):
    page_index, _, _, expected = given
    scores = [expected.f1((element,)) for element in range(len(page_index.elements))]
    best = expected.best()
    assert (best == -1) == (max(scores) == 0)
    if best >= 0:
        assert scores[best] == max(scores)
        assert scores[best] not in scores[best + 1 :]


@given(masses())
def test_the_whole_page_holds_all_expected_words(given):
    _, found, chances, expected = given
    wanted = sum(block.words * chance for block, chance in zip(found, chances, strict=True))
    assert expected.good(0) == pytest.approx(wanted)
    assert expected.article >= expected.good(0) - ROUNDING


@given(masses())
def test_cutting_out_what_is_no_article_never_lowers_the_score(given):
    page_index, _, _, expected = given
    for element in range(1, len(page_index.elements)):
        if expected.good(element) == 0:
            assert expected.f1((0,), without=(element,)) >= expected.f1((0,)) - ROUNDING


HTML = "<div id=page><nav>home about</nav><main><p>soup and tea</p><p>bread too</p><p>share this</p></main></div>"


def surveyed(chance_of):
    page_index = PageIndex(parse_text(HTML))
    found = blocks(page_index)
    texts = ["".join(page_index.leaves[block.first : block.last]) for block in found]
    return page_index, ExpectedArticle(page_index, found, [chance_of(text) for text in texts])


def test_a_node_that_is_the_article_scores_1():
    page_index, expected = surveyed(lambda text: float("home" not in text))
    main = page_index.tags.index("main")
    assert expected.f1((main,)) == pytest.approx(1.0)
    assert expected.best() == main


def test_a_node_with_too_much_scores_less_until_that_is_cut_out():
    page_index, expected = surveyed(lambda text: float("share" not in text and "home" not in text))
    main = page_index.tags.index("main")
    share = max(number for number, tag in enumerate(page_index.tags) if tag == "p")
    assert expected.f1((main,)) < expected.f1((main,), without=(share,)) == pytest.approx(1.0)


def test_several_nodes_together_can_be_the_article():
    page_index, expected = surveyed(lambda text: float("share" not in text and "home" not in text))
    paragraphs = [number for number, tag in enumerate(page_index.tags) if tag == "p"][:2]
    assert expected.f1(paragraphs) == pytest.approx(1.0)
    assert expected.f1(paragraphs[:1]) < 1


def test_a_page_without_article_has_no_best_node():
    _, expected = surveyed(lambda _: 0.0)
    assert expected.best() == -1


def test_an_article_that_is_longer_than_the_page_lowers_the_score():
    page_index = PageIndex(parse_text(HTML))
    found = blocks(page_index)
    whole = ExpectedArticle(page_index, found, [1.0] * len(found))
    half = ExpectedArticle(page_index, found, [1.0] * len(found), article=2.0 * len(page_index.words))
    assert half.f1((0,)) < whole.f1((0,)) == pytest.approx(1.0)
