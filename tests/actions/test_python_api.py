"""What `import blogforever` offers."""

import inspect
import json
import re
import subprocess
import sys
from dataclasses import fields
from datetime import date
from typing import get_type_hints

import pytest

import blogforever
from blogforever.errors import BlogforeverError, NotAFeed, NotInArchive, Unreachable, UnreadableFile
from blogforever.model.harvest import HarvestOptions, State
from blogforever.model.page import Page
from blogforever.python_api import HarvestKeywords
from blogforever.sources.feeds.parse import parse_feed
from tests.actions import small_blog
from tests.actions.kept_blogs import DIARY, NEWS
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import served

FUNCTIONS = ("extract_post", "harvest", "learn_rules")
METHODS = (
    "blogs", "close", "diff", "export", "front_page", "history", "post", "posts", "search", "versions",
)  # fmt: skip


def test_the_public_names_are_these():
    assert sorted(blogforever.__all__) == sorted(["Archive", "__version__", *FUNCTIONS])
    assert set(blogforever.__all__) <= set(dir(blogforever))
    found = {name for name in vars(blogforever.Archive) if not name.startswith("_")}
    assert found == set(METHODS)
    with pytest.raises(AttributeError, match="has no attribute 'harvst'"):
        _ = blogforever.harvst


def test_every_public_name_is_documented_and_annotated():
    documented = [getattr(blogforever, name) for name in (*FUNCTIONS, "Archive")]
    functions = [getattr(blogforever, name) for name in FUNCTIONS]
    functions += [getattr(blogforever.Archive, name) for name in (*METHODS, "__init__")]
    assert all(inspect.getdoc(one) for one in (*documented, *functions))
    for function in functions:
        signature = inspect.signature(function)
        parameters = [one for one in signature.parameters.values() if one.name != "self"]
        assert all(one.annotation is not one.empty for one in parameters), function
        assert signature.return_annotation is not signature.empty, function


def test_the_keywords_of_harvest_are_the_options_of_a_harvest():
    hints = {field.name: get_type_hints(HarvestOptions)[field.name] for field in fields(HarvestOptions)}
    assert get_type_hints(HarvestKeywords) == hints | {"render": hints["render"] | str}


