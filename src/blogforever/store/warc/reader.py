"""Exchanges out of WARC and ARC files that any tool wrote: one after the other, or by address."""

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from urllib.parse import urlsplit

from warcio.bufferedreaders import ChunkedDataReader

from blogforever.model.exchange import Exchange
from blogforever.model.rendering import Rendering
from blogforever.store.warc.exchanges import moment, to_exchange
from blogforever.store.warc.records import WarcRecord, repeats_payload
from blogforever.store.warc.renderings import is_rendering, rendering_key, to_rendering
from blogforever.store.warc.walk import LARGEST_RECORD, Notes, walk
from blogforever.urls.normalize import post_key
from blogforever.urls.paths import host

_HTTP = ("http://", "https://")
_OFFSET_BITS = 40
_OF_THE_BLOG = 0.8
"""The share of a host's pages that must lie under a page for it to be the blog's start page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignCapture:
    """A response in a file that any tool wrote, with the exchange that it belongs to."""

    begin: int
    """Where its request begins if that stands right before it, else where the record does."""
    record: WarcRecord
    exchange: Exchange


class WarcFiles:
    """The files as one small web, in which an address is found as a crawl would request it."""

    def __init__(self, files: Sequence[Path]) -> None:
        """Read through all files once. Raises UnreadableFile for what is not a WARC or ARC file."""
        self._files = tuple(files)
        self.notes = Notes()
        """What was damaged and passed over."""
        self._places: dict[int, int] = {}
        """From the hash of an exchange's key, of its `post_key`, or of the key of a rendering to number of the file and
        offset."""
        self._payloads: dict[int, int] = {}
        """The same from the hash of a payload's digest."""
        self._addresses: dict[str, bool] = {}
        """In the order of the files; True for those that gave a page."""
        ranks: dict[int, int] = {}
        for number, file in enumerate(self._files):
            for capture in read_captures(file, self.notes):
                if isinstance(capture, ForeignCapture):
                    self._learn(capture, number << _OFFSET_BITS | capture.begin, ranks)
                else:
                    offset, record = capture
                    rank = int(moment(record.fields.get("warc-date", "")).timestamp())
                    self._prefer(rendering_key(record.address), number << _OFFSET_BITS | offset, rank, ranks)

    def find(self, address: str) -> Exchange | None:
        """The newest answer with status 200 for the address, else the newest of any; its other spellings count too.

        For other questions than GET: for the exchange's key.
        """
        for name in (address, post_key(address)):
            capture = self._read(self._places.get(hash(name)))
            if capture and (capture.exchange.key == address or _is_spelling(capture.exchange, address)):
                return self._with_body(capture)
        return None

    def find_rendering(self, address: str) -> Rendering | None:
        """The newest page of the address as a browser showed it."""
        place = self._places.get(hash(rendering_key(address)))
        if place is None:
            return None
        file, offset = self._place(place)
        records = (record for _, record in walk(file, Notes(), start=offset))
        shown, behind = islice(chain(records, (None, None)), 2)
        if shown is None or not is_rendering(shown) or shown.address != address:
            return None
        return to_rendering(shown, behind)

    def addresses(self) -> tuple[str, ...]:
        """Every address that was captured, in the order of the files."""
        return tuple(self._addresses)

    def pages_by_site(self) -> Counter[str]:
        """How many pages each host gave, "www." or not."""
        return Counter(site for address, is_page in self._addresses.items() if is_page and (site := host(address)))

    def first_address(self) -> str | None:
        """The likeliest start page: of the host with the most pages, the deepest page that most others lie under."""
        pages = [address for address, is_page in self._addresses.items() if is_page]
        if not pages:
            return None
        largest, count = Counter(_host(page) for page in pages).most_common(1)[0]
        pages = [page for page in pages if _host(page) == largest]
        under = Counter(folder for page in pages for folder in _folders(urlsplit(page).path))
        above = [
            page for page in pages if not urlsplit(page).query and under[_own_folder(page)] >= count * _OF_THE_BLOG
        ]
        if above:
            return max(above, key=lambda page: (len(_own_folder(page)), -len(page)))
        return min(pages, key=lambda page: (len(urlsplit(page).path.split("/")), len(urlsplit(page).query)))

    def _learn(self, capture: ForeignCapture, place: int, ranks: dict[int, int]) -> None:
        exchange = capture.exchange
        rank = int(exchange.at.timestamp()) + ((1 << 50) if exchange.status == 200 else 0)
        self._prefer(exchange.key, place, rank, ranks)
        if exchange.method == "GET":
            is_page = exchange.status == 200 and "html" in (exchange.header("content-type") or "").lower()
            self._addresses[exchange.address] = is_page or self._addresses.get(exchange.address, False)
            self._prefer(post_key(exchange.address), place, rank, ranks)
        digest = capture.record.fields.get("warc-payload-digest")
        if digest and capture.record.kind == "response":
            self._payloads.setdefault(hash(digest), place)

    def _prefer(self, name: str, place: int, rank: int, ranks: dict[int, int]) -> None:
        key = hash(name)
        if key not in self._places or rank >= ranks[key]:
            self._places[key], ranks[key] = place, rank

    def _with_body(self, capture: ForeignCapture) -> Exchange | None:
        if not repeats_payload(capture.record):
            return capture.exchange
        digest = capture.record.fields.get("warc-payload-digest", "")
        original = self._read(self._payloads.get(hash(digest)))
        if not original or original.record.fields.get("warc-payload-digest") != digest:
            # Some tools leave the digest out and name the address instead.
            original = self._read(self._places.get(hash(capture.record.fields.get("warc-refers-to-target-uri", ""))))
        if not original or original.record.kind != "response":
            return None
        return replace(capture.exchange, body=original.exchange.body)

    def _read(self, place: int | None) -> ForeignCapture | None:
        if place is None:
            return None
        file, offset = self._place(place)
        first = next(read_captures(file, Notes(), start=offset), None)
        return first if isinstance(first, ForeignCapture) else None

    def _place(self, place: int) -> tuple[Path, int]:
        return self._files[place >> _OFFSET_BITS], place & ((1 << _OFFSET_BITS) - 1)


