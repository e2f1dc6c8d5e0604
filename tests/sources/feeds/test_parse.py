"""Feeds of every format, sound and damaged, through parse_feed."""

# ruff: noqa: E501 - a case reads best on one line

# a feed reads best on one line
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.errors import NotAFeed, TooLarge
from blogforever.model.feed import FeedText
from blogforever.sources.feeds.parse import parse_feed
from tests.examples import examples

NAMESPACES = (
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" '
    'xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/" '
    'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" '
    'xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0" xmlns:media="http://search.yahoo.com/mrss/" '
    'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:thr="http://purl.org/syndication/thread/1.0"'
)


def rss(items, channel="<title>Garden notes</title><link>http://garden.example/</link>"):
    """An RSS 2.0 feed around items."""
    text = f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0" {NAMESPACES}><channel>{channel}{items}</channel></rss>'
    return text.encode()


def atom(entries, head="<title>Garden notes</title><link href='http://garden.example/'/>", attributes=""):
    """An Atom 1.0 feed around entries."""
    return f'<feed xmlns="http://www.w3.org/2005/Atom" {attributes}>{head}{entries}</feed>'.encode()


RDF = b"""<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://garden.example/"><title>Garden notes</title>
<link>http://garden.example/</link><dc:language>en</dc:language></channel>
<item rdf:about="http://garden.example/a"><title>Peas</title><link>http://garden.example/a</link>
<dc:creator>Ida</dc:creator><dc:subject>peas, spring</dc:subject><dc:date>2004-04-16T23:35:27-06:00</dc:date></item></rdf:RDF>"""

JSON = b"""{"version": "https://jsonfeed.org/version/1.1", "title": "Garden notes", "home_page_url": "http://garden.example/",
"next_url": "/feed.json?page=2", "hubs": [{"type": "WebSub", "url": "http://hub.example/"}], "authors": [{"name": "Ida"}],
"items": [{"id": "1", "url": "/a", "title": "Peas &amp; beans", "content_html": "<p>They climb.</p>", "summary": "On climbing.",
"date_published": "2010-02-07T14:04:00-05:00", "tags": ["peas", "Peas", "spring"], "authors": [{"name": "Bo"}, {"name": "Ida"}],
"attachments": [{"url": "/a.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 12}]},
{"id": 2, "content_text": "1 < 2\\n\\nNext \\ud800"}]}"""


def only(content, **known):
    (entry,) = parse_feed(content, **known).entries
    return entry


def test_rss_channel():
    feed = parse_feed(
        rss(
            "",
            "<title>Garden &amp;amp; notes</title><link>http://garden.example</link><description>On peas</description>"
            '<atom:link rel="self" href="http://garden.example/feed"/><atom:link rel="hub" href="http://hub.example/"/>'
            "<language>en-GB</language><generator>Plough 2</generator><ttl>60</ttl><sy:updatePeriod>hourly</sy:updatePeriod>"
            "<sy:updateFrequency>2</sy:updateFrequency><copyright>Ida</copyright><image><url>/logo.png</url></image>"
            '<atom:link rel="next" href="/feed?paged=2"/><lastBuildDate>Tue, 01 Jan 2019 10:00:00 +0200</lastBuildDate>',
        ),
        address="http://garden.example/feed",
    )
    assert (feed.format, feed.title, feed.subtitle) == ("rss20", "Garden & notes", "On peas")
    assert (feed.home, feed.language, feed.generator) == ("http://garden.example", "en-GB", "Plough 2")
    assert (feed.ttl, feed.update_period, feed.update_frequency) == (60, "hourly", 2)
    assert (feed.hub, feed.image) == ("http://hub.example/", "http://garden.example/logo.png")
    assert (feed.rights, feed.next_page) == ("Ida", "http://garden.example/feed?paged=2")
    assert feed.updated.iso.startswith("2019-01-01T10:00")
    assert feed.updated.iso.endswith("+02:00")
    assert feed.damage == ()


