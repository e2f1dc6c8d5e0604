"""Addresses: absolute, canonical, and the keys under which posts compare equal."""

# ruff: noqa: E501 - a case reads best on one line

# one case, one line
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from blogforever.urls.normalize import absolute, canonical, host_of, path_key, post_key

PIECES = st.sampled_from([
    "http://", "https://", "//", "/", "www.", "Example.com", "münchen.de", ":80", ":443", ":", "@", "?", "&", "&amp;", "=",
    "#", "%", "%20", "%2F", "%25", "%c3%a9", "%E9", "é", "e\u0301", "..", ".", "index.html", ".html", ".php", "a", "B",
    "utm_source=x", "m=1", "p=1", " ", "[", "]", "\n", "\ud800", "\u212a", ";", "\x00", "http:", "ftp:", "\u037e", "..html",
])  # fmt: skip
ADDRESSES = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join))


@pytest.mark.parametrize(
    "address, base, expected",
    [
        ("http://blog.example/a", None, "http://blog.example/a"),
        (" /a b ", "http://blog.example/x/", "http://blog.example/a%20b"),
        ("//cdn.example/x", "https://blog.example/", "https://cdn.example/x"),
        ("?p=2", "http://blog.example/x/", "http://blog.example/x/?p=2"),
        ("../y", "http://blog.example/x/z/", "http://blog.example/x/y"),
        ("http://localhost:4000/a", None, "http://localhost:4000/a"),
        ("/a", None, None),
        ("", "http://blog.example/", None),
        ("mailto:me@blog.example", "http://blog.example/", None),
        ("javascript:void(0)", "http://blog.example/", None),
        ("data:text/html,x", "http://blog.example/", None),
        ("ftp://blog.example/x", "http://blog.example/", None),
        ("http://[bad", "http://blog.example/", None),
        ("http://", None, None),
        ("http://a b/", None, None),
        ("//[bad", "http://blog.example/", None),
        ("http://blog.example/" + "x" * 3000, None, None),
    ],
)
def test_absolute_is_an_http_address_or_none(address, base, expected):
    assert absolute(address, base) == expected


@pytest.mark.parametrize(
    "address, expected",
    [
        ("HTTP://Blog.Example:80", "http://blog.example/"),
        ("https://blog.example:443/a#top", "https://blog.example/a"),
        ("http://blog.example:8080/a", "http://blog.example:8080/a"),
        ("http://blog.example/a/../b/./c", "http://blog.example/b/c"),
        ("http://blog.example/%7euser/%c3%a9/é", "http://blog.example/~user/%C3%A9/%C3%A9"),
        ("http://blog.example/a%2fb", "http://blog.example/a%2Fb"),
        ("http://blog.example/a?utm_source=x&p=1&fbclid=2", "http://blog.example/a?p=1"),
        ("http://blog.example/a?replytocom=5#respond", "http://blog.example/a"),
        ("http://münchen.example/", "http://xn--mnchen-3ya.example/"),
        ("not an address", "not an address"),
        ("http://[bad", "http://[bad"),
    ],
)
def test_canonical_form(address, expected):
    assert canonical(address) == expected


@pytest.mark.parametrize(
    "address",
    [
        "http://blog.example/2010/05/caf%C3%A9.html",
        "https://www.blog.example/2010/05/café",
        "https://Blog.Example:443/2010//05/caf%c3%a9/",
        "blog.example/2010/05/café/index.html",
        "//blog.example/2010/05/./café/index.php?utm_campaign=feed#comments",
        "http://blog.example/2010/05/cafe\u0301/?m=1",
    ],
)
def test_all_addresses_of_a_post_have_one_key(address):
    assert post_key(address) == "blog.example/2010/05/café"
    assert path_key(address) == "/2010/05/café"


def test_queries_that_name_the_post_are_kept_and_sorted():
    assert post_key("http://blog.example/?p=12&cat=3") == post_key("http://blog.example/?cat=3&amp;p=12")
    assert post_key("http://blog.example/?p=12") != post_key("http://blog.example/?p=13")


def test_the_home_page_has_a_key():
    assert post_key("http://www.blog.example/") == post_key("https://blog.example/index.html") == "blog.example"
    assert path_key("https://blog.example/index.html") == path_key("/") == "/"


def test_a_path_alone_has_a_key():
    assert post_key("/a/b.html") == path_key("http://blog.example/a/b/") == "/a/b"


def test_host_without_www():
    assert host_of("https://www.Blog.example/a") == "blog.example"


@given(ADDRESSES)
@example("http://[bad")
@example("%25" * 5)
@example("x.html.html/index.html/")
def test_forms_are_total_and_idempotent(address):
    for form in (canonical, post_key, path_key):
        assert form(form(address)) == form(address)
    assert path_key(post_key(address)) == path_key(address)


@given(ADDRESSES, st.one_of(st.none(), ADDRESSES))
def test_absolute_is_total_bounded_and_stable(address, base):
    found = absolute(address, base)
    if found is not None:
        assert found.lower().startswith(("http://", "https://", "http:", "https:"))
        assert len(found) <= 2000
        assert absolute(found, base) == found
