"""A whole page for showing without the web: it keeps its look, and nothing in it runs, fetches or lies over ours."""

import re

import pytest

from blogforever.dom.page_layout import layout_attributes, safe_css, sanitised_body, show_page, style_sources
from blogforever.dom.tree import parse_text


@pytest.mark.parametrize(
    "css",
    [
        "a{background:url(http://evil.example/x)}",
        "a{background:URL (http://evil.example/x)}",
        "a{background:u\\72l(http://evil.example/x)}",
        "a{background:u/**/rl(http://evil.example/x)}",
        'a{background:image-set("http://evil.example/x" 1x)}',
        'a{background:-webkit-image-set("http://evil.example/x" 1x)}',
        "@import 'http://evil.example/x';a{color:red}",
        "@IMPORT\nurl(http://evil.example/x);",
        "@im\\port 'http://evil.example/x';",
        "a{width:expression(alert(1))}",
        "a{color:red}</style><script>alert(1)</script>",
        "a{position:fixed;z-index:99;top:0}",
        "/* never closed url(http://evil.example/x)",
    ],
)
def test_a_style_fetches_nothing_and_stays_where_it_is(css):
    safe = safe_css(css).lower()
    assert not re.search(r"url\s*\(|image-set\s*\(|expression\s*\(|@import|<|\\|fixed|z-index", safe)


def test_a_style_keeps_its_look():
    css = "body > p{color:#123;margin:0 auto}@media (max-width:40em){p{display:none}}"
    assert safe_css(css) == css


PAGE = """<html class="no-js" onclick="x()"><head><style>p{color:red}</style><style media="print">p{color:blue}</style>
<link rel="stylesheet" href="/theme.css"><link rel="alternate stylesheet" href="/other.css"></head>
<body class='home"' id="top" onload="x()"><header class="site"><h1>Tides</h1></header>
<script>alert(1)</script><iframe src="http://evil.example/"></iframe><object data="x"></object>
<p style="color:red;background:url(http://evil.example/x);position:fixed" onclick="x()">Hello</p>
<a href="javascript:alert(1)">bad</a><form action="http://evil.example/"><input name="q"><label>Search</label></form>
<img src="http://a.example/kept.png" class="wide" alt="kept">
<img src="http://a.example/lost.png" alt="lost"></body></html>"""


def test_a_page_keeps_its_frame_and_loses_what_runs():
    document = parse_text(PAGE)
    shown = show_page(
        sanitised_body(document.select_one("body")), {"http://a.example/kept.png": "data:image/png;base64,aaaa"}
    )
    assert '<header class="site"><h1>Tides</h1></header>' in shown
    assert re.search(r'<img[^>]*src="data:image/png;base64,aaaa"', shown)
    assert '<a href="http://a.example/lost.png">lost</a>' in shown
    assert not re.search(r"<script|<iframe|<object|<input|onclick|javascript:|url\(|position|action", shown)
    assert layout_attributes(document) == ('class="no-js"', 'class="home&quot;" id="top"')


def test_the_styles_of_the_screen_are_found_in_order():
    assert [one.css or one.address for one in style_sources(parse_text(PAGE))] == ["p{color:red}", "/theme.css"]
