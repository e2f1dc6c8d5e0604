"""`blogforever stats` over an archive and over feeds of the web."""

import json
import subprocess
from xml.etree import ElementTree as ET

import pytest

from tests.end_to_end.command import PROGRAM, harvest
from tests.end_to_end.loopback import Answer
from tests.end_to_end.served_blog import ServedBlog

SVG = "{http://www.w3.org/2000/svg}"
_NOW_OTHER_POSTS = b"""<rss version="2.0"><channel><title>Sample</title><link>/</link>
<item><title>New</title><guid>all-new</guid><pubDate>Mon, 02 Mar 2026 09:00:00 GMT</pubDate></item></channel></rss>"""


def stats(*arguments, code=0):
    command = [PROGRAM, "stats", *map(str, arguments)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=240)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture
def blog():
    served = ServedBlog()
    with served.server.running():
        yield served


def test_an_archive_tells_about_the_feeds_that_it_captured(blog, tmp_path):
    archive = tmp_path / "archive"
    harvest(blog.home, archive, "--delay", 0, "--no-media")
    found = json.loads(stats("--archive", archive, "--json").stdout)
    assert (found["feeds"], found["readable"], found["formats"]) == (1, 1, {"rss20": 1})
    assert found["sizes"]["5–9"] == 1
    assert found["time_elements"]["entry: pubDate"] == 1
    (intervals,) = found["intervals"]
    assert intervals["count"] == 11  # all twelve posts count, not only the six that the feed shows
    assert found["looks"] == 0

    blog.special["/feed/"] = lambda _: Answer(_NOW_OTHER_POSTS, 200, {"Content-Type": "application/rss+xml"})
    harvest(blog.home, archive, "--delay", 0, "--no-media")
    asked = len(blog.server.log)
    found = json.loads(stats("--archive", archive, "--json", "1").stdout)
    assert (found["looks"], found["looks_without_overlap"]) == (1, 1)
    assert len(blog.server.log) == asked
    told = stats("--archive", archive).stdout
    assert "posts may have been missed" in told
    assert all(len(line) <= 80 for line in told.splitlines())


def test_the_feeds_of_an_opml_file_are_fetched_once_each(blog, tmp_path):
    blog.special["/none"] = lambda _: Answer(b"gone", 410, {"Content-Type": "text/plain"})
    blog.special["/page"] = lambda _: Answer(b"<html><p>Rain</p></html>", 200, {"Content-Type": "text/html"})
    feeds = "".join(f'<outline text="x" xmlUrl="{blog.server.origin}{path}"/>' for path in ("/feed/", "/none", "/page"))
    (tmp_path / "feeds.opml").write_text(f'<opml><body><outline text="Weather">{feeds}</outline></body></opml>')
    charts = tmp_path / "new" / "charts"
    arguments = ("--opml", tmp_path / "feeds.opml", "--delay", 0, "--contact", "me@example.org")
    found = json.loads(stats(*arguments, "--json", "--charts", charts).stdout)
    assert (found["feeds"], found["readable"]) == (3, 1)
    assert list(found["vanished"]) == [f"{blog.server.origin}/none"]
    assert list(found["unparsable"]) == [f"{blog.server.origin}/page"]
    assert ("folder", "Weather", 1) in {(row["by"], row["group"], row["feeds"]) for row in found["groups"]}
    assert blog.server.paths().count("/feed/") == 1
    pictures = {file.name: ET.fromstring(file.read_text("utf-8")) for file in charts.iterdir()}  # noqa: S314
    assert set(pictures) == {"entries.svg", "formats.svg", "intervals.svg", "time-elements.svg"}
    for picture in pictures.values():
        assert picture.get("role") == "img"
        assert picture.find(f"{SVG}title").text
        assert picture.find(f"{SVG}desc").text
        assert "prefers-color-scheme: dark" in picture.find(f"{SVG}style").text
    words = [text.text for text in pictures["intervals.svg"].iter(f"{SVG}text")]
    assert {"minimum", "lower quartile", "median", "upper quartile", "maximum", "1 week", "100%"} <= set(words)


def test_what_cannot_be_counted_is_said(tmp_path):
    (tmp_path / "blogs.opml").write_text('<opml><body><outline htmlUrl="https://a.example/"/></body></opml>')
    assert "does not list any feed" in stats("--opml", tmp_path / "blogs.opml", code=2).stderr
    assert "either blogs of the archive, or --opml" in stats("1", "--opml", tmp_path / "blogs.opml", code=2).stderr
    assert "there is no archive here" in stats("--archive", tmp_path, code=2).stderr
