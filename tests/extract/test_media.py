"""Pictures, sounds, films, players and files."""

import pytest

from blogforever.dom.archival import mend
from blogforever.dom.tree import parse_text
from blogforever.extract.links import find_links
from blogforever.extract.media import candidates, find_media

BASE = "https://blog.example/2020/post.html"


def media(html):
    node = parse_text(f"<article>{html}</article>").select_one("article")
    shown = mend(node, BASE)
    found = find_media(shown, find_links(node, BASE, frozenset()))
    return [(one.kind, one.address.removeprefix("https://blog.example/2020/"), one.text) for one in found]


@pytest.mark.parametrize(
    "html, expected",
    [
        ('<img src="a.png" alt="A cat">', ("image", "a.png", "A cat")),
        ('<figure><img src="a.png"><figcaption>Two cats</figcaption></figure>', ("image", "a.png", "Two cats")),
        ('<img src="s.jpg" srcset="s.jpg 300w, l.jpg 900w">', ("image", "l.jpg", "")),
        ('<img src="data:image/gif;base64,R0" data-lazy-src="a.png">', ("image", "a.png", "")),
        ('<picture><source srcset="a.webp"><img src="a.png"></picture>', ("image", "a.webp", "")),
        ('<audio controls><source src="a.ogg"></audio>', ("audio", "a.ogg", "")),
        ('<video src="a.mp4" title="Waves"></video>', ("video", "a.mp4", "Waves")),
        (
            '<iframe src="//player.vimeo.com/video/1" title="T"></iframe>',
            ("player", "https://player.vimeo.com/video/1", "T"),
        ),
        (
            '<iframe src="https://tube.example/videos/embed/9-f"></iframe>',
            ("player", "https://tube.example/videos/embed/9-f", ""),
        ),
        ('<object data="show.swf"></object>', ("player", "show.swf", "")),
        ('<embed src="song.mp3">', ("audio", "song.mp3", "")),
        ('<a href="paper.pdf?v=2">the paper</a>', ("attachment", "paper.pdf?v=2", "the paper")),
    ],
)
def test_each_kind_of_media(html, expected):
    assert media(html) == [expected]


@pytest.mark.parametrize(
    "html",
    [
        '<img src="https://stats.example/b.gif" width="1" height="1">',
        '<img src="https://pixel.wp.com/b.gif?x">',
        '<iframe src="https://ads.example/frame"></iframe>',
        '<a href="https://site.ai">x</a>',
        "<img>",
        "<video></video>",
    ],
)
def test_what_is_no_media(html):
    assert media(html) == []


def test_a_thing_shown_twice_is_one():
    assert media('<img src="a.png"><img src="a.png">') == [("image", "a.png", "")]


def test_a_film_has_its_other_formats_and_its_poster():
    html = '<video poster="p.jpg"><source src="a.webm"><source src="a.mp4"></video>'
    node = parse_text(f"<article>{html}</article>").select_one("article")
    film, poster = find_media(mend(node, BASE), [])
    assert film.alternatives == ("https://blog.example/2020/a.mp4",)
    assert poster.address == "https://blog.example/2020/p.jpg"


@pytest.mark.parametrize(
    "html",
    [
        '<img srcset="javascript:alert(1) 1x, b.png 2x">',
        '<img srcset="javascript:alert(1) 3x, b.png 2x">',
        '<img src="b.png" srcset="data:text/html,x 2x">',
        '<picture><source srcset="javascript:alert(1)"><img src="b.png"></picture>',
        '<video src="b.png"><source src="javascript:alert(1)"></video>',
        '<audio src="javascript:alert(1)"><source src="b.png"></audio>',
    ],
)
def test_only_web_addresses_are_offered(html):
    node = parse_text(f"<article>{html}</article>").select_one("article")
    (one,) = find_media(mend(node, BASE), [])
    assert (one.address, one.alternatives) == ("https://blog.example/2020/b.png", ())


def test_the_picture_shown_comes_after_the_largest_offered():
    node = parse_text('<img src="s.png" srcset="a.png 1x, b.png 2x">')
    (one,) = find_media(mend(node.select_one("body"), "https://x.example/"), [])
    assert (one.address, *one.alternatives) == tuple(f"https://x.example/{name}.png" for name in "bsa")


@pytest.mark.parametrize(
    "srcset, expected",
    [
        ("a.jpg", ["a.jpg"]),
        ("a.jpg 1x, b.jpg 2x", ["b.jpg", "a.jpg"]),
        ("https://x.example/w_300,h_2/a.jpg 300w, b.jpg 900w", ["b.jpg", "https://x.example/w_300,h_2/a.jpg"]),
        ("", []),
        (" , ,", []),
    ],
)
def test_the_largest_candidate_comes_first(srcset, expected):
    assert candidates(srcset) == expected
