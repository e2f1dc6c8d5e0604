"""A real WordPress is kept as its authors wrote it, whatever it tells machines and however it looks."""

import json
import re
import subprocess
from collections import Counter

import pytest

from tests.end_to_end.command import PROGRAM, export, harvest
from tests.engines.wordpress_posts import COUNT, WITH_PICTURE, plain

pytestmark = pytest.mark.slow

EXCERPTS = {"rss_use_excerpt": 1, "posts_per_rss": 5}
CLOSED = {"closed_to_machines": 1}
ADDRESSES_WITHOUT_NAMES = {"permalink_structure": ""}

_VIEWS = re.compile(r"replytocom|/embed/")
"""Other views of a post, which hold nothing of their own."""


@pytest.mark.parametrize(
    "theme, options",
    [
        pytest.param("twentytwentyone", {}, id="open"),
        pytest.param("twentytwentyone", CLOSED | EXCERPTS, id="closed, short excerpts"),
        pytest.param("twentytwentyone", ADDRESSES_WITHOUT_NAMES, id="addresses without names"),
        pytest.param("twentytwentytwo", CLOSED | {"permalink_structure": "/%postname%/"}, id="closed, names alone"),
        pytest.param("twentytwentythree", EXCERPTS, id="short excerpts"),
        pytest.param("twentytwentythree", ADDRESSES_WITHOUT_NAMES | CLOSED | EXCERPTS, id="all at once"),
    ],
)
def test_every_post_is_kept_as_it_was_written_and_nothing_else(wordpress, tmp_path, theme, options):
    wordpress.change(theme=theme, **options)
    harvest(wordpress.home, tmp_path, "--delay", 0)
    kept = [_as_kept(record) for record in export(tmp_path)]
    written = [_as_written(post, wordpress.home) for post in wordpress.posts]
    assert sorted(kept, key=str) == sorted(written, key=str)
    _assert_good_manners(wordpress.asked())


@pytest.fixture(scope="module")
def harvested(wordpress, tmp_path_factory):
    """The archive of the blog as it is usually, with the report of the harvest."""
    archive = tmp_path_factory.mktemp("archive")
    wordpress.change()
    return archive, _report(wordpress, archive)


def test_posts_have_the_addresses_that_the_owner_chose(wordpress, harvested):
    addresses = {wordpress.home.rstrip("/") + post.path for post in wordpress.posts}
    assert {record["url"] for record in export(harvested[0])} == addresses


def test_the_report_tells_which_sources_know_the_posts(harvested):
    known = harvested[1]["known_by"]
    assert known["platform API"] == known["sitemap"] == COUNT
    assert known["feed"] == 10
    assert known["older feed page"] >= 10  # the walk ends when the other sources have named the rest


def test_older_pages_of_the_feed_name_every_post_of_a_closed_blog(wordpress, tmp_path):
    wordpress.change(**CLOSED, **EXCERPTS)
    known = _report(wordpress, tmp_path)["known_by"]
    assert (known["feed"], known["older feed page"]) == (5, COUNT - 5)
    assert not {"platform API", "sitemap"} & set(known)


def test_a_second_harvest_finds_nothing_new(wordpress, harvested):
    wordpress.change()
    first = export(harvested[0])
    harvest(wordpress.home, harvested[0], "--delay", 0)
    assert export(harvested[0]) == first
    assert {record["version"] for record in first} == {1}


def test_a_probe_tells_the_platform_with_its_version_and_what_names_posts(wordpress):
    wordpress.change()
    command = [PROGRAM, "probe", wordpress.home, "--delay", "0"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    assert re.search(r"^Platform: WordPress \d+\.\d+", said, re.MULTILINE)
    assert f"main: {wordpress.home}feed/ (10 entries, full text)" in said
    assert f"{COUNT} of {COUNT} posts" in said
    assert "wp-sitemap-posts-post-1.xml" in said


def _report(wordpress, archive):
    command = [PROGRAM, "harvest", wordpress.home, "--delay", "0", "--json", "--archive", archive]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout)["harvests"][0]["report"]


def _as_written(post, home):
    return {
        "title": plain(post.title),
        "authors": [post.author],
        "day": f"{post.published:%Y-%m-%d}",
        "tags": sorted(tag.lower() for tag in (post.category, *post.tags)),
        "text": plain(post.text),
        "pictures": [home.rstrip("/") + post.picture] if post.picture else [],
    }


def _as_kept(record):
    return {
        "title": plain(record["title"]),
        "authors": record["authors"],
        "day": record["published"][:10],
        "tags": sorted(tag.lower() for tag in record["tags"]),
        "text": plain(record["content_text"]),
        "pictures": [media["url"] for media in record["media"]],
    }


def _assert_good_manners(asked):
    assert [address for address, times in Counter(asked).items() if times > 1] == []
    assert [address for address in asked if _VIEWS.search(address)] == []
    assert len([address for address in asked if address.endswith(".png")]) == len(WITH_PICTURE)
