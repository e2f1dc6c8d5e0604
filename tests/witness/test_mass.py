import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.survey import Survey
from blogforever.dom.tree import parse_text
from blogforever.witness.blocks import blocks
from blogforever.witness.mass import Mass
from tests.random_pages import bodies, page

ROUNDING = 1e-9


@st.composite
def masses(draw):
    survey = Survey(parse_text(page(draw(bodies()))))
    found = blocks(survey)
    chances = [draw(st.floats(0, 1)) for _ in found]
    return survey, found, chances, Mass(survey, found, chances, article=draw(st.floats(0, 200)))


@given(masses())
def test_the_expected_f1_lies_within_0_and_1(given):
    survey, _, _, mass = given
    for element in range(len(survey.elements)):
        assert 0 <= mass.f1((element,)) <= 1 + ROUNDING


@given(masses())
def test_the_best_element_is_the_one_with_the_highest_f1(given):
    survey, _, _, mass = given
    scores = [mass.f1((element,)) for element in range(len(survey.elements))]
    best = mass.best()
    assert (best == -1) == (max(scores) == 0)
    if best >= 0:
        assert scores[best] == max(scores)
        assert scores[best] not in scores[best + 1 :]


@given(masses())
def test_the_whole_page_holds_all_expected_words(given):
    _, found, chances, mass = given
    expected = sum(block.words * chance for block, chance in zip(found, chances, strict=True))
    assert mass.good(0) == pytest.approx(expected)
    assert mass.article >= mass.good(0) - ROUNDING


@given(masses())
def test_cutting_out_what_is_no_article_never_lowers_the_score(given):
    survey, _, _, mass = given
    for element in range(1, len(survey.elements)):
        if mass.good(element) == 0:
            assert mass.f1((0,), without=(element,)) >= mass.f1((0,)) - ROUNDING


HTML = "<div id=page><nav>home about</nav><main><p>soup and tea</p><p>bread too</p><p>share this</p></main></div>"


def surveyed(chance_of):
    survey = Survey(parse_text(HTML))
    found = blocks(survey)
    texts = ["".join(survey.leaves[block.first : block.last]) for block in found]
    return survey, Mass(survey, found, [chance_of(text) for text in texts])


def test_a_node_that_is_the_article_scores_1():
    survey, mass = surveyed(lambda text: float("home" not in text))
    main = survey.tags.index("main")
    assert mass.f1((main,)) == pytest.approx(1.0)
    assert mass.best() == main


def test_a_node_with_too_much_scores_less_until_that_is_cut_out():
    survey, mass = surveyed(lambda text: float("share" not in text and "home" not in text))
    main = survey.tags.index("main")
    share = max(number for number, tag in enumerate(survey.tags) if tag == "p")
    assert mass.f1((main,)) < mass.f1((main,), without=(share,)) == pytest.approx(1.0)


def test_several_nodes_together_can_be_the_article():
    survey, mass = surveyed(lambda text: float("share" not in text and "home" not in text))
    paragraphs = [number for number, tag in enumerate(survey.tags) if tag == "p"][:2]
    assert mass.f1(paragraphs) == pytest.approx(1.0)
    assert mass.f1(paragraphs[:1]) < 1


def test_a_page_without_article_has_no_best_node():
    _, mass = surveyed(lambda _: 0.0)
    assert mass.best() == -1


def test_an_article_that_is_longer_than_the_page_lowers_the_score():
    survey = Survey(parse_text(HTML))
    found = blocks(survey)
    whole = Mass(survey, found, [1.0] * len(found))
    half = Mass(survey, found, [1.0] * len(found), article=2.0 * len(survey.words))
    assert half.f1((0,)) < whole.f1((0,)) == pytest.approx(1.0)
