"""A sink that knows what other tools captured: WARC files in place of the network."""

from collections.abc import Sequence
from pathlib import Path

from blogforever.model.exchange import Exchange
from blogforever.model.harvest import Wishes
from blogforever.model.rendering import Rendering
from blogforever.store.sink import ArchiveSink, opened_sink
from blogforever.store.warc_reader import WarcFiles


class ImportingSink(ArchiveSink):
    """What the archive does not have is looked for in the files, and copied into the archive's own captures."""

    files: WarcFiles

    def recall(self, address: str) -> Exchange | None:
        """What the archive or the files captured for the address."""
        known = super().recall(address)
        if known is not None:
            return known
        found = self.files.find(address)
        # Another spelling of the address may have been asked before: then the copy is there already.
        if found is not None and super().recall(found.key) is None:
            self.capture(found)
        return found

    def recall_rendering(self, address: str) -> Rendering | None:
        """What the archive or the files have as the rendering of the address."""
        known = super().recall_rendering(address)
        if known is not None:
            return known
        found = self.files.find_rendering(address)
        if found is not None:
            self.keep_rendering(found)
        return found


def open_import(blog: str, *, archive: Path, store: str | None, wishes: Wishes, files: Sequence[Path]) -> ImportingSink:
    """A sink for the blog over the files. Raises UnreadableFile for what is no WARC or ARC file, and as `open_sink`."""
    captured = WarcFiles(files)
    sink = opened_sink(ImportingSink, blog, archive=archive, store=store, wishes=wishes)
    sink.files = captured
    return sink
