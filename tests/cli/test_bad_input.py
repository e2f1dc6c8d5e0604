"""Whatever the files hold: a clear result, or an error that names the file. Never a traceback, never long or large."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.actions import small_blog

PROGRAM = Path(sys.executable).with_name("blogforever")
LONGEST = 8.0
"""Seconds of processor time, of which a busy machine takes more than a free one; the aim is 2 a page."""
HUNG = 120.0
LARGEST_KB = 300_000


MARK = "processor seconds and peak memory in KB: "
# A process counts what it inherits from a large parent, as a test runner is: so a small one starts it and looks.
LAUNCHER = f"""
import os, sys
pid = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
_, status, used = os.wait4(pid, 0)
sys.stderr.write(f"{MARK}{{used.ru_utime + used.ru_stime}} {{used.ru_maxrss}}")
sys.exit(os.waitstatus_to_exitcode(status))
"""


def run(*arguments):
    """What the program answers; fails when it took too long, too much memory, or gave up with a traceback."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.run(
            [sys.executable, "-S", "-c", LAUNCHER, PROGRAM, *map(str, arguments)],
            stdout=out,
            stderr=err,
            check=False,
            timeout=HUNG,
        )
        out.seek(0)
        err.seek(0)
        stdout, stderr = out.read().decode(), err.read().decode()
    stderr, _, used = stderr.rpartition(MARK)
    seconds, peak_kb = map(float, used.split())
    assert "Traceback" not in stderr
    assert "unexpected" not in stderr
    assert seconds < LONGEST
    assert peak_kb < LARGEST_KB
    return subprocess.CompletedProcess(arguments, child.returncode, stdout, stderr)


def rss(*items):
    return f'<rss version="2.0"><channel><title>B</title><link>{small_blog.HOME}</link>{"".join(items)}</channel></rss>'


def item(number, link):
    return f"<item><title>T{number}</title>{link}<description>{' '.join(small_blog.paragraphs(1))}</description></item>"


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(10))
    + "]><rss><channel><title>&k;</title></channel></rss>"
)


@pytest.fixture
def page(tmp_path):
    file = tmp_path / "post.html"
    file.write_bytes(small_blog.post(1))
    return file


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"<html><body><article>" + b"<p>Words, words, words.</p>\n" * 750_000, id="20 MB"),
        pytest.param(b"<p>" + b"a" * 20_000_000, id="20 MB in one word"),
        pytest.param(b"<div>" * 200_000 + b"deep", id="200,000 nested tags"),
        pytest.param(b"<article>" + b"<b><i>" * 100_000 + b"deep", id="nested inline tags"),
        pytest.param(b"<article><blockquote>" + b"<blockquote><p>x " * 60_000, id="nested quotes"),
        pytest.param(small_blog.post(1)[:700], id="truncated"),
        pytest.param("<meta charset=utf-8><p>Größe und Straße".encode("latin-1"), id="wrong charset"),
        pytest.param(b"<p>&" + b"a;&" * 100_000, id="entities"),
        pytest.param(b"<p>" + b"<" * 100_000, id="angle brackets"),
        pytest.param(b"<table>" * 20_000 + b"x", id="nested tables"),
    ],
)
def test_a_strange_page_still_gives_a_post(content, tmp_path):
    file = tmp_path / "strange.html"
    file.write_bytes(content)
    answer = run("extract", file)
    assert answer.returncode == 0
    assert json.loads(answer.stdout)["type"] == "post"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b" \n\t ", id="white space"),
        pytest.param(bytes(range(256)) * 400, id="binary"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + b"x" * 99, id="picture"),
        pytest.param(b"%PDF-1.7 " + b"x" * 99, id="PDF"),
    ],
)
def test_what_is_no_page_is_named_and_does_not_stop_the_rest(content, tmp_path, page):
    file = tmp_path / "none.html"
    file.write_bytes(content)
    alone = run("extract", file)
    assert (alone.returncode, alone.stdout) == (3, "")
    assert "none.html" in alone.stderr
    both = run("extract", file, page)
    assert both.returncode == 0
    assert len(both.stdout.splitlines()) == 1
    assert "none.html" in both.stderr


