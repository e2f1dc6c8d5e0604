"""Pages as a browser showed them, and questions other than GET: kept in WARC files beside the rest, and found again."""

import json
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from blogforever.model.exchange import request_key
from blogforever.model.harvest import HarvestOptions, State
from blogforever.model.rendering import Rendering, screenshot_of
from blogforever.store.ports import imported, rereading
from blogforever.store.queries.media import screenshots
from blogforever.store.warc.cdxj import index_of, read_index, scan
from blogforever.store.warc.reader import WarcFiles
from tests.examples import examples
from tests.store.archive import BLOG, Archive, post
from tests.store.wire import AT, PAGE, captures_of, exchange, in_order, records_as_warcio_reads_them

PAGE_ADDRESS = "https://blog.example/a/"
SHOWN = Rendering(
    address=PAGE_ADDRESS,
    at=AT,
    html="<!doctype html><p>Shown by a browser: ä</p>",
    reason="comments by Disqus",
    presses=3,
    notes=("still busy after 30 seconds", "2 frames were left out"),
)
PNG = b"\x89PNG\r\n\x1a\n" + b"picture"
API = "https://blog.example/api?page=1"


def asked(words, method="POST", address=API):
    return exchange(address, method=method, request_body=words, body=b'{"answer": "' + words[:600] + b'"}')


def warcs(folder):
    return sorted((folder / "warc").glob("*.warc.gz"))


@pytest.fixture
def kept(tmp_path):
    captures = captures_of(tmp_path)
    yield captures
    captures.close()


def test_a_rendering_stands_beside_its_original_and_replay_shows_the_original(tmp_path, kept):
    kept.write(exchange(PAGE_ADDRESS), harvest=1)
    kept.write_rendering(SHOWN, harvest=1)
    assert kept.find_rendering(PAGE_ADDRESS, harvest=1) == SHOWN
    assert kept.find(PAGE_ADDRESS, harvest=1).body == PAGE
    kept.close()
    (file,) = warcs(tmp_path)
    assert [kind for kind, _ in records_as_warcio_reads_them(file)][1:] == [
        "request", "response", "conversion", "metadata",
    ]  # fmt: skip
    with file.open("rb") as records:
        response, conversion, metadata = [one.rec_headers for one in ArchiveIterator(records)][2:]
    assert conversion["WARC-Refers-To"] == response["WARC-Record-ID"]
    assert conversion["WARC-Target-URI"] == PAGE_ADDRESS
    assert conversion["Content-Type"] == "text/html; charset=utf-8"
    assert metadata["WARC-Concurrent-To"] == conversion["WARC-Record-ID"]
    keys = [line.split()[0] for line in index_of(file).read_text().splitlines()]
    assert keys == ["example,blog)/a", "urn:rendered:https://blog.example/a/"]
    assert in_order(read_index(file)) == list(scan(file))


def test_a_rendering_is_found_again_after_a_kill_with_the_index_lost(tmp_path, kept):
    kept.write_rendering(SHOWN, harvest=1)  # nothing was captured of the page itself
    kept.write_rendering(replace(SHOWN, html="later", notes=()), harvest=1)
    kept.flush()
    (file,) = warcs(tmp_path)
    index_of(file).unlink()
    with file.open("ab") as torn:
        torn.write(b"\x1f\x8b\x08 torn")
    kept.close()
    again = captures_of(tmp_path)
    assert again.find_rendering(PAGE_ADDRESS, harvest=1) == replace(SHOWN, html="later", notes=())
    assert again.find_rendering(PAGE_ADDRESS, harvest=2) is None
    assert again.find(PAGE_ADDRESS, harvest=1) is None
    assert again.find_rendering("https://blog.example/b/") is None


@examples(30)
@given(st.text(), st.text(max_size=20), st.lists(st.text("ab: ;é", min_size=1).map(str.strip), max_size=3))
def test_whatever_a_browser_showed_is_read_back(tmp_path_factory, html, reason, notes):
    folder = tmp_path_factory.mktemp("archive")
    shown = replace(SHOWN, html=html, reason=reason, notes=tuple(notes))
    with closing(captures_of(folder)) as captures:
        captures.write_rendering(shown, harvest=1)
        found = captures.find_rendering(PAGE_ADDRESS, harvest=1)
    assert (found.html, found.notes, found.presses) == (html, shown.notes, 3)
    for path in warcs(folder):
        records_as_warcio_reads_them(path)


