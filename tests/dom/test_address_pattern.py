"""What the addresses of a blog's posts have in common."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.address_pattern import AddressPattern
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"
DATED = (f"{B}/blog/2010/05/rain.html", f"{B}/blog/2011/11/snow.html")


@pytest.mark.parametrize("address, like", [
    ("/blog/2012/01/wind.html", True),
    ("/blog/2012/01/wind/", True),
    ("/news/2012/01/wind.html", False),
    ("/blog/2012/1/wind.html", False),
    ("/blog/2012/01/", False),
    ("/blog/2012/01/wind.html?page=2", False),
    ("/tag/rain", False),
    ("/", False),
])  # fmt: skip
def test_words_that_all_share_are_part_of_the_pattern(address, like):
    assert AddressPattern.of(DATED).matches(B + address) is like


def test_a_blog_may_have_several_forms_of_address():
    pattern = AddressPattern.of([*DATED, f"{B}/?p=12"])
    assert pattern.matches(f"{B}/?p=900")
    assert pattern.matches(DATED[0])


def test_one_address_shows_its_shape_and_no_words():
    assert AddressPattern.of(DATED[:1]).matches(f"{B}/news/2012/01/wind.html")


def test_nothing_teaches_nothing():
    assert not AddressPattern.of([])
    assert not AddressPattern.of([]).matches(B)


@given(st.lists(ADDRESSES, min_size=1, max_size=8), st.randoms(use_true_random=False), ADDRESSES)
def test_a_pattern_matches_what_it_was_made_of_in_any_order(addresses, chance, other):
    pattern = AddressPattern.of(addresses)
    assert all(map(pattern.matches, addresses))
    shuffled = list(addresses)
    chance.shuffle(shuffled)
    assert AddressPattern.of(shuffled) == pattern
    assert pattern.matches(other) in {True, False}