def test_rss_entry():
    entry = only(
        rss(
            "<item><title>Peas &lt;b&gt;climb&lt;/b&gt; &amp;amp; beans</title><link>http://garden.example/a</link>"
            "<dc:creator>Ida</dc:creator><dc:creator>Bo</dc:creator><pubDate>Tue, 01 Jan 2019 10:00:00 +0200</pubDate>"
            "<description>Short.</description><content:encoded><![CDATA[<p>They climb.</p><script>x()</script><ol><li>high</ol>]]>"
            "</content:encoded><category>Veg</category><category>veg</category><media:keywords>green, tall</media:keywords>"
            "<wfw:commentRss>http://garden.example/a/feed</wfw:commentRss><slash:comments>4</slash:comments>"
            '<comments>http://garden.example/a#comments</comments><guid isPermaLink="false">http://garden.example/?p=1</guid>'
            '<enclosure type="audio/mpeg"/><enclosure url="http://garden.example/a.mp3" length="12" type="audio/mpeg"/></item>'
        )
    )
    assert (entry.address, entry.title) == ("http://garden.example/a", "Peas climb & beans")
    assert (entry.id, entry.aliases) == ("http://garden.example/?p=1", ("http://garden.example/?p=1",))
    assert entry.authors == ("Ida", "Bo")
    assert entry.tags == ("Veg", "green", "tall")
    assert entry.published.written == "Tue, 01 Jan 2019 10:00:00 +0200"
    assert entry.html.startswith("<p>They climb.</p><script>")
    assert entry.text == "They climb.\nhigh"
    assert entry.summary == "Short."
    assert entry.comments_feed == "http://garden.example/a/feed"
    assert (entry.comments_address, entry.comment_count) == ("http://garden.example/a#comments", 4)
    assert [(file.address, file.media_type, file.length) for file in entry.enclosures] == [
        ("http://garden.example/a.mp3", "audio/mpeg", 12)
    ]


def test_atom_entry_with_threading_extension_under_any_prefix():
    entry = only(
        atom(
            '<entry><title>Using &lt;T></title><id>tag:x</id><link rel="replies" type="application/atom+xml" href="c" t:count="3"/>'
            '<link rel="enclosure" href="e.mp3"/><link rel="alternate" href="a"/><updated>2019-01-01T00:00:00Z</updated>'
            '<category term="veg" label="Vegetables"/><category scheme="http://schemas.google.com/g/2005#kind" term="post"/>'
            "<author><name>Ida</name></author><author><name>Bo</name></author><summary>S</summary></entry>",
            attributes='xml:base="http://garden.example/x/" xmlns:t="http://purl.org/syndication/thread/1.0"',
        )
    )
    assert (entry.address, entry.title) == ("http://garden.example/x/a", "Using <T>")
    assert (entry.comments_feed, entry.comment_count) == ("http://garden.example/x/c", 3)
    assert (entry.authors, entry.tags) == (("Ida", "Bo"), ("Vegetables",))
    assert entry.published is None
    assert entry.updated.day == "2019-01-01"


@pytest.mark.parametrize(
    "content, text",
    [
        ('<content type="text">1 &lt; 2 &amp;amp; more\n\nnext</content>', "1 < 2 &amp; more\nnext"),
        ('<content type="html">&lt;p>One&lt;/p>&lt;p>Two&lt;/p></content>', "One\nTwo"),
        ('<content type="html">&amp;lt;p&amp;gt;One&amp;lt;/p&amp;gt;</content>', "One"),
        (
            '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One<br/>two</p></div></content>',
            "One\ntwo",
        ),
        ("<summary>Only this</summary>", "Only this"),
        ('<content type="image/png">aGVsbG8=</content>', ""),
    ],
)
def test_atom_text_of_every_type(content, text):
    assert only(atom(f"<entry>{content}</entry>")).text == text


def test_a_text_about_html_is_not_unescaped():
    assert (
        only(rss("<item><description>Use &amp;lt;p&amp;gt; for this</description></item>")).text == "Use <p> for this"
    )


def test_rdf():
    feed = parse_feed(RDF)
    (entry,) = feed.entries
    assert (feed.format, feed.home, feed.language) == ("rss10", "http://garden.example/", "en")
    assert (entry.authors, entry.tags) == (("Ida",), ("peas", "spring"))
    assert entry.published.iso.endswith("-06:00")


