"""Exchanges written to WARC files and found again."""

import gzip
import io
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from blogforever.errors import BadArchive
from blogforever.store.warc.cdxj import index_of, read_index, scan
from blogforever.store.warc.gzip_members import make_member, read_member, whole_members
from tests.examples import examples
from tests.store.wire import AT, EXCHANGES, PAGE, captures_of, exchange, in_order, records_as_warcio_reads_them


def warcs(folder):
    return sorted((folder / "warc").glob("*.warc.gz"))


@pytest.fixture
def captures(tmp_path):
    kept = captures_of(tmp_path)
    yield kept
    kept.close()


def test_an_exchange_is_found_by_its_address_and_harvest(captures):
    sent = exchange()
    captures.write(sent, harvest=3)
    assert captures.find(sent.address, harvest=3) == sent
    assert captures.find(sent.address, harvest=2) is None
    assert captures.find("https://blog.example/b/", harvest=3) is None


@examples(60)
@given(st.lists(EXCHANGES, max_size=8))
def test_whatever_was_written_is_found_again_before_and_after_closing(tmp_path_factory, sent):
    folder = tmp_path_factory.mktemp("archive")
    captures = captures_of(folder)
    for one in sent:
        captures.write(one, harvest=1)
    newest = {one.key: one for one in sent}
    assert {address: captures.find(address, harvest=1) for address in newest} == newest
    captures.close()
    again = captures_of(folder)
    assert {address: again.find(address, harvest=1) for address in newest} == newest
    for path in warcs(folder):
        assert len(records_as_warcio_reads_them(path)) == 1 + 2 * len(sent)
        assert in_order(read_index(path)) == list(scan(path))


def test_the_same_payload_is_kept_once_wherever_it_was_found(tmp_path, captures):
    captures.write(exchange(), harvest=1)
    elsewhere = exchange("https://blog.example/copy/", status=404, reason="Not Found")
    captures.write(elsewhere, harvest=2)
    captures.close()
    second = warcs(tmp_path)[1]
    with second.open("rb") as file:
        revisit = [record.rec_headers for record in ArchiveIterator(file)][2]
    assert revisit["WARC-Type"] == "revisit"
    assert revisit["WARC-Profile"].endswith("identical-payload-digest")
    assert revisit["WARC-Refers-To-Target-URI"] == "https://blog.example/a/"
    assert revisit["WARC-Refers-To-Date"] == "2026-03-01T12:30:15.250000Z"
    assert captures.find(elsewhere.address, harvest=2) == elsewhere
    assert captures_of(tmp_path).find(elsewhere.address, harvest=2) == elsewhere


def test_not_modified_is_found_as_it_came_and_the_older_body_behind_it(tmp_path, captures):
    captures.write(exchange(), harvest=1)
    confirmed = exchange(status=304, reason="Not Modified", body=b"", response_headers=(("ETag", '"1"'),))
    captures.write(confirmed, harvest=2)
    assert captures.find(confirmed.address, harvest=2) == confirmed
    assert captures.find_older(confirmed.address, before=2) == exchange()
    assert captures.find_older(confirmed.address, before=3) == exchange()
    assert captures.find_older(confirmed.address, before=1) is None
    captures.close()
    with warcs(tmp_path)[1].open("rb") as file:
        revisit = [record.rec_headers for record in ArchiveIterator(file)][2]
    assert revisit["WARC-Profile"].endswith("server-not-modified")
    assert revisit["WARC-Refers-To-Target-URI"] == "https://blog.example/a/"
    assert revisit["WARC-Refers-To-Date"] == "2026-03-01T12:30:15.250000Z"
    assert revisit["Content-Length"] == "0"
    (line,) = read_index(warcs(tmp_path)[1])
    (original,) = read_index(warcs(tmp_path)[0])
    assert (line.mime, line.digest, line.status) == ("warc/revisit", original.digest, 304)
    assert [line] == list(scan(warcs(tmp_path)[1]))


