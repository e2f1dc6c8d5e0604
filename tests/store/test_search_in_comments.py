"""Words of comments are found, with the comment that says them, whatever becomes of it later."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from blogforever.model.comment import Comment, CommentSource, CommentStatus
from blogforever.model.harvest import KeptComments
from blogforever.store.database import open_database
from blogforever.store.queries.search import found_posts, search
from tests.store.archive import NOON, Archive, post

ANN = Comment(id="1", author="Ann Näser", content_text="The lighthouse keeper was my uncle.")
BOB = Comment(id="2", author="Bob", content_text="I like archivists, and the sea.")
YOKO = Comment(id="3", content_text="灯台はとても美しい")


def said(*comments, key="blog.example/a", **more):
    return KeptComments(key=key, comments=comments, captured_at=NOON, **more)


def harvest(archive, *comments, **more):
    with archive.harvest() as records:
        records.keep_post(post("blog.example/a", text="A walk along the coast."))
        records.keep_comments(said(*comments, **more))


def found(archive, typed, **more):
    """The key of each post that was found, and the comment that it was found by."""
    with archive.reading() as database:
        hits = search(database, typed, **more)
        assert {hit.post.id for hit in hits} <= found_posts(database, typed)
    return [(hit.post.key.rpartition("/")[2], hit.comment.comment.id if hit.comment else None) for hit in hits]


@pytest.mark.parametrize(
    "typed, comment",
    [
        ("lighthouse", "1"),
        ("LIGHTHOUSE uncle", "1"),
        ('"lighthouse keeper"', "1"),
        ('"keeper lighthouse"', None),
        ("naser", "1"),  # the author counts
        ("lighthouse archivists", None),  # two comments
        ("lighthouse coast", None),  # a comment and its post
        ("light*", "1"),
        ("archiv*", "2"),
        ('"like archiv*"', "2"),
        ('"like archiv"*', "2"),
        ("archiv", None),
        ("*sea archiv*", "2"),
        ("灯台", "3"),
        ("灯台 美し*", "3"),
    ],
)
def test_a_comment_that_holds_all_words_is_found(archive, typed, comment):
    harvest(archive, ANN, BOB, YOKO)
    assert found(archive, typed) == ([("a", comment)] if comment else [])


@pytest.mark.parametrize("typed, keys", [("coas*", ["a"]), ('"the coa*"', ["a"]), ("coas", []), ("c* w*", ["a"])])
def test_beginnings_of_words_are_found_in_posts_too(archive, typed, keys):
    harvest(archive)
    assert found(archive, typed) == [(key, None) for key in keys]


def test_the_snippet_is_that_of_the_comment(archive):
    harvest(archive, ANN)
    with archive.reading() as database:
        (hit,) = search(database, "lightho* keeper")
    assert hit.snippet == "The [lighthouse] [keeper] was my uncle."
    assert (hit.post.key, hit.comment.comment.author) == ("blog.example/a", "Ann Näser")


def test_posts_come_before_comments_each_once_and_within_the_limit(archive):
    with archive.harvest() as records:
        for name in "abc":
            records.keep_post(post(f"blog.example/{name}", text="A lighthouse" if name == "c" else "A walk"))
            records.keep_comments(said(ANN, replace(ANN, id="9"), key=f"blog.example/{name}"))
    everything = found(archive, "lighthouse")
    assert everything[0] == ("c", None)
    assert sorted(key for key, _ in everything) == ["a", "b", "c"]
    assert all(comment for _, comment in everything[1:])
    assert found(archive, "lighthouse", limit=2) == everything[:2]
    with archive.harvest("https://other.example/") as records:
        records.keep_post(post("other.example/x", text="A walk"))
        records.keep_comments(said(ANN, key="other.example/x"))
    assert found(archive, "lighthouse", blog="https://other.example/") == [("x", "1")]


def test_only_what_a_comment_says_now_is_found(archive):
    harvest(archive, ANN, BOB)
    harvest(archive, replace(ANN, content_text="The lighthouse keeper was my aunt."), BOB)
    assert (found(archive, "uncle"), found(archive, "aunt")) == ([], [("a", "1")])
    with archive.harvest() as records:
        records.keep_post(post("blog.example/a", text="A walk along the coast."))
        records.keep_comments(said(replace(ANN, content_text="It was nobody.")))
        records.save()
        assert found(archive, "nobody") == [("a", "1")]
        records.keep_comments(said(replace(ANN, content_text="The lighthouse keeper was my aunt."), BOB))
    assert (found(archive, "nobody"), found(archive, "aunt")) == ([], [("a", "1")])


def test_a_comment_that_the_blog_no_longer_shows_is_found_and_said_to_be_gone(archive):
    harvest(archive, ANN, BOB)
    harvest(archive, BOB, complete=True, exhausted=frozenset(CommentSource))
    with archive.reading() as database:
        (hit,) = search(database, "lighthouse")
    assert hit.comment.comment.status is CommentStatus.GONE


def test_comments_of_a_post_that_is_taken_back_are_not_found(archive):
    with archive.harvest() as records:
        records.keep_post(post())
        records.keep_comments(said(ANN))
        records.save()
        records.drop_post("blog.example/a")
        records.save()
        records.keep_post(post("blog.example/b"))
        records.keep_comments(said(BOB, key="blog.example/b"))
    assert (found(archive, "lighthouse"), found(archive, "archivists")) == ([], [("b", "2")])


def test_comments_of_an_archive_of_before_are_found_once_it_is_opened(archive):
    harvest(archive, ANN, BOB, YOKO)
    harvest(archive, replace(ANN, content_text="The lighthouse keeper was my aunt."), BOB, YOKO)
    database = open_database(archive.folder, archive.store)
    with database.transaction() as connection:
        connection.execute(text("DROP TABLE comment_search"))
        if archive.store is None:
            connection.execute(text("DROP VIEW comment_texts"))
            connection.execute(text("DROP TABLE comment_numbers"))
        connection.execute(text("DELETE FROM migrations WHERE name = '0006 search in comments'"))
    database.close()
    assert (found(archive, "aunt"), found(archive, "uncle")) == ([("a", "1")], [])
    assert found(archive, "archiv*") == [("a", "2")]
    harvest(archive, ANN, BOB, YOKO)
    assert (found(archive, "aunt"), found(archive, "uncle")) == ([], [("a", "1")])


def test_the_index_of_comments_stays_sound_even_after_a_vacuum(tmp_path):
    archive = Archive(tmp_path, None)
    harvest(archive, ANN, BOB, YOKO)
    harvest(archive, BOB, replace(YOKO, content_text=""), replace(ANN, author=None))
    database = open_database(archive.folder, None)
    raw = database.engine.raw_connection()
    raw.cursor().execute("VACUUM")
    raw.close()
    with database.transaction() as connection:
        connection.execute(text("INSERT INTO comment_search (comment_search, rank) VALUES ('integrity-check', 1)"))
    database.close()
    harvest(archive, replace(BOB, content_text="Something else."))
    assert (found(archive, "archivists"), found(archive, "something")) == ([], [("a", "2")])
