"""Places where addresses never end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.frontier.traps import MOST_COMBINATIONS, MOST_FRUITLESS, MOST_SHAPES, Traps
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"


@pytest.mark.parametrize(
    "address, reason",
    [
        ("/2031/05/", "a calendar: the year 2031"),
        ("/1970/1/1", "a calendar: the year 1970"),
        ("/2050/05/page/3/", "a calendar: the year 2050"),
        ("/?m=203105", "a calendar: the year 2031"),
        ("/archive?year=1888&month=3", "a calendar: the year 1888"),
        ("/calendar/month/", "a calendar"),
        ("/events/2024-05/", "a calendar"),
        ("/?tribe-bar-date=2024-05-01", "a calendar"),
        ("/a/b/a/b/a/b", "its path repeats /a/b"),
        ("/x/about/about/about/", "its path repeats /about"),
        ("/" + "/".join("abcdefghijklm"), "more than 12 folders deep"),
        ("/" + "x" * 1_500, "a path of more than 1,000 characters"),
        ("/" + "x" * 2_500, "longer than 2,000 characters"),
    ],
)
def test_an_endless_place_is_refused_at_once(address, reason):
    assert Traps(this_year=2026).refuses(B + address) == reason


@pytest.mark.parametrize(
    "address",
    ["", "/", "/2011/05/", "/2011/11/11/11-11-11", "/1066/", "/1066-and-all-that", "/2027/01/", "/a/b/a/b/",
     "/events/2024-05-meetup", "/events/day-in-paris", "/" + "/".join("abcdefghijkl") + "/"],
)  # fmt: skip
def test_ordinary_addresses_pass(address):
    assert Traps(this_year=2026).refuses(B + address) is None


def test_a_list_in_every_order_is_bounded():
    traps = Traps(this_year=2026)
    answers = [
        traps.refuses(f"{B}/list?sort={sort}&tag={tag}&view={view}")
        for sort in range(6) for tag in range(10) for view in range(6)
    ]  # fmt: skip
    assert answers.count(None) == MOST_COMBINATIONS
    assert traps.refuses(f"{B}/list?sort=0&tag=0&view=0") is None
    assert traps.refuses(f"{B}/other?sort=5&tag=9&view=5") is None


def test_posts_that_one_parameter_tells_apart_are_no_trap():
    traps = Traps(this_year=2026)
    assert all(traps.refuses(f"{B}/index.php?view=article&id={number}") is None for number in range(3_000))


def test_a_shape_that_brings_nothing_new_is_given_up_and_can_recover():
    traps = Traps(this_year=2026)
    for number in range(MOST_FRUITLESS):
        assert traps.refuses(f"{B}/day/{number + 10}") is None
        traps.fruitless(f"{B}/day/{number + 10}")
    assert traps.refuses(f"{B}/day/99") == f"{MOST_FRUITLESS} pages of this shape brought nothing new"
    assert traps.refuses(f"{B}/week/99") is None
    traps.fruitful(f"{B}/day/98")
    assert traps.refuses(f"{B}/day/99") is None


def test_memory_is_bounded():
    traps = Traps(this_year=2026)
    for number in range(MOST_SHAPES + 50):
        word = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        traps.fruitless(f"{B}/{word}")
        traps.refuses(f"{B}/{word}?a=1&b=2")
    assert len(traps._fruitless) == len(traps._queries) == MOST_SHAPES


@given(st.lists(ADDRESSES, max_size=5))
def test_any_string_is_answered(addresses):
    traps = Traps(this_year=2026)
    for address in addresses:
        traps.refuses(address)
        traps.fruitless(address)
        traps.fruitful(address)
