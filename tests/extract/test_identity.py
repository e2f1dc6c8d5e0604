"""A post's address and its aliases."""

import pytest

from blogforever.dom.tree import parse_text
from blogforever.extract.head import Head, last_change
from blogforever.extract.identity import find_addresses, find_number

HERE = "https://blog.example/2020/post.html"


def canonical(address):
    return f'<link rel="canonical" href="{address}">'


def addresses(head, address=HERE, hosts=()):
    return find_addresses(Head(parse_text(f"<html><head>{head}</head><body></body></html>")), address, hosts)


@pytest.mark.parametrize(
    "head, url, aliases",
    [
        ("", HERE, ()),
        (canonical(HERE), HERE, ()),
        (canonical("http://www.blog.example/2020/post"), HERE, ("http://www.blog.example/2020/post",)),
        (canonical("/2020/other.html"), "https://blog.example/2020/other.html", (HERE,)),
        (canonical("https://blog.example/"), HERE, ()),
        (canonical("https://blog.example/2020/"), HERE, ()),
        (canonical("https://theme.example/2020/post.html"), HERE, ()),
        (canonical("javascript:x"), HERE, ()),
        ('<meta property="og:url" content="/p/1">', HERE, ("https://blog.example/p/1",)),
        ('<link rel="shortlink" href="https://blog.example/?p=7">', HERE, ("https://blog.example/?p=7",)),
    ],
)
def test_what_a_page_says_of_itself_counts_unless_it_cannot_be_meant(head, url, aliases):
    assert addresses(head) == (url, aliases)


def test_another_host_of_the_blog_is_fine():
    assert addresses(canonical("https://new.example/post"), hosts=("new.example",))[0] == "https://new.example/post"


def test_a_page_from_nowhere_is_where_it_says():
    assert addresses(canonical(HERE), address=None) == (HERE, ())
    assert (
        addresses('<meta property="og:url" content="https://blog.example/a">', address=None)[0]
        == "https://blog.example/a"
    )
    assert addresses(canonical("https://blog.example/"), address=None) == (None, ())


def test_a_post_may_show_its_number():
    head = Head(parse_text('<head><link rel="shortlink" href="https://blog.example/?p=71"></head>'))
    assert find_number(head, None) == "71"
    assert find_number(Head(parse_text("<p>")), "post-8") == "8"
    assert find_number(Head(parse_text("<p>")), "post-title") is None


def test_a_page_may_say_when_it_changed():
    head = Head(parse_text('<meta property="article:modified_time" content="2020-02-03T10:00:00+01:00">'))
    assert last_change(head).iso.startswith("2020-02-03")