def run(program, *arguments):
    command = [sys.executable, "-W", "error", program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_importing_the_package_loads_nothing_heavy(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, blogforever\n"
        "heavy = ('scrapy', 'twisted', 'sqlalchemy', 'playwright', 'turbohtml', 'duckdb', 'feedparser', 'lxml')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    assert run(script).stdout == "[]\n"


def test_the_function_is_not_hidden_by_the_folder_of_the_same_name(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import blogforever.harvest.report\n"
        "from blogforever.harvest import report\n"
        "print(callable(blogforever.harvest), report.__name__)\n"
    )
    assert run(script).stdout == "True blogforever.harvest.report\n"


def test_the_package_runs_as_the_command():
    command = [sys.executable, "-m", "blogforever", "--version"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == (
        f"blogforever, version {blogforever.__version__}\n"
    )


SCRIPT = """
import sys
import blogforever

report = blogforever.harvest(sys.argv[1], archive=sys.argv[2], delay=0, media=False, render="never")
print(report.state.value, report.posts)
ends = blogforever.harvest([sys.argv[1]], sys.argv[2], delay=0, media=False, render="never")
print([end.report.posts for end in ends])
with blogforever.Archive(sys.argv[2]) as archive:
    print(len(list(archive.posts())))
"""


def test_a_plain_script_harvests_and_reads(tmp_path):
    script = tmp_path / "keep.py"
    script.write_text(SCRIPT)
    with served(make_blog(posts=12, feed=8)) as home:
        answer = run(script, home, tmp_path / "archive")
    assert (answer.stdout, answer.stderr) == ("done 12\n[12]\n12\n", "")


def test_a_blog_that_fails_raises_and_one_of_several_is_told(tmp_path):
    nobody = "http://127.0.0.1:1/"
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1:1"):
        blogforever.harvest(nobody, tmp_path / "one", delay=0)
    [end] = blogforever.harvest([nobody], tmp_path / "several", delay=0)
    assert isinstance(end.error, Unreachable)


def test_an_unknown_option_is_named_with_the_known_ones(tmp_path):
    with pytest.raises(TypeError, match=r"no option 'max_page'; its options are max_pages, max_time, .*offline"):
        blogforever.harvest("https://blog.example/", tmp_path, max_page=3)
    with pytest.raises(ValueError, match="sometimes"):
        blogforever.harvest("https://blog.example/", tmp_path, render="sometimes")
    assert list(tmp_path.iterdir()) == []


def test_an_archive_is_read(kept):
    with blogforever.Archive(kept) as archive:
        assert [blog.blog.url for blog in archive.blogs()] == [DIARY, NEWS]
        assert len(list(archive.posts())) == 4
        assert [line.url for line in archive.posts(DIARY, tag="cats")] == ["https://diary.example/cat"]
        assert [line.url for line in archive.posts(since=date(2024, 3, 6))] == ["https://news.example/1"]
        cat = archive.post("https://diary.example/cat")
        assert (cat.post.title, cat.version.number) == ("The cat", 2)
        assert archive.post("https://diary.example/cat", version=1).post.content_text == "A tabby cat slept."
        [hit] = archive.search("tabby")
        assert hit.snippet.startswith("A [tabby] cat")
        assert archive.search("wha*")[0].comment.comment.author == "Ann"
        with pytest.raises(ValueError, match=r"no word in '\*'; search for lighthouse"):
            archive.search("*")


def test_what_an_archive_does_not_hold_is_named_at_once(kept, tmp_path):
    with blogforever.Archive(str(kept)) as archive:
        with pytest.raises(NotInArchive):
            archive.posts("https://nobody.example/")
        with pytest.raises(ValueError, match="'March' is not a year"):
            archive.posts(since="March")
    with pytest.raises(NotInArchive):
        blogforever.Archive(tmp_path)


def test_commands_that_errors_suggest_name_the_archive_that_was_given(kept, tmp_path, monkeypatch):
    with blogforever.Archive(kept) as archive:
        with pytest.raises(NotInArchive, match=f": blogforever why --archive {kept} https://nobody.example/x$"):
            archive.post("https://nobody.example/x")
        with pytest.raises(NotInArchive) as caught:
            archive.posts("nobody")
        assert caught.value.next_step == f"See what it holds: blogforever blogs --archive {kept}"
        with pytest.raises(NotInArchive, match=f": blogforever posts --archive {kept}$"):
            archive.export(tmp_path / "x.csv", tag="nobody uses it")
    with pytest.raises(NotInArchive, match=f": blogforever harvest --archive '{tmp_path}/my archive' URL$"):
        blogforever.Archive(tmp_path / "my archive")
    monkeypatch.setenv("BLOGFOREVER_ARCHIVE", str(kept))
    with blogforever.Archive() as archive, pytest.raises(NotInArchive, match=r": blogforever blogs$"):
        archive.posts("nobody")


def test_a_period_that_ends_before_it_begins_is_refused(kept, tmp_path):
    with blogforever.Archive(kept) as archive:
        with pytest.raises(ValueError, match="since '2024-03-05' is later than until '2023': no post can match"):
            archive.posts(since=date(2024, 3, 5), until="2023")
        with pytest.raises(ValueError, match="is later than"):
            archive.export(tmp_path / "x.csv", since="2024", until="2023-12-31")
        assert len(list(archive.posts(since="2024-03-05", until="2024-03"))) == 2


def test_an_archive_is_exported(kept, tmp_path):
    with blogforever.Archive(kept) as archive:
        counts = archive.export(tmp_path / "posts.jsonl", blogs=[NEWS])
        assert (counts.blogs, counts.posts) == (1, 1)
        with pytest.raises(ValueError, match="choose one of jsonl, csv, parquet"):
            archive.export(tmp_path / "posts.xml", format="xml")
    lines = (tmp_path / "posts.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["url"] for line in lines] == [NEWS, "https://news.example/1"]


def test_an_export_has_the_filters_and_formats_of_the_command_line(kept, tmp_path):
    table = tmp_path / "posts.csv"
    with blogforever.Archive(kept) as archive:
        filters = {"since": date(2023, 12, 24), "until": "2023", "tag": "cats", "author": "ann", "language": "en"}
        assert archive.export(table, search="tabb*", for_spreadsheets=True, **filters).posts == 1
        assert table.read_bytes().startswith(b"\xef\xbb\xbfblog,")
        with pytest.raises(NotInArchive, match="no post matches language 'de'"):
            archive.export(table, language="de")
        with pytest.raises(UnreadableFile, match="its ending says csv, but the format parquet"):
            archive.export(table, "parquet")
        with pytest.raises(ValueError, match="no word in '\\*'"):
            archive.export(table, search="*")
        with pytest.raises(ValueError, match="for csv, not for jsonl"):
            archive.export(tmp_path / "x.jsonl", for_spreadsheets=True)
        assert [line.url for line in archive.posts(language="en")] == ["https://diary.example/cat"]


def test_a_web_address_in_place_of_a_file_is_named():
    with pytest.raises(UnreadableFile, match="is a web address, but a file is needed here"):
        blogforever.extract_post("https://x.example/post")


def test_the_default_archive_is_that_of_the_command_line(kept, monkeypatch):
    monkeypatch.setenv("BLOGFOREVER_ARCHIVE", str(kept))
    with blogforever.Archive() as archive:
        assert len(archive.blogs()) == 2


def test_a_folder_beside_a_folder_is_refused(kept):
    with pytest.raises(TypeError, match="only for an archive in PostgreSQL"):
        blogforever.Archive(kept, folder=kept)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    (folder / "feed.xml").write_bytes(small_blog.feed())
    for number in range(1, 9):
        (folder / f"{number}.html").write_bytes(small_blog.post(number))
    return folder


def test_rules_are_learned_from_a_feed_and_pages_in_any_form(saved):
    numbers = range(1, 9)
    rules = blogforever.learn_rules(saved / "feed.xml", [saved / f"{number}.html" for number in numbers])
    assert rules.templates
    forms = (
        [str(saved / f"{number}.html") for number in numbers],
        [small_blog.post(number) for number in numbers],
        [small_blog.post(number).decode() for number in numbers],
        [(small_blog.address(number), small_blog.post(number)) for number in numbers],
        (Page(content=small_blog.post(number), address=small_blog.address(number)) for number in numbers),
    )
    for pages in forms:
        assert blogforever.learn_rules(small_blog.feed(), pages) == rules
    assert blogforever.learn_rules(parse_feed(small_blog.feed()), [small_blog.post(n) for n in numbers]) == rules
    with pytest.raises(NotAFeed):
        blogforever.learn_rules(b"<html>", [])


def test_a_post_is_extracted_from_a_page_in_any_form(saved):
    content = small_blog.post(3)
    forms = (content, content.decode(), saved / "3.html", str(saved / "3.html"), Page(content=content))
    for page in forms:
        post = blogforever.extract_post(page)
        assert (post.title, post.url) == (small_blog.title(3), small_blog.address(3))
    assert "https://blog.example/?p=3" in blogforever.extract_post(content, "https://blog.example/?p=3").aliases


def test_rules_come_as_such_or_from_a_file(saved):
    pages = [saved / f"{number}.html" for number in range(1, 9)]
    rules = blogforever.learn_rules(saved / "feed.xml", pages)
    from blogforever.actions._files.rules_file import save_rules  # noqa: PLC0415 - only here

    save_rules(rules, saved / "rules.json")
    by_rules = blogforever.extract_post(small_blog.post(12), rules=rules)
    assert by_rules.template == "template 1"
    assert blogforever.extract_post(small_blog.post(12), rules=saved / "rules.json") == by_rules
    with pytest.raises(BlogforeverError):
        blogforever.extract_post(b"\x00\x01" * 50)


def test_a_limit_is_a_report_not_an_error(tmp_path):
    with served(make_blog(posts=12, feed=8)) as home:
        report = blogforever.harvest(home, tmp_path, delay=0, media=False, max_pages=3)
    assert report.state is State.LIMIT


@pytest.mark.parametrize("options, named", [
    ({"max_pages": 0}, "max_pages must be a number of at least 1, not 0"),
    ({"delay": -1}, "delay must be a number of at least 0, not -1"),
    ({"delay": "x"}, "delay must be a number of at least 0, not 'x'"),
    ({"render": "sometimes"}, "render must be one of auto, always, never, not 'sometimes'"),
    ({"jobs": 0}, "jobs must be at least 1, not 0"),
])  # fmt: skip
def test_an_option_out_of_range_is_refused_before_anything_is_fetched(tmp_path, options, named):
    with pytest.raises(ValueError, match=re.escape(named)):
        blogforever.harvest("http://127.0.0.1:1/", tmp_path / "archive", **options)
    assert not (tmp_path / "archive").exists()


def test_one_page_is_not_taken_for_a_list_of_pages():
    with pytest.raises(TypeError, match="pages must be a list"):
        blogforever.learn_rules(b"<rss/>", "page.html")


def test_a_closed_archive_says_so(kept):
    with blogforever.Archive(kept) as archive:
        assert archive.blogs()
    with pytest.raises(ValueError, match="the archive is closed"):
        archive.blogs()
