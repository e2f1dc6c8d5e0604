"""Sitemaps, sound and otherwise."""

# ruff: noqa: E501 - a case reads best on one line

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.model.blog import Platform
from blogforever.sources.sitemap_locations import robots_sitemaps, sitemap_hint, usual_sitemaps
from blogforever.sources.sitemaps import MOST_ADDRESSES, MOST_EXPANSION, read_sitemap

AT = "http://blog.example/sitemap.xml"
STANDARD = "http://www.sitemaps.org/schemas/sitemap/0.9"


def addresses(content, at=AT):
    return [page.address for page in read_sitemap(content, address=at).pages]


def urlset(*locations, attributes=f'xmlns="{STANDARD}"'):
    return f"<urlset {attributes}>{''.join(f'<url><loc>{one}</loc></url>' for one in locations)}</urlset>".encode()


def test_a_urlset_names_pages_with_their_dates():
    content = (
        f'<?xml version="1.0"?><urlset xmlns="{STANDARD}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
        "<url><loc> http://blog.example/a?x=1&amp;y=2 </loc><lastmod>2011-05-03</lastmod>"
        "<image:image><image:loc>http://blog.example/a.jpg</image:loc></image:image></url>"
        "<url><loc>http://blog.example/b</loc></url></urlset>"
    ).encode()
    sitemap = read_sitemap(content, address="http://blog.example/post-sitemap.xml")
    assert [(page.address, page.modified, page.hint) for page in sitemap.pages] == [
        ("http://blog.example/a?x=1&y=2", "2011-05-03", "posts"),
        ("http://blog.example/b", None, "posts"),
    ]
    assert sitemap.problems == ()


def test_an_index_names_sitemaps_but_not_itself():
    content = (
        "<sitemapindex><sitemap><loc>http://blog.example/posts.xml</loc></sitemap>"
        f"<sitemap><loc>{AT}</loc></sitemap><sitemap><loc>/pages.xml</loc></sitemap></sitemapindex>"
    ).encode()
    found = read_sitemap(content, address=AT)
    assert found.sitemaps == ("http://blog.example/posts.xml", "http://blog.example/pages.xml")


@pytest.mark.parametrize("attributes", ["", 'xmlns="http://wrong.example/"', f'xmlns="{STANDARD}" xsi:x="y"'])
def test_namespaces_may_be_wrong_or_missing(attributes):
    assert addresses(urlset("/a", "http://blog.example/b", attributes=attributes)) == [
        "http://blog.example/a",
        "http://blog.example/b",
    ]


@pytest.mark.parametrize(
    "content, expected",
    [
        (urlset("http://blog.example/a?b=1&c=2"), ["http://blog.example/a?b=1&c=2"]),
        (urlset("http://blog.example/a")[:-9] + b"<url><loc>http://blog.example/b</loc></url>", ["http://blog.example/a", "http://blog.example/b"]),
        (b"\xef\xbb\xbf\n\n" + urlset("http://blog.example/a"), ["http://blog.example/a"]),
        (b"<s:urlset><s:url><s:loc>http://blog.example/a</s:loc></s:url></s:urlset>", ["http://blog.example/a"]),
        (b"<urlset><url log='http://blog.example/a' lastmod='2014'></url></urlset>", ["http://blog.example/a"]),
        (b"http://blog.example/a\r\nhttp://blog.example/b\nnonsense\n", ["http://blog.example/a", "http://blog.example/b"]),
        (urlset("http://blog.example/a").decode().encode("utf-16"), ["http://blog.example/a"]),
        (gzip.compress(urlset("http://blog.example/a"), mtime=0), ["http://blog.example/a"]),
        (gzip.compress(urlset("http://blog.example/a"), mtime=0)[:-9], ["http://blog.example/a"]),
        (b"<rss version='2.0'><channel><item><title>A</title><link>http://blog.example/a</link></item></channel></rss>", ["http://blog.example/a"]),
        (urlset("mailto:a@b.example", "javascript:x", "ftp://a.example/"), []),
        (b"<!DOCTYPE html><html><body>404</body></html>", []),
        (b"", []),
    ],
)  # fmt: skip
def test_broken_and_unusual_sitemaps_are_read_as_far_as_they_go(content, expected):
    assert addresses(content) == expected
    if not expected:
        assert read_sitemap(content, address=AT).problems


def test_entities_are_never_expanded():
    lines = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    content = (
        f'<!DOCTYPE u [<!ENTITY e0 "xxxxxxxxxx">{lines}<!ENTITY f SYSTEM "file:///etc/passwd">]>'
        "<urlset><url><loc>http://blog.example/&e11;</loc></url><url><loc>http://blog.example/&f;</loc></url></urlset>"
    ).encode()
    assert addresses(content) == ["http://blog.example/&e11;", "http://blog.example/&f;"]


