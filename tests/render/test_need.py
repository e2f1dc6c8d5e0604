"""A shell that scripts fill is told from a page that is only short."""

import pytest

from blogforever.dom.tree import parse_text
from blogforever.render.shell import shell_reason

BUNDLE = '<script src="/static/js/main.3f2a1b9c.chunk.js"></script>'
COUNTER = "<script src=counter.js></script>"
WORDS = "<p>" + "A post with words that can be read. " * 10 + "</p>"


def reason(body):
    return shell_reason(parse_text(f"<html><head><title>A blog</title></head><body>{body}</body></html>"))


@pytest.mark.parametrize(
    "body, why",
    [
        (f"<div id=root></div>{BUNDLE}", "<div id=root> stands empty"),
        (f"<div id=app>Loading …</div>{BUNDLE}", "<div id=app> stands empty"),
        (f"<app-root></app-root>{BUNDLE}", "<app-root> stands empty"),
        (f"<nav>{WORDS}</nav><div id=__nuxt><!----></div>{BUNDLE}", "<div id=__nuxt> stands empty"),
        (f"<div class=x></div><noscript>Please enable JavaScript to view this page.</noscript>{BUNDLE}",
         'it says "Please enable JavaScript to view this page."'),
        ("<div id=main></div><script>window.$docsify = {}</script>", "docsify fills it"),
        ('<div id=content></div><script src="//www.blogger.com/static/dynamicviews/a/js/common.js"></script>',
         "Blogger Dynamic Views fills it"),
    ],
)  # fmt: skip
def test_a_shell_is_known_by_what_scripts_will_fill(body, why):
    assert reason(body) == why


@pytest.mark.parametrize(
    "body",
    [
        f"<div id=root>{WORDS}</div>{BUNDLE}",
        f"<div id=app></div>{WORDS}{BUNDLE}",
        "<div id=root></div>",
        '<div id=root></div><script type="application/ld+json">{}</script>',
        f"<div id=app><img src=photo.jpg></div>{BUNDLE}",
        f"<p>Gone fishing.</p>{COUNTER}",
        f"<p>Sunday</p>{COUNTER}<noscript>Please enable JavaScript to view the comments powered by Disqus.</noscript>",
        f"{WORDS}<noscript>Please enable JavaScript.</noscript><script></script>",
        "",
    ],
)
def test_a_page_that_is_short_is_no_shell(body):
    assert reason(body) == ""
