"""An offline article shows what was kept and asks the network for nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.offline import localise
from blogforever.dom.tree import Element, parse_text
from tests.examples import examples

FILES = {
    "https://blog.example/a.png": "media/aa/a.png",
    "https://blog.example/large.jpg": "media/bb/large.jpg",
    "https://blog.example/film.mp4": "media/cc/film.mp4",
    "https://blog.example/talk.pdf": "media/dd/talk.pdf",
    "https://blog.example/words.vtt": "media/ee/words.vtt",
}


@pytest.mark.parametrize(
    "html, expected",
    [
        ('<img src="https://blog.example/a.png" alt="A">', '<img src="media/aa/a.png" alt="A">'),
        (
            '<p>x <img src="https://blog.example/b.png" alt="B &amp; C"></p>',
            '<p>x <a href="https://blog.example/b.png">B &amp; C</a></p>',
        ),
        (
            '<img src="https://blog.example/b.png">',
            '<a href="https://blog.example/b.png">https://blog.example/b.png</a>',
        ),
        (
            '<a href="https://blog.example/big"><img src="https://blog.example/b.png" alt="B"></a>',
            '<a href="https://blog.example/big">B</a>',
        ),
        (
            (
                '<img src="https://blog.example/s.jpg" sizes="9vw" srcset="https://blog.example/large.jpg 800w,'
                ' https://blog.example/s.jpg 200w">'
            ),
            '<img src="media/bb/large.jpg">',
        ),
        (
            '<picture><source srcset="https://blog.example/large.jpg"><img src="https://blog.example/s.jpg"></picture>',
            '<picture><img src="media/bb/large.jpg"></picture>',
        ),
        (
            (
                '<video controls poster="https://blog.example/a.png"><source src="https://blog.example/film.mp4">'
                '<track src="https://blog.example/words.vtt"><track src="https://blog.example/other.vtt"></video>'
            ),
            (
                '<video controls="" poster="media/aa/a.png" src="media/cc/film.mp4">'
                '<track src="media/ee/words.vtt"></video>'
            ),
        ),
        (
            '<audio src="https://blog.example/x.mp3" title="A song"></audio>',
            '<a href="https://blog.example/x.mp3">A song</a>',
        ),
        ('<a href="https://blog.example/talk.pdf">slides</a>', '<a href="media/dd/talk.pdf">slides</a>'),
        ('<img src="data:image/gif;base64,R0lGODlh">', '<img src="data:image/gif;base64,R0lGODlh">'),
        ("<img>a", "a"),
        (
            '<p>nothing <em>to</em> change &amp; <a href="https://x.example/">a link</a></p>',
            '<p>nothing <em>to</em> change &amp; <a href="https://x.example/">a link</a></p>',
        ),
        ("", ""),
    ],
)
def test_kept_files_take_the_place_of_addresses_and_links_that_of_the_rest(html, expected):
    assert localise(html, FILES) == expected


ADDRESSES = st.sampled_from(
    [*FILES, "https://tracker.example/p.gif", "//x.example/y", "javascript:x", "", " a b ", ","]
)
TEMPLATES = st.sampled_from(
    [
        "<img src='{}'>",
        "<img src='x' srcset='{} 1x, {} 2x'>",
        "<a href='{}'>",
        "</a>",
        "<video poster='{}' src='{}'>",
        "<source src='{}' srcset='{} 3w'>",
        "</video>",
        "<picture>",
        "</picture>",
        "<audio src='{}'>",
        "<track src='{}'>",
        "<iframe src='{}'>",
        "<object data='{}'>",
        "<embed src='{}'>",
        "<script src='{}'></script>",
        "<svg><image href='{}'>",
        "<link rel=stylesheet href='{}'>",
        "<style>@import '{}'</style>",
        "<p style='background:url({})'>",
        "<table background='{}'>",
        "<input type=image src='{}'>",
        "<meta http-equiv=refresh content='0;url={}'>",
        "<base href='{}'>",
        "<math><mglyph src='{}'>",
        "<body background='{}'>",
        "<p>words",
        "<template>",
        "<noscript>",
        "</noscript>",
        "<!--",
        "<frameset>",
        "<title>",
    ]
)
PIECES = st.builds(lambda template, *addresses: template.format(*addresses), TEMPLATES, ADDRESSES, ADDRESSES)


@examples(300)
@given(st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=12).map("".join))
def test_showing_an_offline_article_fetches_nothing(html):
    for element in parse_text(f"<body>{localise(html, FILES)}").descendants:
        if not isinstance(element, Element):
            continue
        assert element.tag not in {
            "script",
            "style",
            "iframe",
            "frame",
            "object",
            "embed",
            "svg",
            "link",
            "meta",
            "base",
        }
        assert not {"srcset", "style", "background", "data", "ping"} & set(element.attrs)
        for name in ("src", "poster"):
            assert element.attr(name) in {None, *FILES.values()}


@examples(100)
@given(st.lists(PIECES, max_size=8).map("".join))
def test_an_offline_article_without_pictures_stays_as_it_is(html):
    once = localise(html, {})
    assert localise(once, {}) == once
