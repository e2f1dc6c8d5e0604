"""WARC and ARC files of other tools."""

import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from blogforever.errors import UnreadableFile
from blogforever.store.warc import walk
from blogforever.store.warc.reader import WarcFiles
from blogforever.store.warc.walk import Notes
from tests.examples import examples
from tests.store.wire import EXCHANGES, PAGE, captures_of, exchange, read_exchanges

ARC_ABOUT = b"1 0 Tool\nURL IP-address Archive-date Content-type Archive-length\n"
ARC_PAGE = b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>old"
ARC = (
    b"filedesc://a.arc 0.0.0.0 20050101000000 text/plain %d\n%b\n" % (len(ARC_ABOUT), ARC_ABOUT),
    b"http://blog.example/old 192.0.2.7 20050102030405 text/html %d\n%b\n" % (len(ARC_PAGE), ARC_PAGE),
)


class AnotherWriter(WARCWriter):
    """warcio's own, which leaves temporary files open for the garbage collector to find."""

    def _create_temp_file(self):
        return io.BytesIO()


def foreign(path, *, packed=True, pages=(("https://blog.example/", 200, b"home"),), date="2020-01-01T00:00:00Z"):
    """A file as warcio's own writer makes it."""
    with path.open("wb") as file:
        writer = AnotherWriter(file, gzip=packed)
        writer.write_record(writer.create_warcinfo_record(path.name, {"software": "another"}))
        for address, status, body in pages:
            headers = StatusAndHeaders(f"{status} OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            record = writer.create_warc_record(
                address,
                "response",
                payload=io.BytesIO(body),
                http_headers=headers,
                warc_headers_dict={"WARC-Date": date},
            )
            writer.write_record(record)
        writer.write_record(writer.create_warc_record("dns:blog.example", "response", payload=io.BytesIO(b"192.0.2.1")))
    return path


@examples(40)
@given(st.lists(EXCHANGES.filter(lambda one: len(one.body) < 500), max_size=6))
def test_our_own_files_are_read_back_exactly(tmp_path_factory, sent):
    folder = tmp_path_factory.mktemp("archive")
    captures = captures_of(folder)
    for one in sent:
        captures.write(one, harvest=1)
    captures.close()
    files = sorted((folder / "warc").glob("*.warc.gz"))
    assert list(read_exchanges(files)) == sent
    for file in files:  # the same, unpacked
        file.write_bytes(gzip.decompress(file.read_bytes()))
    assert list(read_exchanges(files)) == sent


@pytest.mark.parametrize("packed", [True, False])
def test_files_of_another_writer_are_read(tmp_path, packed):
    file = foreign(tmp_path / "a.warc", packed=packed)
    (found,) = read_exchanges([file])
    assert (found.address, found.status, found.body) == ("https://blog.example/", 200, b"home")
    assert found.at.isoformat() == "2020-01-01T00:00:00+00:00"
    assert WarcFiles([file]).find("https://blog.example/") == found


@pytest.mark.parametrize("packed", [True, False])
def test_arc_files_are_read(tmp_path, packed):
    file = tmp_path / "a.arc"
    file.write_bytes(b"".join(gzip.compress(record) if packed else record for record in ARC))
    (found,) = read_exchanges([file])
    assert (found.address, found.body, found.ip) == ("http://blog.example/old", b"<p>old", "192.0.2.7")
    assert found.at.year == 2005
    assert WarcFiles([file]).find("https://blog.example/old/") == found


def test_chunks_are_joined_and_angle_brackets_taken_off(tmp_path):
    block = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    file = tmp_path / "a.warc"
    file.write_bytes(
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://blog.example/>\r\nWARC-Date: nonsense\r\n"
        b"Content-Length: %d\r\n\r\n%b\r\n\r\n" % (len(block), block)
    )
    (found,) = read_exchanges([file])
    assert (found.address, found.body, found.response_headers) == ("http://blog.example/", b"abcde", ())


def test_a_record_beyond_the_limit_is_cut_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(walk, "LARGEST_RECORD", 1_000)
    for packed in (True, False):
        file = foreign(tmp_path / "a.warc", packed=packed, pages=[("https://b.example/", 200, b"x" * 200_000)] * 2)
        found = list(read_exchanges([file]))
        assert [(one.truncated, len(one.body) < 1_000) for one in found] == [(True, True)] * 2


