"""A harvest that needs the browser for every page: it survives what happens to the browser, and to itself."""

import json
import os
import signal
import subprocess
from pathlib import Path
from time import monotonic, sleep

import pytest

from blogforever.render.processes import family_of, is_alive
from tests.end_to_end.command import PROGRAM, export, harvest, start_harvest
from tests.engines.script_blogs import single_page_app

COUNT = 4
_PATIENCE = 120
"""Seconds after which what a test waits for will not come, however busy the machine is."""

pytestmark = pytest.mark.usefixtures("browser_found")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The archive of a blog that consists of scripts, what its server was asked, and its posts."""
    archive = tmp_path_factory.mktemp("archive")
    with single_page_app(COUNT) as (home, posts, asked):
        command = [PROGRAM, "harvest", home, "--archive", archive, "--delay", "0", "--no-media", "--json"]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    return archive, json.loads(done.stdout)["harvests"][0]["report"], asked, posts


def test_every_post_is_kept_and_nothing_is_asked_twice(kept):
    archive, report, asked, posts = kept
    texts = {record["title"]: " ".join(record["content_text"].split()) for record in export(archive)}
    assert texts == {post.title: " ".join(post.text.split()) for post in posts}
    assert report["rendered"] > COUNT
    assert len(asked) == len(set(asked))


def test_reading_again_needs_no_browser_and_changes_nothing(kept, monkeypatch):
    archive = kept[0]
    before = export(archive)
    monkeypatch.setenv("BLOGFOREVER_BROWSER", "/no/such/browser")
    subprocess.run([PROGRAM, "reextract", "--archive", archive], check=True, capture_output=True, timeout=120)
    assert export(archive) == before


def test_the_files_of_the_archive_stand_in_for_browser_and_network(kept, tmp_path, monkeypatch):
    archive = kept[0]
    monkeypatch.setenv("BLOGFOREVER_BROWSER", "/no/such/browser")
    warcs = sorted((archive / "warc").glob("*.warc.gz"))
    command = [PROGRAM, "harvest", "--archive", tmp_path, "--no-media", "--from-warc", *warcs]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert _texts(tmp_path) == _texts(archive)


@pytest.mark.slow
def test_a_browser_that_is_killed_costs_no_post_and_none_is_left_behind(kept, tmp_path):
    with single_page_app(COUNT) as (home, _, asked):
        running = start_harvest(home, tmp_path, "--delay", 0, "--no-media")
        browser = _wait_for_browser(running, asked)
        os.kill(min(browser), signal.SIGKILL)
        running.communicate(timeout=_PATIENCE)
    assert running.returncode == 0
    assert _texts(tmp_path) == _texts(kept[0])
    _assert_gone(browser)


@pytest.mark.parametrize("ending", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_a_harvest_that_is_ended_takes_its_browser_along_and_is_taken_up_again(kept, tmp_path, ending):
    with single_page_app(COUNT) as (home, _, asked):
        running = start_harvest(home, tmp_path, "--delay", 0, "--no-media")
        browser = _wait_for_browser(running, asked)
        running.send_signal(ending)
        running.communicate(timeout=_PATIENCE)
        _assert_gone(browser)
        harvest(home, tmp_path, "--delay", 0, "--no-media")
    assert _texts(tmp_path) == _texts(kept[0])


def _texts(archive):
    return {record["title"]: record["content_text"] for record in export(archive)}


def _wait_for_browser(running, asked):
    """The browser's processes, once some posts were shown."""
    until = monotonic() + _PATIENCE
    while sum("/api/notes/" in path for path in list(asked)) < 2:
        assert monotonic() < until, "no post was shown"
        sleep(0.02)
    return [pid for pid in family_of(running.pid) if b"chrom" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def _assert_gone(browser):
    until = monotonic() + _PATIENCE
    while any(map(is_alive, browser)):
        assert monotonic() < until, "the browser outlives the harvest"
        sleep(0.1)
