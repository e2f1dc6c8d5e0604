"""What the documentation names exists: links, anchors, modules; and every command is documented."""

import re
from pathlib import Path

import pytest

import blogforever as package
from blogforever.cli.main import blogforever

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
BENCHES = {DOCS / "bench.md", DOCS / "bench-harvest.md"}
"""Pages that the benchmarks write: they may not have run yet."""
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
NAMED_FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|md|svg))`")
NAMED_MODULE = re.compile(r"\b(blogforever(?:\.[a-z_]+)+)\b")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def named(page):
    return str(page.relative_to(ROOT))


def prose(page):
    return FENCE.sub("", page.read_text("utf-8"))


def anchors(page):
    """The anchors of a page's headings, as the usual Markdown renderers make them."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(prose(page)))
    return {heading.strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_relative_link_leads_somewhere(page):
    for link in LINK.findall(prose(page)):
        if "://" in link or link.startswith("mailto:"):
            continue
        address, _, anchor = link.partition("#")
        target = (page.parent / address).resolve() if address else page
        if target in BENCHES and not target.exists():
            continue
        assert target.exists(), link
        assert ROOT in target.parents, f"{link} leads out of the repository"
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_module_that_is_named_exists(page):
    for name in NAMED_FILE.findall(prose(page)):
        assert any((home / name).exists() for home in (ROOT, ROOT / "src" / "blogforever", DOCS)), name
    for name in NAMED_MODULE.findall(page.read_text("utf-8")):
        parts = name.split(".")
        if parts[1] in package.__all__:
            continue
        homes = [ROOT / "src" / Path(*parts[:size]) for size in range(2, len(parts) + 1)]
        assert any(home.is_dir() or home.with_suffix(".py").exists() for home in homes), name


def test_every_page_can_be_reached_from_the_table_of_contents():
    listed = {(DOCS / link.partition("#")[0]).resolve() for link in LINK.findall(prose(DOCS / "README.md"))}
    assert set(DOCS.rglob("*.md")) - {DOCS / "README.md"} <= listed


@pytest.mark.parametrize("name", sorted(blogforever.commands))
def test_every_command_is_in_the_reference_and_in_a_guide(name):
    said = f"blogforever {name}"
    assert f"## {said}" in (DOCS / "reference" / "commands.md").read_text("utf-8")
    guides = [DOCS / "tutorial.md", *(DOCS / "how-to").glob("*.md")]
    assert any(f"$ {said}" in guide.read_text("utf-8") for guide in guides)