def read_captures(file: Path, notes: Notes, *, start: int = 0) -> Iterator[ForeignCapture | tuple[int, WarcRecord]]:
    """The exchanges in the file, and the records of renderings with their offsets."""
    before: tuple[int, WarcRecord] | None = None
    for offset, record in walk(file, notes, start=start):
        if is_rendering(record):
            yield offset, record
        elif record.kind in {"response", "revisit"} and record.address.lower().startswith(_HTTP):
            asked = before if before and _belong_together(before[1], record) else None
            exchange = to_exchange(record, asked[1] if asked else None)
            if exchange:
                yield ForeignCapture(begin=asked[0] if asked else offset, record=record, exchange=_unchunked(exchange))
        before = (offset, record) if record.kind == "request" else None


def _belong_together(request: WarcRecord, response: WarcRecord) -> bool:
    pairs = ((request, response), (response, request))
    return any(one.fields.get("warc-concurrent-to") == two.fields.get("warc-record-id", "") for one, two in pairs)


def _is_spelling(exchange: Exchange, address: str) -> bool:
    return exchange.method == "GET" and post_key(exchange.address) == post_key(address)


def _unchunked(exchange: Exchange) -> Exchange:
    """The exchange with its transport coding undone, as ours are kept."""
    coding = exchange.header("transfer-encoding")
    if coding is None:
        return exchange
    headers = tuple((name, value) for name, value in exchange.response_headers if name.lower() != "transfer-encoding")
    body = exchange.body
    if "chunked" in coding.lower():
        # The reader takes a body that is not chunked, whatever the header says, as it is.
        body = ChunkedDataReader(io.BytesIO(body)).read(LARGEST_RECORD)
    return replace(exchange, response_headers=headers, body=body)


def _folders(path: str) -> Iterator[str]:
    """Every folder that the path lies in, the innermost last."""
    end = path.find("/")
    while end >= 0:
        yield path[: end + 1]
        end = path.find("/", end + 1)


def _own_folder(page: str) -> str:
    path = urlsplit(page).path
    return path[: path.rfind("/") + 1] or "/"


def _host(page: str) -> str:
    return urlsplit(page).netloc
