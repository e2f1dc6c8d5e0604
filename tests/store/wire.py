"""Exchanges as tests need them, and WARC files checked by a reader that is not ours."""

from datetime import UTC, datetime

from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from blogforever.model.exchange import Exchange
from blogforever.store.warc.captures import WarcCaptures
from blogforever.store.warc.file_names import HarvestFiles
from blogforever.store.warc.reader import ForeignCapture, read_captures
from blogforever.store.warc.walk import Notes

AT = datetime(2026, 3, 1, 12, 30, 15, 250_000, tzinfo=UTC)
PAGE = b"<!doctype html><title>A post</title>" + b"<p>Some words of the post.</p>" * 100


def captures_of(folder, prefix="blog1", **more):
    """The captures of a blog whose files are named by prefix and harvest; nine harvests are known."""
    known = {number: HarvestFiles(prefix=f"{prefix}-h{number}") for number in range(1, 10)}
    return WarcCaptures(folder, known=known, **more)


def exchange(address="https://blog.example/a/", body=PAGE, **changes):
    about = {
        "address": address,
        "at": AT,
        "status": 200,
        "reason": "OK",
        "response_headers": (("Content-Type", "text/html"), ("Content-Length", str(len(body)))),
        "body": body,
        "request_headers": (("Host", "blog.example"), ("User-Agent", "blogforever")),
        "ip": "192.0.2.1",
    }
    return Exchange(**(about | changes))


NAMES = st.text("abcXYZ-_019", min_size=1, max_size=12).filter(
    lambda name: name.lower() not in {"host", "content-length", "transfer-encoding", "content-encoding"}
)
VALUES = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\n\0"), max_size=30).map(
    lambda value: value.strip(" \t")
)
HEADERS = st.lists(st.tuples(NAMES, VALUES), max_size=6).map(tuple)
EXCHANGES = st.builds(
    exchange,
    address=st.sampled_from([f"https://blog.example/{path}" for path in ("", "a", "b?c=1&d=%20", "ä/é", "x" * 1_500)]),
    body=st.binary(max_size=40)
    | st.binary(min_size=500, max_size=700)
    | st.sampled_from([b"", PAGE, b"\r\n\r\nWARC/1.1"]),
    at=st.datetimes(datetime(1996, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001  (hypothesis adds UTC)
    status=st.sampled_from([200, 301, 304, 404, 503, 999]),
    reason=st.sampled_from(["", "OK", "Not Found"]),
    method=st.sampled_from(["GET", "POST"]),
    request_body=st.sampled_from([b"", b"page=2", b"\r\n\r\n{}", b"x" * 70_000]),
    response_headers=HEADERS,
    request_headers=HEADERS.map(lambda headers: (("Host", "blog.example"), *headers)),
    ip=st.sampled_from([None, "192.0.2.1", "2001:db8::1"]),
    truncated=st.booleans(),
)


def records_as_warcio_reads_them(path):
    """Type and address of every record; digests that are wrong, and anything else, raise."""
    found = []
    with path.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            record.content_stream().read()
            found.append((record.rec_type, record.rec_headers.get_header("WARC-Target-URI")))
    return found


def in_order(lines):
    return sorted(lines, key=lambda line: line.offset)


def read_exchanges(files, notes=None):
    """Every exchange in the files, in their order, as the reader of foreign files meets them."""
    for file in files:
        for found in read_captures(file, notes or Notes()):
            if isinstance(found, ForeignCapture):
                yield found.exchange
