"""Export blogs of an archive to a file that other programs can read."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.csv_format import write_comments_csv, write_csv
from blogforever.actions._files.export_records import export_records
from blogforever.actions._files.file_io import atomic_write
from blogforever.actions._files.parquet_format import write_comments_parquet, write_parquet
from blogforever.actions._files.records import Record, each_comment, json_line


@dataclass(slots=True, kw_only=True)
class ExportCounts:
    """How much was exported."""

    blogs: int = 0
    posts: int = 0
    """Each in its newest version, including those known only from the feed."""
    comments: int = 0
    """Comments on these posts, including mentions."""

    def count(self, records: Iterable[Record]) -> Iterator[Record]:
        """The same records, counted as they pass."""
        for record in records:
            if record["type"] == "blog":
                self.blogs += 1
            else:
                self.posts += 1
                self.comments += len(record["comments"]) + len(record["mentions"])
            yield record


def write_jsonl(records: Iterable[Record], output: BinaryIO) -> None:
    """Write one JSON object per line."""
    output.writelines(map(json_line, records))


def write_comments_jsonl(records: Iterable[Record], output: BinaryIO) -> None:
    """Write one JSON object per line, for each comment of the posts."""
    write_jsonl(each_comment(records), output)


Stream = Callable[[Iterable[Record], BinaryIO], None]
STREAMS: dict[str, Stream] = {"jsonl": write_jsonl, "csv": write_csv}
"""Formats that can be written to a stream, such as standard output."""
_COMMENT_STREAMS: dict[str, Stream] = {"jsonl": write_comments_jsonl, "csv": write_comments_csv}
FORMATS = (*STREAMS, "parquet")


def export(
    archive: OpenArchive, blogs: Sequence[str], form: str, output: Path | str | BinaryIO, *, only_comments: bool = False
) -> ExportCounts:
    """Export these blogs, or all, in one of the FORMATS. Raises NotInArchive and UnreadableFile.

    A file is written completely or not at all; an open output must have one of the formats in STREAMS.
    `only_comments` exports one record for each comment instead of each post.
    """
    counts = ExportCounts()
    records = counts.count(export_records(archive, blogs))
    streams = _COMMENT_STREAMS if only_comments else STREAMS
    if not isinstance(output, Path | str):
        streams[form](records, output)
        return counts
    with atomic_write(output) as draft:
        if form in streams:
            with draft.open("wb") as file:
                streams[form](records, file)
        elif only_comments:
            write_comments_parquet(records, draft)
        else:
            write_parquet(records, draft)
    return counts
