"""The house rules that a linter does not know."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "blogforever"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 400
NO_HOMES = {"utils", "util", "helpers", "helper", "common", "core", "base", "misc"}
HEAVY = (
    "turbohtml",
    "feedparser",
    "lxml",
    "scrapy",
    "twisted",
    "sqlalchemy",
    "warcio",
    "duckdb",
    "rich",
    "scipy",
    "playwright",
)


def named(path):
    return str(path.relative_to(PACKAGE))


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_a_module_is_short_enough_to_read_in_one_sitting(module):
    assert len(module.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_every_home_has_a_name_that_says_what_lives_there():
    homes = {part.removesuffix(".py").strip("_") for module in MODULES for part in module.relative_to(PACKAGE).parts}
    assert not homes & NO_HOMES


def test_the_package_root_imports_nothing():
    root = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    assert [node for node in ast.walk(root) if isinstance(node, ast.Import | ast.ImportFrom)] == []


def test_help_answers_without_loading_heavy_libraries():
    program = (
        "import contextlib, sys\n"
        "from blogforever.cli.main import main\n"
        "sys.argv = ['blogforever', '--help']\n"
        "with contextlib.suppress(SystemExit): main()\n"
        f"print('loaded:', *[name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30)
    assert "Usage:" in answer.stdout
    assert answer.stdout.splitlines()[-1] == "loaded:"


def test_a_harvest_is_supervised_by_a_process_that_does_not_load_what_could_hang():
    program = (
        "import sys, blogforever.actions.harvest, blogforever.actions.probe, blogforever.actions.reextract\n"
        "print(*[name for name in ('scrapy', 'twisted', 'scipy', 'playwright', 'feedparser') if name in sys.modules])\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert answer.stdout == "\n"
