"""Full text search over the newest version of each post."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, column, func, literal_column, table, text

from blogforever.model.archive import Hit
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.queries.post_lists import line_from, lines
from blogforever.store.tables.schema import posts, versions
from blogforever.text.search_words import Query, read_query, snippet, words_of

MARKS = ("[", "]")

_WEIGHTS = "4.0, 1.0, 2.0, 2.0"
"""How much a match counts in title, text, authors and tags."""


def search(
    database: Database, typed: str, *, blog: str | None = None, limit: int = 20, marks: tuple[str, str] = MARKS
) -> tuple[Hit, ...]:
    """The posts that hold all words and "quoted phrases" of the query, best first; any text is a query."""
    query = read_query(typed)
    if not query:
        return ()
    with database.transaction() as connection:
        wanted = lines().add_columns(versions.c.content_text)
        for word in query.inside:
            wanted = wanted.where(_holds(word))
        if query.phrases:
            wanted = _ranked_by_words(connection, wanted, query)
        if blog is not None:
            wanted = wanted.where(posts.c.blog == blog_id(connection, blog))
        rows = connection.execute(wanted.order_by(posts.c.published.desc(), posts.c.id.desc()).limit(limit)).all()
        return tuple(Hit(post=line_from(row), snippet=snippet(row.content_text, query, marks)) for row in rows)


def _holds(word: str) -> ColumnElement[bool]:
    return versions.c.content_text.contains(word, autoescape=True) | versions.c.title.contains(word, autoescape=True)


def _ranked_by_words(connection: Connection, wanted: Select[Any], query: Query) -> Select[Any]:
    if connection.dialect.name == "postgresql":
        index = table("post_search", column("post"), column("words"))
        asked: ColumnElement[Any] = _vector(query.phrases[0])
        for phrase in query.phrases[1:]:
            asked = asked.op("&&")(_vector(phrase))
        return (
            wanted.join(index, index.c.post == posts.c.id)
            .where(index.c.words.op("@@")(asked))
            .order_by(func.ts_rank(index.c.words, asked).desc())
        )
    index = table("post_search", column("rowid"))
    typed = " ".join(f'"{" ".join(phrase)}"' for phrase in query.phrases)
    return (
        wanted.join(index, index.c.rowid == posts.c.id)
        .where(text("post_search MATCH :asked").bindparams(asked=typed))
        .order_by(literal_column(f"bm25(post_search, {_WEIGHTS})"))
    )


def _vector(phrase: tuple[str, ...]) -> ColumnElement[Any]:
    return func.phraseto_tsquery(literal_column("'simple'"), " ".join(words_of(" ".join(phrase))))
