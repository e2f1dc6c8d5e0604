"""Comments from the programming interface of WordPress."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.model.comment import CommentKind, CommentStatus
from blogforever.sources.comments.wordpress import comments_query, read_rest_comments

ROOT = "https://blog.example/wp-json/"
HEADERS = (("X-WP-Total", "243"), ("X-WP-TotalPages", "3"))
COMMENT = {
    "id": 12, "post": 7, "parent": 11, "author_name": "Bo &amp; Co", "author_url": "https://bo.example/",
    "author_avatar_urls": {"24": "https://pic.example/?s=24", "96": "https://pic.example/?s=96"},
    "date": "2020-05-02T12:00:00", "date_gmt": "2020-05-02T10:00:00",
    "content": {"rendered": '<p>I <a href="/rye/">agree</a>!<script>x()</script></p>\n'},
    "link": "https://blog.example/bread/#comment-12", "type": "comment", "status": "approved",
}  # fmt: skip


def read(*items):
    found = read_rest_comments(json.dumps(items).encode(), headers=HEADERS, address=f"{ROOT}wp/v2/comments")
    return found, [comment for _, comment in found.comments]


def test_comments_are_asked_for_a_hundred_at_a_time_by_post():
    query = comments_query(ROOT, 2)
    assert query.startswith(f"{ROOT}wp/v2/comments?per_page=100&page=2&orderby=post&order=asc&_fields=id,post,parent,")
    assert comments_query("https://blog.example/?rest_route=/", 1).startswith(
        "https://blog.example/?rest_route=/wp/v2/comments&per_page=100&page=1&"
    )


def test_a_comment_comes_with_the_number_of_its_post():
    found, (comment,) = read(COMMENT)
    assert (found.total, found.pages, found.reason) == (243, 3, "")
    assert found.comments[0][0] == 7
    assert (comment.id, comment.parent, comment.author) == ("12", "11", "Bo & Co")
    assert comment.author_url == "https://bo.example/"
    assert comment.avatar == "https://pic.example/?s=96"
    assert comment.url == "https://blog.example/bread/#comment-12"
    assert comment.content_text == "I agree!"
    assert comment.content_html == '<p>I <a href="https://blog.example/rye/">agree</a>!</p>'
    assert (comment.kind, comment.status) == (CommentKind.COMMENT, CommentStatus.SHOWN)
    assert comment.read_by == "platform API"


@pytest.mark.parametrize(
    "local, greenwich, iso",
    [
        ("2020-05-02T12:00:00", "2020-05-02T10:00:00", "2020-05-02T12:00:00+02:00"),
        ("2020-05-02T00:30:00", "2020-05-01T19:00:00", "2020-05-02T00:30:00+05:30"),
        ("2020-05-02T12:00:00", None, "2020-05-02T12:00:00"),
        (None, "2020-05-02T10:00:00", "2020-05-02T10:00:00+00:00"),
        ("2020-05-02T12:00:00", "0001-11-30T00:00:00", "2020-05-02T12:00:00"),
    ],
)
def test_both_clocks_together_tell_the_offset(local, greenwich, iso):
    _, (comment,) = read({**COMMENT, "date": local, "date_gmt": greenwich})
    assert comment.published.iso == iso


def test_a_comment_without_parent_name_or_date_says_so():
    _, (comment,) = read({"id": 1, "post": 7, "parent": 0, "author_name": "", "content": {"rendered": "Hm."}})
    assert (comment.parent, comment.author, comment.published, comment.url) == (None, None, None, None)


def test_pingbacks_and_waiting_comments_are_told_apart():
    _, (one, other) = read({**COMMENT, "type": "pingback"}, {**COMMENT, "id": 13, "status": "hold"})
    assert one.kind is CommentKind.PINGBACK
    assert other.status is CommentStatus.WAITING


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"<html>", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"code": "rest_no_route", "message": "No route"}', "No route"),
        (b"{}", "not a list of comments"),
        (b"[]", "no comments"),
        (b'[1, null, {"id": 1}, {"id": true, "post": 2}]', "no comments"),
    ],
)
def test_what_is_no_list_of_comments_has_a_reason(content, reason):
    assert read_rest_comments(content, headers=(), address=ROOT).reason == reason


PLAIN = st.none() | st.booleans() | st.integers() | st.text(max_size=30)
ANY = PLAIN | st.dictionaries(st.sampled_from(["rendered", "96", "x"]), PLAIN, max_size=2)


@given(st.lists(st.dictionaries(st.sampled_from(list(COMMENT)), ANY), max_size=3))
def test_any_answer_is_read(items):
    found, _ = read(*({**COMMENT, **item} for item in items))
    assert len(found.comments) <= len(items)


@pytest.mark.parametrize(
    "local, iso",
    [
        ("2020-05-03T00:00:00", "2020-05-03T00:00:00+14:00"),
        ("2020-05-03T00:30:00", "2020-05-03T00:30:00"),
        ("2020-05-01T22:00:00", "2020-05-01T22:00:00-12:00"),
        ("2020-05-01T21:00:00", "2020-05-01T21:00:00"),
    ],
)
def test_clocks_are_at_most_fourteen_hours_ahead_and_twelve_behind(local, iso):
    _, (comment,) = read(COMMENT | {"date": local})
    assert comment.published.iso == iso
