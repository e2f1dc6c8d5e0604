"""Pages and feeds that the user gives: saved as files, on standard input, or by a web address. Errors name them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import overload

from blogforever.actions._files.file_io import read_bytes
from blogforever.dom.parsed_page import parse
from blogforever.dom.tree import Document
from blogforever.errors import BlogforeverError, UnreadableFile
from blogforever.learn.lesson import outline
from blogforever.learn.pairs import match_entries, own_addresses
from blogforever.model.feed import Feed
from blogforever.model.page import Page
from blogforever.sources.feeds.parse import parse_feed
from blogforever.urls.normalize import LONGEST, absolute

MOST_PAGE_BYTES = 100_000_000
"""Bytes; larger files are not pages. How much of a page is read is limited further in dom/tree.py."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFile:
    """A saved page: where it is, and where it was fetched from."""

    file: Path
    address: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOnWeb:
    """A page that is to be fetched."""

    address: str


def page_at(address: str, file: str) -> PageFile:
    """The page in `file` that was fetched from `address`. Raises UnreadableFile if either is invalid."""
    subject = f"{address}={file}"
    if not file:
        raise UnreadableFile(subject, 'has no file name after the "="', "Write ADDRESS=FILE.")
    fetched_from = absolute(address, None)
    if fetched_from is None:
        fault = f"is longer than {LONGEST:,} characters" if len(address) > LONGEST else "is not an http(s) address"
        raise UnreadableFile(subject, f'the part before the "=" {fault}', "Write ADDRESS=FILE, or only the file.")
    return PageFile(file=Path(file), address=fetched_from)


class SavedPages(Sequence[Page]):
    """The pages in some files, and pages that are there already.

    A file is read when its page is accessed, which may raise UnreadableFile or TooLarge. An error in the place of a
    page is raised then, too.
    """

    def __init__(self, files: Sequence[PageFile | Page | BlogforeverError]) -> None:
        self._files = tuple(files)

    def __len__(self) -> int:
        return len(self._files)

    @overload
    def __getitem__(self, place: int) -> Page: ...
    @overload
    def __getitem__(self, place: slice) -> "SavedPages": ...
    def __getitem__(self, place: int | slice) -> "Page | SavedPages":
        if isinstance(place, slice):
            return SavedPages(self._files[place])
        saved = self._files[place]
        if isinstance(saved, BlogforeverError):
            raise saved
        if isinstance(saved, Page):
            return saved
        return Page(content=read_bytes(saved.file, most=MOST_PAGE_BYTES), address=saved.address, name=str(saved.file))

    def with_addresses(self, feed: Feed | None) -> "SavedPages":
        """The same pages; those without an address get the one that they state or that their feed entry has."""
        files = list(self._files)
        without = [place for place, saved in enumerate(files) if getattr(saved, "address", "") is None]
        found = find_addresses(SavedPages([files[place] for place in without]), feed)
        for number, address in found.items():
            saved = files[without[number]]
            if not isinstance(saved, BlogforeverError):
                files[without[number]] = replace(saved, address=address)
        return SavedPages(files)


def find_addresses(pages: Sequence[Page], feed: Feed | None) -> dict[int, str]:
    """The address that each page states or, failing that, that its entry in the feed has; by place in the list."""
    outlines = {place: small for place in range(len(pages)) if (small := _outline(pages, place)) is not None}
    known: dict[int, str] = {}
    for place, document in outlines.items():
        stated = [address for address in own_addresses(document) if "://" in address]
        if stated:
            known[place] = stated[0]
    if feed is not None:
        places = list(outlines)
        for entry, number in match_entries(feed, [(known.get(place), outlines[place]) for place in places]):
            if entry.address:
                known.setdefault(places[number], entry.address)
    return known


def _outline(pages: Sequence[Page], place: int) -> Document | None:
    """The page's outline; None when the page cannot be read."""
    try:
        return outline(parse(pages[place]).document)  # a page of a file is only read here
    except BlogforeverError:
        return None


MOST_FEED_BYTES = 50_000_000


def read_feed(file: Path | str, *, address: str | None = None) -> Feed:
    """The feed in the file. Raises UnreadableFile, NotAFeed or TooLarge; each names the file."""
    content = read_bytes(file, most=MOST_FEED_BYTES)
    try:
        return parse_feed(content, address=address)
    except BlogforeverError as error:
        raise type(error)(str(file), error.problem, error.next_step) from error
