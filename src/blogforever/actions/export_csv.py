"""Posts as a table for spreadsheets: one row a post, lists in one cell, nothing that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable
from typing import Any, BinaryIO

from blogforever.actions.record import Record

COLUMNS = (
    "blog", "url", "aliases", "id", "title", "subtitle", "authors", "published", "published_as_written", "updated",
    "tags", "language", "declared_language", "content_text", "links", "media", "version", "captured_at", "status_code",
    "from_feed", "witnesses", "fit", "template", "problems",
)  # fmt: skip
_BETWEEN = "; "
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""With these a cell begins that spreadsheets take for a formula; the last ones in East Asian versions."""


def write_csv(records: Iterable[Record], output: BinaryIO) -> None:
    """The posts among the records, under a header."""
    text = io.TextIOWrapper(output, encoding="utf-8", errors="replace", newline="", write_through=True)
    try:
        table = csv.writer(text)
        table.writerow(COLUMNS)
        for record in records:
            if record["type"] != "blog":
                table.writerow([_cell(record[name]) for name in COLUMNS])
    finally:
        text.detach()  # the output is the caller's to close


def _cell(value: Any) -> str | float | None:
    if isinstance(value, list):
        value = _BETWEEN.join(one["url"] if isinstance(one, dict) else one for one in value)
    if not isinstance(value, str):
        return value if value is None or not isinstance(value, bool) else str(value).lower()
    return f"'{value}" if value.startswith(_FORMULA) else value
