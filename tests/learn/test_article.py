from hypothesis import example, given

from blogforever.dom.page_index import PageIndex
from blogforever.dom.tree import parse_text
from blogforever.learn.article import dice_scores
from tests.examples import examples
from tests.learn import algorithm1
from tests.random_pages import Element, bodies, page, texts


def below_body(page_index, scores):
    """The scores of the body and all below it, in document order."""
    return scores[page_index.tags.index("body") :]


@examples(200)
@given(bodies(), texts(longest=40))
@example(Element("body", ("ab", Element("em", ("bc",)), "cd")), "abcd")
@example(Element("body", (Element("dialog", (Element("span", ("ab",)),)), "ab")), "ab")
@example(Element("body", ("日本", Element("!", ("語",)), "語🐑")), "日本語🐑")
@example(Element("body", (Element("div"), Element("div", ("e\u0301e",)))), "ée\u0301")
@example(Element("body", ("ab",)), "")
def test_algorithm_2_gives_the_scores_of_algorithm_1(body, target):
    page_index = PageIndex(parse_text(page(body)))
    assert below_body(page_index, dice_scores(page_index, target)) == algorithm1.scores(body, target)


def test_the_article_scores_highest():
    article = "<p>The ferry leaves at dawn.</p><p>Bring a coat, it is cold on the water.</p>"
    page_index = PageIndex(
        parse_text(f"<div><nav>Home About</nav><main>{article}</main><ul><li>Latest: soup</ul></div>")
    )
    scores = dice_scores(page_index, "The ferry leaves at dawn.\nBring a coat, it is cold on the water.")
    assert page_index.tags[scores.index(max(scores))] == "main"


def test_a_page_without_text_scores_nothing():
    page_index = PageIndex(parse_text("<div><p></p></div>"))
    assert set(dice_scores(page_index, "anything")) == {0.0}
