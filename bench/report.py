"""The figures as Markdown: docs/bench.md, and what `make bench` prints."""

from collections.abc import Iterable, Sequence
from typing import Any

from bench import cost, memory
from bench.judge import FIELDS, HEADINGS

Figures = dict[str, Any]


def write_report(figures: Figures) -> str:
    """The whole page."""
    parts = [
        _head(figures),
        _accuracy(figures),
        _cost(figures),
        _learning(figures),
        _growth(figures),
        _matching(figures),
        _memory(figures),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(figures: Figures) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in figures["versions"].items())
    return f"""# Benchmark

Written by `{figures["command"]}` on {figures["date"]}. Do not edit: run it again.

{figures["blogs"]} real blogs, judged against what people read on their pages, with the scoring code that comes with the
corpus. blogforever learns each blog's rules from at most {figures["training_pages"]} pages that its feed links to, and
then reads every page; the others read each page on its own. Every figure is a mean over blogs, so that a large blog
counts as much as a small one. *article* is the share of posts whose text has a token F1 of at least 0.95, *f1* the mean
token F1, *title*, *author* and *date* the share that is right, *tags* the mean F1 of the sets. *Not in feed* are older
posts, which no rule was learned from. A dash: the extractor does not give this field.

Python {figures["python"]}; {versions}."""


def _accuracy(figures: Figures) -> str:
    if not figures.get("accuracy"):
        return ""
    rows = [
        [row["name"], str(row["posts"]), *(_share(row["scores"].get(field)) for field in FIELDS)]
        for row in figures["accuracy"]
    ]
    table = _table(["extractor", "posts", *(HEADINGS[field] for field in FIELDS)], rows)
    return f"""## Accuracy

![Accuracy of each extractor](bench-accuracy.svg)

{table}

The first rows are all on the same sample: {figures["sample"]} posts a blog, half of them in the feed where possible. In
the rows "feeds cut to excerpts" every full-text feed was cut to the first 55 words of each entry without markup, as
WordPress cuts excerpts, before anything was learned from it."""


def _cost(figures: Figures) -> str:
    if not figures.get("cost"):
        return ""
    ordered = sorted(figures["cost"].items(), key=lambda row: row[1]["ms"])
    rows = [[name, str(row["pages"]), f"{row['ms']:.2f}", f"{row['ratio']:.2f}"] for name, row in ordered]
    table = _table(["extractor", "pages", "CPU ms a page", "times a bare parse"], rows)
    return f"""## Cost of reading a page

![Accuracy against cost](bench-cost.svg)

{table}

Median over the same pages of all blogs; the least of three runs or more of each, one process, from bytes (or from text
already decoded, where an extractor takes only that) to result. *{cost.FAST}* gives title, article text, authors, date
and tags; *{cost.FULL}* adds clean HTML, links, media, language and evidence. *{cost.BARE}* is
`turbohtml.parse(bytes)`, the parser that blogforever uses; the last column is the median of the ratios page by page."""


def _learning(figures: Figures) -> str:
    if not figures.get("learning"):
        return ""
    rows = [
        [
            str(row["pages"]),
            str(row["blogs"]),
            f"{row['ms']:.0f}",
            f"{row['ratio']:.1f}",
            f"{row['worst_ms']:.0f}",
            f"{row['worst_ratio']:.1f} ({row['worst_blog']})",
        ]
        for row in figures["learning"]
    ]
    headings = [
        "training pages",
        "blogs",
        "CPU ms",
        "times a bare lxml parse of them",
        "worst, ms",
        "worst, times",
    ]
    return f"## Cost of learning a blog\n\n{_table(headings, rows)}\n\nMedian over the blogs that have so many pages."


def _growth(figures: Figures) -> str:
    if not figures.get("growth"):
        return ""
    first = figures["growth"][0]
    rows = [
        [
            f"{row['kb']:.0f}",
            *(
                f"{row[part]:.1f} ({row[part] / row['kb'] / (first[part] / first['kb']):.2f})"
                for part in ("bare", "fields", "record", "learning")
            ),
            f"{row['learning'] / row['learning_bare']:.1f}",
        ]
        for row in figures["growth"]
    ]
    headings = ["KB a page", "bare parse", "fields", "full record", "learning, 5 pages", "learning, times lxml"]
    return f"""## Growth with the size of the page

{_table(headings, rows)}

CPU ms on invented pages that differ only in length; in brackets the time per KB, as a multiple of the first row's: 1
means that cost grows in step with the page."""


def _matching(figures: Figures) -> str:
    if not figures.get("matching"):
        return ""
    rows = [
        [
            f"{row['nodes']:,}",
            f"{row['comments']:,}",
            f"{row['comparing']:.1f}",
            f"{row['matching']:.1f}",
            f"{row['comparing'] + row['matching']:.1f}",
        ]
        for row in figures["matching"]["sizes"]
    ]
    table = _table(["nodes", "comments of the feed", "comparing", "matching", "together"], rows)
    return f"""## Growth with the number of comments

{table}

CPU ms, on invented comments, of comparing every node of a page with every comment of its feed and of the best matching
between the two, from which the place of comments is learned. Nodes and comments grow together, so there are n² pairs;
the cost grows as n to the power of {figures["matching"]["exponent"]:.2f}."""


def _memory(figures: Figures) -> str:
    if not figures.get("memory"):
        return ""
    ordered = sorted(figures["memory"].items(), key=lambda row: row[1])
    table = _table(["extractor", "peak MB"], [[name, f"{peak:.0f}"] for name, peak in ordered])
    return f"""## Memory

{table}

The most memory that a fresh process ever held, Python and libraries included, while it read {memory.PAGES_A_BLOG} pages
of each of {memory.BLOGS} blogs; blogforever learned their rules in the same process."""


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [headings, ["---", *("---:" for _ in headings[1:])], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