def test_files_that_cannot_be_read_are_named(tmp_path, page):
    for file in (tmp_path / "absent.html", tmp_path):
        alone = run("extract", file)
        assert alone.returncode == 2
        assert str(file) in alone.stderr
        assert run("extract", file, page).returncode == 0
        assert run("extract", "--feed", file, page).returncode == 2
        assert run("extract", "--rules", file, page).returncode == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_named(tmp_path):
    file = tmp_path / "secret.html"
    file.write_bytes(b"<p>x")
    file.chmod(0)
    answer = run("extract", file)
    assert answer.returncode == 2
    assert "secret.html" in answer.stderr


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(small_blog.post(1), id="HTML"),
        pytest.param(b"\x00\x01\x02" * 500, id="binary"),
        pytest.param(b'{"a": 1}', id="other JSON"),
    ],
)
def test_what_is_no_feed_is_named(content, tmp_path, page):
    feed = tmp_path / "feed.xml"
    feed.write_bytes(content)
    for command in ("extract", "rules"):
        answer = run(command, "--feed", feed, page)
        assert answer.returncode == 3
        assert "feed.xml" in answer.stderr


@pytest.mark.parametrize(
    "feed, learned",
    [
        pytest.param(BOMB, False, id="entity bomb"),
        pytest.param(rss(), False, id="no entries"),
        pytest.param(rss(item(1, "")), False, id="no links"),
        pytest.param(rss(item(1, "<link>https://other.example/x</link>")), False, id="another site"),
        pytest.param(rss(item(1, f"<link>{small_blog.address(1)}</link>")), True, id="one entry"),
        pytest.param(
            rss(*(item(n, f"<link>{small_blog.address(1)}</link>") for n in range(9))), True, id="one page for all"
        ),
        pytest.param(small_blog.feed()[:2500].decode(), True, id="truncated"),
    ],
)
def test_a_poor_feed_gives_rules_or_a_reason_and_posts_in_any_case(feed, learned, tmp_path, page):
    file = tmp_path / "feed.xml"
    file.write_text(feed, encoding="utf-8")
    taught = run("rules", "--feed", file, page)
    assert taught.returncode == (0 if learned else 3)
    read = run("extract", "--feed", file, page)
    assert read.returncode == 0
    assert small_blog.paragraphs(1)[2] in json.loads(read.stdout)["content_text"]
    assert bool(read.stderr) == (not learned)


def test_damaged_rules_are_named(tmp_path, page):
    rules = tmp_path / "rules.json"
    for content in (b"", b"{}", b'{"blogforever_rules": 99}', b"\xff\xfe\x00", small_blog.feed()):
        rules.write_bytes(content)
        answer = run("extract", "--rules", rules, page)
        assert answer.returncode == 2
        assert "rules.json" in answer.stderr


@pytest.mark.parametrize("argument", ["://={}", "ftp://x.example/={}", f"https://x.example/{'a' * 2000}={{}}"])
def test_what_is_no_address_of_a_page_is_refused_by_name(argument, page):
    argument = argument.format(page)
    answer = run("extract", argument, page)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert argument in answer.stderr


def test_an_address_without_a_file_is_refused_by_name(page):
    answer = run("extract", "https://x.example/=", page)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert 'https://x.example/=: has no file name after the "="' in answer.stderr


def test_options_with_an_empty_file_name_are_refused(tmp_path, page):
    feed = tmp_path / "feed.xml"
    feed.write_bytes(small_blog.feed())
    for arguments in (["rules", "--feed", feed, "--save"], ["rules", "--feed"], ["extract", "--rules"]):
        answer = run(*arguments, "", page)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert answer.stderr.startswith(f"blogforever: {arguments[-1]}: needs the name of a file")


def test_rules_cannot_be_saved_below_a_file(tmp_path, page):
    feed = tmp_path / "feed.xml"
    feed.write_bytes(small_blog.feed())
    answer = run("rules", "--feed", feed, "--save", page / "rules.json", page)
    assert answer.returncode == 2
    assert "rules.json: cannot be written (not a directory)" in answer.stderr