def test_json_feed():
    feed = parse_feed(JSON, address="http://garden.example/feed.json")
    first, second = feed.entries
    assert (feed.format, feed.title, feed.home) == ("json11", "Garden notes", "http://garden.example/")
    assert (feed.hub, feed.next_page) == ("http://hub.example/", "http://garden.example/feed.json?page=2")
    assert (first.address, first.title) == ("http://garden.example/a", "Peas & beans")
    assert (first.authors, first.tags) == (("Bo", "Ida"), ("peas", "spring"))
    assert (first.text, first.summary) == ("They climb.", "On climbing.")
    assert first.enclosures[0].length == 12
    assert (second.id, second.text) == ("2", "1 < 2\nNext \ufffd")


@pytest.mark.parametrize(
    "author, names",
    [
        ("<author>ida@garden.example (Ida Green)</author>", ("Ida Green",)),
        ("<author>noreply@blogger.com (Unknown)</author>", ()),
        ("<author>ida@garden.example</author>", ()),
        ("<dc:creator>ida@garden.example</dc:creator>", ()),
        ("<dc:creator>admin</dc:creator>", ("admin",)),
        ("<itunes:author>Ida</itunes:author><dc:creator>ida</dc:creator>", ("Ida",)),
        ("<dc:creator><![CDATA[Ida &amp; Bo]]></dc:creator>", ("Ida & Bo",)),
    ],
)
def test_authors_are_names(author, names):
    assert only(rss(f"<item>{author}</item>")).authors == names


@pytest.mark.parametrize(
    "item, address",
    [
        ("<link>/a</link>", "http://garden.example/a"),
        ("<link> http://garden.example/a \n</link>", "http://garden.example/a"),
        ("<link>http://garden.example//2010//a</link>", "http://garden.example/2010/a"),
        ("<link>//garden.example/a</link>", "http://garden.example/a"),
        ("<link>www.garden.example/a</link>", "http://www.garden.example/a"),
        ("<link>garden.example/a</link>", "http://garden.example/a"),
        ("<link>file:///a.html</link>", "http://garden.example/a.html"),
        ("<link>http://localhost:4000/a</link>", "http://localhost:4000/a"),
        ("<link>a.html</link>", "http://garden.example/a.html"),
        ("<guid>http://garden.example/a</guid>", "http://garden.example/a"),
        ('<guid isPermaLink="false">abc</guid>', None),
        (
            "<link>http://feedproxy.google.com/~r/x/1</link><feedburner:origLink>http://garden.example/a</feedburner:origLink>",
            "http://garden.example/a",
        ),
        ("<link>http://[bad</link>", None),
    ],
)
def test_links_are_repaired(item, address):
    assert only(rss(f"<item><title>x</title>{item}</item>")).address == address


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n\0",
        b"<!DOCTYPE html><html><body>hello</body></html>",
        b"<html><rss></html>",
        b"\x89PNG\r\n\x1a\n" + bytes(200),
        b"just words",
        b"<urlset><url/></urlset>",
        b"{}",
        b'{"a": 1',
        b"[1, 2]",
    ],
)
def test_what_is_no_feed_is_refused_with_the_next_step(content):
    with pytest.raises(NotAFeed) as refusal:
        parse_feed(content, address="http://garden.example/x")
    assert "http://garden.example/x" in str(refusal.value)
    assert refusal.value.next_step


@pytest.mark.parametrize(
    "content",
    [
        b" " * 30_000_001,
        b"<rss version='2.0'>" + b"<x>" * 10_000,
        rss("<item>" + "<category>x</category>" * 3_000 + "</item>"),
        b'{"version": "https://jsonfeed.org/version/1", "items": ' + b"[" * 200_000,
    ],
)
def test_what_is_too_large_is_refused(content):
    with pytest.raises(TooLarge):
        parse_feed(content)


def test_entities_are_not_expanded():
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">{laughs}]>'
    feed = parse_feed(head.encode() + rss("<item><title>&l11;&f; x</title></item>").partition(b"?>")[2])
    assert len(feed.entries[0].title) < 40
    assert "root:" not in feed.entries[0].title
    assert any("entity" in note for note in feed.damage)


