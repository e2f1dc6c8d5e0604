"""The reference is complete and current: commands, records, files, ledger, settings, errors, limits, picture, table."""

import dataclasses
import importlib
import inspect
import re
from pathlib import Path

import pytest

from blogforever import errors
from blogforever.actions._archive import open_archive
from blogforever.actions._files.export_records import export_records, select_blogs
from blogforever.actions._files.records import as_record, comment_record
from blogforever.extract.fallback import ORIGIN
from blogforever.model.archive import StoredComment
from blogforever.model.comment import Comment, CommentMarkup
from blogforever.model.harvest import HarvestOptions, State
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.post import Post, Source
from blogforever.model.rules import LearnedComments, LearnedField, Rule, RuleEvidence, RuleSet, Template
from blogforever.render.limits import Limits
from blogforever.store.tables.schema import METADATA
from docs.generate.accuracy import copy_table
from docs.generate.commands import command_reference
from docs.generate.python import python_reference

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "docs" / "reference"
ROW = re.compile(r"^\| (`[^|]+`) \|", re.MULTILINE)
LIMIT = re.compile(r"^\| [^|]+ \| ([\d,.]+) \| [^|]+ \| `([\w.]+)` in \[([\w/]+)\.py\]", re.MULTILINE)


def rows(page):
    """The names in the first column of a page's tables, in order."""
    text = (REFERENCE / page).read_text("utf-8")
    return [name for cell in ROW.findall(text) for name in re.findall(r"`([^`]+)`", cell)]


def test_the_command_reference_is_what_the_commands_say_of_themselves():
    written = (REFERENCE / "commands.md").read_text("utf-8")
    assert written == command_reference(), "run `make docs`"


def test_the_python_reference_is_what_the_docstrings_say():
    written = (REFERENCE / "python.md").read_text("utf-8")
    assert written == python_reference(), "run `make docs`"


def test_the_accuracy_table_is_that_of_the_benchmark():
    readme, bench = ROOT / "README.md", ROOT / "docs" / "bench.md"
    if not bench.exists():
        pytest.skip("`make bench` has not run yet")
    written = readme.read_text("utf-8")
    assert written == copy_table(written, bench.read_text("utf-8")), "run `make docs`"
    assert "| blogforever" in written


def test_every_key_of_an_export_is_explained_in_order(sample_archive):
    with open_archive(str(sample_archive)) as archive:
        blog, *posts = export_records(archive, select_blogs(archive, []))
    shown = next(post for post in posts if post["links"] and post["media"])
    comment = comment_record(StoredComment(comment=Comment(id="1"), version=1, captured_at=""))
    parts = [shown, shown["links"][0], shown["media"][0], comment, shown["evidence"]["title"], blog, blog["feeds"][0]]
    assert rows("record.md")[1:] == [name for part in parts for name in part]


def test_every_key_of_a_record_without_an_archive_is_in_an_export_too(sample_archive):
    with open_archive(str(sample_archive)) as archive:
        exported = next(
            record for record in export_records(archive, select_blogs(archive, [])) if record["type"] == "post"
        )
    assert list(as_record(Post(url=None))) == list(exported)[:-7]


def test_every_outcome_witness_and_state_is_explained():
    assert rows("ledger.md") == [one.value for kind in (Outcome, DiscoveredVia, State) for one in kind]


def test_every_table_of_an_archive_is_explained():
    assert set(rows("archive.md")) == {*METADATA.tables, "post_search", "comment_search"}


def test_every_setting_is_explained():
    sources = (ROOT / "src" / "blogforever" / ring for ring in ("cli", "actions"))
    code = "".join(module.read_text("utf-8") for ring in sources for module in ring.rglob("*.py"))
    variables = set(re.findall(r"BLOGFOREVER_[A-Z]+", code))
    assert set(rows("settings.md")) == variables | {field.name for field in dataclasses.fields(HarvestOptions)}


def test_every_source_of_a_value_is_explained():
    page = (ROOT / "docs" / "how-to" / "read-the-evidence.md").read_text("utf-8")
    assert all(f"| `{source.value}` |" in page for source in Source)
    assert ORIGIN[0].value in page


def test_every_part_of_a_rule_set_file_is_explained():
    kinds = (RuleSet, Template, LearnedField, Rule, RuleEvidence, LearnedComments, CommentMarkup)
    assert set(rows("rules-file.md")) == {"blogforever_rules"} | {
        field.name for kind in kinds for field in dataclasses.fields(kind)
    }


def test_every_error_is_explained_with_its_exit_code():
    page = (REFERENCE / "errors.md").read_text("utf-8")
    for name, kind in inspect.getmembers(errors, inspect.isclass):
        if kind is not errors.BlogforeverError:
            assert f"| `{name}` | {kind.exit_code} |" in page
            assert f"\n| {kind.exit_code} | " in page


def test_every_limit_has_the_value_that_the_code_has():
    found = LIMIT.findall((REFERENCE / "limits.md").read_text("utf-8"))
    assert len(found) >= 65
    for value, name, module in found:
        home = importlib.import_module(f"blogforever.{module.replace('/', '.')}")
        kind, _, limit = name.rpartition(".")
        assert getattr(getattr(home, kind)() if kind else home, limit) == float(value.replace(",", "")), name


def test_every_limit_of_the_browser_is_explained():
    found = LIMIT.findall((REFERENCE / "limits.md").read_text("utf-8"))
    named = {name.removeprefix("Limits.") for _, name, module in found if module == "render/limits"}
    assert named == {field.name for field in dataclasses.fields(Limits)}


def test_the_picture_asks_nobody_for_fonts_or_scripts():
    picture = (ROOT / "docs" / "picture.svg").read_text("utf-8")
    assert "<script" not in picture
    assert "url(http" not in picture
    assert "@font-face" not in picture
    assert "@import" not in picture
