"""The commands that read an archive, as a user types them."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from blogforever.cli.main import blogforever
from blogforever.cli.terminal_text import json_line, plain, plain_lines
from blogforever.errors import AmbiguousBlog, NotInArchive
from blogforever.model.comment import Comment, CommentKind
from blogforever.model.harvest import KeptComments
from tests.actions.kept_blogs import DIARY, HOSTILE, HTML, MISSING, NEWS, comment, make_archive
from tests.cli.answers import records
from tests.store.archive import NOON, Archive, post

PROGRAM = Path(sys.executable).with_name("blogforever")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return make_archive(tmp_path_factory.mktemp("kept") / "archive").folder


def test_blogs_are_shown_with_what_people_want_to_know_first(run):
    shown = run("blogs").stdout
    for part in (
        "A diary",
        DIARY,
        "WordPress 6.1, 3 posts, 4 comments, 2023-12-24 to 2024-03-05",
        "done",
        "stopped by a limit",
    ):
        assert part in shown
    assert [blog["url"] for blog in records(run("blogs", "--json"))] == [DIARY, NEWS]


@pytest.mark.parametrize(
    "name", ["1", DIARY, "diary.example", "www.diary.example", "http://diary.example", "a DIARY", "diary", "DIARY.ex"]
)
def test_a_blog_may_be_named_by_number_address_host_title_or_a_part(run, name):
    assert {post["blog"] for post in records(run("posts", name, "--json"))} == {DIARY}
    assert records(run("ledger", name, "--json"))[0]["blog"] == DIARY
    assert [blog["url"] for blog in records(run("export", name)) if blog["type"] == "blog"] == [DIARY]


def test_a_name_that_fits_several_blogs_lists_them(run):
    with pytest.raises(AmbiguousBlog) as refused:
        run("posts", "example")
    assert "2 blogs match" in str(refused.value)
    assert f"\n  1  {DIARY}  A diary\n  2  {NEWS}" in str(refused.value)


@pytest.mark.parametrize("name", ["https://diary.example/other/", "3", "dairy", ""])
def test_a_name_that_fits_no_blog(run, name):
    with pytest.raises(NotInArchive, match="the archive holds no such blog"):
        run("ledger", name)


def test_blogs_are_listed_with_their_numbers(run):
    assert [blog["number"] for blog in records(run("blogs", "--json"))] == [1, 2]
    assert re.search(r"^1  A diary$", run("blogs").stdout, re.MULTILINE)


def test_posts_are_listed_newest_first(run):
    answer = run("posts", "--limit", 3)
    assert re.findall(r"^\S+-\S+", answer.stdout, re.MULTILINE) == ["2024-03-06", "2024-03-05", "2023-12-24"]
    assert "there are more posts" in answer.stderr
    assert "Ann Archivist, Bob" in answer.stdout
    assert [post["title"] for post in records(run("posts", DIARY, "--tag", "cats", "--json"))] == ["The cat"]


def test_no_posts_of_that_kind_is_no_failure(run):
    answer = run("posts", "--tag", "dogs")
    assert (answer.exit_code, answer.stdout) == (0, "")
    assert "no post matches" in answer.stderr


@pytest.mark.parametrize("date", ["yesterday", "2010-13", "2010-1", "20100101", "२०१०"])
def test_dates_that_are_none_are_refused(run, date):
    answer = run("posts", "--since", date)
    assert answer.exit_code == 2
    assert "write a year, a month or a day" in answer.stderr


def test_a_post_is_shown_with_its_text(run):
    shown = run("show", "https://diary.example/?p=7").stdout
    for part in ("The cat", "by Ann Archivist, Bob, 2023-12-24T10:00:00+01:00", "tags: Cats, naps; long", "It woke up"):
        assert part in shown


def test_a_post_is_shown_in_other_ways(run, tmp_path):
    assert run("show", 1, "--html").stdout == HTML + "\n"
    assert "It woke" not in run("show", 1, "--version", 1).stdout
    assert [line[0] for line in run("show", 1, "--versions").stdout.splitlines()] == ["1", "2"]
    assert [one["version"] for one in records(run("show", 1, "--versions", "--json"))] == [1, 2]
    assert re.search(r"title +rule h1.title +\(0.90\)\n +The cat\n", run("show", 1, "--evidence").stdout)
    assert records(run("show", 1, "--json"))[0]["media"][0]["media_type"] == "image/png"
    page = Path(run("show", 1, "--offline", tmp_path / "page").stdout.strip())
    assert "The cat" in page.read_text("utf-8")


def test_a_post_is_shown_with_what_was_said_about_it(run):
    shown = run("show", "diary.example/cat").stdout
    _, _, discussion = shown.partition("4 comments; the blog states 9\n")
    assert "screenshot: media/" in shown
    assert discussion.splitlines()[:10] == [
        "",
        "anonymous [gone from the blog]",
        "  First!",
        "",
        "Ann, 2023-12-25 [edited, version 2]",
        "  What a cat.",
        "",
        "  anonymous [deleted]",
        "",
        "",
    ]
    assert '    Bob\n      =HYPERLINK("https://bad.example")\n' in discussion
    assert "and 2 mentions\n  Another blog [pingback from https://other.example/]\n" in discussion
    assert run("show", "diary.example/cat", "--comments").stdout == shown
    assert "comments" not in run("show", "diary.example/formula").stdout


@pytest.mark.parametrize(
    "kind, author_url, url, shown",
    [
        ("pingback", "https://other.example/wind", "https://blog.example/a#comment-77", "https://other.example/wind"),
        ("trackback", "https://other.example/wind", None, "https://other.example/wind"),
        ("pingback", None, "https://blog.example/a#comment-77", "https://blog.example/a#comment-77"),
        ("webmention", "https://ada.example/", "https://ada.example/likes/9", "https://ada.example/likes/9"),
        ("webmention", "https://ada.example/", "https://blog.example/a#comment-77", "https://ada.example/"),
    ],
)
def test_a_mention_names_the_page_that_it_comes_from(tmp_path, run, kind, author_url, url, shown):
    archive = Archive(folder=tmp_path / "archive", store=None)
    mention = comment("77", "", kind=CommentKind(kind), author="Other", author_url=author_url, url=url)
    with archive.harvest() as records:
        records.keep_post(post())
        records.keep_comments(KeptComments(key="blog.example/a", comments=(mention,), captured_at=NOON))
    assert f"  Other [{kind} from {shown}]\n" in run("show", "1", "--archive", archive.folder).stdout


def test_an_offline_page_has_no_controls_that_a_terminal_obeys(tmp_path, run):
    archive = Archive(folder=tmp_path / "archive", store=None)
    said = comment("1", "raw \x1b[31m, coded &#27;[2J, \x9b5n", author="A\x1b]0;b\x07")
    bare = Comment(id="2", content_text="no\x1b[1m HTML\tat all")
    with archive.harvest() as records:
        records.keep_post(post(title="Title\x1b[31m"))
        records.keep_comments(KeptComments(key="blog.example/a", comments=(said, bare), captured_at=NOON))
    page = run("show", "1", "--archive", archive.folder, "--offline", tmp_path / "page").stdout.strip()
    html = Path(page).read_text("utf-8")
    assert "raw" in html
    assert "HTML\tat all" in html
    assert not OBEYED.search(html.replace("\t", ""))


def test_of_many_comments_the_first_are_shown_unless_all_are_asked_for(tmp_path, run):
    archive = Archive(folder=tmp_path / "archive", store=None)
    with archive.harvest() as records:
        records.keep_post(post())
        many = tuple(comment(str(number), "word " * 40) for number in range(45))
        records.keep_comments(KeptComments(key="blog.example/a", comments=many, captured_at=NOON, complete=False))
    shown = run("show", "1", "--archive", archive.folder).stdout
    assert "45 comments; some could not be fetched\n" in shown
    assert (shown.count("anonymous"), shown.count("… and 25 more; to see them all: blogforever ")) == (20, 1)
    assert run("show", "1", "--comments", "--archive", archive.folder).stdout.count("anonymous") == 45
    on_screen = COLOUR.sub("", on_a_terminal(archive.folder, "show", "1")).splitlines()
    assert max(len(line) for line in on_screen if "blogforever show" not in line) <= 90
    (hint,) = [line for line in on_screen if "blogforever show" in line]
    assert hint.endswith(" --comments")


def test_lists_tell_how_many_comments_there_are(run):
    assert "2023-12-24      4 of 9  The cat" in run("posts", DIARY, "--comments").stdout
    assert ", 3 posts, 4 comments, 2023-12-24 to " in run("blogs").stdout
    (cat, *_) = [line for line in records(run("posts", DIARY, "--json")) if line["title"] == "The cat"]
    assert (cat["comments"], cat["comments_stated"]) == (4, 9)


def test_a_page_without_the_network_has_the_comments_without_their_scripts(run, tmp_path):
    assert run("show", "diary.example/cat", "--offline", tmp_path / "cat").exit_code == 0
    page = (tmp_path / "cat" / "index.html").read_text("utf-8")
    _, _, section = page.partition('<section id="comments">')
    assert section.startswith("<h2>Comments: 4 (the blog states 9)</h2><ul><li><p><b>anonymous</b> (gone)</p>")
    assert "<div><p>What a cat.</p></div><ul><li><p><b>anonymous</b> (deleted)</p><div></div><ul><li>" in section
    assert "script" not in section
    assert (section.count("<ul>"), section.count("<li>")) == (section.count("</ul>"), section.count("</li>"))


@pytest.mark.parametrize(
    "options", [["--html", "--evidence"], ["--versions", "--version", "1"], ["--version", "0"], ["--offline", ""]]
)
def test_a_post_is_looked_at_in_one_way_at_a_time(kept, options):
    arguments = [PROGRAM, "show", "1", "--archive", kept, *options]
    assert subprocess.run(arguments, capture_output=True, check=False).returncode == 2


def test_a_search_marks_the_words_and_shell_quotes_make_a_phrase(run):
    assert "[tabby] [cat] slept" in run("search", "tabby cat").stdout
    assert run("search", "cat tabby").stdout == ""
    assert records(run("search", "--json", "tabby"))[0]["snippet"].startswith("A [tabby] cat")
    assert "no post or comment contains all of: zebra. Try fewer words" in run("search", "zebra").stderr


def test_a_search_tells_in_whose_comment_it_found_the_words(run):
    assert "            in a comment by Ann: [What] a cat." in run("search", "what").stdout.splitlines()
    gone = "            in an anonymous comment, which the blog no longer shows: [First]!"
    assert gone in run("search", "first").stdout.splitlines()
    (hit,) = records(run("search", "--json", "wha*"))
    assert (hit["title"], hit["snippet"]) == ("The cat", "[What] a cat.")
    assert (hit["comment"]["author"], hit["comment"]["id"], hit["comment"]["status"]) == ("Ann", "2", "shown")
    assert records(run("search", "--json", "tabby"))[0]["comment"] is None


@pytest.mark.parametrize("words", [[], [""], ["*"], ['""', "? -"]])
def test_a_search_without_a_word_is_refused_with_an_example(kept, words):
    answer = subprocess.run([PROGRAM, "search", "--archive", kept, *words], capture_output=True, check=False, text=True)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "There is no word to search for" in answer.stderr
    assert "archiv*" in answer.stderr


def test_why_tells_outcome_witnesses_and_versions(run):
    shown = run("why", "https://diary.example/cat").stdout
    for part in ("post: fits the rules", "feed, sitemap", "The cat", "version 1:", "version 2:", f"{DIARY}, harvest 2"):
        assert part in shown
    failed = run("why", MISSING.address).stdout
    assert "failed: there is nothing (status 404)" in failed
    assert "https://diary.example/cat" in run("why", "https://diary.example/?p=7").stdout


def test_why_names_what_is_near_to_an_unknown_address(run):
    with pytest.raises(NotInArchive, match=r"no harvest has seen this address[^*]+https://diary.example/formula$"):
        run("why", "https://diary.example/formulas")


def test_the_ledger_shows_sources_months_outcomes_and_what_is_missing(run):
    shown = run("ledger", DIARY).stdout
    assert re.search(r"^sitemap +3 +2$", shown, re.MULTILINE)
    assert "feed and sitemap: 1" in shown
    assert "2023             █  1\n2024  ··█           1\n" in shown.replace("\xa0", " ")
    assert "without a date: 1" in shown
    assert re.search(r"^redirect +1$", shown, re.MULTILINE)
    assert f"{MISSING.address}\n  {MISSING.reason}; named by feed" in shown
    assert records(run("ledger", DIARY, "--json"))[0]["gaps"] == ["2024-01", "2024-02"]
    assert "the harvest did not come to its end" in run("ledger", NEWS).stdout


def test_rules_of_a_harvested_blog_are_shown_and_can_be_saved(run, tmp_path):
    answer = run("rules", DIARY, "--save", tmp_path / "rules.json")
    for part in ("template 1, learned from 2 pages", "div.entry", "0.97", "div.share"):
        assert part in answer.stdout
    assert json.loads((tmp_path / "rules.json").read_text("utf-8"))["blogforever_rules"] == 1


def test_pages_without_a_feed_teach_nothing(run, tmp_path):
    (tmp_path / "page.html").write_text("<p>x")
    answer = run("rules", tmp_path / "page.html")
    assert answer.exit_code == 2
    assert "--feed" in answer.stderr


@pytest.mark.parametrize(
    "arguments", [["blogs"], ["posts"], ["show", "1"], ["search", "x"], ["why", "x"], ["ledger", "x"], ["export"]]
)
def test_where_there_is_no_archive_the_next_step_is_told(tmp_path, arguments):
    with pytest.raises(NotInArchive, match=r"no archive here.*blogforever harvest"):
        CliRunner().invoke(blogforever, [*arguments, "--archive", str(tmp_path / "none")], catch_exceptions=False)
    assert list(tmp_path.iterdir()) == []


def on_a_terminal(kept, *arguments):
    """What the command writes to a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"COLUMNS": "80", "TERM": "xterm", "BLOGFOREVER_ARCHIVE": str(kept)}
    environment.pop("NO_COLOR", None)
    running = subprocess.Popen([PROGRAM, *arguments], stdout=theirs, stderr=theirs, stdin=theirs, env=environment)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65_536):
            shown += piece
    except OSError:  # the other end is closed: this is how a terminal ends
        pass
    os.close(ours)
    assert running.wait(timeout=120) == 0
    return shown.decode("utf-8").replace("\r\n", "\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["posts"],
        ["posts", "--json"],
        ["show", "diary.example/hostile"],
        ["show", "diary.example/hostile", "--json"],
        ["show", "diary.example/cat"],
        ["show", "diary.example/cat", "--json"],
        ["search", "words"],
        ["why", "https://diary.example/hostile"],
        ["rules", DIARY],
    ],
)
def test_no_title_commands_the_terminal(kept, arguments):
    shown = on_a_terminal(kept, *arguments)
    assert "red" in shown
    assert not OBEYED.search(COLOUR.sub("", shown).replace("\t", ""))
    assert "\x1b[31m" not in shown