def test_more_entries_than_anyone_reads_are_left_out():
    feed = parse_feed(rss("<item><title>x</title></item>" * 5_010))
    assert len(feed.entries) == 5_000
    assert any("5,000" in note for note in feed.damage)


@pytest.mark.parametrize(
    "content, title",
    [
        (rss("<item><title>Caf\u00e9</title></item>").replace(b'"utf-8"', b'"iso-8859-1"'), "Café"),
        ("<rss version='2.0'><channel><item><title>Café au lait à côté</title></item></channel></rss>".encode("latin-1"), "Café au lait à côté"),
        ('<?xml version="1.0" encoding="windows-1251"?><rss version="2.0"><channel><item><title>Сад</title></item></channel></rss>'.encode("cp1251"), "Сад"),
        ("<rss version='2.0'><channel><item><title>Café</title></item></channel></rss>".encode("utf-16"), "Café"),
        (b"\xef\xbb\xbf<rss version='2.0'><channel><item><title>x</title></item></channel></rss>", "x"),
        (rss("<item><title>été à la mer</title></item>").replace("é".encode(), b"\xe9", 1).replace(b"utf-8", b"utf-8"), "été à la mer"),
    ],
)  # fmt: skip
def test_wrong_charsets_survive(content, title):
    assert only(content).title == title


def test_a_wrong_charset_is_recorded():
    content = rss("<item><title>Caf\u00e9</title></item>").replace(b'"utf-8"', b'"iso-8859-1"')
    assert parse_feed(content).damage == ("declared as iso-8859-1 but written in utf-8",)


@pytest.mark.parametrize(
    "content",
    [
        rss("<item><title>A&nbsp;b</title><description>x</description></item>"),
        rss("<item><title>A & b</title></item>"),
        rss("<item><title>A\x08 b</title></item>"),
        b"\n\n<br />Warning: something in line 3\n" + rss("<item><title>A b</title></item>"),
        rss("<item><title>A b</title></item>").replace(b"</channel></rss>", b""),
        rss("<item><title>A b</title><foo:bar>x</foo:bar></item>"),
        rss("<item><title>A b</title><description>a <b> c</description></item>"),
    ],
)
def test_broken_xml_survives_and_is_recorded(content):
    feed = parse_feed(content)
    assert feed.entries[0].title.replace("\xa0", " ").replace("& ", "") == "A b"
    assert feed.damage


def test_an_empty_feed_is_a_feed():
    feed = parse_feed(rss(""))
    assert (feed.entries, feed.text_kind) == ((), FeedText.TITLES)


MUTATIONS = st.lists(
    st.tuples(st.integers(0, 4_000), st.integers(0, 40), st.sampled_from([
        b"", b"<", b">", b"&", b"]]>", b"<![CDATA[", b"\xff", b"\x00", b"&#xD800;", b"&#99999999999;", b"<item>", b"</item>", b"<!ENTITY",
        b"<link href='http://[x'/>", b"<pubDate>31 Feb 99999</pubDate>", b"{'", b"{", b"<content type='xhtml'>", b"<image>", b"<source>",
    ])),
    min_size=1,
    max_size=6,
)  # fmt: skip


@examples(300)
@given(
    st.sampled_from(
        [
            RDF,
            JSON,
            rss("<item><title>x</title><link>/a</link><description>&lt;p>hi&lt;/p></description></item>" * 3),
            atom("<entry><title>x</title><link href='/a'/><content type='html'>&lt;p>hi</content></entry>" * 3),
        ]
    ),
    MUTATIONS,
)
def test_mutated_feeds_raise_nothing_but_our_errors(content, mutations):
    for place, length, replacement in mutations:
        at = place % (len(content) + 1)
        content = content[:at] + replacement + content[at + length :]
    try:
        feed = parse_feed(content, address="http://garden.example/feed")
    except (NotAFeed, TooLarge):
        return
    feed.entries.__hash__()
    repr(feed).encode("utf-8")  # no lone surrogates reach the archive


@examples(200)
@given(st.binary(max_size=300))
def test_any_bytes_raise_nothing_but_our_errors(content):
    for start in (b"", b"<rss>", b"<feed ", b"{"):
        with contextlib.suppress(NotAFeed, TooLarge):
            parse_feed(start + content)
