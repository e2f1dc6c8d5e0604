"""The index beside a WARC file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.store.warc.cdxj import IndexLine, format_line, index_of, parse_line, read_index, scan, surt
from tests.store.wire import captures_of, exchange, in_order


@pytest.mark.parametrize(
    "address, key",
    [
        ("https://www.Blog.example/2020/A-Post/", "example,blog)/2020/a-post"),
        ("http://blog.example", "example,blog)/"),
        ("http://blog.example:8080/?b=2&a=1", "example,blog:8080)/?a=1&b=2"),
        ("https://blog.example:443/x", "example,blog)/x"),
        ("https://blog.example/ä b", "example,blog)/%c3%a4%20b"),
        ("http://[broken", "http://[broken"),
    ],
)
def test_keys_are_the_ones_replay_tools_use(address, key):
    assert surt(address) == key


LINES = st.builds(
    IndexLine,
    address=st.text(max_size=30),
    timestamp=st.text("0123456789", min_size=14, max_size=14),
    mime=st.sampled_from(["text/html", "warc/revisit", "unk"]),
    status=st.integers(100, 999),
    digest=st.text("ABC234", max_size=8),
    offset=st.integers(0, 2**40),
    length=st.integers(1, 2**40),
    request=st.none() | st.integers(0, 2**40),
)


@given(LINES)
def test_a_line_is_read_back_exactly(line):
    text = format_line(line, "a.warc.gz")
    assert text.count(b"\n") == 1
    assert parse_line(text) == line


@given(st.binary(max_size=80) | st.text(max_size=40).map(lambda text: f"k 2 {text}".encode()))
def test_a_damaged_line_is_none(text):
    assert parse_line(text) is None


def test_a_closed_file_has_a_sorted_index_with_the_fields_that_replay_needs(tmp_path):
    captures = captures_of(tmp_path)
    for name in "cab":
        captures.write(exchange(f"https://blog.example/{name}", body=name.encode() * 600), harvest=1)
    captures.close()
    (path,) = (tmp_path / "warc").glob("*.warc.gz")
    lines = index_of(path).read_text().splitlines()
    assert [line.split(" ", 1)[0] for line in lines] == [f"example,blog)/{name}" for name in "abc"]
    _, timestamp, data = lines[0].split(" ", 2)
    fields = json.loads(data)
    assert timestamp == "20260301123015"
    assert {name: fields[name] for name in ("url", "mime", "status", "filename")} == {
        "url": "https://blog.example/a", "mime": "text/html", "status": "200", "filename": path.name,
    }  # fmt: skip
    assert fields["digest"].startswith("sha1:")
    content = path.read_bytes()
    assert content[int(fields["offset"]) :][:2] == b"\x1f\x8b"


def test_the_index_is_made_again_from_the_file_when_it_is_missing_or_behind(tmp_path):
    captures = captures_of(tmp_path)
    for number in range(5):
        captures.write(exchange(f"https://blog.example/{number}"), harvest=1)
    captures.close()
    (path,) = (tmp_path / "warc").glob("*.warc.gz")
    whole = index_of(path).read_bytes()
    lines = whole.splitlines(keepends=True)
    for behind in (b"", lines[0], lines[0] + lines[1][:20]):
        index_of(path).write_bytes(behind)
        assert len(list(read_index(path))) == 5
    index_of(path).unlink()
    captures_of(tmp_path)
    assert index_of(path).read_bytes() == whole
    assert in_order(read_index(path)) == list(scan(path))
