"""Pages that were saved in files: read one at a time, so that any number of them fits into memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from blogforever.actions.files import read_bytes
from blogforever.dom.addresses import LONGEST, absolute
from blogforever.errors import UnreadableFile
from blogforever.learn.lesson import outline_pages
from blogforever.learn.pairs import match_entries, own_addresses
from blogforever.model.feed import Feed
from blogforever.model.page import Page

MOST_BYTES = 100_000_000
"""Larger files are no pages; what is read of a page is bounded further in dom/tree.py."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFile:
    """A saved page: where it is, and where it was fetched from."""

    file: Path
    address: str | None = None


def page_at(address: str, file: str) -> PageFile:
    """The page in `file` that was fetched from `address`. Raises UnreadableFile, which names both, if one is none."""
    subject = f"{address}={file}"
    if not file:
        raise UnreadableFile(subject, 'names no file after the "="', "Write ADDRESS=FILE.")
    fetched_from = absolute(address, None)
    if fetched_from is None:
        why = f"is longer than {LONGEST:,} characters" if len(address) > LONGEST else "is no http(s) address"
        raise UnreadableFile(subject, f'what is before the "=" {why}', "Write ADDRESS=FILE, or only the file.")
    return PageFile(file=Path(file), address=fetched_from)


class SavedPages(Sequence[Page]):
    """The pages of some files. Each is read when it is asked for; that may raise UnreadableFile or TooLarge."""

    def __init__(self, files: Sequence[PageFile]) -> None:
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
        return Page(content=read_bytes(saved.file, most=MOST_BYTES), address=saved.address, name=str(saved.file))

    def with_addresses(self, feed: Feed | None) -> "SavedPages":
        """The same pages; those without an address get the one that they state or that a match with the feed gives."""
        places = [place for place, saved in enumerate(self._files) if not saved.address]
        found, _ = outline_pages(SavedPages([self._files[place] for place in places]))
        outlines = {places[number]: page for number, page in found.items()}
        known: dict[int, str] = {}
        for place, page in outlines.items():
            stated = [address for address in own_addresses(page) if "://" in address]
            if stated:
                known[place] = stated[0]
        if feed is not None:
            places = list(outlines)
            for entry, number in match_entries(feed, [(known.get(place), outlines[place]) for place in places]):
                if entry.address:
                    known.setdefault(places[number], entry.address)
        return SavedPages(
            [
                PageFile(file=saved.file, address=saved.address or known.get(place))
                for place, saved in enumerate(self._files)
            ]
        )
