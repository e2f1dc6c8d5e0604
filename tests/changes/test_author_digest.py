"""What counts as an edit of a post, and what does not."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.changes.author_digest import author_digest
from blogforever.model.moment import Moment
from blogforever.model.post import Link, LinkKind, MediaRef, Post

B = "http://blog.example"
POST = Post(
    url=f"{B}/rain/",
    title="A walk in the rain",
    content_text="It rained.\n\nWe walked – far.",
    content_html="<p class=a id=b>It rained.</p><p>We walked – far.</p>",
    authors=("Anna",),
    published=Moment(written="5 May", iso="2010-05-05"),
    tags=("rain", "walks"),
    links=(
        Link(address=f"{B}/snow/", text="snow", kind=LinkKind.SAME_BLOG),
        Link(address=f"{B}/files/map.jpg", text="", kind=LinkKind.SAME_BLOG),
    ),
    media=(MediaRef(address=f"{B}/files/map-300x200.jpg", kind="image"),),
)


@pytest.mark.parametrize("edit", [
    {"title": "A walk in the Rain"},
    {"content_text": "It rained.\n\nWe walked – fat."},
    {"content_text": "It rained. We walked far."},
    {"tags": ("rain",)},
    {"links": POST.links[:1]},
    {"links": (replace(POST.links[0], address=f"{B}/ice/"), POST.links[1])},
    {"media": ()},
    {"media": (MediaRef(address=f"{B}/files/plan.jpg", kind="image"),)},
])  # fmt: skip
def test_what_the_author_changes_is_another_version(edit):
    assert author_digest(replace(POST, **edit)) != author_digest(POST)


@pytest.mark.parametrize("other", [
    {"content_html": "<p id=b class=a>It rained.</p><div><p>We walked &ndash; far.</p></div>"},
    {"content_text": "It rained. We\u00a0wal\u00adked – far. "},
    {"title": " A walk  in the rain"},
    {"tags": ("walks", "rain", "rain")},
    {"authors": ("anna",)},
    {"published": Moment(written="05.05.2010", iso="2010-05-05T10:00")},
    {"links": tuple(reversed(POST.links))},
    {"links": (POST.links[0], replace(POST.links[1], address="https://cdn.example/7/map-1024x768.jpg?v=2"))},
    {"media": (MediaRef(address="https://i0.cdn.example/blog/map-600x400.jpg?w=600", kind="image"),)},
    {"links": (replace(POST.links[0], address="https://www.blog.example/snow"), POST.links[1])},
])  # fmt: skip
def test_how_the_page_is_made_is_none(other):
    assert author_digest(replace(POST, **other)) == author_digest(POST)


TEXTS = st.text(max_size=20)


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=3))
def test_parts_do_not_flow_into_each_other(title, text, tags):
    digest = author_digest(Post(url=None, title=title, content_text=text, tags=tuple(tags)))
    assert digest == author_digest(Post(url="x", title=title, content_text=text, tags=tuple(tags)))
    if title.split():
        assert digest != author_digest(Post(url=None, title="", content_text=f"{title} {text}", tags=tuple(tags)))
