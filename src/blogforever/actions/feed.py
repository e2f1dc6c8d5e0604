"""Read a feed that was saved in a file."""

from pathlib import Path

from blogforever.actions.files import read_bytes
from blogforever.errors import BlogforeverError
from blogforever.feeds.parse import parse_feed
from blogforever.model.feed import Feed

MOST_BYTES = 50_000_000


def read_feed(file: Path | str, *, address: str | None = None) -> Feed:
    """The feed in the file. Raises UnreadableFile, NotAFeed or TooLarge; each names the file."""
    content = read_bytes(file, most=MOST_BYTES)
    try:
        return parse_feed(content, address=address)
    except BlogforeverError as error:
        raise type(error)(str(file), error.problem, error.next_step) from error
