"""Which page promises the most new posts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.frontier.policy import NewPosts, estimate, family_of
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"


def in_order(policy, addresses):
    for number, address in enumerate(addresses):
        policy.push(number, B + address)
    taken = []
    while (number := policy.pop()) is not None:
        taken.append(addresses[number])
    return taken


@pytest.mark.parametrize("address, family", [
    ("/tag/rain", "/tag/*"),
    ("/tag/snow/", "/tag/*"),
    ("/page/7/", "/page/N1/"),
    ("/2011/05/", "/Y/N2/"),
    ("/2011/", "/Y/"),
    ("/2011/05/a-walk-in-the-rain", "/Y/N2/S"),
    ("/about", "/*"),
    ("/?p=12", "/*?p=N"),
])  # fmt: skip
def test_addresses_of_one_kind_are_a_family(address, family):
    assert family_of(B + address) == family


def test_within_a_family_the_first_comes_first():
    policy = NewPosts()
    policy.learn(f"{B}/tag/wind", 9, 9)
    policy.learn(f"{B}/tag/rain", 0, 0)
    assert in_order(policy, ["/tag/rainy", "/tag/windy", "/tag/snow"]) == ["/tag/rainy", "/tag/windy", "/tag/snow"]


def test_without_experience_families_take_their_turns_as_they_came():
    assert in_order(NewPosts(), ["/tag/a", "/2011/", "/tag/b"]) == ["/tag/a", "/tag/b", "/2011/"]


def test_pages_like_those_that_brought_posts_come_first():
    policy = NewPosts()
    for month in range(1, 7):
        policy.learn(f"{B}/2011/0{month}/", 10, 8)
        policy.learn(f"{B}/author/person-{month}/", 10, 0)
    assert in_order(policy, ["/author/anna/", "/2011/07/", "/author/bert/", "/2011/08/"]) == [
        "/2011/07/", "/2011/08/", "/author/anna/", "/author/bert/",
    ]  # fmt: skip


def test_posts_that_are_known_already_count_little():
    policy = NewPosts()
    policy.learn(f"{B}/author/anna/", 20, 0)
    policy.learn(f"{B}/2011/05/", 3, 3)
    assert in_order(policy, ["/author/bert/", "/2011/06/"]) == ["/2011/06/", "/author/bert/"]


def test_long_addresses_and_many_families_cost_little(monkeypatch):
    compared = []

    def counted(address, advisers, values):
        compared.append((len(address), len(advisers), max(map(len, advisers))))
        return estimate(address, advisers, values)

    monkeypatch.setattr("blogforever.frontier.policy.estimate", counted)
    policy = NewPosts()
    words = [chr(97 + first) + chr(97 + second) for first in range(26) for second in range(26)]
    for word in words:
        policy.learn(f"{B}/{word}/{word * 900}/x", 1, 1)
        policy.push(0, f"{B}/{word}/{word[::-1] * 900}")
    for _ in range(20):
        policy.pop()
    assert 0 < len(compared) <= 20 * 60
    assert [max(part) for part in zip(*compared, strict=True)] == [200, 100, 200]


@given(st.lists(ADDRESSES, max_size=15), st.lists(st.tuples(ADDRESSES, st.integers(0, 9)), max_size=8))
def test_everything_that_waits_has_its_turn_once(addresses, lessons):
    policy = NewPosts()
    for address, posts in lessons:
        policy.learn(address, posts, posts // 2)
    for number, address in enumerate(addresses):
        policy.push(number, address)
    assert sorted(iter(policy.pop, None)) == list(range(len(addresses)))
