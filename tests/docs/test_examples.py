"""The examples in the documentation run, and answer what is printed there. `…` stands for what was left out.

Pages other than those that begin with a harvest of their own find the archive of the sample blog in the folder.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(console|pycon)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXAMPLES = [page for page in PAGES if BLOCK.search(page.read_text("utf-8"))]
FIRST_STEPS = {ROOT / "README.md", ROOT / "docs" / "tutorial.md"}
"""Pages for people who have no archive yet."""
NEEDS_BROWSER = "pages-that-need-a-browser.md"
LONGEST = 180
"""Seconds for one command, on a machine that is busy with other tests."""
PROGRESS = re.compile(
    r"^(?:blogforever: harvesting .*|\S+: (?:done|failed|limit) \(\d+ of \d+\): .*|\S+: .* requests/s.*)\n",
    re.MULTILINE,
)
"""What a harvest says in a log: that it began, how far it is after ten seconds, which of several blogs is done."""
SETTINGS = ("BLOGFOREVER_ARCHIVE", "BLOGFOREVER_CONTACT", "BLOGFOREVER_DEBUG")
"""What the environment may say; the examples begin without."""


def commands(block):
    """Each command of a block with the lines that it is said to print."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.startswith("> ") or line == ">":
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", found[-1][1])
        else:
            found[-1][1].append(line)
    return found


def as_pattern(lines):
    """Printed lines as a pattern: a line that is only … is any lines, a … in a line is any rest of it."""
    return "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line.rstrip()).replace("…", ".*") + r" *\n"
        for line in lines
    )


def run_console(block, folder):
    settings = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for command, lines in commands(block):
        answer = subprocess.run(
            ["bash", "-c", command],  # noqa: S607 - the user's own shell
            cwd=folder,
            env=settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST,
            check=False,
        )
        printed = PROGRESS.sub("", answer.stdout.decode())
        assert answer.returncode == 0, f"$ {command}\n{printed}"
        assert re.fullmatch(as_pattern(lines), printed), f"$ {command}\n{printed}"


def run_python(block, page, names):
    test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
    report = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    failed = runner.run(test, out=report.append, clear_globs=False).failed
    names.update(test.globs)
    assert not failed, "".join(report)


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run_as_printed(page, request, tmp_path, monkeypatch, sample_blogs, sample_archive):
    if page.name == NEEDS_BROWSER:
        request.getfixturevalue("browser_found")
    for name in ("docs", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    if page not in FIRST_STEPS:
        shutil.copytree(sample_archive, tmp_path / sample_archive.name)
    text = page.read_text("utf-8")
    for shown, place in sample_blogs.items():
        text = text.replace(shown, place)
    names = {}
    for kind, block in BLOCK.findall(text):
        if kind == "console":
            run_console(block, tmp_path)
        else:
            run_python(block, page, names)


def test_there_are_examples():
    assert ROOT / "docs" / "tutorial.md" in EXAMPLES
