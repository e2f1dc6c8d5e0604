"""The house rules that a linter does not know."""

import ast
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "blogforever"
MODULES = sorted(PACKAGE.rglob("*.py"))
TESTS = sorted(Path(__file__).parent.rglob("*.py"))
LONGEST = 400
MOST_ENTRIES = 16
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


def test_a_folder_is_small_enough_to_take_in_at_a_glance():
    """The package root is exempt: its listing is the list of rings."""
    folders = {module.parent for module in MODULES} - {PACKAGE}
    sizes = {named(folder): len([entry for entry in folder.iterdir() if is_source(entry)]) for folder in folders}
    assert {folder: size for folder, size in sizes.items() if size > MOST_ENTRIES} == {}


def is_source(entry):
    return entry.suffix == ".py" or (entry.is_dir() and any(entry.glob("*.py")))


def test_no_two_classes_share_a_name():
    homes = defaultdict(list)
    for module in MODULES:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(named(module))
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_no_test_module_imports_another():
    """What tests share lives in a module of its own, so that each test file can be read, moved and run alone."""
    imported = [
        f"{path.name} imports {name}"
        for path in TESTS
        for name in imported_names(path)
        if any(part.startswith("test_") for part in name.split("."))
    ]
    assert imported == []


def imported_names(path):
    """Dotted names of all that a file imports, those of what it takes out of a module included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{name.name}" for name in node.names)


def test_every_home_has_a_name_that_says_what_lives_there():
    homes = {part.removesuffix(".py").strip("_") for module in MODULES for part in module.relative_to(PACKAGE).parts}
    assert not homes & NO_HOMES


def test_the_package_root_imports_nothing_of_its_own():
    root = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    # What only type checkers read costs nothing.
    at_run_time = [
        node for node in root.body if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    ]
    imports = [node for part in at_run_time for node in ast.walk(part) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert {ast.unparse(node) for node in imports} == {"import importlib", "from typing import TYPE_CHECKING, Any"}


def test_help_answers_without_loading_heavy_libraries():
    program = (
        "import contextlib, sys\n"
        "from blogforever.cli.main import main\n"
        "sys.argv = ['blogforever', '--help']\n"
        "with contextlib.suppress(SystemExit): main()\n"
        f"print('loaded:', *[name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert "Usage:" in answer.stdout
    assert answer.stdout.splitlines()[-1] == "loaded:"


def test_a_harvest_is_supervised_by_a_process_that_does_not_load_what_could_hang():
    program = (
        "import sys, blogforever.actions.harvest, blogforever.actions.update\n"
        "import blogforever.actions.examine.probe, blogforever.actions.upkeep.reextract\n"
        "print(*[name for name in ('scrapy', 'twisted', 'scipy', 'playwright', 'feedparser') if name in sys.modules])\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert answer.stdout == "\n"
