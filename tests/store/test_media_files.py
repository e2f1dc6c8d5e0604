"""Media files, kept once under their checksum."""

import hashlib
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.errors import BadArchive
from blogforever.store.media_files import ENDINGS, MediaFiles, ending_for

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
RUN_BY_BROWSERS = (".html", ".htm", ".svg", ".xml", ".xhtml", ".js", ".mhtml", ".xht", ".css")


@pytest.mark.parametrize(
    "content, media_type, ending",
    [
        (PNG, "image/png", ".png"),
        (PNG, "text/html", ".png"),
        (b"\xff\xd8\xff\xe0", None, ".jpg"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "image/webp", ".webp"),
        (b"\0\0\0\x1cftypavif\0\0\0\0", "image/avif", ".avif"),
        (b"\0\0\0\x1cftypisom\0\0\0\0", "video/mp4", ".mp4"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'>", "image/svg+xml", ".svg.txt"),
        (b"\xef\xbb\xbf <?xml version='1.0'?><!-- a --><!-- b --><svg>", "image/png", ".svg.txt"),
        (b"<!DOCTYPE html><script>", "image/jpeg", ".html.txt"),
        (b"<p>a fragment", "text/html; charset=utf-8", ".html.txt"),
        (b"alert(1)", "text/javascript", ".js.txt"),
        (b"plain words", "text/plain", ".txt"),
        (b"no picture", "image/png", ".bin"),
        (b"what is this", "application/x-made-up/../../etc", ".bin"),
        (b"", None, ".bin"),
    ],
)
def test_the_ending_comes_from_what_is_in_the_file(content, media_type, ending):
    assert ending_for(content, media_type) == ending


@given(st.binary(max_size=60), st.none() | st.text(max_size=30))
def test_every_ending_is_one_of_ours(content, media_type):
    assert ending_for(content, media_type) in ENDINGS


def test_no_ending_is_one_that_a_browser_runs_as_a_page():
    assert not [ending for ending in ENDINGS if ending.endswith(RUN_BY_BROWSERS)]


def test_a_page_that_is_all_comments_is_looked_at_quickly():
    assert ending_for(b"<!---->" * 100_000, None) == ".bin"


def test_a_file_is_kept_once_whatever_it_is_called(tmp_path):
    files = MediaFiles(tmp_path)
    stored = files.keep(b"words", "text/plain")
    sha256 = hashlib.sha256(b"words").hexdigest()
    assert (stored.sha256, stored.bytes) == (sha256, 5)
    assert stored.path == f"media/{sha256[:2]}/{sha256}.txt"
    assert (tmp_path / stored.path).read_bytes() == b"words"
    assert files.keep(b"words", "text/css") == stored
    assert files.path(sha256) == tmp_path / stored.path
    assert [path.name for path in (tmp_path / "media" / sha256[:2]).iterdir()] == [f"{sha256}.txt"]


def test_what_a_failure_of_the_power_left_empty_is_written_again(tmp_path):
    files = MediaFiles(tmp_path)
    stored = files.keep(PNG, "image/png")
    (tmp_path / stored.path).write_bytes(b"")
    files.keep(PNG, "image/png")
    assert (tmp_path / stored.path).read_bytes() == PNG


@pytest.mark.parametrize("left", [b"", PNG[:5], bytes(len(PNG)), PNG[:-1] + b"x"], ids=["empty", "cut", "zeros", "x"])
def test_a_damaged_file_is_written_again_and_counted(tmp_path, left):
    stored = MediaFiles(tmp_path).keep(PNG, "image/png")
    (tmp_path / stored.path).write_bytes(left)
    files = MediaFiles(tmp_path)
    assert files.keep(PNG, "image/png") == stored
    assert ((tmp_path / stored.path).read_bytes(), files.mended) == (PNG, 1)
    files.keep(PNG, "image/png")
    assert files.mended == 1


def test_a_link_in_the_place_of_a_file_is_replaced_and_its_target_left_alone(tmp_path):
    stored = MediaFiles(tmp_path).keep(PNG, "image/png")
    mine = tmp_path / "mine"
    mine.write_bytes(PNG)
    (tmp_path / stored.path).unlink()
    (tmp_path / stored.path).symlink_to(mine)
    draft = (tmp_path / stored.path).with_name(f".{stored.path.rpartition('/')[2]}.{os.getpid()}.part")
    draft.symlink_to(tmp_path / "nowhere")
    MediaFiles(tmp_path).keep(PNG, "image/png")
    assert not (tmp_path / stored.path).is_symlink()
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("link", ["media", "media/" + hashlib.sha256(PNG).hexdigest()[:2]])
def test_a_folder_that_is_a_link_is_refused(tmp_path, link):
    outside = tmp_path / "outside"
    outside.mkdir()
    archive = tmp_path / "archive"
    (archive / link).parent.mkdir(parents=True)
    (archive / link).symlink_to(outside)
    with pytest.raises(BadArchive, match="is a link, and may lead anywhere"):
        MediaFiles(archive).keep(PNG, "image/png")
    assert not list(outside.iterdir())


@pytest.mark.parametrize("sha256", ["", "../../etc/passwd", "A" * 64, "0" * 64])
def test_what_was_not_kept_has_no_path(tmp_path, sha256):
    assert MediaFiles(tmp_path).path(sha256) is None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_says_what_to_do(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(BadArchive, match="--archive"):
        MediaFiles(tmp_path).keep(PNG, "image/png")
    tmp_path.chmod(0o700)


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path):
    (tmp_path / "media").write_bytes(b"in the way")
    with pytest.raises(BadArchive, match="--archive"):
        MediaFiles(tmp_path).keep(PNG, "image/png")
