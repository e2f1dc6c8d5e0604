"""Harvests as a user starts, stops and resumes them."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.loopback import address, respond, serving
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import make_server, served

SMALL = make_blog(posts=14, feed=8)
PROGRAM = Path(sys.executable).with_name("blogforever")
_PATIENCE = 120
"""Seconds after which what a test waits for will not come, however busy the machine is."""


def run(*arguments, **options):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120, **options
    )


def harvest(archive, *arguments, **options):
    return run("harvest", "--archive", archive, "--delay", "0", *arguments, **options)


def posts(archive, *more):
    """The posts of the archive, without when they were captured."""
    lines = run("export", "--archive", archive, "--format", "jsonl", *more).stdout.splitlines()
    records = [json.loads(line) for line in lines]
    return {one["url"]: one | {"captured_at": None} for one in records if one["type"] == "post"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """An archive of the sample blog, what the harvest said, and the blog's address, where nobody is any more."""
    archive = tmp_path_factory.mktemp("kept")
    with served() as home:
        return archive, harvest(archive, home), home


def test_a_harvest_says_in_one_line_what_it_kept_and_how_to_look_at_it(kept):
    archive, answer, home = kept
    assert answer.returncode == 0
    first, *more = answer.stdout.splitlines()
    assert re.match(rf"30 posts, \d+ comments, 13 media files kept from {re.escape(home)} in ", first)
    assert [command for line in more for command in ("posts", "show", "search") if f"blogforever {command} " in line]
    assert len(posts(archive)) == 30


def test_posts_are_read_again_without_the_network_and_only_changes_make_versions(kept):
    archive, _, home = kept
    before = posts(archive)
    captures = [file.stat().st_size for file in (archive / "warc").iterdir()]
    answer = run("reextract", "--archive", archive)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout == f"30 posts extracted again from {home}: 0 changed, 0 new, 0 no longer found.\n"
    assert posts(archive) == before
    assert [file.stat().st_size for file in (archive / "warc").iterdir()] == captures


def test_reading_again_tells_what_changed_appeared_and_vanished(kept, tmp_path):
    archive = shutil.copytree(kept[0], tmp_path / "archive")
    database = sqlite3.connect(archive / "archive.sqlite")
    one, two = [row[0] for row in database.execute("SELECT id FROM posts ORDER BY id LIMIT 2")]
    database.execute("UPDATE versions SET author_digest = 'of another text' WHERE post = ?", [one])
    database.execute("UPDATE posts SET key = 'an address that is no post by the rules of today' WHERE id = ?", [two])
    database.commit()
    database.close()
    answer = run("reextract", "--archive", archive)
    assert answer.stdout.endswith(": 1 changed, 1 new, 1 no longer found.\n")
    assert posts_so_far(archive) == 31  # what vanished keeps its last version
    assert run("reextract", "--archive", archive).stdout.endswith(": 0 changed, 0 new, 0 no longer found.\n")


@pytest.mark.slow
def test_a_blog_without_captures_cannot_be_read_again_and_the_others_are(kept, tmp_path):
    archive, _, home = kept
    captures = sorted((archive / "warc").glob("*.warc.gz"))
    assert harvest(tmp_path, "--from-warc", *captures).returncode == 0
    with served(SMALL) as other:
        assert harvest(tmp_path, other, "--no-warc", "--no-media").returncode == 0
    answer = run("reextract", "--archive", tmp_path)
    assert answer.returncode == 2
    assert f"30 posts extracted again from {home}" in answer.stdout
    assert f"{other}: none of its pages were kept" in answer.stderr
    assert len(posts(tmp_path)) == 44


def test_warc_files_are_as_good_as_the_network(kept, tmp_path):
    archive, _, home = kept
    answer = harvest(tmp_path / "imported", "--from-warc", *sorted((archive / "warc").glob("*.warc.gz")))
    assert answer.returncode == 0
    assert re.match(rf"30 posts, \d+ comments, 13 media files kept from {re.escape(home)} in ", answer.stdout)
    assert posts(tmp_path / "imported") == posts(archive)
    again = run("reextract", "--archive", tmp_path / "imported")
    assert "30 posts extracted again" in again.stdout


