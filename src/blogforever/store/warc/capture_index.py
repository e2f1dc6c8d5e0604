"""Where the captures of a blog lie in its WARC files.

What is kept in memory are numbers only, so that it stays small for the largest blog: the hash of a key (an address, for
other questions than GET with what was asked) leads to the place of its exchange, and whoever reads there must check
that the records have that key.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from blogforever.model.exchange import Exchange
from blogforever.model.rendering import Rendering
from blogforever.store.warc.cdxj import IndexLine, read_index
from blogforever.store.warc.exchanges import joined, question_in, to_exchange
from blogforever.store.warc.file_names import HarvestFiles, harvest_files
from blogforever.store.warc.gzip_members import DamagedMember, TornMember, read_member
from blogforever.store.warc.records import WarcRecord, confirms_earlier, read_record, repeats_payload
from blogforever.store.warc.renderings import is_rendering, rendering_key, to_rendering

_LARGEST_RECORD = 256 << 20
_HEAD = 1 << 16
_OFFSET_BITS = 40

Places = dict[int, int]
"""From the hash of a key or a digest to a place: number of the file, then where in it the exchange begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _FoundCapture:
    request: WarcRecord | None
    response: WarcRecord
    behind: WarcRecord | None
    """The answer of the server, where the response does not hold it."""

    @property
    def key(self) -> str:
        return joined(self.response.address, question_in(self.request))


@dataclass(frozen=True, slots=True, kw_only=True)
class CapturePlace:
    """Where a capture lies, and what the index says of it."""

    harvest: int
    key: str
    status: int
    at: str
    """Fourteen digits, in UTC."""
    place: int