def test_what_the_server_said_when_nothing_changed_stands_behind_the_revisit(tmp_path, captures):
    captures.write(exchange(), harvest=1)
    captures.write(exchange(status=304, reason="Unchanged", body=b"", response_headers=(("ETag", '"1"'),)), harvest=2)
    captures.close()
    with warcs(tmp_path)[1].open("rb") as file:
        *_, (revisit, _), (metadata, said) = [(one.rec_headers, one.raw_stream.read()) for one in ArchiveIterator(file)]
    assert metadata["WARC-Concurrent-To"] == revisit["WARC-Record-ID"]
    assert said == b'http-status-line: HTTP/1.1 304 Unchanged\r\nhttp-header: ETag: "1"\r\n'


def test_not_modified_is_a_revisit_of_the_answer_and_not_of_another_confirmation(tmp_path, captures):
    captures.write(exchange(), harvest=1)
    for harvest in (2, 3):
        captures.write(exchange(status=304, body=b"", response_headers=(), at=AT.replace(year=2030)), harvest=harvest)
    assert captures.find_older("https://blog.example/a/", before=4) == exchange()
    captures.close()
    with warcs(tmp_path)[2].open("rb") as file:
        revisit = [record.rec_headers for record in ArchiveIterator(file)][2]
    assert revisit["WARC-Refers-To-Date"] == "2026-03-01T12:30:15.250000Z"


def test_not_modified_of_what_was_never_captured_is_kept_as_it_came(tmp_path, captures):
    sent = exchange(status=304, reason="Not Modified", body=b"", response_headers=(("ETag", '"1"'),))
    captures.write(sent, harvest=1)
    assert captures.find(sent.address, harvest=1) == sent
    captures.close()
    assert [kind for kind, _ in records_as_warcio_reads_them(warcs(tmp_path)[0])][2:] == ["response"]


def test_a_revisit_of_an_earlier_version_with_the_answer_304_in_it_is_still_read(tmp_path, captures):
    captures.write(exchange(), harvest=1)
    confirmed = exchange(status=304, reason="Not Modified", body=b"", response_headers=(("ETag", '"1"'),))
    captures.write(confirmed, harvest=2)
    captures.close()
    path = warcs(tmp_path)[1]
    old = as_of_earlier_version(path, b'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n')
    path.write_bytes(old)
    index_of(path).unlink()
    again = captures_of(tmp_path)
    assert again.find(confirmed.address, harvest=2) == confirmed
    assert again.find_older(confirmed.address, before=3) == exchange()


def as_of_earlier_version(path, answer):
    """The file with the answer as the block of the revisit, and nothing behind it."""
    with path.open("rb") as file:
        contents = [read_member(file, member.offset, most=1 << 20).content for member in whole_members(file, 0, most=0)]
    *before, revisit, _ = contents
    head = revisit.replace(b"Content-Length: 0\r\n", b"Content-Length: %d\r\n" % len(answer)).removesuffix(b"\r\n" * 2)
    return b"".join(make_member(one, b"", packed=False) for one in [*before, head + answer + b"\r\n" * 2])


def test_a_redirect_is_kept_again_for_replay_programs(tmp_path, captures):
    moved = exchange(status=301, response_headers=(("Location", "/b/"), ("Content-Length", str(len(PAGE)))))
    for harvest in (1, 2):
        captures.write(moved, harvest=harvest)
    captures.close()
    for path in warcs(tmp_path):
        assert [kind for kind, _ in records_as_warcio_reads_them(path)][2:] == ["response"]


def test_older_answers_count_only_with_status_200(captures):
    captures.write(exchange(), harvest=1)
    captures.write(exchange(status=503, body=b"later"), harvest=2)
    assert captures.find_older("https://blog.example/a/", before=3) == exchange()


def test_transport_coding_is_gone_and_the_length_is_true(captures):
    headers = (("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip"), ("content-length", "7"))
    body = gzip.compress(PAGE)
    captures.write(exchange(body=body, response_headers=headers), harvest=1)
    found = captures.find("https://blog.example/a/", harvest=1)
    assert found.response_headers == (("Content-Encoding", "gzip"), ("content-length", str(len(body))))
    assert found.body == body


