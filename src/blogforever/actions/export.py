"""Export blogs of an archive to a file that other programs can read."""

import codecs
import gzip
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import BinaryIO, cast

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.csv_format import write_comments_csv, write_csv
from blogforever.actions._files.export_records import export_records, select_blogs
from blogforever.actions._files.file_io import atomic_write
from blogforever.actions._files.parquet_format import write_comments_parquet, write_parquet
from blogforever.actions._files.records import Record, each_comment, json_line
from blogforever.actions.read_archive import EVERYTHING, PostFilter, list_posts
from blogforever.errors import NotInArchive, UnreadableFile
from blogforever.model.archive import ArchivedBlog


@dataclass(slots=True, kw_only=True)
class ExportCounts:
    """How much was exported: what is not in the file is not counted."""

    blogs: int = 0
    posts: int = 0
    """Each in its newest version, including those known only from the feed; in an export of comments, those of which
    there are any."""
    comments: int = 0
    """Comments on these posts, including mentions."""

    def count(self, records: Iterable[Record]) -> Iterator[Record]:
        """The same records, counted as they pass."""
        for record in records:
            if record["type"] == "blog":
                self.blogs += 1
            else:
                self.posts += 1
                self.comments += _comments_of(record)
            yield record

    def count_comments(self, records: Iterable[Record]) -> Iterator[Record]:
        """The same records, of which only the comments are written, counted as they pass."""
        is_new_blog = False
        for record in records:
            if record["type"] == "blog":
                is_new_blog = True
            elif comments := _comments_of(record):
                self.blogs += is_new_blog
                self.posts += 1
                self.comments += comments
                is_new_blog = False
            yield record


def _comments_of(record: Record) -> int:
    return len(record["comments"]) + len(record["mentions"])


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
_COMPRESSED = ".gz"
_ENDINGS = ", ".join(f".{form}" for form in FORMATS)


def choose_format(output: Path | str, form: str | None) -> str:
    """The format that the ending of the file says, or `form` where the ending says none.

    Raises UnreadableFile if neither says one, or if they contradict each other.
    """
    path = Path(output)
    is_compressed = path.suffix.lower() == _COMPRESSED
    ending = (path.with_suffix("") if is_compressed else path).suffix.lower().removeprefix(".")
    by_ending = ending if ending in FORMATS else None
    if by_ending and form and by_ending != form:
        problem = f"its ending says {by_ending}, but the format {form} was asked for"
        raise UnreadableFile(str(output), problem, "Change one of them.")
    chosen = by_ending or form
    if chosen is None:
        next_step = f"Use one of {_ENDINGS}, or choose a format: {', '.join(FORMATS)}."
        raise UnreadableFile(str(output), "its ending does not say what to write", next_step)
    if is_compressed and chosen not in STREAMS:
        problem = f"{chosen} is compressed already, and not written as {_COMPRESSED}"
        raise UnreadableFile(str(output), problem, f"Leave out the {_COMPRESSED}.")
    return chosen


def export(  # noqa: PLR0913  # each is one choice of who exports
    archive: OpenArchive,
    blogs: Sequence[str],
    form: str,
    output: Path | str | BinaryIO,
    *,
    only: PostFilter = EVERYTHING,
    only_comments: bool = False,
    for_spreadsheets: bool = False,
) -> ExportCounts:
    """Export the posts of these blogs, or of all, that pass the filter, in one of the FORMATS.

    A file is written completely or not at all, and compressed if its name ends with .gz; an open output must have one
    of the formats in STREAMS. `only_comments` exports one record for each comment instead of each post,
    `for_spreadsheets` marks CSV as UTF-8. Raises NotInArchive, also if no post passes, and UnreadableFile.
    """
    counts = ExportCounts()
    selected = select_blogs(archive, blogs)
    count = counts.count_comments if only_comments else counts.count
    records = count(export_records(archive, selected, _choose_posts(archive, selected, only)))
    streams = _COMMENT_STREAMS if only_comments else STREAMS

    def write(stream: BinaryIO) -> None:
        if for_spreadsheets:
            stream.write(codecs.BOM_UTF8)
        streams[form](records, stream)

    if not isinstance(output, Path | str):
        write(output)
        return counts
    with atomic_write(output) as draft:
        if form in streams:
            with draft.open("wb") as file:
                if Path(output).suffix.lower() == _COMPRESSED:
                    # Without name and time: the same posts give the same file.
                    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as compressed:
                        write(cast("BinaryIO", compressed))
                else:
                    write(file)
        elif only_comments:
            write_comments_parquet(records, draft)
        else:
            write_parquet(records, draft)
    return counts


def _choose_posts(archive: OpenArchive, blogs: Sequence[ArchivedBlog], only: PostFilter) -> dict[str, list[int]] | None:
    """The numbers of the posts that pass, by the address of their blog, ordered by key; None if all do."""
    if only == EVERYTHING:
        return None
    selected = {blog.blog.url for blog in blogs}
    within = replace(only, blog=blogs[0].blog.url if len(blogs) == 1 else None)
    passed = sorted((line.blog, line.key, line.id) for line in list_posts(archive, within) if line.blog in selected)
    if not passed:
        next_step = "Nothing was written. Leave out a filter, or see what there is: blogforever posts"
        raise NotInArchive(archive.database.subject, f"no post matches {_describe(only)}", next_step)
    chosen: dict[str, list[int]] = {}
    for blog, _, number in passed:
        chosen.setdefault(blog, []).append(number)
    return chosen


def _describe(only: PostFilter) -> str:
    given = [(field.name, getattr(only, field.name)) for field in fields(only)]
    return ", ".join(f"{name} {value!r}" for name, value in given if value is not None)