class CaptureIndex:
    """Finds the exchanges and renderings of one blog by their keys, and bodies by digest."""

    def __init__(self, folder: Path, known: Mapping[int, HarvestFiles]) -> None:
        self._folder = folder
        self._known = known
        self._paths: list[Path] = []
        self._numbers: dict[Path, int] = {}
        self._captured: tuple[int, Places] | None = None
        self._answered: tuple[int, Places] | None = None
        self._newest_of_all: Places | None = None
        self._payloads: Places | None = None

    def load(self, harvest: int) -> None:
        """Know all that is on disk, before `add` adds what is written from now on."""
        self._captured_in(harvest)
        self._known_payloads()

    def add(self, path: Path, line: IndexLine, *, harvest: int) -> None:
        """A capture was written just now."""
        place = self._place(path, line.begin)
        self._captured_in(harvest)[hash(line.key)] = place
        if line.mime != "warc/revisit":
            self._known_payloads().setdefault(hash(line.digest), place)

    def forget(self) -> None:
        """Files were deleted: read the disk again."""
        self._captured = self._answered = self._newest_of_all = self._payloads = None

    def captured(self, key: str, *, harvest: int) -> Exchange | None:
        """The newest answer that the harvest captured for the question with this key."""
        return self._exchange(self._captured_in(harvest).get(hash(key)), key)

    def newest(self, key: str) -> Exchange | None:
        """The newest answer, whatever its status, that any harvest captured before the first call."""
        return self._exchange(self._captured_ever().get(hash(key)), key)

    def answered(self, key: str, *, before: int) -> Exchange | None:
        """The newest answer with status 200 from harvests numbered lower than `before`."""
        return self._exchange(self._answered_before(before).get(hash(key)), key)

    def rendered(self, address: str, *, harvest: int | None) -> Rendering | None:
        """The newest rendering of the address that the harvest kept; for None, as `newest`."""
        places = self._captured_ever() if harvest is None else self._captured_in(harvest)
        place = places.get(hash(rendering_key(address)))
        shown, behind = islice(chain(self._records(place, most=_LARGEST_RECORD), (None, None)), 2)
        if shown is None or not is_rendering(shown) or shown.address != address:
            return None
        return to_rendering(shown, behind)

    def places(self, keys: Collection[str]) -> Iterator[CapturePlace]:
        """Every capture of the questions with these keys, in the order of harvests and files."""
        for harvest, path in harvest_files(self._folder, self._known):
            for line in read_index(path):
                if line.key in keys:
                    place = self._place(path, line.begin)
                    yield CapturePlace(
                        harvest=harvest, key=line.key, status=line.status, at=line.timestamp, place=place
                    )

    def exchange_at(self, capture: CapturePlace) -> Exchange | None:
        """The exchange at the place; None when it cannot be read (any more)."""
        return self._exchange(capture.place, capture.key)

    def record_captured(self, key: str, *, harvest: int) -> WarcRecord | None:
        """The head of the record behind `captured`."""
        capture = self._read(self._captured_in(harvest).get(hash(key)), most=_HEAD)
        return capture.response if capture and capture.key == key else None

    def record_answered(self, key: str, *, before: int) -> WarcRecord | None:
        """The head of the record behind `answered`."""
        capture = self._read(self._answered_before(before).get(hash(key)), most=_HEAD)
        return capture.response if capture and capture.key == key else None

    def record_of_payload(self, digest: str) -> WarcRecord | None:
        """The head of the first record with this payload."""
        capture = self._read_payload(digest, most=_HEAD)
        return capture.response if capture else None

    def _exchange(self, place: int | None, key: str) -> Exchange | None:
        capture = self._read(place, most=_LARGEST_RECORD)
        if not capture or capture.key != key:
            return None
        exchange = to_exchange(capture.response, capture.request, capture.behind)
        if not exchange or not repeats_payload(capture.response):
            return exchange
        first = self._read_payload(capture.response.fields.get("warc-payload-digest", ""), most=_LARGEST_RECORD)
        original = to_exchange(first.response, None) if first else None
        return replace(exchange, body=original.body) if original else None

    def _read_payload(self, digest: str, *, most: int) -> _FoundCapture | None:
        capture = self._read(self._known_payloads().get(hash(digest)), most=most)
        return capture if capture and capture.response.fields.get("warc-payload-digest") == digest else None

    def _read(self, place: int | None, *, most: int) -> _FoundCapture | None:
        """What stands at the place; None when it cannot be read (any more): then it must be fetched again."""
        records = self._records(place, most=most)
        first = next(records, None)
        request, response = (first, next(records, None)) if first and first.kind == "request" else (None, first)
        if response is None or response.kind == "request":
            return None
        behind = next(records, None) if confirms_earlier(response) else None
        return _FoundCapture(request=request, response=response, behind=behind)

    def _records(self, place: int | None, *, most: int) -> Iterator[WarcRecord]:
        """The records from the place on, so far as they can be read; of answers as much as `most`."""
        if place is None:
            return
        path, offset = self._paths[place >> _OFFSET_BITS], place & ((1 << _OFFSET_BITS) - 1)
        with suppress(OSError, TornMember, DamagedMember), path.open("rb", buffering=0) as file:
            while member := read_member(file, offset, most=most):
                record = read_record(member.content)
                if record and record.kind == "request" and record.is_cut:
                    whole = read_member(file, offset, most=_LARGEST_RECORD)
                    record = read_record(whole.content) if whole else None
                if not record:
                    return
                yield record
                offset += member.length

    def _place(self, path: Path, offset: int) -> int:
        number = self._numbers.get(path)
        if number is None:
            number = self._numbers[path] = len(self._paths)
            self._paths.append(path)
        return number << _OFFSET_BITS | offset

    def _captured_ever(self) -> Places:
        if self._newest_of_all is None:
            self._newest_of_all = self._newest(self._lines(0, None))
        return self._newest_of_all

    def _captured_in(self, harvest: int) -> Places:
        if not self._captured or self._captured[0] != harvest:
            self._captured = (harvest, self._newest(self._lines(harvest, harvest)))
        return self._captured[1]

    def _answered_before(self, harvest: int) -> Places:
        if not self._answered or self._answered[0] != harvest:
            good = ((path, line) for path, line in self._lines(0, harvest - 1) if line.status == 200)
            self._answered = (harvest, self._newest(good))
        return self._answered[1]

    def _newest(self, lines: Iterable[tuple[Path, IndexLine]]) -> Places:
        """The last place of every key: the files come in order, the lines of one file in any."""
        places: Places = {}
        for path, line in lines:
            key, place = hash(line.key), self._place(path, line.begin)
            known = places.get(key)
            if known is None or known < place or known >> _OFFSET_BITS != place >> _OFFSET_BITS:
                places[key] = place
        return places

    def _known_payloads(self) -> Places:
        if self._payloads is None:
            self._payloads = {}
            for path, line in self._lines(0, None):
                if line.mime != "warc/revisit":
                    self._payloads.setdefault(hash(line.digest), self._place(path, line.begin))
        return self._payloads

    def _lines(self, first: int, last: int | None) -> Iterator[tuple[Path, IndexLine]]:
        for harvest, path in harvest_files(self._folder, self._known):
            if harvest >= first and (last is None or harvest <= last):
                for line in read_index(path):
                    yield path, line
