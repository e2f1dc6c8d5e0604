"""The programming interface of WordPress."""

# ruff: noqa: E501 - a case reads best on one line

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.tree import parse_text
from blogforever.sources.wordpress import posts_query, read_rest_page, rest_address

HOME = "https://blog.example/"
ROOT = "https://blog.example/wp-json/"
FIELDS = "_fields=id,link,date,modified,title,slug"


def test_the_header_the_page_and_habit_tell_where_it_is():
    header = (
        ("link", '<https://blog.example/api/>; rel="https://api.w.org/", <https://blog.example/?p=1>; rel=shortlink'),
    )
    page = parse_text("<link rel='https://api.w.org/' href='/?rest_route=/'>")
    assert rest_address(page, headers=header, address=HOME) == "https://blog.example/api/"
    assert rest_address(page, headers=(), address=HOME) == "https://blog.example/?rest_route=/"
    assert rest_address(None, headers=(), address=HOME) == ROOT
    assert rest_address(None, headers=(), address=HOME + "news/?x=1") == "https://blog.example/news/wp-json/"


def test_an_interface_on_another_host_is_not_asked():
    page = parse_text("<link rel='https://api.w.org/' href='https://old.example/wp-json/'>")
    assert rest_address(page, headers=(), address=HOME) == ROOT
    page = parse_text("<link rel='https://api.w.org/' href='https://public-api.wordpress.com/wp/v2/sites/1/'>")
    assert rest_address(page, headers=(), address=HOME) is None


def test_posts_are_asked_for_a_hundred_at_a_time():
    assert posts_query(ROOT, 2) == f"{ROOT}wp/v2/posts?per_page=100&page=2&{FIELDS}"
    plain = "https://blog.example/?rest_route=/"
    assert posts_query(plain, 1) == f"{plain}wp/v2/posts&per_page=100&page=1&{FIELDS}"


def test_a_page_of_posts_is_read_with_the_totals():
    content = json.dumps([
        {"id": 7, "link": "https://blog.example/a/", "date": "2011-05-03T10:00:00", "title": {"rendered": "A &amp; <i>B</i>"}},
        {"id": "x", "link": "/b/"},
        {"link": "mailto:x"},
        "nonsense",
    ]).encode()  # fmt: skip
    page = read_rest_page(content, headers=(("X-WP-Total", "102"), ("x-wp-totalpages", "2")), address=ROOT)
    assert (page.total, page.pages, page.reason) == (102, 2, "")
    assert [(post.address, post.id, post.published, post.title) for post in page.posts] == [
        ("https://blog.example/a/", 7, "2011-05-03T10:00:00", "A & B"),
        ("https://blog.example/b/", None, None, None),
    ]


@pytest.mark.parametrize(
    "content, reason",
    [
        (b'{"code":"rest_post_invalid_page_number","message":"The page number is too large."}', "The page number is too large."),
        (b"<html>404</html>", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "no posts"),
        (b"null", "not a list of posts"),
        (b"", "not JSON"),
    ],
)  # fmt: skip
def test_what_is_no_list_of_posts_has_a_reason(content, reason):
    page = read_rest_page(content, headers=(("X-WP-Total", "²"),), address=ROOT)
    assert (page.posts, page.total, page.reason) == ((), None, reason)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["link", "title", "rendered", "id", "date"]), inner)
    ),
)


@given(JSON.map(json.dumps).map(str.encode) | st.binary(max_size=50), st.text(max_size=30))
def test_any_answer_is_read(content, address):
    page = read_rest_page(content, headers=(), address=address)
    assert page.posts or page.reason
    rest_address(None, headers=(("Link", address),), address=address)
