"""What an address says by its own words."""

import pytest
from hypothesis import given

from blogforever.urls.path_words import names_day, names_list
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"


@pytest.mark.parametrize("address", [
    "", "/", "/index.html", "/2010/", "/2010/05/", "/2010/05/16/", "/tag/rain/", "/category/a/b", "/page/2/", "/page2",
    "/blog/page-3.html", "/archives/", "/author/anna", "/about.html",
])  # fmt: skip
def test_lists_are_known_by_their_names(address):
    assert names_list(B + address)


@pytest.mark.parametrize(
    "address",
    [
        "/2010/05/rain/",
        "/rain",
        "/?p=5",
        "/12345/",
        "/2013/4892/",
        "/2008/01/29/2008/",
        "/2007/12/17/98/",
        "/1900/",
        "/tagging-along",
        "/pages-of-a-diary",
    ],
)
def test_posts_are_not(address):
    assert not names_list(B + address)


@pytest.mark.parametrize(
    "address",
    [
        "/2010/05/rain/",
        "/2010/05/16/rain.html",
        "/2010-05-16-rain",
        "/blog/2010/rain?x=1",
        "/2006/08/15/969/",
        "/2013/4892/",
        "/2008/01/29/2008/",
        "/2007/12/17/98.html",
    ],
)
def test_a_date_with_a_name_after_it_is_a_day(address):
    assert names_day(B + address)


@pytest.mark.parametrize(
    "address",
    [
        "/2010/05/",
        "/2010/",
        "/rain",
        "/2010/05/index.html",
        "/1066/rain",
        "/page/2010",
        "/2010/05/17/",
        "/2010/2/",
        "/2010_05.html",
        "/blog/1900/",
        "/000903.html",
        "",
    ],
)
def test_a_date_alone_and_a_name_alone_are_none(address):
    assert not names_day(B + address)


@given(ADDRESSES)
def test_any_string_has_an_answer(address):
    assert names_list(address) in {True, False}
    assert names_day(address) in {True, False}


def test_long_addresses_are_read_in_no_time():
    assert not names_day(B + "/2010" * 20_000)
    assert not names_day(B + "/2010/05-" + "1-" * 50_000)
