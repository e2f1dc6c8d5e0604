"""What belongs to a blog."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.frontier.scope import Scope
from tests.frontier.addresses import ADDRESSES


@pytest.mark.parametrize(
    "address, reason",
    [
        ("http://blog.example/a", ""),
        ("https://www.blog.example/a?x=1", ""),
        ("HTTPS://WWW.Blog.Example:443/", ""),
        ("http://blog.example:8080/", "another host: blog.example:8080"),
        ("http://other.example/", "another host: other.example"),
        ("http://blog.example.evil.example/", "another host: blog.example.evil.example"),
        ("http://blog.example@evil.example/", "another host: evil.example"),
        ("", "no web address"),
    ],
)
def test_a_host_with_its_twins_belongs_and_others_do_not(address, reason):
    scope = Scope.of("http://www.blog.example/")
    assert scope.why_not(address) == reason
    assert scope.contains(address) == (not reason)


def test_the_host_that_the_start_moved_to_belongs():
    scope = Scope.of("http://old.example/", moved_to="https://new.example/blog")
    assert scope.contains("http://old.example/a")
    assert scope.contains("https://new.example/b")


def test_the_host_of_most_feed_entries_belongs_and_of_few_does_not():
    entries = ["http://new.example/1", "http://new.example/2", "http://new.example/3", "http://friend.example/x"]
    scope = Scope.of("http://old.example/", entries=entries)
    assert scope.contains("http://new.example/4")
    assert not scope.contains("http://friend.example/x")
    assert not Scope.of("http://old.example/", entries=["http://a.example/", "http://b.example/"]).contains(
        "http://a.example/"
    )


def test_a_folder_on_a_shared_host_is_kept_to_when_the_feed_keeps_to_it():
    entries = [f"http://shared.example/~anna/{number}.html" for number in range(10)]
    scope = Scope.of("http://shared.example/~anna/index.html", entries=entries)
    assert scope.contains("http://www.shared.example/~anna/about")
    assert scope.contains("http://shared.example/~anna")
    assert scope.contains("http://shared.example/%7Eanna/about")
    assert scope.why_not("http://shared.example/~bert/1.html") == "outside the blog's folder /~anna/"
    assert scope.why_not("http://shared.example/~annabel/") == "outside the blog's folder /~anna/"


@pytest.mark.parametrize("entries", [[], ["http://site.example/2011/a", "http://site.example/blog/b"]])
def test_the_whole_host_belongs_when_the_feed_does_not_keep_to_the_folder(entries):
    scope = Scope.of("http://site.example/blog/", entries=entries)
    assert scope.contains("http://site.example/2012/c")


@given(ADDRESSES, ADDRESSES, st.lists(ADDRESSES, max_size=4), ADDRESSES)
def test_any_string_is_answered(start, moved_to, entries, address):
    scope = Scope.of(start, moved_to=moved_to, entries=entries)
    assert scope.contains(address) == (scope.why_not(address) == "")
