"""Hostile documents of any size: each family is a table from what the document is made of to a maker of so many bytes.

What is repeated is what readers look for: openers that nothing closes, words that almost begin a name or a date, and
structures without end.
"""

import gzip
import io
import json
from collections.abc import Callable, Mapping
from functools import partial

Maker = Callable[[int], object]
Family = Mapping[str, Maker]


def many(unit: "str | bytes", *, before: "str | bytes | None" = None, after: "str | bytes | None" = None) -> Maker:
    """The unit as often as it fits, between two fixed texts."""
    nothing = unit[:0]
    return partial(_many, unit=unit, before=nothing if before is None else before, after=after or nothing)


def _many(size: int, *, unit, before, after):
    return before + unit * max(1, size // len(unit)) + after


def numbered(unit: str, *, before: str = "", after: str = "") -> Maker:
    """The unit with a number of its own in each place of `%d`."""
    return partial(_numbered, unit=unit, before=before, after=after)


def _numbered(size: int, *, unit: str, before: str, after: str) -> str:
    count = max(1, size // (len(unit) + 3))
    holes = unit.count("%d")
    return before + "".join([unit % ((number,) * holes) for number in range(count)]) + after


def as_bytes(family: Family) -> Family:
    """The same texts in UTF-8."""
    return {name: partial(_encoded, make=make) for name, make in family.items()}


def _encoded(size: int, *, make: Maker) -> bytes:
    return make(size).encode("utf-8", "surrogatepass")


_UNITS = {
    "one letter": "a", "spaces": " ", "line ends": "\n", "no-break spaces": "\u00a0", "digits": "7", "dots": ".",
    "dashes": "-", "slashes": "/", "commas": ",", "colons": ":", "brackets": "(", "quotes": '"', "percent signs": "%",
    "number signs": "#", "at signs": "a@", "words": "word ", "spaces and letters": "a        ",
    "names": "Anna Smith ", "bylines": "posted by ", "author: author:": "author: ", "says says": "says ",
    "by by": "by ", "on on": "on ", "posted posted": "posted ", "comment-comment-": "comment-",
    "ids": "comment-12-", "hexadecimal": "comment-a1b2", "dates": "3 May 2010 ", "numbers and slashes": "12/",
    "numbers and colons": "12:", "years": "2010 ", "dates in East Asia": "年3月", "days ago": "3 days ago ",
    "month names": "may ", "counts": "7 comments ", "counts without a noun": "7 777 ", "addresses": "http://a.b/ ",
    "dotted": "a.", "dotted folders": "/../a", "escapes": "%41", "broken escapes": "%4", "ampersands": "&",
    "references": "&amp;", "numeric references": "&#38;", "open tags": "<", "tags": "<b>", "comments": "<!--",
    "CDATA": "<![CDATA[", "combining marks": "a\u0301", "right to left": "\u202ea\u202d", "lone surrogates": "\ud800",
    "null characters": "\0", "Hebrew and Latin": "אa ", "ideographs": "写真", "mail addresses": "a.b@c.d ",
    "hyphenated": "a-b_", "CamelCase": "aB", "sentences": "We made soup. ", "trailing spaces": "word \n",
    "parameters": "&a=1", "empty parameters": "&a", "ellipses": "...", "arrows": "» ", "copyright": "© 2010 ",
}  # fmt: skip
TEXTS: Family = {
    **{name: many(unit) for name, unit in _UNITS.items()},
    "spaces before a letter": many(" ", after="x"),
    "a letter, then spaces": many(" ", before="7 ", after="\x01"),
    "digits before a letter": many("7", after="x"),
    "an address with a long path": many("a/", before="http://a.b/"),
    "an address with many numbers": many("1/", before="http://a.b/"),
    "an address with many parameters": many("a=1&", before="http://a.b/?"),
    "an address with slashes": many("/", before="http://a.b/", after="x"),
    "an address with a long fragment": many("#!/a", before="http://a.b/"),
    "an address with a long host": many("a.", before="http://", after="/"),
    "a list of tags": numbered("tag%d, "),
    "a row of names": numbered("Anna%d Smith and "),
    "a row of dates": numbered("%d May 2010, "),
}

_PAGE = "<html><head><title>Soup</title></head><body><h1>Soup</h1><article>"
_SOUP = "<p>We made soup on a cold morning, and it was good. The next day we made tea.</p>"
_COMMENT = (
    '<li class="comment" id="comment-%d"><cite class="fn">Anna%d</cite> <a href="#comment-%d">3 May 2010 at 12:01'
    "</a><p>I like soup number %d.</p></li>"
)
_LD = '<script type="application/ld+json">'
PAGES: Family = {
    **{
        f"text of {name}": many(unit, before=_PAGE + "<p>")
        for name, unit in _UNITS.items()
        if name not in {"open tags", "tags", "comments", "CDATA"}
    },
    "open angles": many("<", before=_PAGE),
    "open comments": many("<!--", before=_PAGE),
    "open CDATA": many("<![CDATA[", before=_PAGE),
    "declarations": many("<!DOCTYPE x [", before=""),
    "closed tags": many("</p>", before=_PAGE),
    "closed tags that nobody opened": many("</x>", before=_PAGE),
    "nested boxes": many("<div>", before=_PAGE),
    "nested bold": many("<b>", before=_PAGE),
    "nested bold and italics in paragraphs": many("<b><i><p>", before=_PAGE),
    "nested links": many("<a href=/x>", before=_PAGE),
    "nested lists": many("<ul><li>", before=_PAGE),
    "nested tables": many("<table><td>", before=_PAGE),
    "nested fonts": many("<font><p>x", before=_PAGE),
    "nested comments of readers": many("<li class=comment id=comment-1><p>Soup</p><ol>", before=_PAGE),
    "nested forms": many("<form><input>", before=_PAGE),
    "nested templates": many("<template>", before=_PAGE),
    "nested SVG": many("<svg><g>", before=_PAGE),
    "nested frames": many("<iframe src=x>", before=_PAGE),
    "paragraphs": many(_SOUP, before=_PAGE),
    "short paragraphs": many("<p>x", before=_PAGE),
    "text and bold": many("soup <b>tea</b> ", before=_PAGE + "<p>"),
    "line breaks": many("soup<br>", before=_PAGE + "<p>"),
    "empty boxes": many("<div></div>", before=_PAGE),
    "links": numbered("<a href='/2010/%d/'>soup</a> ", before=_PAGE),
    "the same link": many("<a href='/x'>soup</a> ", before=_PAGE),
    "links in one paragraph of text": numbered("soup <a href='/p%d'>%d</a>", before=_PAGE + "<p>"),
    "tag links": numbered("<a rel=tag href='/tag/%d'>t%d</a> ", before=_PAGE + _SOUP),
    "pictures": numbered("<img src='/p%d.jpg' alt=soup>", before=_PAGE),
    "pictures in links": numbered("<a href='/p%d.jpg'><img src='/t%d.jpg'></a>", before=_PAGE),
    "a srcset": numbered("/p%d.jpg 1x, ", before=_PAGE + "<img srcset='", after="'>"),
    "a srcset of commas": many(",", before=_PAGE + "<img srcset='", after="'>"),
    "sources of one picture": numbered(
        "<source srcset='/p%d.jpg'>", before=_PAGE + "<picture>", after="<img></picture>"
    ),
    "headings": numbered("<h2>Soup %d</h2>", before=_PAGE),
    "headings over comments": many("<h3>7 comments</h3>", before=_PAGE),
    "a heading of digits": many("7", before=_PAGE + "<h3>", after="x</h3>"),
    "short headings of digits": many("<h3>" + "7" * 150 + "x</h3>", before=_PAGE),
    "short headings of spaces": many("<h3>7" + "&nbsp;" * 20 + "x</h3>", before=_PAGE),
    "comments of readers": numbered(_COMMENT, before=_PAGE + _SOUP + "</article><ol id=comments>"),
    "comments of one reader": many(_COMMENT % (1, 1, 1, 1), before=_PAGE + _SOUP + "</article><ol id=comments>"),
    "comments without markup": numbered(
        "<p>Anna%d on 3 May 2010 at 12:01</p><p>I like soup number %d.</p>",
        before=_PAGE + _SOUP + "</article><h3>Comments</h3>",
    ),
    "one comment of many lines": numbered(
        "line %d<br>", before=_PAGE + _SOUP + "</article><ol><li class=comment id=comment-1><p>3 May 2010</p><p>"
    ),
    "a reader's name of repeated words": many(
        "says ", before=_PAGE + _SOUP + "<ol id=comments><li class=comment id=comment-1><cite class=fn>",
        after="</cite><time datetime=2010-05-03></time><p>Soup!</p>",
    ),
    "a reader's name of by": many(
        "by ", before=_PAGE + _SOUP + "<ol id=comments><li class=comment id=comment-1><cite class=fn>",
        after="</cite><time datetime=2010-05-03></time><p>Soup!</p>",
    ),
    "a byline of repeated words": many("posted by ", before=_PAGE + "<p class=byline>", after="</p>" + _SOUP),
    "an author of one letter": many("a", before=_PAGE + "<a rel=author>", after="</a>" + _SOUP),
    "bylines": numbered("<span class=author>by Anna%d</span> ", before=_PAGE + _SOUP),
    "dates": numbered("<time datetime='2010-05-03'>3 May 2010</time> <b>%d</b>", before=_PAGE),
    "short lines of figures": many("<span>12/12/2012</span> ", before=_PAGE),
    "attributes": numbered("a%d=1 ", before=_PAGE + "<p ", after=">soup"),
    "a class of many names": numbered("c%d ", before=_PAGE + '<p class="', after='">soup'),
    "a class of one name": many("comment", before=_PAGE + '<div class="', after='">soup'),
    "an id of repeated words": many("comment-", before=_PAGE + '<div id="', after='">soup'),
    "classes with long names": many('<div class="' + "comment-list " * 60 + '">soup</div>', before=_PAGE),
    "a style without end": many("a:url(", before=_PAGE + '<p style="', after='">soup'),
    "a style element without end": many("a{b:url(", before=_PAGE + "<style>"),
    "a script without end": many("var a = [", before=_PAGE + "<script>"),
    "meta elements": numbered("<meta name=k%d content=v>", before="<html><head>", after=f"</head>{_SOUP}"),
    "meta elements with dates": many(
        "<meta property=article:published_time content=2010-05-03x>", before="<html><head>", after=f"</head>{_SOUP}"
    ),
    "charsets": many(b"<meta charset=x\xff ".decode("latin-1"), before=""),
    "link elements": numbered(
        "<link rel=alternate type=application/rss+xml href=/f%d>", before="<html><head>", after=f"</head>{_SOUP}"
    ),
    "canonical links": numbered("<link rel=canonical href=/f%d>", before="<html><head>", after=f"</head>{_SOUP}"),
    "base elements": many("<base href=/a/>", before="<html><head>", after=f"</head>{_SOUP}"),
    "titles": many("<title>Soup</title>", before="<html><head>", after=f"</head>{_SOUP}"),
    "a long title": many("Soup | ", before="<html><head><title>", after=f"</title></head>{_SOUP}"),
    "JSON-LD scripts": many(_LD + '{"@type": "BlogPosting", "name": "x"}</script>', before="<html><head>"),
    "JSON-LD of many things": numbered('{"@type": "Thing", "name": "%d"},', before=_LD + "[", after="1]</script>"),
    "nested JSON-LD": many('{"@graph":[', before=_LD, after="</script>" + _SOUP),
    "JSON-LD without end": many('"', before=_LD, after="</script>" + _SOUP),
    "quoted text": many("<blockquote>soup</blockquote>", before=_PAGE),
    "preformatted lines": numbered("line %d\n", before=_PAGE + "<pre>"),
    "a table of many cells": many("<td>soup", before=_PAGE + "<table><tr>"),
    "a table of many rows": many("<tr><td>soup", before=_PAGE + "<table>"),
    "fostered text": many("<td>x<table>y", before=_PAGE + "<table>"),
    "options": many("<option>soup", before=_PAGE + "<select>"),
    "frames of services": numbered("<iframe src='https://disqus.com/%d'></iframe>", before=_PAGE),
    "footnotes": numbered("<sup id=r%d><a href=#f%d>1</a></sup>", before=_PAGE + "<p>soup"),
}  # fmt: skip

_RSS = "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>Soup</title>"
_ITEM = "<item><title>Soup</title><link>http://a.b/1</link>"
_END = "</item></channel></rss>"
_ONE = f"{_RSS}{_ITEM}<description>{'We made soup on a cold morning. ' * 9}</description>{_END}"
_ATOM = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Soup</title><entry><title>Soup</title><id>1</id>"


def _in(field: str, unit: str) -> Maker:
    return many(unit, before=f"{_RSS}{_ITEM}<{field}>", after=f"</{field}>{_END}")


_FIELDS = (
    "author", "dc:creator", "pubDate", "dc:date", "title", "link", "guid", "category", "description", "content",
    "comments", "dc:language",
)  # fmt: skip
_FIELD_UNITS = (
    "one letter", "spaces", "digits", "words", "dots", "at signs", "mail addresses", "ampersands", "references",
    "brackets", "commas", "numbers and slashes", "dates", "percent signs", "dashes", "slashes", "colons",
    "bylines", "addresses", "line ends",
)  # fmt: skip
FEEDS: Family = {
    **{f"{field} of {name}": _in(field, _UNITS[name]) for field in _FIELDS for name in _FIELD_UNITS},
    **{
        f"{field} of escaped {name}": _in(field, unit)
        for field in ("description", "title", "author")
        for name, unit in {
            "tags": "&lt;b&gt;", "open angles": "&lt;", "open comments": "&lt;!--", "references": "&amp;amp;",
            "links": "&lt;a href='/x'&gt;x&lt;/a&gt;", "paragraphs": "&lt;p&gt;soup&lt;/p&gt;",
            "boxes": "&lt;div&gt;",
        }.items()
    },
    "open comments in the DOCTYPE": many("<!--", before="<!DOCTYPE rss [", after=_ONE),
    "declared entities": numbered('<!ENTITY e%d "x">', before="<!DOCTYPE rss [", after="]>" + _ONE),
    "comments in the DOCTYPE": many("<!-- -->", before="<!DOCTYPE rss [", after="]>" + _ONE),
    "quotes in the DOCTYPE": many("\"'", before="<!DOCTYPE rss ", after=">" + _ONE),
    "open brackets in the DOCTYPE": many("[", before="<!DOCTYPE rss ", after=">" + _ONE),
    "DOCTYPEs": many("<!DOCTYPE rss>", after=_ONE),
    "open DOCTYPEs": many("<!DOCTYPE rss [", after=_ONE),
    "open comments before the feed": many("<!--", after=_ONE),
    "comments before the feed": many("<!-- -->", after=_ONE),
    "open instructions before the feed": many("<?", after=_ONE),
    "instructions before the feed": many("<?x ?>", after=_ONE),
    "open angles before the feed": many("<", after=_ONE),
    "spaces before the feed": many(" ", after=_ONE),
    "words before the feed": many("warning ", after=_ONE),
    "open comments": many("<!--", before=_RSS),
    "open CDATA": many("<![CDATA[", before=_RSS + _ITEM + "<description>"),
    "CDATA": many("<![CDATA[x]]>", before=_RSS + _ITEM + "<description>", after=f"</description>{_END}"),
    "closed CDATA": many("]]>", before=_RSS + _ITEM + "<description>", after=f"</description>{_END}"),
    "open angles": many("<", before=_RSS + _ITEM),
    "open tags": many("<a ", before=_RSS + _ITEM),
    "ampersands": many("&", before=_RSS + _ITEM),
    "unknown references": many("&x;", before=_RSS + _ITEM + "<description>", after=f"</description>{_END}"),
    "unknown references in a broken feed": many("&nbsp;<br>", before=_RSS + _ITEM + "<description>"),
    "nested tags": many("<a>", before=_RSS + _ITEM),
    "nested items": many("<item>", before=_RSS),
    "items": many(f"{_ITEM}<description>We made soup.</description></item>", before=_RSS, after="</channel></rss>"),
    "numbered items": numbered(
        "<item><title>Soup %d</title><link>http://a.b/%d</link><pubDate>Mon, 03 May 2010 12:01:00 GMT</pubDate>"
        "<description>We made soup number %d.</description></item>", before=_RSS, after="</channel></rss>",
    ),
    "items that end alike": numbered(
        "<item><title>Soup %d</title><description>We made soup. The post Soup %d appeared first on Soup."
        "</description></item>", before=_RSS, after="</channel></rss>",
    ),
    "items of a broken feed": numbered("<item><title>A & %d</title><br></item>", before=_RSS),
    "authors": numbered("<author>Anna%d</author>", before=_RSS + _ITEM, after=_END),
    "categories": numbered("<category>c%d</category>", before=_RSS + _ITEM, after=_END),
    "enclosures": numbered("<enclosure url='http://a.b/%d' type='x/y'/>", before=_RSS + _ITEM, after=_END),
    "links of one entry": numbered("<link href='/%d'/>", before=_ATOM, after="</entry></feed>"),
    "authors of one entry": numbered("<author><name>A%d</name></author>", before=_ATOM, after="</entry></feed>"),
    "contents of one entry": many("<content type='html'>x</content>", before=_ATOM, after="</entry></feed>"),
    "nested boxes of one entry": many(
        "<div>", before=_ATOM + "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>"
    ),
    "XHTML of one entry": many(
        "<p>x</p>", before=_ATOM + "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>",
        after="</div></content></entry></feed>",
    ),
    "base64 of one entry": many(
        "aGVsbG8g", before=_ATOM + "<content mode='base64'>", after="</content></entry></feed>"
    ),
    "attributes": numbered("a%d='1' ", before="<rss ", after=">" + _ONE[5:]),
    "namespaces": numbered("xmlns:n%d='x:%d' ", before="<rss ", after=">" + _ONE[5:]),
    "one huge attribute": many("a", before="<rss x='", after="'>" + _ONE[5:]),
    "undeclared prefixes": numbered("<n%d:a>x</n%d:a>", before=_RSS + _ITEM, after=_END),
    "a long name": many("a", before=_RSS + "<", after=">"),
    "a long name with a prefix": many("a:", before=_RSS + "<", after=">"),
    "forbidden characters": many("\x01", before=_RSS),
    "lone surrogates": many("\ud800", before=_RSS),
}  # fmt: skip

_JSON_ITEM = '{"id": "%d", "url": "http://a.b/%d", "content_text": "We made soup number %d."},'
_JSON = '{"version": "https://jsonfeed.org/version/1", "title": "Soup", "items": ['
JSON_FEEDS: Family = {
    **{
        f"{field} of {name}": many(
            json.dumps(_UNITS[name])[1:-1],
            before=f'{_JSON}{{"id": "1", "url": "http://a.b/1", "{field}": "',
            after='"}]}',
        )
        for field in ("content_html", "content_text", "summary", "title", "date_published", "url")
        for name in _FIELD_UNITS
    },
    **{
        f"author of {name}": many(
            json.dumps(_UNITS[name])[1:-1], before=_JSON + '{"id": "1", "author": {"name": "', after='"}}]}'
        )
        for name in _FIELD_UNITS
    },
    "items": numbered(_JSON_ITEM, before=_JSON, after='{"id": "x"}]}'),
    "nested lists": many("[", before=_JSON),
    "nested objects": many('{"a":', before=_JSON),
    "a number without end": many("7", before=_JSON + '{"id": ', after="}]}"),
    "escapes": many("\\ud800", before=_JSON + '{"id": "', after='"}]}'),
    "a string without end": many("\\u0041", before=_JSON + '{"id": "'),
    "tags": numbered('"t%d",', before=_JSON + '{"id": "1", "tags": [', after='"x"]}]}'),
    "keys": numbered('"k%d":1,', before=_JSON + "{", after='"x": 1}]}'),
    "white space": many(" ", before=_JSON, after="]}"),
}  # fmt: skip

_URLSET = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
SITEMAPS: Family = as_bytes({
    "pages": numbered(
        "<url><loc>http://a.b/%d</loc><lastmod>2010-05-03</lastmod></url>", before=_URLSET, after="</urlset>"
    ),
    "locations of one page": numbered("<loc>http://a.b/%d</loc>", before=_URLSET + "<url>", after="</url></urlset>"),
    "other elements": many("<x/>", before=_URLSET, after="</urlset>"),
    "other elements with text": many("<x>y</x>", before=_URLSET, after="<url><loc>http://a.b/1</loc></url></urlset>"),
    "nested pages": many("<url>", before=_URLSET),
    "nested elements": many("<x>", before=_URLSET),
    "attributes": numbered("a%d='1' ", before=_URLSET + "<url ", after="/></urlset>"),
    "one huge attribute": many("a", before=_URLSET + "<url x='", after="'/></urlset>"),
    "namespaces": numbered("xmlns:n%d='x:%d' ", before="<urlset ", after="><url/></urlset>"),
    "ampersands": many("&", before=_URLSET + "<url><loc>http://a.b/", after="</loc></url></urlset>"),
    "references": many("&amp;", before=_URLSET + "<url><loc>http://a.b/", after="</loc></url></urlset>"),
    "unknown references": many("&x;", before=_URLSET + "<url><loc>http://a.b/", after="</loc></url></urlset>"),
    "open angles": many("<", before=_URLSET),
    "open comments": many("<!--", before=_URLSET),
    "comments": many("<!-- -->", before=_URLSET),
    "instructions": many("<?x ?>", before=_URLSET),
    "open CDATA": many("<![CDATA[", before=_URLSET),
    "comments in the DOCTYPE": many("<!--", before="<!DOCTYPE urlset [", after="]>" + _URLSET),
    "declared entities": numbered('<!ENTITY e%d "x">', before="<!DOCTYPE urlset [", after="]>" + _URLSET),
    "a row of addresses": numbered("http://a.b/%d\n"),
    "one line": many("http://a.b/"),
    "empty lines": many("\n", before="http://a.b/1"),
    "words": many("soup "),
    "closed tags": many("</x>", before=_URLSET),
})  # fmt: skip

ROBOTS: Family = as_bytes({
    "rules": numbered("Disallow: /a%d\n", before="User-agent: *\n"),
    "the same rule": many("Disallow: /a\n", before="User-agent: *\n"),
    "wildcards": many("*a", before="User-agent: *\nDisallow: /", after="b$\n"),
    "stars": many("*", before="User-agent: *\nDisallow: /", after="b$\n"),
    "rules of wildcards": many("Disallow: /" + "*a" * 40 + "b$\n", before="User-agent: *\n"),
    "numbered rules of wildcards": numbered("Disallow: /*a*b*%d*c*d$\n", before="User-agent: *\n"),
    "one long rule": many("a", before="User-agent: *\nDisallow: /"),
    "agents": numbered("User-agent: a%d\n", after="Disallow: /"),
    "agents and rules": lambda size: "".join(
        _numbered(size // 2, unit=unit, before="", after="") for unit in ("User-agent: a%d\n", "Allow: /%d\n")
    ),
    "groups": numbered("User-agent: a%d\nDisallow: /\n"),
    "groups for us": many("User-agent: blogforever\nDisallow: /x\n"),
    "sitemaps": numbered("Sitemap: http://a.b/%d\n"),
    "escapes": many("%41", before="User-agent: *\nDisallow: /"),
    "broken escapes": many("%4", before="User-agent: *\nDisallow: /"),
    "broken lines": many("soup\n"),
    "one line": many("soup"),
    "spaces": many(" ", before="User-agent: *\nDisallow:"),
    "spaces and line ends": many(" \n"),
    "number signs": many("#"),
    "delays": many("Crawl-delay: 1\n", before="User-agent: *\n"),
    "a delay of digits": many("7", before="User-agent: *\nCrawl-delay: "),
    "a visit time of digits": many("7", before="User-agent: *\nVisit-time: "),
    "a request rate of digits": many("7", before="User-agent: *\nRequest-rate: "),
})  # fmt: skip

HEADS: Family = {
    "headers": many(b"A: b\r\n", before=b"HTTP/1.1 200 OK\r\n", after=b"\r\n"),
    "folded lines": many(b"\r\n ", before=b"HTTP/1.1 200 OK\r\nA: b", after=b"x\r\n\r\n"),
    "one header": many(b"a", before=b"HTTP/1.1 200 OK\r\nA: ", after=b"\r\n\r\n"),
    "spaces": many(b" ", before=b"HTTP/1.1 200 OK\r\nA:", after=b"\r\n\r\n"),
    "spaces in the status line": many(b" ", before=b"HTTP/1.1 200", after=b"\r\n\r\n"),
    "carriage returns": many(b"\r", before=b"HTTP/1.1 200 OK\r\n"),
    "line ends without end": many(b"\r\n\t", before=b"HTTP/1.1 200 OK"),
    "digits": many(b"7", before=b"HTTP/"),
    "a long method": many(b"A"),
    "WARC fields": many(b"A: b\r\n", before=b"WARC/1.1\r\n", after=b"\r\n\r\n"),
    "a body": many(b"\r\n\r\n", before=b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n"),
}

_EMPTY = gzip.compress(b"", mtime=0)
_SMALL = gzip.compress(b"<p>a", mtime=0)


def bomb(size: int) -> bytes:
    """A gzip file that unfolds to as much as one of its size can."""
    return gzip.compress(bytes(1000 * size), compresslevel=9, mtime=0)


def torn_member(size: int) -> bytes:
    """A gzip file whose end is missing."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=0, mtime=0) as file:
        file.write(bytes(range(256)) * (size // 256))
    return packed.getvalue()[:size]


PACKED: Family = {
    "empty members": many(_EMPTY),
    "small members": many(_SMALL),
    "a member, then nothing": many(b"\0", before=_SMALL),
    "a member, then starts of others": many(b"\x1f\x8b\x08", before=_SMALL),
    "a member that breaks off": torn_member,
    "a member that unfolds a thousandfold": bomb,
}
