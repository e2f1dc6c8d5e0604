"""Posts and comments as rows of a table: all that their records say, and columns to sort, filter and count by.

`…_date` is the day as the page shows it. `…_utc` is the moment in UTC, and only there where the page states the time
and its offset: no hour and no zone is ever assumed.
"""

from collections.abc import Iterable, Iterator

from blogforever.actions._files.records import Record, each_comment
from blogforever.text.dates.exact import exact_day, exact_utc
from blogforever.text.words import count_words


def post_rows(records: Iterable[Record]) -> Iterator[Record]:
    """A row for each post."""
    for title, record in _with_blog_titles(records):
        yield record | {
            "blog_title": title,
            **_dates(record, "published"),
            **_dates(record, "updated"),
            "captured_utc": exact_utc(record["captured_at"]),
            "word_count": count_words(record["content_text"]),
            "comment_count": sum(bool(comment["content_text"]) for comment in record["comments"]),
        }


def comment_rows(records: Iterable[Record]) -> Iterator[Record]:
    """A row for each comment of the posts."""
    for title, record in _with_blog_titles(records):
        for comment in each_comment([record]):
            yield comment | {
                "blog_title": title,
                **_dates(comment, "published"),
                "captured_utc": exact_utc(comment["captured_at"]),
                "word_count": count_words(comment["content_text"]),
            }


def _with_blog_titles(records: Iterable[Record]) -> Iterator[tuple[str | None, Record]]:
    """The posts, each with the title of its blog, whose record comes before it."""
    title: str | None = None
    for record in records:
        if record["type"] == "blog":
            title = record["title"]
        else:
            yield title, record


def _dates(record: Record, name: str) -> Record:
    return {f"{name}_date": exact_day(record[name]), f"{name}_utc": exact_utc(record[name])}
