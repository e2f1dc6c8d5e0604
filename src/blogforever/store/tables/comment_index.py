"""The index of words behind full text search, for comments: one row for the newest version of each that has text.

SQLite: an FTS5 table over the view `comment_texts`, as for posts (see search_index.py). FTS5 names a row by a number,
and the numbers that SQLite gives to comments by itself change when a user vacuums the file: so `comment_numbers` keeps
some of our own. PostgreSQL: a table of word vectors with a GIN index.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, select, text

from blogforever.store.tables.schema import comments
from blogforever.store.tables.search_index import MOST_INDEXED
from blogforever.store.tables.upsert import chunks
from blogforever.text.search_words import words_of

_SQLITE = (
    """
    CREATE TABLE comment_numbers (
        number INTEGER PRIMARY KEY, post INTEGER NOT NULL, comment TEXT NOT NULL, UNIQUE (post, comment)
    )
    """,
    """
    CREATE VIEW comment_texts AS
    SELECT comment_numbers.number, comment_numbers.post, comments.author, comments.content_text
    FROM comment_numbers
    JOIN comments ON comments.post = comment_numbers.post AND comments.id = comment_numbers.comment
    WHERE comments.version = (
        SELECT max(version) FROM comments AS all_versions
        WHERE all_versions.post = comments.post AND all_versions.id = comments.id
    )
    """,
    """
    CREATE VIRTUAL TABLE comment_search USING fts5(
        author, content_text,
        content = 'comment_texts', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
    )
    """,
)
_POSTGRESQL = (
    """
    CREATE TABLE comment_search (
        post integer NOT NULL REFERENCES posts (id) ON DELETE CASCADE, comment text COLLATE "C" NOT NULL,
        words tsvector NOT NULL, PRIMARY KEY (post, comment)
    )
    """,
    "CREATE INDEX comment_search_words ON comment_search USING gin (words)",
)

_FORGET = (
    text("""
        INSERT INTO comment_search (comment_search, rowid, author, content_text)
        SELECT 'delete', number, author, content_text FROM comment_texts WHERE post = :post
    """),
    text("DELETE FROM comment_numbers WHERE post = :post"),
)
_LEARN = (
    text("""
        INSERT INTO comment_numbers (post, comment)
        SELECT DISTINCT post, id FROM comments WHERE post = :post AND content_text != ''
    """),
    text("""
        INSERT INTO comment_search (rowid, author, content_text)
        SELECT number, author, content_text FROM comment_texts WHERE post = :post
    """),
)
_FORGET_VECTORS = text("DELETE FROM comment_search WHERE post = :post")
_LEARN_VECTOR = text("""
    INSERT INTO comment_search (post, comment, words) VALUES (
        :post, :comment,
        setweight(to_tsvector('simple', :author), 'B') || setweight(to_tsvector('simple', :content), 'D')
    )
    ON CONFLICT (post, comment) DO UPDATE SET words = excluded.words
""")


def create_comment_index(connection: Connection) -> None:
    """Make the empty index."""
    for statement in _POSTGRESQL if connection.dialect.name == "postgresql" else _SQLITE:
        connection.execute(text(statement))


def forget_comments(connection: Connection, posts: Sequence[int]) -> None:
    """Take the comments of posts out of the index, before they change or go."""
    rows = [{"post": post} for post in posts]
    for statement in (_FORGET_VECTORS,) if connection.dialect.name == "postgresql" else _FORGET:
        if rows:
            connection.execute(statement, rows)


def learn_comments(connection: Connection, posts: Sequence[int]) -> None:
    """Put the comments of posts into the index, which holds none of them."""
    if connection.dialect.name == "sqlite":
        for statement in _LEARN:
            if posts:
                connection.execute(statement, [{"post": post} for post in posts])
        return
    wanted = (
        select(comments.c.post, comments.c.id, comments.c.author, comments.c.content_text)
        .where(comments.c.post.in_(bindparam("posts", expanding=True)))
        .order_by(comments.c.post, comments.c.id, comments.c.version)
    )
    for some in chunks(posts):
        newest = {(row.post, row.id): row for row in connection.execute(wanted, {"posts": some})}
        vectors = [
            {
                "post": row.post,
                "comment": row.id,
                "author": " ".join(words_of(row.author or "")),
                "content": " ".join(words_of(row.content_text[:MOST_INDEXED])),
            }
            for row in newest.values()
            if row.content_text
        ]
        if vectors:
            connection.execute(_LEARN_VECTOR, vectors)


def learn_all_comments(connection: Connection) -> None:
    """Put the comments of all posts into the index, which is empty."""
    with_comments = connection.scalars(select(comments.c.post).distinct().order_by(comments.c.post)).all()
    for some in chunks(with_comments):
        learn_comments(connection, some)