def test_a_file_that_is_no_warc_is_named(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear all")
    answer = harvest(tmp_path / "archive", "--from-warc", tmp_path / "letter.txt")
    assert answer.returncode == 2
    assert "letter.txt" in answer.stderr


def test_a_limit_stops_the_harvest_and_the_same_command_goes_on(tmp_path):
    with served(SMALL) as home:
        answer = harvest(tmp_path, home, "--max-pages", "9", "--no-media")
        assert answer.returncode == 5
        assert "A limit stopped the harvest" in answer.stdout
        few = len(posts(tmp_path))
        answer = harvest(tmp_path, home, "--no-media")
    assert answer.returncode == 0
    assert few < len(posts(tmp_path)) == 14


def start(*arguments):
    return subprocess.Popen(
        [PROGRAM, "harvest", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for(condition):
    deadline = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def posts_so_far(archive):
    """As many as were saved by a harvest that runs."""
    if not (archive / "archive.sqlite").exists():
        return 0
    database = sqlite3.connect(archive / "archive.sqlite")
    try:
        return database.execute("SELECT count(*) FROM posts").fetchone()[0]
    except sqlite3.OperationalError:  # the tables are not there yet
        return 0
    finally:
        database.close()


def captured(archive):
    return sum(file.stat().st_size for file in (archive / "warc").glob("*.warc.gz"))


def test_the_first_interrupt_saves_and_the_same_command_resumes(tmp_path):
    with served() as home:
        process = start(home, "--archive", tmp_path, "--delay", "0.1")
        wait_for(lambda: posts_so_far(tmp_path) > 0)
        process.send_signal(signal.SIGINT)
        said, problems = process.communicate(timeout=_PATIENCE)
        assert (process.returncode, "Traceback" in problems) == (130, False)
        assert "Run the same command to continue" in said
        assert 0 < len(posts(tmp_path)) < 30
        answer = harvest(tmp_path, home)
    assert answer.returncode == 0
    assert re.match(r"30 posts, \d+ comments, 13 media files", answer.stdout)
    assert re.search(r"^  Resumed: [1-9]\d* posts? and [1-9]\d* answers were there", answer.stdout, re.MULTILINE)


WITHOUT_GRACE = """
from dataclasses import replace
from blogforever.actions._crawl import supervisor
from blogforever.cli.main import main
supervisor.LIMITS = replace(supervisor.LIMITS, grace=600.0)
main()
"""
"""The program, which after the first interrupt waits for ever for what is under way."""


@pytest.mark.slow
def test_the_second_interrupt_stops_at_once(tmp_path):
    asked, may_answer = threading.Event(), threading.Event()

    class Held(dict):
        def get(self, path, default=None):
            if "/page/" in path:
                asked.set()
                may_answer.wait(_PATIENCE)
            return super().get(path, default)

    with served(change=Held) as home:
        command = [sys.executable, "-c", WITHOUT_GRACE, "harvest", home, "--archive", tmp_path, "--delay", "0"]
        process = subprocess.Popen([*command, "--no-media"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        assert asked.wait(_PATIENCE)
        wait_for(lambda: captured(tmp_path) > 30_000)
        process.send_signal(signal.SIGINT)
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(_PATIENCE / 2) == 130
        assert not may_answer.is_set()
        may_answer.set()
    assert len(posts(tmp_path)) > 0


@pytest.mark.slow
def test_several_blogs_are_harvested_side_by_side_and_each_fails_alone(tmp_path):
    with served(make_blog(seed=3, posts=10, feed=8)) as one, served(SMALL) as two:
        (tmp_path / "blogs.txt").write_text(f"# my blogs\n{one}\n\n{two}\n{one}\n")
        outline = f'<outline text="Two" type="rss" xmlUrl="{two}feed/" htmlUrl="{two}"/>'
        (tmp_path / "blogs.opml").write_text(f"<opml version='2.0'><body>{outline}</body></opml>")
        arguments = ["--list", tmp_path / "blogs.txt", "--opml", tmp_path / "blogs.opml", "http://blog.invalid/"]
        answer = harvest(tmp_path / "archive", *arguments, "--json", "--no-media")
    assert answer.returncode == 4
    whole = json.loads(answer.stdout)
    ends = {end["address"]: end for end in whole["harvests"]}
    assert list(ends) == ["http://blog.invalid/", one, two]
    assert [end["exit_code"] for end in ends.values()] == [4, 0, 0]
    assert [ends[blog]["report"]["posts"] for blog in (one, two)] == [10, 14]
    assert "no such host" in ends["http://blog.invalid/"]["error"]["problem"]
    lines = answer.stderr.splitlines()
    assert lines[0] == "blogforever: harvesting 3 blogs, 2 at a time"
    ended = [line for line in lines if re.search(r": (?:done|failed) \(\d of 3\): ", line)]
    assert sorted(line.partition(": ")[0] for line in ended) == sorted(ends)
    assert lines[-1].startswith("blogforever: http://blog.invalid/: there is no such host")
    assert len(posts(tmp_path / "archive")) == 24


def test_an_interrupt_reaches_all_children_once(tmp_path):
    with served() as one, served(make_blog(seed=3)) as two:
        process = start(one, two, "--archive", tmp_path, "--delay", "0.2")
        wait_for(lambda: captured(tmp_path) > 60_000)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=_PATIENCE)
    assert process.returncode == 130
    assert said.count("Run the same command to continue") == 2


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system does not list processes")
def test_children_end_with_their_parent_however_it_ends(tmp_path):
    with served() as one, served(make_blog(seed=3)) as two:
        process = start(one, two, "--archive", tmp_path, "--delay", "1")
        tasks = Path(f"/proc/{process.pid}/task")
        wait_for(lambda: captured(tmp_path) > 1_000)
        found = {int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()}
        assert found
        process.kill()
        process.communicate(timeout=_PATIENCE)
        wait_for(lambda: not any(is_alive(pid) for pid in found))


def is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def test_progress_goes_to_stderr_in_plain_lines_where_nobody_watches(tmp_path):
    with served(SMALL) as home:
        answer = harvest(tmp_path, home, "--json", "--no-media")
    lines = answer.stderr.splitlines()
    assert lines[0] == f"blogforever: harvesting {home}"
    assert all(line.startswith(f"{home}: ") for line in lines[1:])  # on a machine that is slow
    assert json.loads(answer.stdout)["harvests"][0]["report"]["state"] == "done"


@pytest.mark.slow
def test_progress_is_shown_on_a_terminal(tmp_path):
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    with served(SMALL) as home:
        process = subprocess.Popen(
            [PROGRAM, "harvest", home, "--archive", tmp_path, "--delay", "0.05"],
            stdout=subprocess.PIPE, stderr=follower, env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
        )  # fmt: skip
        os.close(follower)
        shown = b""
        while True:
            try:
                shown += (part := os.read(leader, 65536))
            except OSError:
                break
            if not part:
                break
        process.communicate(timeout=_PATIENCE)
    os.close(leader)
    assert process.returncode == 0
    assert shown.startswith("Starting the harvest …\r".encode())
    assert b" posts, " in shown
    assert b" requests/s" in shown
    assert b"Tidewater Notebook" in shown


def test_a_blog_that_only_answers_without_encryption_is_harvested_so_and_the_harvest_says_it(tmp_path):
    with served(SMALL) as home:
        written = home.removeprefix("http://").rstrip("/")
        answer = harvest(tmp_path, written, "--no-media", "--max-pages", "3")
        probed = run("probe", written, "--json")
    told = f"no secure connection (https://{written}/): harvesting {home}\n"
    note = f"no secure connection could be opened (https://{written}/), so all pages came unencrypted, from {home}"
    assert f"blogforever: {told}" in answer.stderr
    assert f"  Note: {note}.\n" in answer.stdout
    assert note in json.loads(probed.stdout)["notes"]


def test_the_environment_names_archive_and_contact(tmp_path):
    server, home = make_server()
    server.server_close()
    named = {"BLOGFOREVER_ARCHIVE": str(tmp_path / "elsewhere"), "BLOGFOREVER_CONTACT": "me@example.org"}
    answer = run("harvest", home, env={**os.environ, **named})
    assert answer.returncode == 4
    assert (tmp_path / "elsewhere" / "archive.sqlite").exists()
    doctor = run("doctor", "--json", env={**os.environ, **named})
    checks = {check["name"]: check for check in json.loads(doctor.stdout)["checks"]}
    assert checks["contact"]["found"] == "me@example.org"
    assert doctor.returncode == 0


def test_wishes_about_the_browser_reach_the_harvest(tmp_path):
    with served(SMALL) as home:
        answer = harvest(tmp_path, home, "--render", "never", "--browser", "/no/browser", "--no-media")
    assert answer.returncode == 0
    with closing(sqlite3.connect(tmp_path / "archive.sqlite")) as database:
        options = json.loads(database.execute("SELECT wishes FROM harvests").fetchone()[0])
    assert (options["render"], options["screenshots"], options["browser"]) == ("never", False, "/no/browser")
    assert run("harvest", home, "--render", "sometimes").returncode == 2


@pytest.mark.parametrize("wish", ["--render=auto", "--render=always", "--screenshots"])
def test_a_browser_that_is_none_is_refused_before_anybody_is_asked(tmp_path, wish):
    answer = harvest(tmp_path / "archive", "https://blog.example/", wish, "--browser", tmp_path / "none")
    assert answer.returncode == 7
    assert f"{tmp_path / 'none'}: does not run as a browser. Give the path of Chromium or Chrome" in answer.stderr
    assert not (tmp_path / "archive").exists()


def test_without_a_browser_one_that_every_page_needs_is_missed_and_one_that_may_be_needed_is_not(tmp_path):
    bare = {"PATH": str(tmp_path), "HOME": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    for wish in ("--render=always", "--screenshots"):
        answer = harvest(tmp_path / "archive", "https://blog.example/", wish, env=bare)
        assert (answer.returncode, (tmp_path / "archive").exists()) == (7, False)
        assert "none was found, and every page needs one" in answer.stderr
    with served(SMALL) as home:
        assert harvest(tmp_path / "archive", home, "--no-media", env=bare).returncode == 0


def test_a_site_that_only_scripts_fill_is_told_from_one_without_posts(tmp_path):
    shell = respond(200, '<!doctype html><title>Ours</title><div id="app"></div><script src="/app.js"></script>')
    plain = respond(200, "<!doctype html><title>Ours</title><p>" + "We sell boats, large and small. " * 20)
    with serving({"/": shell}) as server:
        filled = harvest(tmp_path / "filled", address(server), "--render", "never")
    with serving({"/": plain}) as server:
        boats = harvest(tmp_path / "boats", address(server), "--render", "never")
    assert (filled.returncode, boats.returncode) == (3, 3)
    hint = "Its pages are filled by scripts: to have a browser load them, run: blogforever harvest --archive "
    assert filled.stderr.endswith(" --render auto\n")
    assert (hint in filled.stderr, hint in boats.stderr) == (True, False)
    assert "Give the address of the blog itself" in boats.stderr


def test_the_doctor_says_which_browser_there_is_and_how_to_get_one(tmp_path):
    browser = tmp_path / "a-browser"
    browser.write_text("#!/bin/sh\necho Chromium 99.0.1\n")
    browser.chmod(0o755)
    found, lacking = (
        {check["name"]: check for check in json.loads(run("doctor", "--json", env=env).stdout)["checks"]}["browser"]
        for env in ({**os.environ, "BLOGFOREVER_BROWSER": name} for name in (str(browser), "/no/browser"))
    )
    assert found == {
        "name": "browser",
        "ok": True,
        "found": f"{browser} 99.0.1 (environment BLOGFOREVER_BROWSER)",
        "next_step": "",
    }
    assert not lacking["ok"]
    assert lacking["found"] == "BLOGFOREVER_BROWSER: /no/browser does not run as a browser"
    assert "Give the path of Chromium or Chrome" in lacking["next_step"]


def test_a_probe_tells_what_a_harvest_would_find_and_keeps_nothing(tmp_path):
    with served() as home:
        answer = run("probe", home, "--delay", "0", cwd=tmp_path)
        whole = json.loads(run("probe", home, "--delay", "0", "--json", cwd=tmp_path).stdout)
    assert answer.returncode == 0
    for said in ("Tidewater Notebook", "10 entries, excerpt", "sitemap: 15", "h1.entry-title", "allows the blog"):
        assert said in answer.stdout
    assert whole["sources"]["feed"] == 10
    assert whole["estimate"]["pages"] > 30
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_names_what_is_amiss(tmp_path):
    (tmp_path / "archive.sqlite").write_text("this is no database, it only looks like one")
    answer = run("doctor", "--archive", tmp_path)
    assert answer.returncode == 1
    assert "attention" in answer.stdout
    assert "damaged" in answer.stdout
