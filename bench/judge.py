"""The judge: the scoring code that comes with the corpus, and means over blogs."""

import importlib.util
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

FIELDS = ("article", "f1", "title", "author", "date", "tags", "article_old", "title_old")
HEADINGS = {
    "article": "article",
    "f1": "f1",
    "title": "title",
    "author": "author",
    "date": "date",
    "tags": "tags",
    "article_old": "article, not in feed",
    "title_old": "title, not in feed",
}

Scores = dict[str, float | None]


def load_judge(corpus: Path) -> ModuleType:
    """The corpus' own score.py, so that nobody judges themselves."""
    file = judge_file(corpus)
    spec = importlib.util.spec_from_file_location("corpus_judge", file)
    if spec is None or spec.loader is None:
        raise ImportError(str(file))
    judge = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(judge)
    return judge


def judge_file(corpus: Path) -> Path:
    """Where the judge lives."""
    return corpus.resolve().parent / "lab" / "score.py"


def mean_scores(blogs: Iterable[Mapping[str, Any]]) -> Scores:
    """The mean over blogs of each field, so that a large blog counts as much as a small one."""
    blogs = list(blogs)
    return {field: _mean([blog[field] for blog in blogs if blog.get(field) is not None]) for field in FIELDS}


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
