"""What was said about posts: kept with its versions, gone and back, whatever is said again or taken back."""

import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import text

from blogforever.model.archive import StoredComment
from blogforever.model.comment import Comment, CommentKind, CommentSource, CommentStatus
from blogforever.model.harvest import KeptComments, State
from blogforever.model.moment import Moment
from blogforever.store.database import open_database
from blogforever.store.queries.blogs import find_blog
from blogforever.store.queries.comments import in_threads, read_discussions
from blogforever.store.queries.post_lists import list_posts
from blogforever.store.queries.posts import find_post, post_versions
from tests.examples import examples
from tests.store.archive import BLOG, IN_MEMORY, NOON, Archive, post

KEY = "blog.example/a"
EVERYTHING = Comment(
    id="12",
    author="Ann",
    author_url="https://ann.example/",
    avatar="https://ann.example/me.png",
    published=Moment(written="May 1st", iso="2024-05-01"),
    content_html="<p>Well said.</p>",
    content_text="Well said.",
    parent="11",
    url="https://blog.example/a#comment-12",
    kind=CommentKind.WEBMENTION,
    status=CommentStatus.WAITING,
    read_by="WordPress markup",
)


def said(*comments, complete=True, declared_count=None, key=KEY):
    return KeptComments(key=key, comments=comments, captured_at=NOON, complete=complete, declared_count=declared_count)


def word(name, words="Yes.", **more):
    return Comment(id=name, content_text=words, content_html=f"<p>{words}</p>", **more)


def discussion(archive, key=KEY):
    with archive.reading() as database:
        number = find_post(database, key).id
        return read_discussions(database, [number]).get(number)


def held(archive, key=KEY):
    """What the archive says of each comment: its words, its status and its version."""
    found = discussion(archive, key)
    return {
        one.comment.id: (one.comment.content_text, one.comment.status, one.version)
        for one in (found.comments if found else ())
    }


def harvest(archive, *words, state=State.DONE):
    with archive.harvest(state=state) as records:
        records.keep_post(post(KEY))
        for one in words:
            records.keep_comments(one)
            records.save()


def test_a_comment_is_read_as_it_was_kept(archive):
    harvest(archive, said(EVERYTHING, complete=False, declared_count=40))
    found = discussion(archive)
    assert found.comments == (StoredComment(comment=EVERYTHING, version=1, captured_at=NOON.isoformat()),)
    assert (found.declared_count, found.complete) == (40, False)


def test_an_edited_comment_has_a_new_version_and_the_post_has_none(archive):
    harvest(archive, said(word("1"), word("2")))
    harvest(archive, said(word("1", "No."), word("2")))
    assert held(archive) == {"1": ("No.", CommentStatus.SHOWN, 2), "2": ("Yes.", CommentStatus.SHOWN, 1)}
    with archive.reading() as database:
        assert len(post_versions(database, find_post(database, KEY).id)) == 1


def test_a_comment_that_is_missing_from_a_complete_discussion_is_gone_until_it_comes_back(archive):
    harvest(archive, said(word("1"), word("2")))
    harvest(archive, said(word("2"), complete=False))
    assert held(archive)["1"] == ("Yes.", CommentStatus.SHOWN, 1)
    harvest(archive, said(word("2")))
    assert held(archive)["1"] == ("Yes.", CommentStatus.GONE, 1)
    harvest(archive, said(word("1"), word("2")))
    assert held(archive)["1"] == ("Yes.", CommentStatus.SHOWN, 1)


def test_of_what_one_harvest_says_of_a_discussion_the_last_word_counts(archive):
    harvest(archive, said(word("1")))
    harvest(archive, said(word("1", "No."), word("2"), word("3")), said(word("3")))
    assert held(archive) == {"1": ("Yes.", CommentStatus.GONE, 1), "3": ("Yes.", CommentStatus.SHOWN, 1)}


