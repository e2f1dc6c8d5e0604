"""Posts or comments as a Parquet file with real lists and nested values, written by DuckDB from lines of JSON."""

import importlib
import json
import re
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from blogforever.actions._files.records import Record
from blogforever.actions._files.table_rows import comment_rows, post_rows
from blogforever.errors import NotInstalled, UnreadableFile

_COMMENT = {
    "id": "VARCHAR", "author": "VARCHAR", "author_url": "VARCHAR", "avatar": "VARCHAR", "published": "VARCHAR",
    "published_as_written": "VARCHAR", "content_html": "VARCHAR", "content_text": "VARCHAR", "parent": "VARCHAR",
    "url": "VARCHAR", "kind": "VARCHAR", "status": "VARCHAR", "version": "INTEGER", "captured_at": "VARCHAR",
    "read_by": "VARCHAR",
}  # fmt: skip
_COMMENTS = f"STRUCT({', '.join(f'{name} {kind}' for name, kind in _COMMENT.items())})[]"
_PUBLISHED = {"published_date": "DATE", "published_utc": "TIMESTAMP"}
# TIMESTAMP without a zone, as the names say which it is: the DuckDB that comes with us cannot hand the other kind to
# Python without a further library.
COMMENT_COLUMNS = {
    "blog": "VARCHAR", "blog_title": "VARCHAR", "post": "VARCHAR", "post_title": "VARCHAR", **_PUBLISHED, **_COMMENT,
    "captured_utc": "TIMESTAMP", "word_count": "INTEGER",
}  # fmt: skip
COLUMNS = {
    "blog": "VARCHAR",
    "blog_title": "VARCHAR",
    "url": "VARCHAR",
    "aliases": "VARCHAR[]",
    "id": "VARCHAR",
    "title": "VARCHAR",
    "subtitle": "VARCHAR",
    "authors": "VARCHAR[]",
    **_PUBLISHED,
    "published": "VARCHAR",  # as precise as the page: a year, month, day or moment
    "published_as_written": "VARCHAR",
    "updated_date": "DATE",
    "updated_utc": "TIMESTAMP",
    "updated": "VARCHAR",
    "content_html": "VARCHAR",
    "content_html_unpruned": "VARCHAR",
    "content_text": "VARCHAR",
    "word_count": "INTEGER",
    "tags": "VARCHAR[]",
    "language": "VARCHAR",
    "declared_language": "VARCHAR",
    "links": "STRUCT(url VARCHAR, text VARCHAR, kind VARCHAR)[]",
    "media": (
        "STRUCT(url VARCHAR, kind VARCHAR, alternatives VARCHAR[], text VARCHAR, "
        "file VARCHAR, sha256 VARCHAR, bytes BIGINT, media_type VARCHAR)[]"
    ),
    "comments": _COMMENTS,
    "comment_count": "INTEGER",
    "version": "INTEGER",
    "evidence": "MAP(VARCHAR, STRUCT(value_from VARCHAR, rule VARCHAR, confidence DOUBLE))",
    "captured_utc": "TIMESTAMP",
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
"""Bytes. DuckDB allocates memory for several lines of the maximum length."""
_WILDCARD = re.compile(r"[*?\[]")
"""Characters in a file name that DuckDB would treat as wildcards."""
_ROWS_AT_ONCE = 2_048
"""Articles are long: DuckDB's default row groups of 122,880 would exhaust the memory."""


def write_parquet(records: Iterable[Record], file: Path) -> None:
    """Write a row for each post; a temporary file beside it holds them as JSON."""
    _write(post_rows(records), file, COLUMNS)


def write_comments_parquet(records: Iterable[Record], file: Path) -> None:
    """Write a row for each comment of the posts."""
    _write(comment_rows(records), file, COMMENT_COLUMNS)


def _write(rows: Iterable[Record], file: Path, columns: Mapping[str, str]) -> None:
    _check_installed()
    with tempfile.NamedTemporaryFile("wb", suffix=".jsonl", dir=file.parent, prefix=".posts-") as lines:
        longest = _SHORTEST_BUFFER
        for row in rows:
            text = json.dumps({name: row[name] for name in columns}, ensure_ascii=False, default=str)
            longest = max(longest, lines.write(text.encode("utf-8", "replace") + b"\n"))
        lines.flush()
        _convert(Path(lines.name), longest, file, columns)


def _check_installed() -> None:
    """Raises NotInstalled before anything is read, where Parquet cannot be written."""
    try:
        importlib.import_module("duckdb")
    except ModuleNotFoundError as error:
        next_step = "Install it: pip install 'blogforever[parquet]', or choose another --format."
        raise NotInstalled("--format parquet", "it needs DuckDB, which is not installed", next_step) from error


def _convert(lines: Path, longest: int, file: Path, kinds: Mapping[str, str]) -> None:
    import duckdb  # noqa: PLC0415  # most commands never need it

    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,  # never download anything
        "autoload_known_extensions": False,
        "threads": 1,  # keeps the order of the rows
    }
    with duckdb.connect(":memory:", config=settings) as database:
        columns = ", ".join(f"{name}: {_quoted(kind)}" for name, kind in kinds.items())
        source = _quoted(_WILDCARD.sub(r"[\g<0>]", str(lines)))
        statement = (
            f"COPY (SELECT * FROM read_json({source}, format = 'newline_delimited', "  # noqa: S608  # quoted
            f"columns = {{{columns}}}, maximum_object_size = {longest})) "
            f"TO {_quoted(str(file))} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROWS_AT_ONCE})"
        )
        try:
            database.execute(statement)
        except duckdb.Error as error:
            reason = str(error).partition("\n")[0][:300]
            next_step = "Check the folder and the free disk space."
            raise UnreadableFile(str(file), f"cannot be written ({reason})", next_step) from error


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
