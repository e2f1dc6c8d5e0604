"""A front page as it was at a moment: the capture where there is one, else a reconstruction that says what it is."""

import re

import pytest

import blogforever
from blogforever.errors import NotInArchive
from tests.actions.film import Film, captured, page_listing
from tests.store.archive import BLOG

FIRST = ("a", "2012-01-10"), ("b", "2012-02-10"), ("c", "2012-03-10")
LATER = ("d", "2013-01-10"), ("e", "2014-01-10")


@pytest.fixture
def film(tmp_path):
    """Captured in spring 2012 and in spring 2014; `b` was edited in between."""
    film = Film(tmp_path)
    css = captured(
        "2012-04-01T12:00", b"h1{color:navy}", address=f"{BLOG}theme.css", kind=(("Content-Type", "text/css"),)
    )
    film.harvest("2012-04-01T12:00", *FIRST, page=page_listing("c", "b", "a"), files=[css])
    edited = (
        FIRST[0],
        (*FIRST[1], "Other words since 2014, and more of them than before, so that the list cuts them."),
    )
    film.harvest("2014-04-01T12:00", *edited, FIRST[2], *LATER, page=page_listing("e", "d", "c", title="New tides"))
    return film


def at(film, moment):
    with blogforever.Archive(film.folder) as archive:
        return archive.front_page(BLOG, moment)


def names(page):
    return [post.url.removeprefix(BLOG) for post in page.posts]


@pytest.mark.parametrize("moment", ["2012-04-01", "2012-05", "2012-04-01T12:00", "2012"])
def test_a_capture_from_which_nothing_new_is_known_is_given(film, moment):
    page = at(film, moment)
    assert (page.kind.value, page.captured_at[:10], names(page)) == ("captured", "2012-04-01", ["c", "b", "a"])
    assert "What the list says of post c." in page.html
    assert "captured on 2012-04-01 12:00 UTC" in page.html
    assert "A reconstruction" not in page.html


@pytest.mark.parametrize("moment, day", [("2014-04", "2014-04-01"), ("2030", "2014-04-01")])
def test_the_newest_capture_by_then_counts(film, moment, day):
    page = at(film, moment)
    assert (page.kind.value, page.captured_at[:10]) == ("captured", day)
    assert page.is_beyond is (moment == "2030")


def test_a_captured_page_opens_offline_and_runs_nothing(film):
    html = at(film, "2012-05").html
    assert not re.search(r"<script|<link|src=\"(?!data:)|onclick", html)
    assert 'src="data:image/png;base64,' in html
    assert "article{border:1px solid red}" in html
    assert "h1{color:navy}" in html
    assert "default-src 'none'" in html


def test_where_posts_came_since_the_capture_the_page_is_reconstructed(film):
    page = at(film, "2013-02")
    assert (page.kind.value, names(page)) == ("reconstructed", ["d", "c", "b"])
    assert page.captured_at[:10] == "2012-04-01"  # of the two captures the nearer one gives the frame
    html = page.html
    assert "A reconstruction, not a capture." in html
    assert "captured on 2012-04-01 12:00 UTC" in html
    assert 'class="home"' in html
    assert '<header id="masthead"><h1>Tides</h1>' in html
    assert "The end" in html
    assert [*re.findall(r'<article class="entry"><h2 class="entry-title"><a href="([^"]+)">', html)] == [
        f"{BLOG}{name}" for name in "dcb"
    ]
    assert "What the list says" not in html
    # As much of each post as the list shows of its own.
    assert '<div class="summary"><p>The whole text of post d with …</p></div>' in html


def test_each_post_has_the_version_that_was_current(film):
    versions = {post.url[-1]: (post.version.number, post.is_captured_later) for post in at(film, "2013-02").posts}
    assert versions == {"d": (1, True), "c": (1, False), "b": (1, False)}
    html = at(film, "2013-02").html
    assert "after that time: it may have said something else then" in html
    assert "For 1 of them the archive has no version from that time" in html
    assert "Other words since 2014" not in html


def test_the_frame_does_not_lead_to_later_posts(film):
    page = at(film, "2012-02-20")
    assert (page.kind.value, names(page)) == ("reconstructed", ["b", "a"])
    assert f'href="{BLOG}c"' not in page.html
    assert f'<li><a href="{BLOG}b">' in page.html


def test_the_nearest_capture_gives_the_frame(film):
    page = at(film, "2014-03")
    assert (page.kind.value, page.captured_at[:10], names(page)) == ("reconstructed", "2014-04-01", ["e", "d", "c"])
    assert "<h1>New tides</h1>" in page.html


def test_a_page_that_a_server_called_unchanged_is_the_older_capture(film):
    film.harvest("2015-04-01T12:00", page=b"", status=304)
    page = at(film, "2015-05")
    assert (page.kind.value, page.captured_at[:10], page.seen_at[:10]) == ("captured", "2014-04-01", "2015-04-01")
    assert "had not changed when it was asked for again on 2015-04-01" in page.html


def test_posts_that_were_gone_by_then_are_left_out(tmp_path):
    film = Film(tmp_path).harvest("2012-04-01T12:00", *FIRST).harvest("2013-01-01T12:00", *FIRST[:2], gone=["c"])
    page = at(film, "2099")  # the harvests themselves ran today
    assert (page.kind.value, names(page)) == ("reconstructed", ["b", "a"])


def test_without_a_capture_the_page_is_plain_and_has_whole_posts(tmp_path):
    film = Film(tmp_path).harvest("2012-04-01T12:00", *FIRST)
    page = at(film, "2012-02")
    assert (page.kind.value, page.captured_at, names(page)) == ("reconstructed", None, ["b", "a"])
    assert "holds no capture of the front page" in page.html
    assert "more than any list would show of it." in page.html


def test_where_the_place_of_posts_is_not_found_the_page_is_plain(tmp_path):
    bare = b"<html><body><p>Welcome to my page.</p></body></html>"
    film = Film(tmp_path).harvest("2012-04-01T12:00", *FIRST, page=bare)
    page = at(film, "2012-02")
    assert "could not be found in the captured front page" in page.html
    assert "Welcome to my page" not in page.html
    assert "Welcome to my page" in at(film, "2012-04").html


def test_there_is_nothing_before_the_first_post(film):
    with pytest.raises(NotInArchive, match=r"knows no post of this blog from 1999.*the oldest is from 2012-01-10"):
        at(film, "1999")


@pytest.mark.parametrize("moment", ["yesterday", "2012-13", "2012-02-31", "2012-05-16T25", "", "0000"])
def test_what_is_not_a_moment_is_refused(film, moment):
    with pytest.raises(ValueError, match="write 2012, 2012-05"):
        at(film, moment)


def test_hostile_pages_and_posts_stay_harmless(tmp_path):
    nasty = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    style = "a{b:url(http://evil.example/)}</style><script>alert(2)</script>"
    film = Film(tmp_path)
    film.harvest(
        "2012-04-01T12:00", *FIRST, page=page_listing("a", "b", style=style), content_html=nasty, tags=(nasty,)
    )
    for moment in ("2012-02", "2012-05"):
        html = at(film, moment).html
        assert not re.search(r"<script|onerror|url\(", html)