def test_nobody_smuggles_a_header_into_a_record(captures):
    sent = exchange(response_headers=(("X", "a\r\nSet-Cookie: b"),), reason="OK\r\nX: y")
    captures.write(sent, harvest=1)
    found = captures.find(sent.address, harvest=1)
    assert [name for name, _ in found.response_headers] == ["X"]


def test_files_are_named_by_us_and_a_new_one_begins_when_one_is_full(tmp_path):
    captures = captures_of(tmp_path, largest_file=10_000)
    sent = [exchange(f"https://blog.example/{n}", body=os.urandom(3_000)) for n in range(12)]
    for one in sent:
        captures.write(one, harvest=7)
    assert [captures.find(one.address, harvest=7) for one in sent] == sent
    captures.close()
    names = [path.name for path in warcs(tmp_path)]
    assert len(names) >= 3
    assert all(name.startswith("blog1-h7-") for name in names)
    assert [name[-13:-8] for name in names] == [f"{n:05d}" for n in range(len(names))]
    assert all(index_of(path).exists() for path in warcs(tmp_path))


def test_two_that_write_at_once_have_files_of_their_own(tmp_path):
    one, other = captures_of(tmp_path), captures_of(tmp_path)
    one.write(exchange(), harvest=1)
    other.write(exchange("https://blog.example/b/"), harvest=1)
    one.write(exchange("https://blog.example/c/"), harvest=1)
    captures_of(tmp_path)
    one.close()
    other.close()
    assert len(warcs(tmp_path)) == 2
    both = captures_of(tmp_path)
    assert all(both.find(f"https://blog.example/{name}/", harvest=1) for name in "abc")


def test_prefixes_do_not_see_each_other(tmp_path):
    one, other = captures_of(tmp_path), captures_of(tmp_path, "blog1-h2")
    one.write(exchange(), harvest=2)
    assert other.find("https://blog.example/a/", harvest=2) is None
    one.close()


def test_only_the_newest_harvest_can_be_dropped(tmp_path, captures):
    captures.write(exchange(), harvest=1)
    captures.write(exchange(), harvest=2)
    with pytest.raises(BadArchive, match="Drop those first"):
        captures.drop_harvest(1)
    captures.drop_harvest(2)
    assert captures.find("https://blog.example/a/", harvest=2) is None
    assert captures.find("https://blog.example/a/", harvest=1) == exchange()
    captures.drop_harvest(1)
    assert list((tmp_path / "warc").iterdir()) == []


def test_what_was_decided_about_a_page_stands_beside_its_capture(tmp_path, captures):
    captures.write(exchange(), harvest=1)
    captures.write_metadata("https://blog.example/a/", {"outcome": "post", "reason": "fit\n0.97"}, harvest=1)
    captures.close()
    (path,) = warcs(tmp_path)
    with path.open("rb") as file:
        found = [(record.rec_headers, record.raw_stream.read()) for record in ArchiveIterator(file)]
    (_, _, (response, _), (metadata, content)) = found
    assert metadata["WARC-Type"] == "metadata"
    assert metadata["WARC-Concurrent-To"] == response["WARC-Record-ID"]
    assert content == b"outcome: post\r\nreason: fit 0.97\r\n"


def written(folder):
    captures = captures_of(folder)
    sent = [exchange(f"https://blog.example/{n}", body=b"%d " % n * (5 + 200 * (n % 2))) for n in range(4)]
    for one in sent:
        captures.write(one, harvest=1)
    captures.write_metadata(sent[0].address, {"outcome": "post"}, harvest=1)
    captures.close()
    return sent


