"""How far a harvest goes at most: no site, however it makes up addresses, keeps it going without end or fills memory.

Honest blogs stay far below all of these. When one is reached the report says so: nothing is left out silently.
"""

MOST_ADDRESSES = 1_000_000
"""Addresses that a harvest holds: about half a gigabyte."""
MOST_CHARACTERS = 150_000_000
"""Characters of all these addresses together."""
MOST_PAGES = 250_000
"""Pages that are asked for, unless the user names another figure."""
MOST_SOURCES = 100_000
"""Feeds, sitemaps, pages of comments, answers of the platform's API."""
LONGEST_DROUGHT = 2_000
"""Pages in a row that brought no new text: then links are followed no further."""
DROUGHT_FOR_TEXTS = 2
"""A site with many texts may have so many such pages for each of them before that."""


class Bounds:
    """Counts what a harvest holds and asks for."""

    def __init__(self, max_pages: int | None = None) -> None:
        self.pages = 0
        """Pages that were asked for."""
        self._max_pages = max_pages
        self._addresses = self._characters = self._left_out = 0
        self._sources = self._sources_left_out = 0
        self._texts = self._since_text = 0

    @property
    def is_full(self) -> bool:
        """True when the limit of pages is reached."""
        return self.pages >= (MOST_PAGES if self._max_pages is None else self._max_pages)

    @property
    def is_dry(self) -> bool:
        """True when page after page repeats what others say, or says nothing."""
        return self.drought >= max(LONGEST_DROUGHT, DROUGHT_FOR_TEXTS * self._texts)

    @property
    def drought(self) -> int:
        """Pages since the last that had a text of its own."""
        return self._since_text

    def hold(self, address: str) -> None:
        """One more address is held."""
        self._addresses += 1
        self._characters += len(address)

    def has_room(self) -> bool:
        """False when no more addresses are held; one more is left out then."""
        if self._addresses < MOST_ADDRESSES and self._characters < MOST_CHARACTERS:
            return True
        self._left_out += 1
        return False

    def ask_page(self) -> None:
        """One more page is asked for."""
        self.pages += 1
        self._since_text += 1

    def may_ask_source(self) -> bool:
        """False when no more sources are asked."""
        self._sources += 1
        self._sources_left_out += self._sources > MOST_SOURCES
        return self._sources <= MOST_SOURCES

    def note_text(self) -> None:
        """A page has a text that no other page had."""
        self._texts += 1
        self._since_text = 0

    def notes(self) -> list[str]:
        """The bounds that were reached, in words."""
        notes = []
        if self._left_out:
            notes.append(f"{self._left_out:,} addresses were left out: a harvest holds at most {self._addresses:,}")
        if self._sources_left_out:
            notes.append(f"more than {MOST_SOURCES:,} feeds, sitemaps and pages of comments: the others were left out")
        if self._max_pages is None and self.is_full:
            more = f"run the same command with --max-pages {10 * MOST_PAGES}"
            notes.append(f"the harvest ended after {MOST_PAGES:,} pages; for more, {more}")
        return notes