def test_a_packed_bomb_is_cut():
    bomb = gzip.compress(b"<urlset>" + b" " * 30_000_000)
    sitemap = read_sitemap(bomb, address=AT)
    assert sitemap.pages == ()
    assert sitemap.problems[0] == f"unpacks to more than {len(bomb) * MOST_EXPANSION:,} bytes; the rest was left out"


def test_deep_nesting_and_endless_rubbish_do_no_harm(monkeypatch):
    assert addresses(b"<url>" * 100_000) == []
    assert addresses(b"<" * 100_000) == []
    monkeypatch.setattr("blogforever.sources.sitemaps.MOST_ELEMENTS", 1_000)
    rubbish = read_sitemap(b"<urlset><url><loc>/a</loc></url>" + b"<x/>" * 1_001 + b"</urlset>", address=AT)
    assert len(rubbish.pages) == 1
    assert rubbish.problems == ("more than 1,000 elements; the rest was left out",)


def test_a_file_has_no_more_addresses_than_the_standard_allows():
    content = urlset(*(f"http://blog.example/{number}" for number in range(MOST_ADDRESSES + 10)))
    sitemap = read_sitemap(content, address=AT)
    assert len(sitemap.pages) == MOST_ADDRESSES
    assert sitemap.problems == ("more than 50,000 addresses; the rest was left out",)


@pytest.mark.parametrize(
    "name, hint",
    [
        ("post-sitemap.xml", "posts"),
        ("post-sitemap2.xml", "posts"),
        ("sitemap-posts.xml", "posts"),
        ("wp-sitemap-posts-post-1.xml", "posts"),
        ("sitemap-pt-post-2011-05.xml", "posts"),
        ("news-sitemap.xml", "posts"),
        ("wp-sitemap-posts-page-1.xml", "pages"),
        ("page-sitemap.xml", "pages"),
        ("post_tag-sitemap.xml", "lists"),
        ("wp-sitemap-taxonomies-category-1.xml", "lists"),
        ("category-sitemap.xml", "lists"),
        ("author-sitemap.xml.gz", "lists"),
        ("wp-sitemap-users-1.xml", "lists"),
        ("sitemap.xml", None),
        ("sitemap.xml?page=2", None),
        ("image-sitemap.xml", None),
    ],
)
def test_a_sitemaps_name_hints_at_what_it_holds(name, hint):
    assert sitemap_hint(f"http://posts.example/{name}") == hint


def test_the_platform_says_where_to_look():
    wordpress = Platform(name="WordPress", sure=0.9)
    assert usual_sitemaps("http://blog.example/", platform=wordpress)[0] == "http://blog.example/wp-sitemap.xml"
    hugo = Platform(name="Hugo", sure=0.95)
    assert usual_sitemaps("http://blog.example/", platform=hugo) == ("http://blog.example/sitemap.xml",)
    assert len(usual_sitemaps("http://blog.example/", platform=Platform(name="Hugo", sure=0.3))) == 4


def test_a_folders_own_sitemap_comes_before_the_hosts():
    found = usual_sitemaps("http://blog.example/~anna/?x=1")
    assert found[0] == "http://blog.example/~anna/sitemap.xml"
    assert found[-1] == "http://blog.example/sitemap.xml"


def test_robots_names_sitemaps():
    text = (
        "User-agent: *\nDisallow: /x\nSITEMAP: http://blog.example/a.xml # main\r\nsitemap:/b.xml\nSitemap: nonsense:\n"
    )
    assert robots_sitemaps(text, address="http://blog.example/robots.txt") == (
        "http://blog.example/a.xml",
        "http://blog.example/b.xml",
    )
    assert robots_sitemaps(text) == ("http://blog.example/a.xml",)


@given(
    st.one_of(
        st.binary(max_size=200),
        st.lists(
            st.sampled_from([b"<urlset>", b"<url>", b"<loc>", b"http://a.example/", b"</loc>", b"</url>", b"<sitemap>",
                             b"&x;", b"<!DOCTYPE x [", b"]>", b"<?xml version='1.0' encoding='utf-7'?>", b"\x00", b"\xff",
                             b"<!--", b"-->", b"<![CDATA[", b"<rss>", b"<feed>", b"\x1f\x8b\x08"]), max_size=20
        ).map(b"".join),
    ),
    st.text(max_size=30),
)  # fmt: skip
def test_any_bytes_are_answered(content, address):
    sitemap = read_sitemap(content, address=address)
    assert sitemap.pages or sitemap.sitemaps or sitemap.problems
    robots_sitemaps(content.decode("latin-1"), address=address)
    usual_sitemaps(address)
    sitemap_hint(address)