@examples(50)
@given(cut=st.integers(0, 3_700), indexed=st.booleans())
def test_a_file_that_is_cut_anywhere_keeps_every_whole_exchange_and_can_be_written_on(tmp_path_factory, cut, indexed):
    folder = tmp_path_factory.mktemp("archive")
    sent = written(folder)
    (path,) = warcs(folder)
    lines = in_order(read_index(path))
    cut = min(cut, path.stat().st_size)
    os.truncate(path, cut)
    if not indexed:
        index_of(path).unlink()
    captures = captures_of(folder)
    whole = [one for one, line in zip(sent, lines, strict=True) if line.end <= cut]
    assert [one for one in sent if captures.find(one.address, harvest=1)] == whole
    new = exchange("https://blog.example/new")
    captures.write(new, harvest=1)
    captures.close()
    assert warcs(folder) == [path]
    responses = [address for kind, address in records_as_warcio_reads_them(path) if kind == "response"]
    assert responses == [one.address for one in [*whole, new]]
    again = captures_of(folder)
    assert all(again.find(one.address, harvest=1) == one for one in [*whole, new])
    assert in_order(read_index(path)) == list(scan(path))


def test_damage_in_the_middle_costs_only_the_record_it_hit(tmp_path):
    sent = written(tmp_path)
    (path,) = warcs(tmp_path)
    lines = in_order(read_index(path))
    content = bytearray(path.read_bytes())
    content[lines[1].offset + 40] ^= 0xFF
    path.write_bytes(content)
    index_of(path).unlink()
    captures = captures_of(tmp_path)
    assert [captures.find(one.address, harvest=1) == one for one in sent] == [True, False, True, True]
    assert path.stat().st_size == len(content)


@pytest.mark.parametrize("kind", ["image/png", "text/html"])
def test_a_warc_file_that_a_blog_serves_never_passes_for_records_of_our_own(tmp_path, kind):
    forged = captures_of(tmp_path / "forged")
    forged.write(exchange("https://blog.example/forged", body=os.urandom(60_000)), harvest=1)
    forged.close()
    body = warcs(tmp_path / "forged")[0].read_bytes()
    captures = captures_of(tmp_path)
    captures.write(
        exchange("https://blog.example/served", body=body, response_headers=(("Content-Type", kind),)), harvest=1
    )
    captures.write(exchange("https://blog.example/behind"), harvest=1)
    captures.close()
    (path,) = warcs(tmp_path)
    served = next(line for line in read_index(path) if line.address.endswith("/served"))
    content = bytearray(path.read_bytes())
    content[served.offset + 40] ^= 0xFF
    path.write_bytes(content)
    assert [line.address for line in scan(path)] == ["https://blog.example/behind"]


@given(
    parts=st.lists(
        st.sampled_from([b"\x1f\x8b\x08", b"\x1f", b"\x8b\x08", b"\x08", b"page ", bytes(29_000)]), max_size=12
    )
)
def test_the_bytes_that_begin_a_record_stand_nowhere_else_in_it(parts):
    body = b"".join(parts)
    for packed in (True, False):
        member = make_member(b"WARC/1.1 " + body[:40], body, packed=packed)
        assert member.rfind(b"\x1f\x8b\x08") == 0
        assert gzip.decompress(member) == b"WARC/1.1 " + body[:40] + body


def test_a_damaged_record_at_the_end_is_not_cut_off_but_a_new_file_begins(tmp_path):
    written(tmp_path)
    (path,) = warcs(tmp_path)
    content = bytearray(path.read_bytes())
    content[-3] ^= 0xFF  # in the checksum of the last record
    path.write_bytes(content)
    captures = captures_of(tmp_path)
    captures.write(exchange("https://blog.example/new"), harvest=1)
    captures.close()
    assert path.read_bytes() == content
    assert len(warcs(tmp_path)) == 2
    assert captures_of(tmp_path).find("https://blog.example/new", harvest=1)


@pytest.mark.parametrize("tail", [bytes(4_096), b"\x1f\x8b\x08" * 50], ids=["zeros", "the start of a record"])
def test_what_a_failure_of_the_power_left_unfinished_is_cut_off(tmp_path, tail):
    written(tmp_path)
    (path,) = warcs(tmp_path)
    content = path.read_bytes()
    path.write_bytes(content + tail)
    captures = captures_of(tmp_path)
    assert path.read_bytes() == content + tail  # nothing follows it yet
    captures.write(exchange("https://blog.example/new"), harvest=1)
    captures.close()
    assert path.read_bytes().startswith(content)
    assert len(warcs(tmp_path)) == 1
    assert captures_of(tmp_path).find("https://blog.example/new", harvest=1)


