"""What the addresses of a blog's posts have in common."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.urls.pattern import UrlPattern
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"
DATED = (f"{B}/blog/2010/05/rain.html", f"{B}/blog/2011/11/snow.html")


@pytest.mark.parametrize("address, like", [
    ("/blog/2012/01/wind.html", True),
    ("/blog/2012/01/wind/", True),
    ("/news/2012/01/wind.html", False),
    ("/blog/2012/1/wind.html", False),
    ("/blog/2012/01/", False),
    ("/blog/2012/01/1944/", True),
    ("/blog/2012/01/29/", False),
    ("/blog/2012/01/2.html", False),
    ("/blog/2012/01/wind.html?page=2", False),
    ("/tag/rain", False),
    ("/", False),
])  # fmt: skip
def test_words_that_all_share_are_part_of_the_pattern(address, like):
    assert UrlPattern.of(DATED).matches(B + address) is like


@pytest.mark.parametrize("address, like", [
    ("/blog/2010/05/rain%3Freplytocom=5", False),
    ("/blog/2010/05/rain%3fp=5.html", False),
    ("/blog/2010/05/rain%23comments", False),
    ("/blog/2010/05/why%3F", True),
    ("/blog/2010/05/why%3F%21.html", True),
    ("/blog/2010/05/c%23-tips", True),
    ("/blog/2010/05/why%3F.html", True),
    ("/blog/2010/05/caf%C3%A9", True),
])  # fmt: skip
def test_a_query_written_into_the_path_is_not_a_post_of_that_name(address, like):
    assert UrlPattern.of(DATED).matches(B + address) is like


def test_a_static_copy_whose_posts_have_their_queries_in_the_path_has_a_pattern():
    pattern = UrlPattern.of([f"{B}/index.html%3Fp=10.html", f"{B}/index.html%3Fp=12.html"])
    assert pattern.matches(f"{B}/index.html%3Fp=900.html")
    assert not pattern.matches(f"{B}/about.html")


def test_a_blog_may_have_several_forms_of_address():
    pattern = UrlPattern.of([*DATED, f"{B}/?p=12"])
    assert pattern.matches(f"{B}/?p=900")
    assert pattern.matches(DATED[0])


def test_one_address_shows_its_shape_and_no_words():
    assert UrlPattern.of(DATED[:1]).matches(f"{B}/news/2012/01/wind.html")


def test_nothing_teaches_nothing():
    assert not UrlPattern.of([])
    assert not UrlPattern.of([]).matches(B)


@given(st.lists(ADDRESSES, min_size=1, max_size=8), st.randoms(use_true_random=False), ADDRESSES)
def test_a_pattern_matches_what_it_was_made_of_in_any_order(addresses, chance, other):
    pattern = UrlPattern.of(addresses)
    assert all(map(pattern.matches, addresses))
    shuffled = list(addresses)
    chance.shuffle(shuffled)
    assert UrlPattern.of(shuffled) == pattern
    assert pattern.matches(other) in {True, False}
