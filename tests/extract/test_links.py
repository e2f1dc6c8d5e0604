"""Links inside an article, and where they lead."""

import pytest

from blogforever.dom.archival import mend
from blogforever.dom.tree import parse_text
from blogforever.extract.links import find_links
from blogforever.model.post import LinkKind

BASE = "https://blog.example/2020/post.html"


def links(html):
    node = parse_text(f"<article>{html}</article>").select_one("article")
    mend(node, BASE)
    return find_links(node, BASE, frozenset({"blog.example", "old.example"}))


@pytest.mark.parametrize(
    "href, kind",
    [
        ("/2019/older.html", LinkKind.SAME_BLOG),
        ("https://www.blog.example/x", LinkKind.SAME_BLOG),
        ("http://old.example/x", LinkKind.SAME_BLOG),
        ("https://someone.wordpress.com/2020/01/01/x/", LinkKind.OTHER_BLOG),
        ("http://someone.blogspot.com.br/2010/01/x.html", LinkKind.OTHER_BLOG),
        ("https://firm.example/blog/launch", LinkKind.OTHER_BLOG),
        ("https://blog.firm.example/launch", LinkKind.OTHER_BLOG),
        ("https://en.wikipedia.org/wiki/Blog", LinkKind.ELSEWHERE),
        ("https://shop.example/?from=/blog/", LinkKind.ELSEWHERE),
    ],
)
def test_where_a_link_leads(href, kind):
    assert [link.kind for link in links(f'<a href="{href}">x</a>')] == [kind]


def test_links_have_the_text_that_readers_see():
    found = links('<a href="/a">some\n <b>bold</b> words</a> <a href="/b"><img src="c.png" alt="A cat"></a>')
    assert [(link.address, link.text) for link in found] == [
        ("https://blog.example/a", "some bold words"),
        ("https://blog.example/b", "A cat"),
    ]


@pytest.mark.parametrize("href", ["#fn1", "mailto:me@x.example", "javascript:x()", "tel:123", "", "http://[bad"])
def test_what_leads_to_no_page_is_no_link(href):
    assert links(f'<a href="{href}">x</a>') == []