def test_other_questions_than_get_are_found_by_what_was_asked(tmp_path, kept):
    questions = [asked(b"one"), asked(b"two" * 50_000), asked(b"", "HEAD"), exchange(API, body=b"gotten")]
    for one in questions:
        kept.write(one, harvest=1)
    kept.close()
    for file in warcs(tmp_path):
        assert in_order(read_index(file)) == list(scan(file))
        records_as_warcio_reads_them(file)
    again = captures_of(tmp_path)
    for captures in (kept, again):
        for one in questions:
            assert captures.find(request_key(API, one.method, one.request_body), harvest=1) == one
        assert captures.find(request_key(API, "POST", b"three"), harvest=1) is None
    files = WarcFiles(warcs(tmp_path))
    assert [files.find(one.key) for one in questions] == questions
    assert files.find(request_key(API, "POST", b"three")) is None
    assert files.addresses() == (API,)


def test_the_index_names_a_question_as_replay_tools_do(tmp_path, kept):
    kept.write(asked(b"one"), harvest=1)
    kept.close()
    (line,) = index_of(*warcs(tmp_path)).read_text().splitlines()
    key, _, fields = line.split(" ", 2)
    told = json.loads(fields)
    assert key.startswith("example,blog)/api?__wb_method=post&__wb_post_data=")
    assert (told["url"], told["method"]) == (API, "POST")
    assert told["requestBody"].startswith("__wb_method=POST&__wb_post_data=")


def test_the_same_answer_to_another_question_is_a_revisit(tmp_path, kept):
    first, second = (exchange(API, method="POST", request_body=words) for words in (b"one", b"two"))
    kept.write(first, harvest=1)
    kept.write(second, harvest=1)
    kept.close()
    assert [kind for kind, _ in records_as_warcio_reads_them(*warcs(tmp_path))].count("revisit") == 1
    assert kept.find(second.key, harvest=1) == second


def test_a_harvest_keeps_a_rendering_and_its_picture_for_itself_and_for_reading_again(tmp_path):
    archive = Archive(folder=tmp_path / "archive", store=None)
    shown = replace(SHOWN, screenshot=PNG)
    with archive.harvest_ports(state=State.INTERRUPTED) as (captures, records):
        captures.capture(exchange(PAGE_ADDRESS))
        records.keep_post(post("blog.example/a"))
        captures.keep_rendering(shown)
        records.keep_media(screenshot_of(shown))
    with archive.harvest_ports() as (captures, _):
        assert captures.recall_rendering(PAGE_ADDRESS) == SHOWN
    with archive.harvest_ports() as (captures, _):
        assert captures.recall_rendering(PAGE_ADDRESS) is None
        captures.capture(asked(b"one"))
    with archive.reading() as database:
        (picture,) = screenshots(database, BLOG, [PAGE_ADDRESS, "https://blog.example/b/"]).values()
    assert (picture.media_type, (archive.folder / picture.path).read_bytes()) == ("image/png", PNG)

    options = HarvestOptions(offline=True)
    again, records = rereading.open_ports(BLOG, archive=archive.folder, store=None, options=options)
    assert again.recall_rendering(PAGE_ADDRESS) == SHOWN
    assert again.recall(asked(b"one").key) == asked(b"one")
    records.close(None)

    copy, records = imported.open_ports(
        BLOG, archive=tmp_path / "copy", store=None, options=options, files=warcs(archive.folder)
    )
    assert copy.recall_rendering(PAGE_ADDRESS) == SHOWN
    assert copy.recall(asked(b"one").key) == asked(b"one")
    assert copy.recall_rendering("https://blog.example/b/") is None
    records.close(None)
    kinds = [kind for file in warcs(tmp_path / "copy") for kind, _ in records_as_warcio_reads_them(file)]
    assert kinds.count("conversion") == 1
