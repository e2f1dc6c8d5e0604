"""Parts that not everybody needs are extras: without them, a message says what to install."""

import json
import subprocess
import sys

import pytest

from tests.actions.kept_blogs import make_archive

WITHOUT = "import sys; sys.modules[{part!r}] = None; from blogforever.cli.main import main; main()"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return make_archive(tmp_path_factory.mktemp("kept") / "archive").folder


def run_without(part, *arguments):
    """The program as it is where the part is not installed."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(part=part), *map(str, arguments)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("only", [(), ("--comments",)])
def test_parquet_without_duckdb_names_the_extra_and_leaves_no_file(kept, tmp_path, only):
    file = tmp_path / "posts.parquet"
    answer = run_without("duckdb", "export", "--format", "parquet", "--output", file, "--archive", kept, *only)
    assert answer.returncode == 2
    assert "pip install 'blogforever[parquet]'" in answer.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_the_other_formats_do_not_need_it(kept, form):
    assert run_without("duckdb", "export", "--format", form, "--archive", kept).returncode == 0


def test_everything_is_in_order_without_the_extras(kept):
    checks = json.loads(run_without("duckdb", "doctor", "--archive", kept, "--json").stdout)["checks"]
    assert next(check["ok"] for check in checks if check["name"] == "libraries")
