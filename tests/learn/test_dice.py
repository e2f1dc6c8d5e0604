from hypothesis import example, given, settings

from blogforever.dom.survey import Survey
from blogforever.dom.tree import parse_text
from blogforever.learn.dice import dice_scores
from tests.learn import algorithm1
from tests.random_pages import Element, bodies, page, texts


def below_body(survey, scores):
    """The scores of the body and all below it, in document order."""
    return scores[survey.tags.index("body") :]


@settings(max_examples=600)
@given(bodies(), texts(longest=40))
@example(Element("body", ("ab", Element("em", ("bc",)), "cd")), "abcd")
@example(Element("body", (Element("dialog", (Element("span", ("ab",)),)), "ab")), "ab")
@example(Element("body", ("日本", Element("!", ("語",)), "語🐑")), "日本語🐑")
@example(Element("body", (Element("div"), Element("div", ("e\u0301e",)))), "ée\u0301")
@example(Element("body", ("ab",)), "")
def test_algorithm_2_gives_the_scores_of_algorithm_1(body, target):
    survey = Survey(parse_text(page(body)))
    assert below_body(survey, dice_scores(survey, target)) == algorithm1.scores(body, target)


def test_the_article_scores_highest():
    article = "<p>The ferry leaves at dawn.</p><p>Bring a coat, it is cold on the water.</p>"
    survey = Survey(parse_text(f"<div><nav>Home About</nav><main>{article}</main><ul><li>Latest: soup</ul></div>"))
    scores = dice_scores(survey, "The ferry leaves at dawn.\nBring a coat, it is cold on the water.")
    assert survey.tags[scores.index(max(scores))] == "main"


def test_a_page_without_text_scores_nothing():
    survey = Survey(parse_text("<div><p></p></div>"))
    assert set(dice_scores(survey, "anything")) == {0.0}
