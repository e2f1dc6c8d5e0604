"""Defuddle, which needs Node: pages in, records and CPU times out. Its packages install themselves into bench/node."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.corpus import SavedPage
from bench.peers import Record, text_of

NAME = "defuddle"
GIVES = ("article", "f1", "article_old", "title", "title_old", "author", "date")
_FOLDER = Path(__file__).parent / "node"
_MOST_SECONDS = 600


def prepare() -> str | None:
    """Why it cannot run here; None when it can."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return "Node and npm are not installed"
    if (_FOLDER / "node_modules" / "defuddle").is_dir():
        return None
    command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund"]
    answer = subprocess.run(command, cwd=_FOLDER, capture_output=True, text=True, check=False)
    return None if answer.returncode == 0 else f"npm install failed: {answer.stderr.strip()[-200:]}"


def version() -> str:
    """The installed version."""
    about = json.loads((_FOLDER / "node_modules" / "defuddle" / "package.json").read_text("utf-8"))
    return str(about["version"])


def read_pages(pages: Sequence[SavedPage], repeat: int = 1) -> list[tuple[Record, float | None]]:
    """One record a page, and the least CPU ms of `repeat` runs; an empty record and None where it failed."""
    node = shutil.which("node") or "node"
    jobs = [{"text": page.text(), "address": page.address, "repeat": repeat} for page in pages]
    failed: list[tuple[Record, float | None]] = [({}, None) for _ in pages]
    try:
        answer = subprocess.run(
            [node, "--max-old-space-size=2048", "extract.mjs"],
            cwd=_FOLDER,
            input="\n".join(json.dumps(job) for job in jobs),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=_MOST_SECONDS,
        )
    except subprocess.TimeoutExpired:
        print(f"bench: defuddle gave up after {_MOST_SECONDS} s on {pages[0].address}", file=sys.stderr)
        return failed
    results = dict(enumerate(failed))
    for line in answer.stdout.splitlines():
        found = json.loads(line)
        results[found["number"]] = _record(found), found["cpu_ms"]
    return [results[number] for number in range(len(pages))]


def _record(found: Record) -> Record:
    return {
        "title": found["title"],
        "authors": [found["author"]] if found["author"] else [],
        "published": found["published"],
        "content_text": text_of(found["content"]),
    }
