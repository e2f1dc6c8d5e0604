"""What went over the wire, and what a browser made of it: kept in WARC files and looked up by key or address.

Every harvest has files of its own, and only the files of known harvests are looked at (see file_names.py).
"""

import os
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from blogforever.errors import BadArchive
from blogforever.model.exchange import Exchange
from blogforever.model.rendering import Rendering
from blogforever.store.disk import unwritable
from blogforever.store.warc.capture_index import CaptureIndex, CapturePlace
from blogforever.store.warc.cdxj import IndexLine, index_of, media_type, rendering_line, timestamp
from blogforever.store.warc.exchanges import question_of
from blogforever.store.warc.file_names import HarvestFiles, files_written, harvest_files
from blogforever.store.warc.records import (
    Earlier,
    exchange_records,
    is_not_modified,
    metadata_record,
    payload_digest,
    warc_date,
)
from blogforever.store.warc.renderings import rendering_records
from blogforever.store.warc.writer import LARGEST_FILE, WarcWriter, mend

FOLDER = "warc"
_WORTH_A_REVISIT = 512
"""Bytes: a shorter body is kept again rather than referred to."""
_REDIRECT = 3
"""The hundreds of a redirect's status: of a revisit that redirects, pywb shows no body."""


class WarcCaptures:
    """The exchanges of all harvests of one blog."""

    def __init__(
        self,
        folder: Path,
        *,
        known: Mapping[int, HarvestFiles],
        about: Mapping[str, str] | None = None,
        largest_file: int = LARGEST_FILE,
        is_read_only: bool = False,
    ) -> None:
        """`folder` is the archive's, `known` are the harvests of the blog by number.

        `about` is what the files that are begun now state about their harvest. With `is_read_only` what a crash left
        unfinished is passed over instead of cut off.
        """
        self._folder = folder / FOLDER
        self._known = known
        self._about = about or {}
        self._largest_file = largest_file
        self._index = CaptureIndex(self._folder, known)
        self._writer: tuple[int, WarcWriter] | None = None
        self._unwritten: tuple[int, int] | None = None
        """A harvest that nothing was written of here, and the size of its files."""
        for _, path in harvest_files(self._folder, known):
            if not os.access(path, os.R_OK):
                raise BadArchive(str(path), "cannot be read", "Check that you may read it.")
            if not is_read_only:
                mend(path)

    def write(self, exchange: Exchange, *, harvest: int) -> None:
        """Keep the exchange: when this returns, it outlives the process. Raises BadArchive."""
        self._index.load(harvest)
        digest = payload_digest(exchange.body)
        earlier = self._earlier(exchange, digest, harvest)
        request, response, behind = exchange_records(exchange, digest, earlier)
        writer = self._writer_of(harvest)
        begin = writer.append(request, response, behind)
        line = IndexLine(
            address=exchange.address,
            timestamp=timestamp(warc_date(exchange.at)),
            mime="warc/revisit" if earlier else media_type(exchange.header("content-type") or ""),
            status=exchange.status,
            digest=earlier.payload_digest if earlier else digest,
            offset=begin + len(request),
            length=len(response),
            request=begin,
            question=question_of(exchange.method, exchange.request_body),
        )
        writer.note(line)
        self._index.add(writer.path, line, harvest=harvest)

    def write_rendering(self, rendering: Rendering, *, harvest: int) -> None:
        """Keep what a browser showed beside what the harvest captured of the page, if it did. Raises BadArchive."""
        self._index.load(harvest)
        captured = self._index.record_captured(rendering.address.partition("#")[0], harvest=harvest)
        original = captured.fields.get("warc-record-id") if captured else None
        shown, about = rendering_records(rendering, refers_to=original)
        writer = self._writer_of(harvest)
        begin = writer.append(shown, about)
        line = rendering_line(rendering.address, warc_date(rendering.at), begin, len(shown))
        writer.note(line)
        self._index.add(writer.path, line, harvest=harvest)

    def write_metadata(self, address: str, fields: Mapping[str, str], *, harvest: int) -> None:
        """Keep what was decided about a page, beside what the harvest captured of it; nothing if it did not."""
        self._index.load(harvest)
        captured = self._index.record_captured(address, harvest=harvest)
        if captured is not None:
            beside = captured.fields.get("warc-record-id")
            record = metadata_record(address, datetime.now(UTC), fields.items(), concurrent_to=beside)
            self._writer_of(harvest).append(record)

    def write_end(self, address: str, fields: Mapping[str, str], *, harvest: int) -> None:
        """Keep how the harvest of the blog at the address ended, behind what it captured; nothing if it did not."""
        if any(number == harvest for number, _ in harvest_files(self._folder, self._known)):
            record = metadata_record(address, datetime.now(UTC), fields.items(), concurrent_to=None)
            self._writer_of(harvest).append(record)

    def find(self, key: str, *, harvest: int) -> Exchange | None:
        """The newest answer, whatever its status, that the harvest captured for the key of an exchange."""
        return self._index.captured(key, harvest=harvest)

    def find_newest(self, key: str) -> Exchange | None:
        """The newest answer, whatever its status, that any harvest captured for the key."""
        return self._index.newest(key)

    def find_older(self, key: str, *, before: int) -> Exchange | None:
        """The newest answer with status 200 from harvests numbered lower than `before`."""
        return self._index.answered(key, before=before)

    def find_all(self, keys: Collection[str]) -> Iterator[CapturePlace]:
        """Every capture of the questions with these keys, in the order of harvests."""
        return self._index.places(keys)

    def read(self, capture: CapturePlace) -> Exchange | None:
        """The exchange that `find_all` found; None when it cannot be read (any more)."""
        return self._index.exchange_at(capture)

    def find_rendering(self, address: str, *, harvest: int | None = None) -> Rendering | None:
        """The newest rendering of the address that the harvest kept, or any harvest for None."""
        return self._index.rendered(address, harvest=harvest)

    def size_of(self, harvest: int) -> int:
        """Bytes of the harvest's WARC files."""
        if self._writer and self._writer[0] == harvest:
            return self._writer[1].size
        if not self._unwritten or self._unwritten[0] != harvest:
            files = [path for number, path in harvest_files(self._folder, self._known) if number == harvest]
            self._unwritten = (harvest, sum(path.stat().st_size for path in files))
        return self._unwritten[1]

    def flush(self) -> None:
        """When this returns, all that was written survives a power failure too. Raises BadArchive."""
        if self._writer:
            self._writer[1].flush()

    def close(self) -> None:
        """Put the index in order and close the file; a later call takes it up again."""
        if self._writer:
            self._writer[1].close()
            self._writer = None

    def drop_harvest(self, harvest: int) -> None:
        """Delete the files of the newest harvest. Raises BadArchive for an older one: later ones refer to it."""
        self.close()
        if any(number > harvest for number, _ in harvest_files(self._folder, self._known)):
            raise BadArchive(str(self._folder), f"holds harvests that build on harvest {harvest}", "Drop those first.")
        for path in files_written(self._folder, self._known[harvest].prefix):
            try:
                path.unlink()
                index_of(path).unlink(missing_ok=True)
            except OSError as error:
                raise unwritable(path, error) from error
        self._index.forget()

    def _writer_of(self, harvest: int) -> WarcWriter:
        if not self._writer or self._writer[0] != harvest:
            self.close()
            prefix = self._known[harvest].prefix
            writer = WarcWriter(self._folder, prefix=prefix, about=self._about, largest_file=self._largest_file)
            self._writer, self._unwritten = (harvest, writer), None
        return self._writer[1]

    def _earlier(self, exchange: Exchange, digest: str, harvest: int) -> Earlier | None:
        """The record that the exchange is a revisit of."""
        if is_not_modified(exchange):
            record = self._index.record_answered(exchange.key, before=harvest)
        elif len(exchange.body) >= _WORTH_A_REVISIT and exchange.status // 100 != _REDIRECT:
            record = self._index.record_of_payload(digest)
        else:
            record = None
        return record.earlier if record else None
