"""Full text search over the newest version of each post and each comment."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    ColumnClause,
    ColumnElement,
    Connection,
    Select,
    Text,
    cast,
    column,
    func,
    literal_column,
    select,
    table,
    text,
)

from blogforever.model.archive import Hit
from blogforever.store.database import Database
from blogforever.store.queries.blogs import blog_id
from blogforever.store.queries.comments import newest_comment
from blogforever.store.queries.post_lists import line_from, lines
from blogforever.store.tables.comment_rows import comment_from
from blogforever.store.tables.schema import LISTED, comments, posts, versions
from blogforever.text.search_words import Phrase, Query, read_query, snippet, words_of

MARKS = ("[", "]")

_POST_WEIGHTS = "4.0, 1.0, 2.0, 2.0"
"""How much a match counts in title, text, authors and tags."""
_COMMENT_WEIGHTS = "2.0, 1.0"
"""The same for author and text."""


def search(
    database: Database, typed: str, *, blog: str | None = None, limit: int = 20, marks: tuple[str, str] = MARKS
) -> tuple[Hit, ...]:
    """The posts that hold all of the query, then those with a comment that does, each best first and each once."""
    query = read_query(typed)
    if not query:
        return ()
    with database.transaction() as connection:
        within = None if blog is None else blog_id(connection, blog)
        wanted = _matching_posts(connection, lines().add_columns(versions.c.content_text), query, within)
        hits = [
            Hit(post=line_from(row), snippet=snippet(row.content_text, query, marks))
            for row in connection.execute(wanted.limit(limit))
        ]
        if len(hits) < limit:
            known = {hit.post.id for hit in hits}
            hits += _hits_in_comments(connection, query, within, known, most=limit - len(hits), marks=marks)
        return tuple(hits)


def found_posts(database: Database, typed: str) -> frozenset[int]:
    """The numbers of all posts that a search finds."""
    query = read_query(typed)
    if not query:
        return frozenset()
    of_posts = select(posts.c.id).join(versions, _is_newest())
    with database.transaction() as connection:
        found = set(connection.scalars(_matching_posts(connection, of_posts, query, None)))
        found.update(post for post, _ in connection.execute(_matching_comments(connection, query, None)))
        return frozenset(found)


def _matching_posts(connection: Connection, wanted: Select[Any], query: Query, blog: int | None) -> Select[Any]:
    for word in query.inside:
        wanted = wanted.where(_holds(versions.c.content_text, word) | _holds(versions.c.title, word))
    if query.phrases:
        if connection.dialect.name == "postgresql":
            index = table("post_search", column("post"), column("words"))
            wanted = _ranked_vectors(wanted.join(index, index.c.post == posts.c.id), index.c.words, query)
        else:
            index = table("post_search", column("rowid"))
            wanted = _ranked_rows(wanted.join(index, index.c.rowid == posts.c.id), index.name, _POST_WEIGHTS, query)
    if blog is not None:
        wanted = wanted.where(posts.c.blog == blog)
    return wanted.where(LISTED).order_by(posts.c.published.desc(), posts.c.id.desc())


def _matching_comments(connection: Connection, query: Query, blog: int | None) -> Select[Any]:
    """The post and the id of each comment, best first. Those that the blog no longer shows are found, too."""
    wanted: Select[Any] = select(comments.c.post, comments.c.id).where(newest_comment(), comments.c.content_text != "")
    wanted = wanted.join(posts, posts.c.id == comments.c.post).where(LISTED)
    for word in query.inside:
        wanted = wanted.where(_holds(comments.c.content_text, word))
    if query.phrases:
        key: tuple[ColumnClause[Any], ...] = (column("post"), column("comment"))
        if connection.dialect.name == "postgresql":
            index = table("comment_search", *key, column("words"))
            same = (index.c.post == comments.c.post) & (index.c.comment == comments.c.id)
            wanted = _ranked_vectors(wanted.join(index, same), index.c.words, query)
        else:
            numbers = table("comment_numbers", column("number"), *key)
            index = table("comment_search", column("rowid"))
            same = (numbers.c.post == comments.c.post) & (numbers.c.comment == comments.c.id)
            wanted = wanted.join(numbers, same).join(index, index.c.rowid == numbers.c.number)
            wanted = _ranked_rows(wanted, index.name, _COMMENT_WEIGHTS, query)
    if blog is not None:
        wanted = wanted.where(posts.c.blog == blog)
    return wanted.order_by(posts.c.published.desc(), posts.c.id.desc(), comments.c.position, comments.c.id)


def _hits_in_comments(
    connection: Connection, query: Query, blog: int | None, known: set[int], *, most: int, marks: tuple[str, str]
) -> Iterator[Hit]:
    """The best comment on each post that is not known yet."""
    best: dict[int, str] = {}
    for post, name in connection.execute(_matching_comments(connection, query, blog)):
        if post not in known:
            best.setdefault(post, name)
        if len(best) == most:
            break
    for post, name in best.items():
        line = line_from(connection.execute(lines().where(posts.c.id == post)).one())
        row = connection.execute(
            select(comments).where(comments.c.post == post, comments.c.id == name, newest_comment())
        )
        comment = comment_from(row.one())
        yield Hit(post=line, snippet=snippet(comment.comment.content_text, query, marks), comment=comment)


def _is_newest() -> ColumnElement[bool]:
    return (versions.c.post == posts.c.id) & (versions.c.number == posts.c.newest)


def _holds(where: ColumnElement[Any], word: str) -> ColumnElement[bool]:
    return where.contains(word, autoescape=True)


def _ranked_rows(wanted: Select[Any], index: str, weights: str, query: Query) -> Select[Any]:
    typed = " ".join(f'"{" ".join(phrase.words)}"{"*" * phrase.is_prefix}' for phrase in query.phrases)
    matches = text(f"{index} MATCH :asked").bindparams(asked=typed)
    return wanted.where(matches).order_by(literal_column(f"bm25({index}, {weights})"))


def _ranked_vectors(wanted: Select[Any], vector: ColumnElement[Any], query: Query) -> Select[Any]:
    asked = _vector(query.phrases[0])
    for phrase in query.phrases[1:]:
        asked = asked.op("&&")(_vector(phrase))
    return wanted.where(vector.op("@@")(asked)).order_by(func.ts_rank(vector, asked).desc())


def _vector(phrase: Phrase) -> ColumnElement[Any]:
    asked: ColumnElement[Any] = func.phraseto_tsquery(
        literal_column("'simple'"), " ".join(words_of(" ".join(phrase.words)))
    )
    if not phrase.is_prefix:
        return asked
    # In the text of a query ":*" makes its last word the beginning of one; NULL, which nothing matches, without words.
    return func.to_tsquery(literal_column("'simple'"), func.nullif(cast(asked, Text), "").op("||")(":*"))
