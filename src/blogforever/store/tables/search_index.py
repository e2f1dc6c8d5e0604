"""The index of words behind full text search, for posts: one row for the newest version of each post.

SQLite: an FTS5 table over the view `post_texts`, so that no text is stored twice. FTS5 then needs the old words to
take a post out of the index: `forget` comes before a post changes, `learn` after it did.
PostgreSQL: a table of word vectors with a GIN index.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, text

from blogforever.text.search_words import words_of

MOST_INDEXED = 150_000
"""Characters of a text that PostgreSQL indexes; its word vectors end at 1 MB."""

_SQLITE = (
    """
    CREATE VIEW post_texts AS
    SELECT posts.id AS post, versions.title, versions.content_text, versions.authors, versions.tags
    FROM posts JOIN versions ON versions.post = posts.id AND versions.number = posts.newest
    """,
    """
    CREATE VIRTUAL TABLE post_search USING fts5(
        title, content_text, authors, tags,
        content = 'post_texts', content_rowid = 'post', tokenize = 'unicode61 remove_diacritics 2'
    )
    """,
)
_POSTGRESQL = (
    "CREATE TABLE post_search (post integer PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE, words tsvector)",
    "CREATE INDEX post_search_words ON post_search USING gin (words)",
)

_FORGET = text("""
    INSERT INTO post_search (post_search, rowid, title, content_text, authors, tags)
    SELECT 'delete', post, title, content_text, authors, tags FROM post_texts WHERE post = :post
""")
_LEARN = text("""
    INSERT INTO post_search (rowid, title, content_text, authors, tags)
    SELECT post, title, content_text, authors, tags FROM post_texts WHERE post = :post
""")
_TEXTS = text("""
    SELECT posts.id AS post, versions.title, versions.content_text, versions.authors, versions.tags
    FROM posts JOIN versions ON versions.post = posts.id AND versions.number = posts.newest
    WHERE posts.id = ANY(:posts)
""")
# Title, then authors and tags, then the text: the order in which a match counts.
_LEARN_VECTOR = text("""
    INSERT INTO post_search (post, words) VALUES (
        :post,
        setweight(to_tsvector('simple', :title), 'A') || setweight(to_tsvector('simple', :names), 'B')
            || setweight(to_tsvector('simple', :content), 'D')
    )
    ON CONFLICT (post) DO UPDATE SET words = excluded.words
""")


def create_index(connection: Connection) -> None:
    """Make the empty index."""
    for statement in _POSTGRESQL if connection.dialect.name == "postgresql" else _SQLITE:
        connection.execute(text(statement))


def forget(connection: Connection, posts: Sequence[int]) -> None:
    """Take posts out of the index, before their newest version changes or goes."""
    if posts and connection.dialect.name == "sqlite":
        connection.execute(_FORGET, [{"post": post} for post in posts])
    # In PostgreSQL `learn` replaces the row, and a post that is deleted takes its row along.


def learn(connection: Connection, posts: Sequence[int]) -> None:
    """Put the newest version of posts into the index."""
    if not posts:
        return
    if connection.dialect.name == "sqlite":
        connection.execute(_LEARN, [{"post": post} for post in posts])
        return
    rows = connection.execute(_TEXTS, {"posts": list(posts)})
    vectors = [
        {
            "post": row.post,
            "title": " ".join(words_of(row.title or "")),
            "names": " ".join(words_of(f"{row.authors} {row.tags}")),
            "content": " ".join(words_of(row.content_text[:MOST_INDEXED])),
        }
        for row in rows
    ]
    connection.execute(_LEARN_VECTOR, vectors)
