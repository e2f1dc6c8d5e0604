"""Harvests started from Python."""

import subprocess
import sys

import pytest

from blogforever.actions._crawl.blog_lists import read_list, read_opml
from blogforever.actions._crawl.inputs import start_address
from blogforever.actions.harvest import HarvestEnd, HarvestJob, exit_code, harvest
from blogforever.errors import BadAddress, NotABlog, TooLarge, Unreachable, UnreadableFile
from blogforever.model.harvest import HarvestOptions, Report, State
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import served

QUICK = HarvestOptions(delay=0, media=False)
THREE_TIMES = """
import sys
from pathlib import Path
from blogforever.actions.harvest import HarvestJob, harvest
from blogforever.model.harvest import HarvestOptions
seen = []
job = HarvestJob(archive=Path(sys.argv[2]), options=HarvestOptions(delay=0, media=False))
for _ in range(3):
    end, = harvest([sys.argv[1]], job, watch=seen.append)
    print(end.report.posts, end.exit_code, seen[-1].posts)
"""


def test_one_process_can_harvest_any_number_of_times(tmp_path):
    with served(make_blog(posts=12, feed=8)) as home:
        answer = subprocess.run(
            [sys.executable, "-W", "error", "-c", THREE_TIMES, home, tmp_path],
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert (answer.stdout, answer.stderr) == ("12 0 12\n" * 3, "")


def test_a_harvest_needs_a_blog(tmp_path):
    with pytest.raises(BadAddress, match="no blog was given"):
        harvest([], HarvestJob(archive=tmp_path))


def test_a_bad_address_ends_with_its_error_and_the_others_are_harvested(tmp_path):
    with served(make_blog(posts=3, feed=3)) as home:
        ends = harvest(["nonsense", home, "https://a.example/ b.example/"], HarvestJob(archive=tmp_path, options=QUICK))
    assert [type(end.error) for end in ends] == [BadAddress, type(None), BadAddress]
    assert ends[1].report.posts == 3
    assert exit_code(ends) == 2


def test_bad_addresses_alone_leave_no_archive(tmp_path):
    (end,) = harvest(["nonsense"], HarvestJob(archive=tmp_path / "archive"))
    assert isinstance(end.error, BadAddress)
    assert not (tmp_path / "archive").exists()


@pytest.mark.parametrize("written, address", [
    ("feed://a.example/rss", "https://a.example/rss"),
    ("feed:https://a.example/rss", "https://a.example/rss"),
    ("feed:http://a.example/rss", "http://a.example/rss"),
])  # fmt: skip
def test_addresses_of_feeds_as_feed_readers_write_them(written, address):
    assert start_address(written) == address


def ended(error=None, state=State.DONE):
    if error:
        return HarvestEnd(address="x", error=error("x", "y"))
    return HarvestEnd(address="x", report=Report(blog="x", state=state))


@pytest.mark.parametrize("ends, code", [
    ([ended()], 0),
    ([ended(), ended(state=State.LIMIT)], 5),
    ([ended(TooLarge), ended(NotABlog)], 3),
    ([ended(NotABlog), ended(Unreachable), ended()], 4),
    ([ended(Unreachable), ended(state=State.INTERRUPTED)], 130),
    ([ended(Unreachable), HarvestEnd(address="never begun")], 130),
])  # fmt: skip
def test_the_most_telling_end_gives_the_exit_code(ends, code):
    assert exit_code(ends) == code


def test_a_list_holds_an_address_a_line(tmp_path):
    file = tmp_path / "blogs.txt"
    file.write_bytes(b"\xef\xbb\xbfhttps://a.example/\r\n\r\n  # later\r\n b.example/#/home  # a friend\r\n")
    assert [(blog.address, blog.place) for blog in read_list(file)] == [
        ("https://a.example/", f"{file}, line 1"),
        ("b.example/#/home", f"{file}, line 4"),
    ]


OPML = """<?xml version="1.0"?>
<opml version="1.0"><body>
 <outline text="News"><outline text="A" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"/></outline>
 <outline text="B" xmlUrl="https://b.example/feed"/><outline text="A" htmlUrl="https://a.example/"/>
</body></opml>"""


def test_opml_names_blogs_or_their_feeds(tmp_path):
    file = tmp_path / "reader.opml"
    file.write_text(OPML)
    assert [(blog.address, blog.place) for blog in read_opml(file)] == [
        ("https://a.example/", f"{file}, line 3"),
        ("https://b.example/feed", f"{file}, line 4"),
    ]


def test_opml_with_a_bad_home_page_still_has_its_feed(tmp_path):
    file = tmp_path / "reader.opml"
    file.write_text("<opml><body><outline htmlUrl='(none)' xmlUrl='feed://a.example/rss'/></body></opml>")
    assert [blog.address for blog in read_opml(file)] == ["feed://a.example/rss"]


@pytest.mark.parametrize("entity", ['word "expanded"', 'word SYSTEM "file:///etc/hostname"', '% word "expanded"'])
def test_opml_that_declares_entities_is_refused(tmp_path, entity):
    file = tmp_path / "reader.opml"
    file.write_text(f"<!DOCTYPE opml [<!ENTITY {entity}>]><opml><outline xmlUrl='https://&word;.example/'/></opml>")
    with pytest.raises(UnreadableFile, match="declares entities"):
        read_opml(file)


@pytest.mark.parametrize("read", [read_list, read_opml])
@pytest.mark.parametrize("content", ["", "<opml><body/></opml>", "\n\n"])
def test_a_list_without_blogs_is_named(tmp_path, read, content):
    file = tmp_path / "empty"
    file.write_text(content)
    if read is read_list and content.startswith("<"):
        return
    with pytest.raises(UnreadableFile, match="empty"):
        read(file)