def test_a_dropped_post_loses_what_the_harvest_kept_of_its_comments(archive):
    harvest(archive, said(word("1"), declared_count=1))
    with archive.harvest() as records:
        records.keep_post(post(KEY))
        records.keep_post(post("blog.example/new"))
        records.keep_comments(said(word("2"), declared_count=2))
        records.keep_comments(said(word("2"), key="blog.example/new"))
        records.save()
        records.drop_post(KEY)
        records.drop_post("blog.example/new")
    assert held(archive) == {"1": ("Yes.", CommentStatus.SHOWN, 1)}
    assert discussion(archive).declared_count == 1
    assert len(archive.tables()["discussions"]) == 1


def test_comments_of_a_post_that_is_not_kept_are_ignored(archive):
    with archive.harvest() as records:
        records.keep_post(post(KEY))
        records.keep_comments(said(word("1"), key="blog.example/no-post"))
    assert discussion(archive) is None


def test_a_post_may_come_after_its_comments_in_the_same_breath(archive):
    with archive.harvest() as records:
        records.keep_comments(said(word("1")))
        records.keep_post(post(KEY))
    assert held(archive) == {"1": ("Yes.", CommentStatus.SHOWN, 1)}


@pytest.mark.parametrize("declared_count", [-1, 2**31, 10**30])
def test_nonsense_is_kept_as_far_as_a_database_can(archive, declared_count):
    harvest(
        archive,
        said(word("i\0d" * 2_000, "\ud800 \0"), word("x", parent="i\0d" * 2_000), declared_count=declared_count),
    )
    first, second = discussion(archive).comments
    assert second.comment.parent == first.comment.id
    assert first.comment.content_text == "\ufffd \ufffd"
    assert discussion(archive).declared_count is None


def test_lists_and_blogs_count_what_readers_said(archive):
    pingback = word("9", "", kind=CommentKind.PINGBACK)
    deleted = Comment(id="8", status=CommentStatus.DELETED)
    harvest(archive, said(word("1"), word("2"), pingback, deleted, declared_count=5))
    quoting = word("7", "[…] as they say here […]", kind=CommentKind.PINGBACK)
    harvest(archive, said(word("1"), word("3"), quoting, declared_count=5))
    with archive.reading() as database:
        (line,) = list_posts(database)
        assert (line.comments, line.comments_stated) == (4, 5)
        assert find_blog(database, BLOG).comments == 4


def test_answers_follow_what_they_answer_and_circles_end():
    links = [("1", None), ("2", None), ("1b", "1"), ("2a", "2"), ("1a", "1b"), ("lost", "?"), ("x", "y"), ("y", "x")]
    stored = [StoredComment(comment=word(name, parent=parent), version=1, captured_at="") for name, parent in links]
    assert [one.comment.id for one in in_threads(stored)] == ["1", "1b", "1a", "2", "2a", "lost", "x", "y"]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12))
def test_every_comment_is_in_its_thread_once(links):
    stored = [
        StoredComment(comment=word(str(name), parent=str(parent)), version=1, captured_at="") for name, parent in links
    ]
    names = [one.comment.id for one in in_threads(stored)]
    assert sorted(names) == sorted({one.comment.id for one in stored})


WORDS = st.dictionaries(st.sampled_from("abc"), st.sampled_from(["one", "two"]))
SAYING = st.tuples(WORDS, st.booleans())
HARVEST = st.lists(st.one_of(SAYING, st.just("drop"), st.just("save")), max_size=5)


def expected(before, calls):
    """The model: the state that the harvests before left, with the last word of this one put on top."""
    last = next((call for call in reversed(calls) if call != "save"), None)
    if last is None or last == "drop":
        return before
    words, complete = last
    after = {
        name: (text, CommentStatus.GONE if complete else status, version)
        for name, (text, status, version) in before.items()
    }
    for name, spoken in words.items():
        text, _, version = before.get(name, (None, None, 0))
        after[name] = (spoken, CommentStatus.SHOWN, version + (text != spoken))
    return after


