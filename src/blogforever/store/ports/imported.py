"""A harvest of what other tools captured: WARC files in place of the network."""

from collections.abc import Sequence
from pathlib import Path

from blogforever.model.exchange import Exchange
from blogforever.model.harvest import HarvestOptions
from blogforever.model.ports import Ports
from blogforever.model.rendering import Rendering
from blogforever.store.ports.captures import ArchiveCaptures
from blogforever.store.ports.records import ArchiveRecords
from blogforever.store.ports.session import open_session
from blogforever.store.warc.reader import WarcFiles
from blogforever.urls.paths import host

_PAGES_OF_A_SITE = 5
"""With fewer, a host only gave something that the pages of another show in a frame."""


class ImportedCaptures:
    """What the archive does not have is looked up in the files, and copied into the archive's own captures."""

    def __init__(self, own: ArchiveCaptures, files: WarcFiles, *, blog: str) -> None:
        self._own = own
        self._files = files
        self._blog = blog

    def recall(self, key: str) -> Exchange | None:
        """What the archive or the files captured for the key."""
        known = self._own.recall(key)
        if known is not None:
            return known
        imported = self._files.find(key)
        # Another spelling of the address may have been asked before: then the copy is there already.
        if imported is not None and self._own.recall(imported.key) is None:
            self.capture(imported)
        return imported

    def recall_older(self, key: str) -> Exchange | None:
        """The newest answer with a body that earlier harvests captured for the key."""
        return self._own.recall_older(key)

    def capture(self, exchange: Exchange) -> None:
        """Keep the exchange among the archive's own captures."""
        self._own.capture(exchange)

    def keep_rendering(self, rendering: Rendering) -> None:
        """Keep the rendering among the archive's own captures."""
        self._own.keep_rendering(rendering)

    def recall_rendering(self, address: str) -> Rendering | None:
        """What the archive or the files have as the rendering of the address."""
        known = self._own.recall_rendering(address)
        if known is not None:
            return known
        imported = self._files.find_rendering(address)
        if imported is not None:
            self.keep_rendering(imported)
        return imported

    def shortfalls(self) -> tuple[str, ...]:
        """What is damaged in the files, and which other sites they hold."""
        damaged = self._files.notes.lines
        more = f" (and {len(damaged) - 1:,} more)" if len(damaged) > 1 else ""
        others = [
            f"the files also hold {count:,} pages of {site}: to keep these too, harvest the files with its address"
            for site, count in self._files.pages_by_site().items()
            if count >= _PAGES_OF_A_SITE and site != host(self._blog)
        ]
        return (*([f"{damaged[0]}{more}"] if damaged else []), *others)


def open_ports(blog: str, *, archive: Path, store: str | None, options: HarvestOptions, files: Sequence[Path]) -> Ports:
    """The ports of a harvest of the blog from the files.

    Raises UnreadableFile for what is not a WARC or ARC file, BadArchive and ArchiveBusy.
    """
    foreign = WarcFiles(files)
    session = open_session(blog, archive=archive, store=store, options=options)
    own = ArchiveCaptures(session.warc, harvest=session.harvest)
    return ImportedCaptures(own, foreign, blog=blog), ArchiveRecords(session)
