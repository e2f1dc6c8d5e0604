"""Export blogs of an archive to a file that other programs read."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from blogforever.actions.comment_records import each_comment
from blogforever.actions.export_csv import write_comments_csv, write_csv
from blogforever.actions.export_parquet import write_comments_parquet, write_parquet
from blogforever.actions.export_records import export_records
from blogforever.actions.json_lines import json_line
from blogforever.actions.open_archive import OpenArchive
from blogforever.actions.record import Record
from blogforever.actions.whole_file import whole_file


@dataclass(slots=True)
class Exported:
    """How much was exported."""

    counts: dict[str, int] = field(default_factory=lambda: {"blog": 0, "post": 0, "comment": 0})

    @property
    def blogs(self) -> int:
        """Blogs."""
        return self.counts["blog"]

    @property
    def posts(self) -> int:
        """Posts, each in its newest version, those that only the feed tells of among them."""
        return self.counts["post"]

    @property
    def comments(self) -> int:
        """What was said about these posts, the mentions among them."""
        return self.counts["comment"]

    def counting(self, records: Iterable[Record]) -> Iterator[Record]:
        """The same records, counted as they pass."""
        for record in records:
            self.counts["blog" if record["type"] == "blog" else "post"] += 1
            if record["type"] != "blog":
                self.counts["comment"] += len(record["comments"]) + len(record["mentions"])
            yield record


def write_jsonl(records: Iterable[Record], output: BinaryIO) -> None:
    """One JSON object a line."""
    output.writelines(map(json_line, records))


def write_comments_jsonl(records: Iterable[Record], output: BinaryIO) -> None:
    """One JSON object a line, for each comment of the posts among the records."""
    write_jsonl(each_comment(records), output)


Stream = Callable[[Iterable[Record], BinaryIO], None]
STREAMS: dict[str, Stream] = {"jsonl": write_jsonl, "csv": write_csv}
"""Formats that can be written as they come, to standard output too."""
_COMMENT_STREAMS: dict[str, Stream] = {"jsonl": write_comments_jsonl, "csv": write_comments_csv}
FORMATS = (*STREAMS, "parquet")


def export_to(
    archive: OpenArchive, blogs: Sequence[str], form: str, output: Path | str, *, only_comments: bool = False
) -> Exported:
    """Write the blogs that were named, or all, to a file: whole or not at all. Raises NotInArchive, UnreadableFile.

    `only_comments` writes a line for each comment instead of each post.
    """
    done = Exported()
    records = done.counting(export_records(archive, blogs))
    with whole_file(output) as draft:
        if form in STREAMS:
            with draft.open("wb") as file:
                _stream(form, only_comments=only_comments)(records, file)
        elif only_comments:
            write_comments_parquet(records, draft)
        else:
            write_parquet(records, draft)
    return done


def export_stream(
    archive: OpenArchive, blogs: Sequence[str], form: str, output: BinaryIO, *, only_comments: bool = False
) -> Exported:
    """Write them to an open output, in one of the formats of STREAMS."""
    done = Exported()
    _stream(form, only_comments=only_comments)(done.counting(export_records(archive, blogs)), output)
    return done


def _stream(form: str, *, only_comments: bool) -> Stream:
    return (_COMMENT_STREAMS if only_comments else STREAMS)[form]
