"""A page as a value."""

from datetime import date

import pytest

from blogforever.dom.parsed_page import parse, try_parse
from blogforever.errors import NotHTML
from blogforever.extract.fields import Reader
from blogforever.extract.post import extract, look_at
from blogforever.model.page import Page
from tests.extract.cat_page import ADDRESS, PAGE, RULES


def test_what_is_known_of_a_page_goes_with_its_tree():
    day = date(2020, 5, 4)
    page = Page(content=b"<p>Rain", address=ADDRESS, captured=day, robots_directives=("noindex",))
    parsed = parse(page)
    assert (parsed.address, parsed.captured, parsed.header_directives) == (ADDRESS, day, ("noindex",))
    assert parsed.document.select_one("p").text == "Rain"
    assert parsed.problems == ()


def test_what_was_wrong_with_the_bytes_is_remembered():
    (problem,) = parse(Page(content="<meta charset=utf-8><p>Käse und Brötchen für Süße".encode("cp1252"))).problems
    assert problem.startswith("charset declared as utf-8")


def test_a_binary_file_is_refused_or_passed_over():
    page = Page(content=b"%PDF-1.4", address=ADDRESS)
    with pytest.raises(NotHTML):
        parse(page)
    assert try_parse(page) is None


@pytest.mark.parametrize("rules", [RULES, None], ids=["by rules", "by the general extractor"])
def test_reading_a_post_leaves_its_page_as_it_is(rules):
    lazy = '<img data-src="/real.jpg" src="blank.gif"><noscript><img src="/b.jpg"></noscript><ol><li>One</ol>'
    parsed = parse(Page(content=PAGE.replace("<p class=", f"{lazy}<p class=").encode(), address=ADDRESS))
    before = parsed.document.html
    look = look_at(parsed, Reader(rules))
    first, second = extract(look), extract(look)
    assert parsed.document.html == before
    assert first == second
