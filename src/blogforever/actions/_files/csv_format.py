"""Posts or comments as a CSV table: a list is one cell, and no cell is a formula that a spreadsheet would run."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, BinaryIO

from blogforever.actions._files.records import Record
from blogforever.actions._files.table_rows import comment_rows, post_rows

COLUMNS = (
    "blog", "blog_title", "url", "aliases", "id", "title", "subtitle", "authors", "published_date", "published_utc",
    "published", "published_as_written", "updated_date", "updated_utc", "updated", "tags", "language",
    "declared_language", "content_text", "word_count", "links", "media", "version", "captured_utc", "captured_at",
    "status_code", "from_feed", "witnesses", "fit", "template", "problems", "comment_count", "comments_stated",
    "comments_complete", "screenshot",
)  # fmt: skip
COMMENT_COLUMNS = (
    "blog", "blog_title", "post", "post_title", "id", "parent", "author", "author_url", "published_date",
    "published_utc", "published", "published_as_written", "content_text", "word_count", "url", "kind", "status",
    "version", "captured_utc", "captured_at", "read_by",
)  # fmt: skip
_SEPARATOR = "; "
_BEFORE_FORMULA = re.compile(r"(?<![\s\"';])[\s\"';]*+(?=[=+\-@＝＋－＠])")
"""What precedes a character that turns a cell into a formula; the last four do so in East Asian versions."""
_CELL_SEPARATORS = frozenset(";\t\r\n")
"""In the spreadsheets of some countries."""
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Tables are viewed on terminals too; the other formats keep every character."""


def write_csv(records: Iterable[Record], output: BinaryIO) -> None:
    """Write a header and a row for each post."""
    _write(post_rows(records), output, COLUMNS)


def write_comments_csv(records: Iterable[Record], output: BinaryIO) -> None:
    """Write a header and a row for each comment of the posts."""
    _write(comment_rows(records), output, COMMENT_COLUMNS)


def _write(rows: Iterable[Record], output: BinaryIO, columns: Sequence[str]) -> None:
    text = io.TextIOWrapper(output, encoding="utf-8", errors="replace", newline="", write_through=True)
    try:
        table = csv.writer(text)
        table.writerow(columns)
        table.writerows([_cell(row[name]) for name in columns] for row in rows)
    finally:
        text.detach()  # the output is the caller's to close


def _cell(value: Any) -> str | float | None:
    if isinstance(value, date):  # a datetime is one too
        return str(value)
    if isinstance(value, dict):
        value = value["path"]
    if isinstance(value, list):
        value = _SEPARATOR.join(item["url"] if isinstance(item, dict) else item for item in value)
    if not isinstance(value, str):
        return value if value is None or not isinstance(value, bool) else str(value).lower()
    text = _BEFORE_FORMULA.sub(_defused, _CONTROLS.sub(" ", value))
    return f"'{text}" if text.startswith(("\t", "\r", "\n")) else text


def _defused(before: re.Match[str]) -> str:
    """A quote is added where a cell begins, so that what follows is text."""
    begins_cell = before.start() == 0 or not _CELL_SEPARATORS.isdisjoint(before.group())
    return f"{before.group()}'" if begins_cell else before.group()