@pytest.mark.parametrize("packed", [True, False])
def test_damage_costs_one_record_and_is_told(tmp_path, packed):
    pages = [(f"https://blog.example/{n}", 200, b"%d" % n * 50) for n in range(4)]
    file = foreign(tmp_path / "a.warc", packed=packed, pages=pages)
    content = file.read_bytes()
    whole = list(read_exchanges([file]))
    starts = walk.walk(file, Notes())
    offset = next(offset for offset, record in starts if record.address == pages[1][0])
    file.write_bytes(content[: offset + 3] + b"\xff\xff\xff" + content[offset + 6 :])
    notes = Notes()
    assert list(read_exchanges([file], notes)) == [whole[0], *whole[2:]]
    assert notes.lines == [f"{file}: a damaged record at byte {offset:,} was passed over"]


@examples(150)
@given(place=st.integers(0, 1_200), packed=st.booleans(), change=st.binary(max_size=8), cut=st.booleans())
def test_no_damage_is_an_unexpected_error(tmp_path_factory, place, packed, change, cut):
    file = foreign(tmp_path_factory.mktemp("warc") / "a.warc", packed=packed)
    content = file.read_bytes()
    file.write_bytes(content[:place] + change + (b"" if cut else content[place + len(change) :]))
    try:
        list(read_exchanges([file]))
    except UnreadableFile as error:
        assert str(file) in str(error)  # noqa: PT017  (most examples can be read)


NO_WARC = [b"", b"<html>", b"\x1f\x8bnot", gzip.compress(b"words", mtime=0), bytes(range(1, 251))]


@pytest.mark.parametrize("content", NO_WARC)
def test_what_is_no_warc_file_is_refused_by_name(tmp_path, content):
    file = tmp_path / "a.warc.gz"
    file.write_bytes(content)
    with pytest.raises(UnreadableFile, match=r"a\.warc\.gz: is no WARC or ARC file\. Name files"):
        list(read_exchanges([file]))


def test_a_missing_file_and_one_packed_as_a_whole_say_what_to_do(tmp_path):
    with pytest.raises(UnreadableFile, match="Check its name"):
        list(read_exchanges([tmp_path / "none.warc"]))
    plain = foreign(tmp_path / "a.warc", packed=False)
    plain.write_bytes(gzip.compress(plain.read_bytes()))
    with pytest.raises(UnreadableFile, match="gunzip"):
        WarcFiles([plain])


def test_the_newest_good_answer_counts_and_other_spellings_find_it(tmp_path):
    new = foreign(tmp_path / "new.warc", pages=[("https://blog.example/a/", 200, b"new")], date="2021-01-01T00:00:00Z")
    old = foreign(tmp_path / "old.warc", pages=[("https://blog.example/a/", 200, b"old")])
    gone = foreign(
        tmp_path / "gone.warc",
        pages=[("https://blog.example/a/", 404, b"gone"), ("https://blog.example/b", 404, b"no")],
        date="2022-01-01T00:00:00Z",
    )
    files = WarcFiles([new, old, gone])
    assert files.find("https://blog.example/a/").body == b"new"
    assert files.find("http://www.blog.example/a").body == b"new"
    assert files.find("https://blog.example/b").status == 404
    assert files.find("https://blog.example/c") is None
    assert files.addresses() == ("https://blog.example/a/", "https://blog.example/b")


def test_a_revisit_has_the_body_that_it_refers_to(tmp_path):
    captures = captures_of(tmp_path)
    captures.write(exchange(), harvest=1)
    captures.write(exchange("https://blog.example/copy"), harvest=2)
    captures.close()
    files = WarcFiles(sorted((tmp_path / "warc").glob("*.gz")))
    assert files.find("https://blog.example/copy") == exchange("https://blog.example/copy")
    assert files.find("https://blog.example/copy").body == PAGE


@pytest.mark.parametrize(
    "paths, start",
    [
        (["/2020/a", "/2020/b", "/about", "/"], "/"),
        (["/", "/blog/", "/blog/a", "/blog/b", "/blog/c", "/blog/d/e"], "/blog/"),
        (["/2020/05/a.html", "/2020/06/b.html", "/index.html"], "/index.html"),
        (["/?p=2", "/?p=1", "/"], "/"),
    ],
)
def test_the_start_page_is_the_one_above_the_others(tmp_path, paths, start):
    pages = [("https://other.example/x", 200, b"x"), *((f"https://blog.example{path}", 200, b"x") for path in paths)]
    file = foreign(tmp_path / "a.warc", pages=pages)
    assert WarcFiles([file]).first_address() == f"https://blog.example{start}"


def test_files_without_pages_have_no_start_page(tmp_path):
    assert WarcFiles([foreign(tmp_path / "a.warc", pages=[])]).first_address() is None
