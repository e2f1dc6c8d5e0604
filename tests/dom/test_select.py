import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from blogforever.dom.select import (
    Within,
    ancestors_of,
    between,
    choose,
    class_selector,
    first_value,
    id_selector,
    nodes,
    outermost,
    quoted,
    values,
)
from blogforever.dom.tree import parse_text
from blogforever.model.rules import Pick, Rule
from blogforever.text.words import tidy
from tests.random_pages import bodies, page, texts

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=8)
"""What stands in id and class attributes: anything but blanks and control characters."""


def rule(css, **more):
    return Rule(css=css, form="class", **more)


@pytest.mark.parametrize(
    "text, before, after, expected",
    [
        ("Soup | Tidewater", "", " | Tidewater", "Soup"),
        ("Tidewater: Soup", "Tidewater: ", "", "Soup"),
        ("Posted by Marta on Friday", "Posted by ", " on ", "Marta"),
        ("Soup", "", " | Tidewater", "Soup"),
        ("Soup", "Posted by ", "", ""),
        ("A | B | Blog", "", " | Blog", "A | B"),
        ("On tea on Friday", "", " on ", "On tea"),
        ("", "", "", ""),
    ],
)
def test_between(text, before, after, expected):
    assert between(text, before, after) == expected


@given(texts(), texts(), texts())
def test_what_stands_between_two_affixes_is_found_again(before, value, after):
    value = tidy(value)
    assume(before not in value and after not in value and not (after and after in before + value))
    assume(not before or (before + value + after).partition(before)[2] == value + after)
    assume(not after or (value + after).partition(after)[0] == value)
    assert between(before + value + after, before, after) == value


@given(texts(30), texts(3), texts(3))
def test_between_never_invents_anything(text, before, after):
    assert between(text, before, after) in text


@given(NAMES)
def test_an_id_of_any_characters_selects_its_element(name):
    document = parse_text("<p id=other>no<p>yes")
    wanted = document.select("p")[1]
    wanted.attrs["id"] = name
    assume(name != "other")
    assert document.select_one(id_selector(name)) == wanted


@given(NAMES)
def test_a_class_of_any_characters_selects_its_element(name):
    document = parse_text("<p class='other more'>no<p>yes")
    wanted = document.select("p")[1]
    wanted.attrs["class"] = f"first {name}"
    assume(name not in {"other", "more"})
    assert document.select("p" + class_selector(name)) == [wanted]


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\r\f"), max_size=12))
def test_a_quoted_text_selects_the_attribute_that_has_it(text):
    document = parse_text("<p title=other>no<p>yes")
    wanted = document.select("p")[1]
    wanted.attrs["title"] = text
    assume(text != "other")
    assert document.select(f"[title={quoted(text)}]") == [wanted]


NESTED = "<div class=a id=outer>one<div class=a id=inner>two</div></div><div class=a id=long>three four five six</div>"


@pytest.mark.parametrize(
    "pick, expected", [(Pick.FIRST, ["outer"]), (Pick.LARGEST, ["long"]), (Pick.ALL, ["outer", "long"])]
)
def test_which_of_the_matched_elements_a_rule_means(pick, expected):
    document = parse_text(NESTED)
    assert [node.attr("id") for node in nodes(document, rule(".a", pick=pick))] == expected
    assert [node.attr("id") for node in choose(document.select(".a"), pick)] == expected


def test_the_outermost_elements_lie_in_no_other():
    document = parse_text(NESTED)
    assert [node.attr("id") for node in outermost(document.select("div"))] == ["outer", "long"]


@given(bodies(), st.data())
def test_what_lies_where_is_told_as_by_looking_at_all_ancestors(body, data):
    elements = parse_text(page(body)).select("*")
    some = data.draw(st.lists(st.sampled_from(elements), unique=True))
    within, ancestors = Within(some), ancestors_of(some)
    for element in elements:
        assert (element in within) == (element in some or any(up in some for up in element.ancestors))
        assert (element in ancestors) == any(element in list(one.ancestors) for one in some)
    some.sort(key=elements.index)
    assert outermost(some) == [one for one in some if not any(up in some for up in one.ancestors)]


def test_a_rule_that_matches_nothing_has_no_values():
    document = parse_text(NESTED)
    assert first_value(document, rule(".b")) == ""
    assert values(document, rule(".b")) == []
    assert values(document, rule(".b", pick=Pick.ALL)) == []


def test_values_are_read_from_texts_and_attributes():
    document = parse_text(
        "<p class=by>  Posted by\n <b>Marta</b> on Friday</p><time datetime=2012-03-06>then</time><time>"
    )
    assert values(document, rule(".by", before="Posted by ", after=" on ")) == ["Marta"]
    assert values(document, rule("time", attribute="datetime", pick=Pick.ALL)) == ["2012-03-06"]


@pytest.mark.parametrize(
    "found",
    [
        rule("p"),
        rule(".by", before="Posted by ", after=" on "),
        rule("time", attribute="datetime"),
        rule("time", attribute="title"),
        rule(".b"),
    ],
    ids=lambda found: found.css,
)
def test_the_first_value_is_the_first_of_all_values(found):
    document = parse_text("<p class=by> Posted by Marta on Friday<p>more<time datetime=2012-03-06>then</time>")
    assert first_value(document, found) == next(iter(values(document, found)), "")
