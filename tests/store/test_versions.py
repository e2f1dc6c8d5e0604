"""Whatever order posts are kept, dropped and saved in, the archive holds what the last word on each was."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from blogforever.model.harvest import State
from blogforever.store.database import open_database
from blogforever.store.queries.posts import each_post, post_versions
from tests.examples import examples
from tests.store.archive import BLOG, IN_MEMORY, Archive, post

KEYS = st.sampled_from(["a", "b", "c"])
TEXTS = st.sampled_from(["one", "two", "three"])
CALLS = st.lists(
    st.one_of(st.tuples(st.just("keep"), KEYS, TEXTS), st.tuples(st.just("drop"), KEYS), st.just(("save",)))
)


def carry_out(archive, calls):
    with archive.harvest(state=State.LIMIT) as records:
        for call in calls:
            match call:
                case "keep", key, words:
                    records.keep_post(post(key, text=words))
                case "drop", key:
                    records.drop_post(key)
                case _:
                    records.save()


def expected(earlier, calls):
    held = {key: [words] for key, words in earlier.items()}
    for call in calls:
        before = [earlier[call[1]]] if len(call) > 1 and call[1] in earlier else []
        match call:
            case "keep", key, words:
                held[key] = before if before == [words] else [*before, words]
            case "drop", key:
                held[key] = before
    return {key: texts for key, texts in held.items() if texts}


def held_by(archive):
    with archive.reading() as database:
        return {
            stored.key: [version.post.content_text for version in post_versions(database, stored.id)]
            for stored in each_post(database, BLOG)
        }


def check_words(archive):
    database = open_database(archive.folder, None)
    with database.transaction() as connection:
        connection.execute(text("INSERT INTO post_search (post_search, rank) VALUES ('integrity-check', 1)"))
    database.close()


@given(earlier=st.dictionaries(KEYS, TEXTS), calls=CALLS)
@examples(15)
def test_the_last_word_counts_and_saying_it_all_again_changes_nothing(earlier, calls):
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        archive = Archive(Path(folder), None)
        with archive.harvest() as records:
            for key, words in earlier.items():
                records.keep_post(post(key, text=words))
        carry_out(archive, calls)
        once = archive.tables()
        assert held_by(archive) == expected(earlier, calls)
        carry_out(archive, calls)
        assert archive.tables() == once
        check_words(archive)
