"""Predicted list pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.frontier.pagination import AT_ONCE, MOST_GROUPS, MOST_NUMBERS, Pagination
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"


def predicted(*addresses, as_next=False):
    pagination = Pagination()
    for address in addresses:
        pagination.see(B + address, as_next=as_next)
    return [address.removeprefix(B) for address in pagination.predict()]


@pytest.mark.parametrize(
    "pattern, numbers, expected",
    [
        ("/page/{}/", (2, 3, 4), [5]),
        ("/tag/rain/page/{}", (2, 3, 10), [4, 11]),
        ("/?paged={}", (2, 3, 4), [5]),
        ("/blog?page={}&sort=new", (0, 1, 2), [3]),
        ("/p/{}", (1, 2, 3), [4]),
        ("/seite-{}.html", (2, 3, 4), [5]),
        ("/index{}.html", (2, 3, 4), [5]),
        ("/index_{}.html", (2, 3, 4), [5]),
        ("/2011/05/page/{}/", (2, 3, 4), [5]),
        ("/list?start={}", (10, 20, 30), [40]),
        ("/list?offset={}", (25, 100, 50), [75, 125]),
        ("/list?blog_page={}", (2, 3, 4), [5]),
        ("/archive/{}", (1, 2, 3, 4, 5), [6]),
    ],
)
def test_a_row_of_pages_goes_on(pattern, numbers, expected):
    assert predicted(*(pattern.format(number) for number in numbers)) == [pattern.format(one) for one in expected]


@pytest.mark.parametrize(
    "pattern, numbers",
    [
        ("/page/{}/", (2, 3)),
        ("/{}/", (2009, 2010, 2011, 2012, 2013, 2014)),
        ("/2011/{:02}/", range(1, 12)),
        ("/2011/{}/", range(1, 12)),
        ("/2011/5/{}/", range(1, 30)),
        ("/2011-05-{}", range(1, 30)),
        ("/?year=2011&month={}", range(1, 12)),
        ("/?p={}", (12, 15, 17, 121, 122, 200)),
        ("/archives/{}", (12, 15, 17, 121, 122, 200)),
        ("/?id={}", range(1, 12)),
        ("/{}-things-about-rain", range(1, 12)),
        ("/post-about-rain-{}", (2, 3, 4)),
        ("/img-{}x200.jpg", range(1, 12)),
        ("/page-{}.jpg", range(1, 12)),
        ("/list?per_page={}", (10, 20, 50)),
        ("/?m=20110{}", range(1, 9)),
        ("/page/{}", (100_001, 100_002, 100_003)),
    ],
)
def test_dates_posts_and_pictures_are_no_row_of_pages(pattern, numbers):
    assert predicted(*(pattern.format(number) for number in numbers)) == []


def test_a_page_called_next_makes_a_row_without_a_word_for_it():
    rows = ("/older-entries-{}", (2, 3, 4)), ("/archive/{}", (7, 8, 9))
    for pattern, numbers in rows:
        assert predicted(*(pattern.format(one) for one in numbers), as_next=True) == [pattern.format(numbers[-1] + 1)]
    assert predicted("/archive/7", "/archive/8", "/archive/9") == []


def test_the_row_grows_with_each_page_that_answers_and_ends_with_the_first_that_fails():
    pagination = Pagination()
    for number in (2, 3, 4):
        pagination.see(f"{B}/page/{number}")
    assert pagination.predict() == [f"{B}/page/5"]
    assert pagination.predict() == []
    pagination.see(f"{B}/page/5")
    assert pagination.predict() == [f"{B}/page/6"]
    pagination.failed(f"{B}/page/6")
    for number in (3, 4, 5, 6):
        pagination.see(f"{B}/page/{number}")
    assert pagination.predict() == []


def test_a_hole_is_filled_although_the_far_end_failed():
    pagination = Pagination()
    for number in (2, 3, 50):
        pagination.see(f"{B}/page/{number}")
    assert pagination.predict() == [f"{B}/page/4", f"{B}/page/51"]
    pagination.fruitless(f"{B}/page/51")
    pagination.see(f"{B}/page/4")
    assert pagination.predict() == [f"{B}/page/5"]


def test_a_server_that_answers_every_number_is_left_at_last():
    pagination = Pagination()
    waiting = [f"{B}/page/{number}" for number in (1, 2, 3)]
    asked = 0
    while waiting:
        for address in waiting:
            pagination.see(address)
        waiting = pagination.predict()
        assert len(waiting) <= AT_ONCE
        asked += len(waiting)
    assert asked < MOST_NUMBERS


def test_memory_is_bounded():
    pagination = Pagination()
    for number in range(MOST_GROUPS + 100):
        pagination.see(f"{B}/{'x' * (number % 50)}q{number}q/page/2")
    assert len(pagination._groups) <= MOST_GROUPS


@given(st.lists(ADDRESSES, max_size=8), st.booleans())
def test_any_strings_are_seen_and_nothing_known_is_predicted(addresses, as_next):
    pagination = Pagination()
    for address in addresses:
        pagination.see(address, as_next=as_next)
    found = pagination.predict()
    assert not set(found) & set(addresses)
    for address in [*found, *addresses]:
        pagination.failed(address)
    assert pagination.predict() == []
