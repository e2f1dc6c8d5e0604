"""Where a page leads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.page_links import PageLinks, page_links
from blogforever.dom.tree import parse_text

HERE = "http://blog.example/2010/05/rain.html"
B = "http://blog.example"


def links(html, address=HERE):
    return page_links(parse_text(html), address)


@pytest.mark.parametrize("html, target", [
    ('<a href="snow.html">', f"{B}/2010/05/snow.html"),
    ('<a href="../04/">', f"{B}/2010/04/"),
    ('<a href="/tag/rain/">', f"{B}/tag/rain/"),
    ('<a href="//other.example/x">', "http://other.example/x"),
    ('<a href="?page=2">', f"{HERE}?page=2"),
    ('<a href=" \n/tag/a b/ ">', f"{B}/tag/a%20b/"),
    ('<a href="HTTP://Blog.Example:80/x?utm_source=y#z">', f"{B}/x"),
    ('<a href="post%3Fp=5.html">', f"{B}/2010/05/post%3Fp=5.html"),  # a server is asked for that path
    ('<a href="a%23b">', f"{B}/2010/05/a%23b"),
    ('<area href="/map">', f"{B}/map"),
    ('<iframe src="/frame"></iframe>', f"{B}/frame"),
    ('<frameset><frame src="/frame"></frameset>', f"{B}/frame"),
    ('<select><option value="/2009/">2009</option></select>', f"{B}/2009/"),
    ('<link rel="prev" href="/before">', f"{B}/before"),
    ('<link rel="alternate" hreflang="de" href="/de/">', f"{B}/de/"),
    ('<base href="/deep/"><a href="x">', f"{B}/deep/x"),
])  # fmt: skip
def test_what_leads_on_is_found(html, target):
    assert links(html).links == (target,)


@pytest.mark.parametrize("html", [
    "", "<a>", '<a href="">', '<a href="mailto:a@blog.example">', '<a href="javascript:go()">', '<a href="http://">',
    '<link rel="stylesheet" href="/s.css">', '<link rel="alternate" type="application/rss+xml" href="/feed">',
    '<select><option value="2009">2009</option></select>', '<a href="http://[x/">', f'<a href="/{"x" * 3000}">',
])  # fmt: skip
def test_what_leads_nowhere_is_not(html):
    assert links(html) == PageLinks(links=())


def test_each_address_is_named_once_in_the_order_of_the_page():
    assert links('<a href="/b">1</a><a href="/a#x">2</a><a href="/a">3</a><a href="/b">4</a>').links == (
        f"{B}/b",
        f"{B}/a",
    )


def test_the_next_page_is_told():
    assert (
        links('<a href="/1">1</a><a rel="nofollow Next" href="/page/2">2</a><a rel=next href="/3">').next_page
        == f"{B}/page/2"
    )


def test_links_without_end_are_bounded():
    assert len(links("".join(f"<a href=/{number}>x</a>" for number in range(9_000))).links) == 5_000


@pytest.mark.parametrize("stated", [
    "0; url=/new", "0;URL='/new'", '0 ; Url = "/new" ', "5;url=http://blog.example/new",
])  # fmt: skip
def test_a_page_that_sends_its_reader_on_says_where(stated):
    assert links(f"<meta http-equiv=Refresh content='{stated.replace(chr(39), '&#39;')}'>").refresh == f"{B}/new"


@pytest.mark.parametrize("html", [
    '<meta http-equiv="refresh" content="300">',
    '<meta http-equiv="refresh" content="300;url=/new">',
    '<meta http-equiv="refresh" content="0;url=">',
    '<meta http-equiv="refresh" content="0;url=rain.html#top">',
    '<meta http-equiv="refresh" content="0;url=javascript:go()">',
    '<meta http-equiv="refresh" content="²;url=/new">',
    f'<meta http-equiv="refresh" content="{"9" * 10_000};url=/new">',
    '<noscript><meta http-equiv="refresh" content="0;url=/no-script"></noscript>',
    '<template><meta http-equiv="refresh" content="0;url=/part"></template>',
    '<meta http-equiv="content-type" content="0;url=/new">',
    "<meta http-equiv=refresh>",
])  # fmt: skip
def test_a_page_that_does_not_is_a_page(html):
    assert links(html).refresh is None


@given(st.text(max_size=80), st.text(max_size=40), st.text(max_size=40))
def test_any_text_in_an_address_is_coped_with(target, base, address):
    written = target.replace('"', "&quot;")
    found = links(
        f'<base href="{base}"><a rel=next href="{written}">x</a><meta http-equiv=refresh content="0;url={written}">',
        address,
    )
    assert all(link.startswith(("http://", "https://")) for link in found.links)


@pytest.mark.parametrize("place, written, own", [
    ("/tag/rain/", '<link rel=alternate type="application/rss+xml" href="feed/">', "/tag/rain/feed/"),
    ("/tag/rain/index.html", '<link rel="alternate" type=application/atom+xml href="feed/index.html">',
     "/tag/rain/feed/index.html"),
    ("/tag/rain/", '<link rel=alternate type="application/rss+xml" href="/feed/">', None),
    ("/tag/rain/", '<link rel=alternate type="text/html" href="feed/">', None),
    ("/", '<link rel=alternate type="application/rss+xml" href="/feed/">', None),
    ("/rain", '<link rel=alternate type="application/rss+xml" href="/feed/">', None),
])  # fmt: skip
def test_a_feed_below_a_page_is_its_own(place, written, own):
    found = links(f"<html><head>{written}</head>", B + place).own_feed
    assert found == (own and B + own)
