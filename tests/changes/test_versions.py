"""Two versions of a post: which parts changed, and how."""

import pytest

from blogforever.changes.versions import compare_versions
from blogforever.model.moment import Moment
from blogforever.model.post import Link, LinkKind, MediaRef, Post


def link(address):
    return Link(address=address, text="there", kind=LinkKind.ELSEWHERE)


OLD = Post(
    url="http://a.example/1",
    title="Tides",
    authors=("Ann",),
    tags=("sea", "salt"),
    content_text="The water came back.",
    content_html="<p>The water came back.</p>",
    links=(link("http://x.example/"), link("http://x.example/")),
    media=(MediaRef(address="http://a.example/1.png", kind="image"),),
    published=Moment(written="4 May 2012", iso="2012-05-04"),
)


def changed(**values):
    fields = {name: getattr(OLD, name) for name in OLD.__dataclass_fields__}
    return compare_versions(OLD, Post(**fields | values))


@pytest.mark.parametrize(
    "values, parts",
    [
        ({}, []),
        ({"title": "Ebb"}, ["title"]),
        ({"title": None}, ["title"]),
        ({"content_text": "The water went."}, ["text"]),
        ({"links": (link("http://x.example/"),)}, ["links"]),
        ({"tags": ("salt", "sea")}, []),
        ({"tags": ("sea",), "authors": ("Bob",)}, ["tags", "authors"]),
        ({"media": ()}, ["media"]),
        ({"published": None}, ["dates"]),
        ({"url": "https://a.example/1"}, ["address"]),
        ({"content_html": "<div>The water came back.</div>"}, ["markup"]),
        ({"fit": 0.3, "problems": ("cut",)}, []),
    ],
)  # fmt: skip
def test_the_parts_that_changed_are_named(values, parts):
    assert [part.value for part in changed(**values).parts] == parts


def test_lists_say_what_was_added_and_removed():
    diff = changed(tags=("sea", "ebb"), links=(link("http://x.example/"), link("http://y.example/")))
    assert (diff.tags.added, diff.tags.removed) == (("ebb",), ("salt",))
    assert (diff.links.added, diff.links.removed) == (("http://y.example/",), ("http://x.example/",))


def test_words_are_counted():
    diff = changed(content_text="The cold water came.")
    assert (diff.words_added, diff.words_removed) == (1, 1)
