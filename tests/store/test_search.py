import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from blogforever.store.database import open_database
from blogforever.store.queries.search import search
from tests.examples import examples
from tests.store.archive import Archive, post

POSTS = (
    post("blog.example/cat", title="On cats", text="The black cat sat on the mat, and the cat slept."),
    post("blog.example/dog", title="On dogs", text="The dog chased a cat. Black was the night.", tags=("pets",)),
    post("blog.example/cafe", title="Au café", text="Un café crème à Zürich", authors=("Zoë Müller",)),
    post("blog.example/ru", title="Чай", text="Горячий чай с лимоном"),
    post("blog.example/ja", title="日記", text="今日は東京タワーに行きました。とても楽しかった。"),
    post("blog.example/hi", title="हिन्दी", text="यह हिन्दी में लिखा है"),
)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def library(request, tmp_path_factory):
    """An archive that all tests read and none writes."""
    store = request.getfixturevalue("new_store")() if request.param == "postgresql" else None
    archive = Archive(tmp_path_factory.mktemp("library"), store)
    with archive.harvest() as records:
        for kept in POSTS:
            records.keep_post(kept)
    with archive.harvest("https://other.example/") as records:
        records.keep_post(post("other.example/bird", text="bird black"))
    with archive.reading() as database:
        yield database


def keys(hits):
    return [hit.post.key.rpartition("/")[2] for hit in hits]


def found(archive, typed, **more):
    with archive.reading() as database:
        return keys(search(database, typed, **more))


@pytest.mark.parametrize(
    "typed, expected",
    [
        ("cat", ["cat", "dog"]),  # more often in a shorter text
        ("BLACK cat", ["cat", "dog"]),
        ('"black cat"', ["cat"]),
        ('"black cat', ["cat"]),
        ('dog "a cat"', ["dog"]),
        ("cats", ["cat"]),  # the title counts
        ("pets", ["dog"]),
        ("cafe", ["cafe"]),
        ("CAFÉ zurich", ["cafe"]),
        ("zoe muller", ["cafe"]),
        ("чай", ["ru"]),
        ("горячий", ["ru"]),
        ("東京タワー", ["ja"]),
        ("日記", ["ja"]),
        ("हिन्दी", ["hi"]),
        ("cat -dog", ["dog"]),  # signs only part words
        ("cat OR nothing", []),
        ("content_text:cat", []),
        ("nowhere", []),
        ("", []),
        ('"" * ^', []),
    ],
)
def test_words_and_phrases_are_found(library, typed, expected):
    assert sorted(keys(search(library, typed))) == sorted(expected)


def test_a_match_in_the_title_comes_first(archive):
    with archive.harvest() as records:
        records.keep_post(post("blog.example/text", title="Something", text="A whale and more words to read here."))
        records.keep_post(post("blog.example/title", title="The whale", text="Another story with more words to read."))
    assert found(archive, "whale") == ["title", "text"]
    assert found(archive, "whale", limit=1) == ["title"]


def test_the_snippet_marks_what_was_found(archive):
    long = "word " * 500 + "There is the Café by the river. " + "end " * 500
    with archive.harvest() as records:
        records.keep_post(post(text=long))
    with archive.reading() as database:
        (hit,) = search(database, "cafe river", marks=("<", ">"))
    assert "There is the <Café> by the <river>." in hit.snippet
    assert hit.snippet.startswith("…word")
    assert len(hit.snippet) < 300


def test_search_may_keep_to_one_blog(library):
    assert keys(search(library, "black", blog="https://other.example")) == ["bird"]
    assert len(search(library, "black")) == 3


def test_only_the_newest_version_is_found(archive):
    for words in ("old words", "new words"):
        with archive.harvest() as records:
            records.keep_post(post(text=words))
    assert (found(archive, "old"), found(archive, "new")) == ([], ["a"])
    with archive.harvest() as records:
        records.keep_post(post(text="dropped"))
        records.save()
        assert found(archive, "dropped") == ["a"]
        records.drop_post("blog.example/a")
    assert (found(archive, "dropped"), found(archive, "new")) == ([], ["a"])


def test_the_index_of_words_stays_sound(tmp_path):
    archive = Archive(tmp_path, None)
    for words in ("one", "two", "two", "three"):
        with archive.harvest() as records:
            for step in ("", "more", ""):
                records.keep_post(post(text=f"{words} {step}"))
                records.keep_post(post("blog.example/b", title=None, text=words + step, tags=("a", 'b"\n')))
                records.save()
            records.drop_post("blog.example/b")
    database = open_database(archive.folder, None)
    with database.transaction() as connection:
        connection.execute(text("INSERT INTO post_search (post_search, rank) VALUES ('integrity-check', 1)"))
    database.close()


@given(typed=st.one_of(st.text(), st.text(alphabet="\"'*^:()-+{}&|!<>~\\ \0aAND OR NOT NEAR")))
@examples(200)
def test_any_text_is_a_query(library, typed):
    search(library, typed)


@pytest.mark.parametrize("typed", ["a" * 100_000, "word " * 10_000, '"' * 999, "\ud800", "東" * 5000])
def test_queries_without_end_find_nothing(library, typed):
    assert search(library, typed) == ()


def test_long_texts_are_searched_too(archive):
    many = " ".join(f"word{number}" for number in range(300_000))
    with archive.harvest() as records:
        records.keep_post(post(text=many))
    assert found(archive, "word77") == ["a"]