def _written_and_aged(folder, count=12):
    """A closed WARC file of so many exchanges whose index looks newer than the file."""
    captures = captures_of(folder)
    for number in range(count):
        captures.write(exchange(f"https://blog.example/{number}", body=f"{number} ".encode() * 400), harvest=1)
    captures.close()
    (path,) = (folder / "warc").glob("*.warc.gz")
    os.utime(path, (1, 1))
    return path


DAMAGE_OF_THE_INDEX = {
    "zeroed blocks in the middle": lambda whole: whole[:700] + bytes(1024) + whole[1724:],
    "a zeroed end": lambda whole: whole[:-900] + bytes(900),
    "cut": lambda whole: whole[:-450],
    "nothing left": lambda _: b"",
    "garbage in a line": lambda whole: whole.replace(b'"status": "200"', b'"status": \xff200"', 1),
}


@pytest.mark.parametrize("damage", DAMAGE_OF_THE_INDEX.values(), ids=DAMAGE_OF_THE_INDEX)
def test_a_damaged_index_is_made_again_from_the_file(tmp_path, damage):
    path = _written_and_aged(tmp_path)
    whole = index_of(path).read_bytes()
    index_of(path).write_bytes(damage(whole))
    captures = captures_of(tmp_path)
    assert all(captures.find(f"https://blog.example/{number}", harvest=1) for number in range(12))
    captures.write(exchange("https://blog.example/new"), harvest=1)
    captures.close()
    kept = {line for line in index_of(path).read_bytes().splitlines() if b"/new" not in line}
    assert kept == set(whole.splitlines())


@pytest.mark.parametrize("tail", [b"garbage" * 100, PAGE], ids=["garbage", "a page"])
def test_what_nobody_can_read_behind_the_last_whole_record_costs_nothing_and_stays(tmp_path, tail):
    path = _written_and_aged(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole + tail)
    os.utime(path, (1, 1))
    captures = captures_of(tmp_path)
    captures.write(exchange("https://blog.example/new"), harvest=1)
    captures.close()
    assert path.read_bytes() == whole + tail
    found = captures_of(tmp_path)
    assert all(found.find(f"https://blog.example/{name}", harvest=1) for name in (*range(12), "new"))


def test_zeroed_blocks_in_the_file_cost_only_the_records_they_hit(tmp_path):
    path = _written_and_aged(tmp_path)
    whole = path.read_bytes()
    index_of(path).unlink()
    for start in range(0, len(whole) - 512, 512):
        path.write_bytes(whole[:start] + bytes(512) + whole[start + 512 :])
        captures = captures_of(tmp_path)
        found = sum(captures.find(f"https://blog.example/{number}", harvest=1) is not None for number in range(12))
        assert found >= 9, start
        index_of(path).unlink()


def test_nothing_is_written_through_links_that_others_planted(tmp_path):
    mine = tmp_path / "mine"
    mine.write_bytes(b"not yours")
    path = _written_and_aged(tmp_path / "archive")
    moved = tmp_path / "moved.warc.gz"
    path.rename(moved)
    path.symlink_to(moved)
    before = moved.read_bytes()
    index_of(path).unlink()
    index_of(path).symlink_to(mine)
    captures = captures_of(tmp_path / "archive")
    captures.write(exchange("https://blog.example/new"), harvest=1)
    captures.close()
    assert (moved.read_bytes(), mine.read_bytes()) == (before, b"not yours")


def test_a_folder_of_captures_that_is_a_link_is_refused(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "warc").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadArchive, match=r"is a link, and may lead anywhere\. Remove it"):
        captures_of(tmp_path).write(exchange(), harvest=1)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_an_index_that_belongs_to_another_file_is_not_believed(tmp_path):
    sent = written(tmp_path)
    (path,) = warcs(tmp_path)
    index = index_of(path)
    index.write_bytes(index.read_bytes().replace(b'"offset": "', b'"offset": "1') + b"garbage\n{}\nx 2 []\n")
    captures = captures_of(tmp_path)
    assert [captures.find(one.address, harvest=1) for one in sent] == sent


