"""Posts or comments as a Parquet file, with lists and nested values as such. DuckDB writes it, from lines of JSON."""

import json
import re
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from blogforever.actions.comment_records import each_comment
from blogforever.actions.record import Record
from blogforever.errors import UnreadableFile

_COMMENT = {
    "id": "VARCHAR", "author": "VARCHAR", "author_url": "VARCHAR", "avatar": "VARCHAR", "published": "VARCHAR",
    "published_as_written": "VARCHAR", "content_html": "VARCHAR", "content_text": "VARCHAR", "parent": "VARCHAR",
    "url": "VARCHAR", "kind": "VARCHAR", "status": "VARCHAR", "version": "INTEGER", "captured_at": "VARCHAR",
    "read_by": "VARCHAR",
}  # fmt: skip
_COMMENTS = f"STRUCT({', '.join(f'{name} {kind}' for name, kind in _COMMENT.items())})[]"
COMMENT_COLUMNS = {"blog": "VARCHAR", "post": "VARCHAR", "post_title": "VARCHAR", **_COMMENT}
COLUMNS = {
    "blog": "VARCHAR",
    "url": "VARCHAR",
    "aliases": "VARCHAR[]",
    "id": "VARCHAR",
    "title": "VARCHAR",
    "subtitle": "VARCHAR",
    "authors": "VARCHAR[]",
    "published": "VARCHAR",  # as exact as the page is: a year, a month, a day or a moment
    "published_as_written": "VARCHAR",
    "updated": "VARCHAR",
    "content_html": "VARCHAR",
    "content_html_unpruned": "VARCHAR",
    "content_text": "VARCHAR",
    "tags": "VARCHAR[]",
    "language": "VARCHAR",
    "declared_language": "VARCHAR",
    "links": "STRUCT(url VARCHAR, text VARCHAR, kind VARCHAR)[]",
    "media": (
        "STRUCT(url VARCHAR, kind VARCHAR, alternatives VARCHAR[], text VARCHAR, "
        "file VARCHAR, sha256 VARCHAR, bytes BIGINT, media_type VARCHAR)[]"
    ),
    "comments": _COMMENTS,
    "version": "INTEGER",
    "evidence": "MAP(VARCHAR, STRUCT(value_from VARCHAR, rule VARCHAR, confidence DOUBLE))",
    "captured_at": "VARCHAR",
    "status_code": "INTEGER",
    "from_feed": "BOOLEAN",
    "witnesses": "VARCHAR[]",
    "comments_stated": "INTEGER",
    "comments_complete": "BOOLEAN",
    "mentions": _COMMENTS,
    "screenshot": "STRUCT(path VARCHAR, sha256 VARCHAR)",
    "fit": "DOUBLE",
    "template": "VARCHAR",
    "robots_directives": "VARCHAR[]",
    "problems": "VARCHAR[]",
}
_SHORTEST_BUFFER = 2**20
"""Bytes. DuckDB takes memory for several of the longest lines that it is told to expect."""
_JOKER = re.compile(r"[*?\[]")
"""Signs of a name that DuckDB would take for many names."""
_ROWS_AT_ONCE = 2_048
"""Whole articles are long: DuckDB's usual row groups of 122,880 would fill the memory."""


def write_parquet(records: Iterable[Record], file: Path) -> None:
    """The posts among the records; the disk beside the file holds them as JSON meanwhile."""
    _write((record for record in records if record["type"] != "blog"), file, COLUMNS)


def write_comments_parquet(records: Iterable[Record], file: Path) -> None:
    """A row for each comment of the posts among the records."""
    _write(each_comment(records), file, COMMENT_COLUMNS)


def _write(rows: Iterable[Record], file: Path, columns: Mapping[str, str]) -> None:
    with tempfile.NamedTemporaryFile("wb", suffix=".jsonl", dir=file.parent, prefix=".posts-") as lines:
        longest = _SHORTEST_BUFFER
        for row in rows:
            text = json.dumps({name: row[name] for name in columns}, ensure_ascii=False)
            longest = max(longest, lines.write(text.encode("utf-8", "replace") + b"\n"))
        lines.flush()
        _convert(Path(lines.name), longest, file, columns)


def _convert(lines: Path, longest: int, file: Path, kinds: Mapping[str, str]) -> None:
    import duckdb  # noqa: PLC0415  # most commands never need it

    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,  # nothing is ever fetched
        "autoload_known_extensions": False,
        "threads": 1,  # the rows stay in their order
    }
    with duckdb.connect(":memory:", config=settings) as database:
        columns = ", ".join(f"{name}: {_quoted(kind)}" for name, kind in kinds.items())
        source = _quoted(_JOKER.sub(r"[\g<0>]", str(lines)))
        statement = (
            f"COPY (SELECT * FROM read_json({source}, format = 'newline_delimited', "  # noqa: S608  # quoted
            f"columns = {{{columns}}}, maximum_object_size = {longest})) "
            f"TO {_quoted(str(file))} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROWS_AT_ONCE})"
        )
        try:
            database.execute(statement)
        except duckdb.Error as error:
            why = str(error).partition("\n")[0][:300]
            raise UnreadableFile(
                str(file), f"cannot be written ({why})", "Check the folder and the room on it."
            ) from error


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
