"""The line that users see."""

import json

from blogforever.actions._files.records import as_record
from blogforever.model.moment import Moment
from blogforever.model.post import FieldEvidence, Link, LinkKind, MediaRef, Post, Source

EMPTY = {
    "type": "post", "url": None, "aliases": [], "id": None, "title": None, "subtitle": None, "authors": [],
    "published": None, "published_as_written": None, "updated": None, "content_html": "", "content_html_unpruned": "",
    "content_text": "", "tags": [], "language": None, "declared_language": None, "links": [], "media": [],
    "comments": [], "version": 1, "evidence": {}, "captured_at": None, "status_code": None, "fit": 0.0,
    "template": None, "robots_directives": [], "problems": [],
}  # fmt: skip


def test_what_a_page_does_not_show_is_null_or_empty():
    assert as_record(Post(url=None)) == EMPTY


def test_values_are_plain():
    post = Post(
        url="https://b.example/x",
        published=Moment(written="1. Mai", iso="2020-05-01"),
        links=(Link(address="https://c.example/", text="c", kind=LinkKind.ELSEWHERE),),
        media=(MediaRef(address="https://c.example/a.png", kind="image", alternatives=("b",), text="t"),),
        evidence={"title": FieldEvidence(value_from=Source.RULE, rule="h1", confidence=0.5)},
    )
    record = json.loads(json.dumps(as_record(post)))
    assert record["published"] == "2020-05-01"
    assert record["published_as_written"] == "1. Mai"
    assert record["links"] == [{"url": "https://c.example/", "text": "c", "kind": "elsewhere"}]
    assert record["media"] == [{"url": "https://c.example/a.png", "kind": "image", "alternatives": ["b"], "text": "t"}]
    assert record["evidence"] == {"title": {"value_from": "rule", "rule": "h1", "confidence": 0.5}}