CHILD = """
import os, sys
from pathlib import Path
from tests.store.wire import captures_of, exchange, in_order
captures = captures_of(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(10**6):
    captures.write(exchange(f"https://blog.example/{number}", body=os.urandom(30_000)), harvest=1)
    if number % 50 == 0:
        captures.flush()
    print(number, flush=True)
"""


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.2])
def test_a_writer_that_is_killed_leaves_all_that_it_said_it_had_written(tmp_path, seconds):
    with subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        time.sleep(seconds)
        # While it lives nobody else touches its file.
        captures_of(tmp_path)
        os.kill(child.pid, signal.SIGKILL)
        said = [int(number) for number in child.stdout.read().split("\n")[:-1]]
    captures = captures_of(tmp_path)
    for path in warcs(tmp_path):
        records_as_warcio_reads_them(path)
    assert all(captures.find(f"https://blog.example/{number}", harvest=1) for number in said)
    captures.write(exchange(), harvest=1)
    captures.close()
    assert len(warcs(tmp_path)) == 1
    assert records_as_warcio_reads_them(warcs(tmp_path)[0])[-1] == ("response", "https://blog.example/a/")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_says_what_to_do(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(BadArchive, match="--archive"):
        captures_of(tmp_path).write(exchange(), harvest=1)
    tmp_path.chmod(0o700)


def test_a_full_disk_takes_back_the_half_written_record(tmp_path, captures):
    resource = pytest.importorskip("resource")
    captures.write(exchange(), harvest=1)
    (path,) = warcs(tmp_path)
    size = path.stat().st_size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 5_000, limits[1]))
    try:
        with pytest.raises(BadArchive, match="cannot be written"):
            captures.write(exchange("https://blog.example/b/", body=os.urandom(20_000)), harvest=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert path.stat().st_size == size
    later = exchange("https://blog.example/c/", body=b"later")
    captures.write(later, harvest=1)
    assert captures.find(later.address, harvest=1) == later
    assert len(records_as_warcio_reads_them(path)) == 5


def test_seventy_thousand_captures_take_little_memory(tmp_path):
    captures = captures_of(tmp_path)
    captures.write(exchange(), harvest=1)
    (line,) = read_index(warcs(tmp_path)[0])
    tracemalloc.start()
    for number in range(70_000):
        address, digest = f"https://blog.example/{number}", f"sha1:{number}"
        captures._index.add(
            warcs_path(captures), replace(line, address=address, digest=digest, offset=number), harvest=1
        )
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < 30_000_000
    captures.close()


def warcs_path(captures):
    return captures._folder / "one.warc.gz"


def test_dates_are_kept_to_the_microsecond_and_in_utc(captures):
    captures.write(exchange(at=AT.replace(tzinfo=None)), harvest=1)
    assert captures.find("https://blog.example/a/", harvest=1).at == AT


def test_a_body_beyond_one_stored_block_is_whole(captures):
    body = os.urandom(200_000)
    for size in (28_666, 28_667, 28_668, 28_671, 28_672, 57_338, 200_000):
        sent = exchange(
            f"https://blog.example/{size}", body=body[:size], response_headers=(("Content-Type", "image/png"),)
        )
        captures.write(sent, harvest=1)
        assert captures.find(sent.address, harvest=1) == sent


def test_bodies_that_pack_very_well_are_told_apart(tmp_path, captures):
    sent = [
        exchange(f"https://blog.example/{size}", body=b"x" * size) for size in (1_000_000, 65_536, 900_000, 131_000)
    ]
    for one in sent:
        captures.write(one, harvest=1)
    captures.close()
    (path,) = warcs(tmp_path)
    assert [line.address for line in scan(path)] == [one.address for one in sent]
    assert [captures.find(one.address, harvest=1) for one in sent] == sent


def test_every_gzip_member_is_one_that_gzip_itself_reads(tmp_path):
    written(tmp_path)
    (path,) = warcs(tmp_path)
    with gzip.open(io.BytesIO(path.read_bytes())) as unpacked:
        assert unpacked.read().count(b"WARC/1.1\r\n") == 10