def test_a_terminal_gets_colours_and_short_lines(kept):
    assert "\x1b[1m" in on_a_terminal(kept, "show", "1")
    shown = COLOUR.sub("", on_a_terminal(kept, "rules", DIARY))
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert "article  (0.97)" in shown


def test_signs_that_the_output_does_not_know_stop_nothing(kept):
    environment = os.environ | {"PYTHONIOENCODING": "cp1252"}
    command = [PROGRAM, "ledger", DIARY, "--archive", kept]
    answer = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert "2024  ··?" in answer.stdout.decode("cp1252")


@given(st.text())
def test_shown_text_holds_nothing_that_a_terminal_obeys(text):
    assert not OBEYED.search(plain(text) + plain_lines(text))
    assert "\n" not in plain(text)
    assert not OBEYED.search(json_line({"title": text}))
    assert json.loads(json_line({"title": text})) == {"title": text}


def test_hostile_text_is_still_readable():
    assert plain(HOSTILE) == "[31mred 2J  tfel next"


@pytest.mark.parametrize("command", ["blogs", "posts", "show", "search", "why", "ledger", "export", "rules"])
def test_every_command_that_reads_has_help_and_takes_an_archive(command):
    answer = CliRunner().invoke(blogforever, [command, "--help"])
    assert answer.exit_code == 0
    assert "--archive" in answer.stdout
    assert "--store" in answer.stdout