def carry_out(archive, calls, state):
    with archive.harvest(state=state) as records:
        records.keep_post(post(KEY))
        for call in calls:
            if call == "save":
                records.save()
            elif call == "drop":
                records.drop_post(KEY)
                records.keep_post(post(KEY))
            else:
                records.keep_comments(said(*(word(*one) for one in call[0].items()), complete=call[1]))


@examples(8)
@given(st.lists(HARVEST, max_size=4))
@example([[({"a": "one"}, True)], [({}, True)], [({"a": "one"}, True), "save", ({}, False)]])
@example([[({"a": "one"}, True)], [({}, True)], [({"a": "two"}, True), "save", "drop"]])
@example([[({"a": "one"}, True)], [({"a": "two"}, True), "save", ({}, True), "save", ({"a": "one"}, True)]])
def test_each_harvest_puts_its_last_word_on_what_those_before_left(harvests):
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        archive = Archive(Path(folder), None)
        with archive.harvest() as records:
            records.keep_post(post(KEY))
        state = {}
        for calls in harvests:
            carry_out(archive, calls, State.INTERRUPTED)
            once = archive.tables()
            state = expected(state, calls)
            assert held(archive) == state
            carry_out(archive, calls, State.DONE)  # killed and taken up again
            assert held(archive) == state
            again = archive.tables()
            assert (again["comments"], again["discussions"]) == (once["comments"], once["discussions"])


def test_many_comments_are_all_written(archive):
    for turn in range(2):
        with archive.harvest() as records:
            for number in range(200):
                key = f"blog.example/{number}"
                records.keep_post(post(key))
                spoken = (word(str(one), f"Number {one} of many. " * (5 + turn * (one == 3))) for one in range(20))
                records.keep_comments(said(*spoken, key=key))
    with archive.reading() as database:
        assert find_blog(database, BLOG).comments == 4_000


OLD_COMMENTS = """
    CREATE TABLE comments (
        post INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, parent TEXT, author TEXT, author_url TEXT,
        avatar TEXT, published TEXT, published_as_written TEXT, content_html TEXT NOT NULL, content_text TEXT NOT NULL,
        url TEXT, kind TEXT NOT NULL, status TEXT NOT NULL, PRIMARY KEY (post, id, version),
        FOREIGN KEY (post) REFERENCES posts (id) ON DELETE CASCADE
    )
"""


def test_an_archive_that_had_no_place_for_comments_gets_one(archive):
    harvest(archive)
    with closing(open_database(archive.folder, archive.store)) as database, database.transaction() as connection:
        for statement in ("DROP TABLE comments", "DROP TABLE discussions", OLD_COMMENTS):
            connection.execute(text(statement))
        connection.execute(text("DELETE FROM migrations WHERE name = '0002 comments'"))
    assert discussion(archive) is None
    harvest(archive, said(EVERYTHING))
    assert discussion(archive).comments[0].comment == EVERYTHING


def test_only_a_source_that_was_heard_to_its_end_can_lose_a_comment(archive):
    told = {
        "1": "WordPress markup", "2": "platform API", "3": "comment feed", "4": "Isso markup, in a browser",
    }  # fmt: skip
    harvest(archive, said(*(replace(word(name), read_by=by) for name, by in told.items())))
    harvest(archive, replace(said(word("9")), exhausted=frozenset({CommentSource.PAGE})))
    assert _gone(archive) == {"1"}
    harvest(
        archive,
        replace(said(word("9")), exhausted=frozenset({CommentSource.PAGE, CommentSource.API, CommentSource.BROWSER})),
    )
    assert _gone(archive) == {"1", "2", "4"}


def _gone(archive):
    found = discussion(archive).comments
    return {one.comment.id for one in found if one.comment.status is CommentStatus.GONE}
