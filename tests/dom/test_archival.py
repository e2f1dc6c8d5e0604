"""Archival HTML keeps what an article shows and nothing that runs."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.archival import archival_html, base_address, mend
from blogforever.dom.reading import reading_text
from blogforever.dom.tree import Element, parse_text
from tests.examples import examples

BASE = "https://blog.example/2020/post.html"


def article(html):
    return parse_text(f"<html><body><article>{html}</article></body></html>").select_one("article")


def kept(html, base=BASE):
    node = article(html)
    return archival_html(node, mend(node, base), base)


@pytest.mark.parametrize(
    "html, expected",
    [
        ('<a href="/about">x</a>', '<a href="https://blog.example/about">x</a>'),
        ('<a href="other.html">x</a>', '<a href="https://blog.example/2020/other.html">x</a>'),
        ('<a href="#fn1">1</a><p id="fn1">note</p>', '<a href="#fn1">1</a><p id="fn1">note</p>'),
        ('<a href="mailto:me@blog.example">me</a>', '<a href="mailto:me@blog.example">me</a>'),
        ('<a href="javascript:alert(1)">x</a>', "<a>x</a>"),
        ('<a href="data:text/html,x">x</a>', "<a>x</a>"),
        ('<p onclick="x()" style="color:red" class="big">x</p>', "<p>x</p>"),
        ('<p>a<script>alert("b")</script>c</p>', "<p>ac</p>"),
        ("<p>a<!-- b -->c</p>", "<p>ac</p>"),
        ("<form><p>a</p><input name=q><button>Go</button></form>", "<p>a</p>"),
        ('<pre class="language-python">x</pre>', '<pre class="language-python">x</pre>'),
        ("<math><mi>x</mi></math>", "<math><mi>x</mi></math>"),
        ('<img src="a.png" alt="A">', '<img src="https://blog.example/2020/a.png" alt="A">'),
        ('<img src="blank.gif" data-src="/real.jpg">', '<img src="https://blog.example/real.jpg">'),
        ('<img src="data:image/gif;base64,R0lGODlh">', '<img src="data:image/gif;base64,R0lGODlh">'),
        (
            '<img src="data:image/gif;base64,R0" data-srcset="a.jpg 1x, b.jpg 2x">',
            (
                '<img src="data:image/gif;base64,R0" srcset="https://blog.example/2020/a.jpg 1x,'
                ' https://blog.example/2020/b.jpg 2x">'
            ),
        ),
        (
            '<img src="/placeholder.png"><noscript><img src="/real.jpg"></noscript>',
            '<img src="https://blog.example/real.jpg">',
        ),
        ('<p><noscript><img src="/real.jpg"></noscript></p>', '<p><img src="https://blog.example/real.jpg"></p>'),
        (
            '<iframe src="https://www.youtube.com/embed/abc" title="A film"></iframe>',
            '<a href="https://www.youtube.com/embed/abc">A film</a>',
        ),
        ('<iframe src="https://ads.example/x"></iframe><p>a</p>', "<p>a</p>"),
    ],
)
def test_what_is_kept_and_how(html, expected):
    assert kept(html) == expected


def test_large_pictures_inside_the_page_are_dropped():
    assert kept(f'<img alt="x" src="data:image/png;base64,{"A" * 20_000}">') == '<img alt="x">'


def test_data_addresses_are_for_pictures_only():
    html = '<img src="data:image/gif;base64,R0lG"><a href="data:text/html,x">x</a><img src="data:image/svg+xml,x">'
    assert kept(html) == '<img src="data:image/gif;base64,R0lG"><a>x</a><img>'


@pytest.mark.parametrize(
    "hostile, harmless",
    [
        ('<video src="&#1;data:text/html,x"></video>', "<video></video>"),
        (f'<blockquote cite="{" " * 50}data:text/html,x"></blockquote>', "<blockquote></blockquote>"),
        (f'<a href="{" " * 50}DATA:text/html,<script>x</script>">x</a>', "<a>x</a>"),
        (f'<a href="d{"&#10;" * 50}ata:text/html,x">x</a>', "<a>x</a>"),
        ('<a href="&#1;data:text/html,x">x</a>', "<a>x</a>"),
        ('<a href="data:image/png;base64,AAAA">x</a>', "<a>x</a>"),
        ('<img src="&#1;data:image/svg+xml;base64,AAAA">', "<img>"),
        ('<img srcset="https://x.example/a.png 1x, &#1;data:text/html,x 2x">', "<img>"),
    ],
)
def test_a_picture_inside_lets_no_disguised_data_address_through(hostile, harmless):
    picture = '<img src="data:image/png;base64,AAAA">'
    assert kept(picture + hostile) == picture + harmless
    assert kept(picture + hostile, base=None) == picture + harmless


def test_addresses_that_only_mention_data_stay_beside_a_picture_inside():
    html = '<img src="data:image/png;base64,AAAA"><a href="https://x.example/data:1">x</a>'
    assert kept(html) == html


def test_without_an_address_links_stay_as_written():
    assert kept('<a href="/about">x</a>', base=None) == '<a href="/about">x</a>'


def test_making_html_leaves_the_article_alone():
    node = article('<p>a <a href="/x">b</a><iframe src="https://youtu.be/1"></iframe></p><script>c</script>')
    shown = mend(node, BASE)
    before = node.html
    archival_html(node, shown, BASE)
    assert node.html == before


def test_the_article_is_left_alone_even_when_making_html_fails(monkeypatch):
    class Failing:
        def sanitize(self, node):
            raise ValueError(node.tag)

    node = article('<p>a<iframe src="https://youtu.be/1"></iframe></p>')
    shown = mend(node, BASE)
    before = node.html
    monkeypatch.setattr("blogforever.dom.archival._SANITIZER", Failing())
    with pytest.raises(ValueError, match="article"):
        archival_html(node, shown, BASE)
    assert node.html == before


def test_words_for_readers_without_scripts_do_not_become_part_of_the_article():
    assert kept('<p>a<noscript>Switch on <img src="/real.jpg"></noscript></p>') == (
        '<p>a<img src="https://blog.example/real.jpg"></p>'
    )


def test_counting_pixels_are_dropped():
    assert kept('<p>a<img src="/count.gif" width="1" height="1"></p>') == "<p>a</p>"


@pytest.mark.parametrize(
    "head, expected",
    [
        ("", BASE),
        ('<base href="/elsewhere/">', "https://blog.example/elsewhere/"),
        ('<base href="javascript:x">', BASE),
        ('<base href="http://[bad">', BASE),
    ],
)
def test_the_base_element_counts_when_it_is_sound(head, expected):
    assert base_address(parse_text(f"<html><head>{head}</head><body></body></html>"), BASE) == expected


PIECES = st.sampled_from([
    "<script>", "</script>", "<scr<script>ipt>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "<math>",
    "<mtext>", "<table>", "<mglyph>", "<style>", "</style>", "<!--", "-->", "<a href='java\tscript:alert(1)'>",
    '<a href=" &#106;avascript:alert(1)">', "<iframe srcdoc='<script>x</script>'>", "<noscript>", "</noscript>",
    '<p title="</noscript><img src=x onerror=alert(1)>">', "<form>", "</form>", "<template>", "<xmp>", "<plaintext>",
    "<object data='javascript:x'>", "<embed src='data:text/html,x'>", "<base href='javascript:/'>", "<svg><style>",
    "<img srcset='javascript:x 1x'>", "<a href='vbscript:x'>", "<video poster='javascript:x'>",
    "<img src='data:image/gif;base64,R0'>",
    "<video src='&#1;data:text/html,x'>", f"<q cite='{' ' * 50}data:text/html,x'>", "<a href='&#1;data:text/html,x'>",
    f"<a href='d{'&#10;' * 50}ata:text/html,x'>", "<img srcset='a.png 1x, &#1;data:text/html,x 2x'>",
    "<img src='&#1;data:image/svg+xml,x'>",
    "<a href='data:text/html;base64,x'>", "<annotation-xml encoding='text/html'>", "<select>", "<option>", "text ",
    "<p>",
    "<b ONCLICK=x>", "<q cite='javascript:x'>", "<details ontoggle=x open>", "<![CDATA[", "]]>", "&lt;script&gt;",
    "\x00",
])  # fmt: skip


@examples(300)
@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=14).map("".join))
def test_hostile_html_comes_out_harmless(html):
    result = kept(html)
    assert "<script" not in result.lower()
    again = parse_text(f"<body>{result}</body>")
    for element in again.descendants:
        if not isinstance(element, Element):
            continue
        assert element.tag not in {"script", "style", "iframe", "object", "embed", "form", "svg", "template", "input"}
        for name, value in element.attrs.items():
            assert not name.lower().startswith("on")
            if name in {"href", "src", "cite", "poster", "srcset"}:
                address = re.sub(r"[\x00-\x20]", "", str(value)).lower()
                assert not address.startswith(("javascript:", "vbscript:"))
                assert ",data:" not in address
                assert not address.startswith("data:") or (
                    (element.tag, name) == ("img", "src") and address.startswith("data:image/gif;base64,")
                )


@examples(100)
@given(st.lists(PIECES, max_size=10).map("".join))
def test_keeping_twice_changes_nothing(html):
    once = kept(html)
    assert kept(once) == once


@examples(200)
@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=14).map("".join))
def test_the_text_is_the_same_before_and_after(html):
    node = article(html)
    archival_html(node, mend(node, BASE), BASE)
    assert reading_text(node) == reading_text(article(html))
