"""`versions`, `diff`, `history` and `at`, as a user types them."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from blogforever.errors import NotInArchive, UnreadableFile
from tests.actions.film import Film, page_listing
from tests.cli.answers import records
from tests.store.archive import BLOG

PROGRAM = Path(sys.executable).with_name("blogforever")
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
OLD = "The tide came in at noon. Nobody saw it."
NEW = "The tide came in at dusk. Nobody saw it, \x1b[31mexcept <b>Ann</b>."


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    film = Film(tmp_path_factory.mktemp("kept"))
    film.harvest("2012-04-01T12:00", ("a", "2012-01-10", OLD), ("b", "2012-02-10"), page=page_listing("b", "a"))
    film.harvest("2012-05-01T12:00", ("a", "2012-01-10", NEW), gone=["b"], tags=("sea",))
    return film.folder


def test_versions_are_listed_with_what_changed(run):
    lines = run("versions", f"{BLOG}a").stdout.splitlines()
    assert lines == [
        "Title a",
        f"{BLOG}a",
        "version 1  2012-04-01 12:00 UTC  harvest 1  new: 9 words",
        "version 2  2012-05-01 12:00 UTC  harvest 2  edited: text (+3 −1 words), tags",
        "The last harvest found it.",
    ]


def test_a_post_that_is_gone_says_so(run):
    lines = run("versions", "blog.example/b").stdout.splitlines()
    assert re.fullmatch(r" {11}\S+ \S+ UTC  harvest 2  gone: not found \(status 404\)", lines[3])
    assert lines[4].startswith("The blog no longer has it; it was last found by harvest 1 (")


def test_versions_for_machines(run):
    first, second = records(run("versions", "1", "--json"))
    assert (first["event"], first["version"], first["words"], first["post"]) == ("new", 1, 9, f"{BLOG}a")
    assert (second["event"], second["changed"], second["harvest"]) == ("edited", ["text", "tags"], 2)
    assert (second["words_added"], second["words_removed"]) == (3, 1)


def test_a_diff_without_colours_marks_words(run):
    shown = run("diff", "1").stdout
    assert "version 1 (2012-04-01 12:00 UTC) → version 2 (2012-05-01 12:00 UTC)" in shown
    assert "changed: text, tags; +3 −1 words" in shown
    assert "tags:\n  + sea\n" in shown
    assert "The tide came in at [-noon-]{+dusk+}. Nobody saw it" in shown
    assert not OBEYED.search(shown)


def test_a_diff_on_a_terminal_has_colours(kept):
    parent, child = pty.openpty()
    try:
        settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "90", "BLOGFOREVER_ARCHIVE": str(kept)}
        settings.pop("NO_COLOR", None)
        subprocess.run([PROGRAM, "diff", "1"], stdout=child, env=settings, check=True, timeout=60)
        shown = os.read(parent, 1 << 16).decode()
    finally:
        os.close(child)
        os.close(parent)
    assert "[-" not in shown.replace("\x1b[", "")
    assert re.search(r"\x1b\[[0-9;]*31m\S*noon", shown)
    assert re.search(r"\x1b\[[0-9;]*32m\S*dusk", shown)
    assert "[31mexcept" in shown.replace("\x1b[31m", "")  # what the page wrote is shown, not obeyed


def test_a_diff_for_machines(run):
    [record] = records(run("diff", "1", "--json"))
    assert (record["from"]["version"], record["to"]["version"]) == (1, 2)
    assert record["changed"] == ["text", "tags"]
    assert record["tags"] == {"added": ["sea"], "removed": []}
    words = [(piece["kind"], piece["text"]) for piece in record["text"]]
    assert words[:3] == [("same", "The tide came in at "), ("removed", "noon"), ("added", "dusk")]
    assert "".join(text for kind, text in words if kind != "added") == OLD


def test_a_diff_as_a_page_stands_alone_and_runs_nothing(run, tmp_path):
    file = tmp_path / "diff.html"
    assert run("diff", "1", "--html", file).stdout == f"{file}\n"
    html = file.read_text("utf-8")
    assert "<del>noon</del><ins>dusk</ins>" in html
    assert "&lt;b&gt;Ann&lt;/b&gt;" in html
    assert "<li><ins>sea</ins></li>" in html
    assert "prefers-color-scheme:dark" in html
    assert "default-src 'none'" in html
    assert not re.search(r"<script|<link|src=|@import|url\(", html)
    assert not OBEYED.search(html)
    [record] = records(run("diff", "1", "--html", file, "--json"))
    assert record["changed"]


def test_a_post_with_one_version_has_no_diff(run):
    with pytest.raises(NotInArchive, match=r"has only one version.*blogforever show 2"):
        run("diff", "2")


def test_a_web_address_is_no_place_for_a_page(run):
    with pytest.raises(UnreadableFile, match="is a web address"):
        run("diff", "1", "--html", "https://blog.example/diff.html")
    with pytest.raises(UnreadableFile, match="is a web address"):
        run("at", "1", "2012", "--output", "https://blog.example/at.html")


def test_the_history_is_one_line_each_newest_first(run):
    lines = run("history", "1").stdout.splitlines()
    assert [line[:5] for line in lines] == [lines[0][:5], "  edi", "  gon", lines[0][:5], "  new", "  new"]
    assert re.fullmatch(r"\S+ \S+ UTC  harvest 2: done; 1 new, 1 gone", lines[0])  # as the report counted
    assert lines[1].startswith("  edited: text (+3 −1 words), tags, version 2  “Title a”  https://blog.example/a")
    assert lines[2] == "  gone: not found (status 404)  “Title b”  https://blog.example/b"


def test_the_history_is_shown_in_portions(run):
    answer = run("history", "1", "--limit", 2)
    assert len(answer.stdout.splitlines()) == 2
    assert "there is more; show more with a higher --limit than 2" in answer.stderr
    assert run("history", "1", "--limit", 6).stderr == ""
    nothing = run("history", "1", "--until", "2001")
    assert (nothing.exit_code, nothing.stdout) == (0, "")
    assert "no harvest of the blog ended then" in nothing.stderr


def test_the_history_for_machines(run):
    found = records(run("history", "1", "--json"))
    assert [one["type"] for one in found] == ["harvest", "post", "post", "harvest", "post", "post"]
    assert found[0]["posts"]["gone"] == 1
    assert (found[2]["event"], found[2]["note"], found[2]["post"]) == ("gone", "not found (status 404)", f"{BLOG}b")


def test_the_front_page_at_a_moment(run, tmp_path):
    file = tmp_path / "page.html"
    lines = run("at", "1", "2012-04", "--output", file).stdout.splitlines()
    assert lines[:4] == ["Tides", BLOG, "captured on 2012-04-01 12:00 UTC by harvest 1", "2 posts on it:"]
    assert lines[4] == "2012-02-10  Title b  (version 1)"
    assert lines[-1] == str(file)
    assert "What the list says of post b." in file.read_text("utf-8")
    answer = run("at", "1", "2012-01-20")
    lines = answer.stdout.splitlines()
    assert lines[2:5] == [
        "reconstructed in the frame of the page that was captured on 2012-04-01 12:00 UTC",
        "1 post on it:",
        "2012-01-10  Title a  (version 1, captured later)",
    ]
    assert answer.stderr == "blogforever: to see it in a browser, add --output FILE.html\n"
    [record] = records(run("at", "1", "2012-01-20", "--json"))
    assert (record["kind"], record["posts"][0]["captured_later"], record["file"]) == ("reconstructed", True, None)


@pytest.mark.parametrize("arguments", [("at", "1", "someday"), ("history", "1", "--since", "2012-31")])
def test_what_is_not_a_time_is_refused(run, arguments):
    answer = run(*arguments)
    assert answer.exit_code == 2
    assert "write 2012, 2012-05, 2012-05-16 or 2012-05-16T14:30 (UTC)" in answer.stderr
