"""Golden blogs: what our readers make of small made-up blogs, against what is written down beside them.

Each folder here is a blog: `blog.json` says where each file was on the web and when it was captured, `<capture>/`
holds the feed and the pages of one day, and `expected.jsonl` holds a line for each of them.
"""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from blogforever.actions._files.records import as_record
from blogforever.actions.extract import extract_pages
from blogforever.actions.learn import learn_rules
from blogforever.errors import BlogforeverError
from blogforever.model.page import Page, Problem
from blogforever.model.rules import RuleSet
from blogforever.sources.feeds.parse import parse_feed

HERE = Path(__file__).parent
NAMES = tuple(sorted(path.parent.name for path in HERE.glob("*/blog.json")))
LEFT_OUT = frozenset({"content_html_unpruned", "evidence", "fit", "links", "captured_at", "status_code", "version"})
"""Of a record: figures that move whenever the weights are fitted again, and what only a harvest knows."""

Line = dict[str, Any]


def read_blog(name: str) -> Iterator[Line]:
    """What is read from the feed and from each page of each capture."""
    about = json.loads((HERE / name / "blog.json").read_text("utf-8"))
    for day, capture in about["captures"].items():
        folder = HERE / name / day
        pages = {
            path: Page(
                content=(folder / "pages" / path).read_bytes(),
                address=address,
                captured=date.fromisoformat(day),
                charset=capture.get("charset"),
            )
            for path, address in capture["pages"].items()
        }
        rules, about_feed = _read_feed(folder / "feed.xml", capture["feed"], list(pages.values()))
        yield {"capture": day, "file": "feed.xml", **about_feed}
        for path, result in zip(pages, extract_pages(list(pages.values()), rules), strict=True):
            yield {"capture": day, "file": path, **_as_line(result)}


def expected(name: str) -> list[Line]:
    """What is written down."""
    path = HERE / name / "expected.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def _read_feed(path: Path, address: str, pages: list[Page]) -> tuple[RuleSet | None, Line]:
    """What the feed teaches, and what it holds."""
    try:
        feed = parse_feed(path.read_bytes(), address=address)
        rules = learn_rules(feed, pages)
    except BlogforeverError as error:
        return None, {"error": str(error)}
    entries = [[entry.title, entry.published.iso if entry.published else None] for entry in feed.entries]
    line = {"title": feed.title, "text_kind": feed.text_kind.value, "entries": entries, "damage": list(feed.damage)}
    return rules, line


def _as_line(result: object) -> Line:
    if isinstance(result, Problem):
        return {"error": result.message}
    return {name: value for name, value in as_record(result).items() if name not in LEFT_OUT}
