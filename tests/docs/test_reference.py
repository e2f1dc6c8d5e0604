"""The reference is complete and current: commands, record, rule set file, errors, limits, picture, accuracy table."""

import dataclasses
import importlib
import inspect
import re
from pathlib import Path

import pytest

from blogforever import errors
from blogforever.actions.record import as_record
from blogforever.extract.fallback import ORIGIN
from blogforever.model.post import FieldEvidence, Link, LinkKind, MediaRef, Post, Source
from blogforever.model.rules import LearnedField, Rule, RuleEvidence, RuleSet, Template
from docs.generate.accuracy import copy_table
from docs.generate.commands import command_reference

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "docs" / "reference"
ROW = re.compile(r"^\| (`[^|]+`) \|", re.MULTILINE)
LIMIT = re.compile(r"^\| [^|]+ \| ([\d,]+) \| [^|]+ \| `(\w+)` in \[([\w/]+)\.py\]", re.MULTILINE)


def rows(page):
    """The names in the first column of a page's tables, in order."""
    text = (REFERENCE / page).read_text("utf-8")
    return [name for cell in ROW.findall(text) for name in re.findall(r"`([^`]+)`", cell)]


def test_the_command_reference_is_what_the_commands_say_of_themselves():
    written = (REFERENCE / "commands.md").read_text("utf-8")
    assert written == command_reference(), "run `make docs`"


def test_the_accuracy_table_is_that_of_the_benchmark():
    readme, bench = ROOT / "README.md", ROOT / "docs" / "bench.md"
    if not bench.exists():
        pytest.skip("`make bench` has not run yet")
    written = readme.read_text("utf-8")
    assert written == copy_table(written, bench.read_text("utf-8")), "run `make docs`"
    assert "| blogforever" in written


def test_every_field_of_a_record_is_explained_in_order():
    post = Post(
        url=None,
        links=(Link(address="", text="", kind=LinkKind.ELSEWHERE),),
        media=(MediaRef(address="", kind="image"),),
        evidence={"title": FieldEvidence(value_from=Source.RULE)},
    )
    record = as_record(post)
    parts = [record, record["links"][0], record["media"][0], record["evidence"]["title"]]
    assert rows("record.md") == [name for part in parts for name in part]


def test_every_source_of_a_value_is_explained():
    page = (ROOT / "docs" / "how-to" / "read-the-evidence.md").read_text("utf-8")
    assert all(f"| `{source.value}` |" in page for source in Source)
    assert ORIGIN[0].value in page


def test_every_part_of_a_rule_set_file_is_explained():
    kinds = (RuleSet, Template, LearnedField, Rule, RuleEvidence)
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
    assert len(found) >= 12
    for value, name, module in found:
        home = importlib.import_module(f"blogforever.{module.replace('/', '.')}")
        assert f"{getattr(home, name):,}" == value, name


def test_the_picture_asks_nobody_for_fonts_or_scripts():
    picture = (ROOT / "docs" / "picture.svg").read_text("utf-8")
    assert "<script" not in picture
    assert "url(http" not in picture
    assert "@font-face" not in picture
    assert "@import" not in picture
