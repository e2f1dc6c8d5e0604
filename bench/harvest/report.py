"""The figures of the harvest as Markdown: docs/bench-harvest.md, and what `make bench-harvest` prints."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bench.harvest import browsers, cost, coverage, durability_report, growth, order
from tests.hostile.growth import FLOOR, MOST_SECONDS, STEEPEST

Figures = dict[str, Any]
_HEADINGS = {"article_old": "article, not in feed", "title_old": "title, not in feed"}
_EXTRACTED = [field for field in coverage.FIELDS if field not in {"recall", "precision", "comments"}]
"""What the other benchmark judges too."""
_EXTRACTION_ROW = re.compile(r"^\| blogforever, all posts \|(.+)\|$", re.MULTILINE)


def write_report(figures: Figures, extraction: Path) -> str:
    """The whole page; `extraction` is the page with the figures of `make bench`."""
    parts = [
        _head(figures),
        _coverage(figures, extraction),
        _comments(figures),
        _weak(figures),
        _cost(figures),
        _order(figures),
        _faults(figures),
        _kills(figures),
        _hostile(figures),
        _readers(figures),
        _durability(figures),
        _damage(figures),
        _rebuild(figures),
        _growth(figures),
        _databases(figures),
        _browser(figures),
        _blogs(figures),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(figures: Figures) -> str:
    return f"""# Benchmark of the harvest

Written by `make bench-harvest`. Do not edit: run it again. Each part can be run alone, as its section says.

{figures["blogs"]} real blogs, saved and served on loopback by the server that comes with the corpus, each on a host of
its own. Python {figures["python"]}, {figures["versions"]}."""


def _coverage(figures: Figures, extraction: Path) -> str:
    found = figures.get("coverage")
    if not found:
        return ""
    alone = _extraction(extraction, figures["blogs"])
    no_paths = figures.get("order", {}).get("without_path", [])
    without = [slug for slug in no_paths if slug in found["blogs"] and not found["blogs"][slug]["recall"]]
    reachable = coverage.mean_of([row for slug, row in found["blogs"].items() if slug not in without])
    rows = [
        [
            _HEADINGS.get(field, field),
            _share(found["mean"][field]),
            _share(reachable[field]) if without else "–",
            _share(alone.get(field)),
            _difference(found["mean"][field], alone.get(field)),
            _difference(reachable[field], alone.get(field)) if without else "–",
        ]
        for field in coverage.FIELDS
    ]
    headings = ["", "harvest", "blogs with a path", "extraction alone", "difference", "with a path"]
    no_path = (
        f"""

Of {len(found["blogs"])} blogs {len(without)} have no path from their start page to any post, for the pages that would
lead there were not saved: no link, feed or sitemap names one ({", ".join(without)}). The
second column leaves them out."""
        if without
        else ""
    )
    return f"""## What a harvest keeps

{_command(figures, "coverage order")}

Every blog is harvested with `blogforever harvest URL --delay 0 --no-media`, exported with
`blogforever export`, and judged by the corpus' own score.py. Means over the {len(found["blogs"])} blogs of which it
says that a post can be reached; a post that is missing counts against every field. *Extraction alone* is the row
"blogforever, all posts" of [the other benchmark](bench.md), where every page is handed to the extractor; a dash where
that was measured on other blogs.

{_table(headings, rows)}{no_path}"""


def _comments(figures: Figures) -> str:
    found = figures.get("coverage")
    if not found:
        return ""
    rows = found["blogs"]
    score, posts = coverage.comments_by_post(list(rows.values()))
    judged = {slug: row for slug, row in rows.items() if row["comments"] is not None}
    out_of_reach = [slug for slug, row in judged.items() if not row["recall"]]
    reached = coverage.mean_of([row for slug, row in judged.items() if slug not in out_of_reach])["comments"]
    rendered, read = (sum(row.get(name, 0) for row in rows.values()) for name in ("rendered", "read"))
    shown = sum(bool(row.get("rendered")) for row in rows.values())
    return f"""### Comments, and pages that need a browser

{_command(figures, "coverage")}

Comments are judged on {len(judged)} blogs: F1 over the comments of a post, matched one to one by text and author; a
post that is missing counts as 0. The mean over blogs is {_share(found["mean"]["comments"])}; without the
{len(out_of_reach)} blogs of which no post can be reached ({", ".join(out_of_reach) or "none"}) it is
{_share(reached)}; the mean over all {posts:,} posts that have comments is {_share(score)}.

With `--render auto` the browser was shown {rendered} of {read:,} pages ({rendered / max(read, 1):.2%}), on {shown}
blogs."""


def _hostile(figures: Figures) -> str:
    found = figures.get("hostile")
    if not found:
        return ""
    holes = sum(bool(row["hole"]) for row in found)
    rows = [
        [row["family"], row["attack"], row["hole"] or "stood", f"{row['seconds']:.1f}", f"{row['peak_mb']:,}"]
        for row in found
    ]
    return f"""## What a harvest withstands

{_command(figures, "hostile")}

{len(found)} attacks, {holes} holes. Each runs the program as a user starts it; the quick ones run in `make test` too.
Seconds are those of all its runs together; memory is the most that the program and its children held at once, where
what they share counts for each of them (a browser is a dozen processes that share much).

{_table(["aims at", "attack", "result", "seconds", "MB"], rows)}"""


def _readers(figures: Figures) -> str:
    found = figures.get("readers")
    if not found:
        return ""
    names = {row["reader"] for row in found["rows"]}
    slow = sum(not row["sound"] for row in (*found["rows"], *found["expression_rows"]))
    head = ["reader", "document", "seconds", "exponent", ""]
    return f"""### Documents that are made to be slow

{_command(figures, "readers")}

{len(names)} readers of foreign text, each on all hostile documents that fit it (tests/hostile/readers.py), doubled
up to a megabyte; the one that costs it the most is shown for each. Processor seconds for a megabyte, and the exponent
of the last doublings: 1 is linear, 2 is quadratic. Too slow is more than {MOST_SECONDS:.0f} s, or an exponent above
{STEEPEST} with more than {FLOOR} s; {slow} are.

{_table(head, [_reader_row(row) for row in found["rows"]])}

The same for {found["expressions"]} regular expressions in {found["texts"]:,} trials: the texts are made from the parts
of each (tests/hostile/patterns.py). The slowest:

{_table(["expression and how it is applied", *head[1:]], [_reader_row(row) for row in found["expression_rows"]])}"""


def _reader_row(row: dict[str, Any]) -> list[str]:
    quick = "too quick to tell" if row["exponent"] is None else f"{row['exponent']:.2f}"
    document = row["document"].replace("|", "\\|")
    return [row["reader"], document, f"{row['seconds']:.2f}", quick, "" if row["sound"] else "**too slow**"]


def _durability(figures: Figures) -> str:
    found = figures.get("durability")
    if not found:
        return ""
    parts = ["## On disk", _command(figures, "durability"), durability_report.cost_text(found["cost"])]
    if isinstance(found["cuts"], str):
        parts.append(f"Power cuts were not tried: {found['cuts']}.")
    else:
        rows = durability_report.cut_rows(found["cuts"])
        parts += [durability_report.cuts_text(found["cuts"]), _table(durability_report.HEADINGS, rows)]
    return "\n\n".join(parts)


def _damage(figures: Figures) -> str:
    found = figures.get("damage")
    if not found:
        return ""
    parts = ("doctor", "verify", "rebuild", "harvest")
    rows = [[row["damage"], *(row[part] for part in parts), row["lost"]] for row in found]
    return f"""## What damaged archives lose

{_command(figures, "damage")}

An archive of two harvests is damaged in {len(found)} ways; then `doctor`, `verify`, `rebuild --replace` and `harvest`
run one after the other. Each cell has the exit code and the line that matters most. *lost*: captures whose bytes are
no longer there afterwards, and posts that the archive no longer has.

{_table(["damage", *parts, "lost"], rows)}"""


def _rebuild(figures: Figures) -> str:
    found = figures.get("rebuild")
    if not found:
        return ""
    rows = [
        [
            row["blog"],
            f"{row['records']:,}",
            "yes" if row["same"] else f"no: {row['different']}",
            f"{row['seconds']:.1f}",
            f"{row['share']:.2f}" if row["share"] is not None else "–",
            str(row["verify"]),
        ]
        for row in found
    ]
    same = sum(row["same"] for row in found)
    headings = ["blog", "records", "export is the same", "seconds", "share of the harvest", "verify"]
    return f"""## Databases made anew

{_command(figures, "rebuild")}

Each blog is harvested and exported, `archive.sqlite` is removed, `blogforever rebuild` makes it anew from `warc/`, and
the export is compared line by line: the same for {same} of {len(found)} blogs.

{_table(headings, rows)}"""


def _weak(figures: Figures) -> str:
    found = figures.get("coverage")
    if not found or not found["weak"]:
        return ""
    rows = [
        [slug, _share(found["blogs"][slug]["recall"]), _share(found["blogs"][slug]["precision"]), "; ".join(reasons)]
        for slug, reasons in found["weak"].items()
    ]
    table = _table(["blog", "recall", "precision", "what the ledger says of them"], rows)
    return f"### Blogs below {coverage.GOOD}\n\n{_command(figures, 'coverage')}\n\n{table}"


def _cost(figures: Figures) -> str:
    found = figures.get("cost")
    if not found or not found["rows"]:
        return ""
    whole, running = cost.ratios(found)
    rows = [
        [
            row["blog"],
            str(row["pages"]),
            f"{row['plain']:.2f}",
            f"{row['ours']:.2f}",
            f"{row['ours'] / row['plain']:.2f}",
        ]
        for row in found["rows"]
    ]
    sums = [sum(row[name] for row in found["rows"]) for name in ("plain", "ours")]
    pages = sum(row["pages"] for row in found["rows"])
    rows.append(["**sum**", str(pages), f"{sums[0]:.2f}", f"{sums[1]:.2f}", f"**{whole:.2f}**"])
    start_up = found["start_up"]
    return f"""## Cost

{_command(figures, "cost")}

CPU seconds, user and system, of the program and of all that it starts, a browser too where pages need one:
`blogforever harvest URL --delay 0 --no-media` against a Scrapy spider that follows all links of the same host and keeps
nothing (bench/harvest/plain_spider.py), both with {cost.CONNECTIONS} connections, in turns, the cheaper of two runs of
each. All blogs of at least {cost.FEWEST_PAGES} answers.

{_table(["blog", "answers", "plain spider", "harvest", "ratio"], rows)}

The ratio of the sums is **{whole:.2f}** (limit {cost.LIMIT}{", exceeded" if whole > cost.LIMIT else ""}). Loading the
libraries takes {start_up["plain"]:.2f} s of the plain spider and {start_up["ours"]:.2f} s of a harvest;
without it the ratio is {running:.2f}."""


def _order(figures: Figures) -> str:
    found = figures.get("order")
    if not found or not found["blogs"]:
        return ""
    orders = found["orders"]
    rows = [[name, f"{row['share']:.3f}", str(row["pages"])] for name, row in orders.items()]
    ours = orders["blogforever"]
    against = " and ".join(
        f"{ours['share'] / other['share']:.3f} ({ours['pages'] / other['pages']:.3f} by the sum) of *{name}*"
        for name, other in list(orders.items())[:2]
    )
    return f"""## Order

{_command(figures, "order")}

Pages that are no posts and that are fetched until {order.MOST:.0%} of the posts are known,
simulated with the real policy (frontier/policy.py) and with others (bench/harvest/policies.py) on the link graphs of
the {found["blogs"]} blogs whose links lead to at least {order.FEWEST_POSTS} posts. *Share*: of all such pages, mean
over blogs.

{_table(["order", "share", "pages"], rows)}

Ours needs {against} (limit {order.LIMIT})."""


def _faults(figures: Figures) -> str:
    found = figures.get("faults")
    if not found:
        return ""
    rows = [
        [
            row["blog"],
            str(row["posts"]),
            str(row["with_faults"]),
            ", ".join(f"{field} of {count}" for field, count in row["differing"].items()) or "none",
        ]
        for row in found["rows"]
    ]
    same = sum(not row["differing"] for row in found["rows"])
    return f"""## Faults

{_command(figures, "faults")}

The server answers 503 with Retry-After to every tenth request, and cuts off every twentieth body.
{same} of {len(rows)} blogs come home the same in every field of every post.

{_table(["blog", "posts", "with faults", "fields that differ"], rows)}"""


def _kills(figures: Figures) -> str:
    found = figures.get("kills")
    if not found:
        return ""
    same = "the same as" if found["same"] else "**not** the same as"
    return f"""## Killed

{_command(figures, "kills")}

The harvest of a made-up blog with its media was killed {found["kills"]} times with SIGKILL, at
random moments, and started again. In the end its {found["posts"]} posts in all fields and its {found["media"]} media
files are {same} those of a harvest that was left alone, and every WARC file reads back with all digests right."""


def _growth(figures: Figures) -> str:
    found = figures.get("growth")
    if not found:
        return ""
    memory = ", ".join(f"{value:.0f}" for value in found["memory"])
    ratio = found["last_ms"] / found["first_ms"]
    return f"""## A blog without end

{_command(figures, "growth")}

A made-up blog of {found["posts"]:,} posts (bench/harvest/endless.py), {found["requests"]:,}
requests: {found["kept"]:,} posts kept in {found["seconds"]:.0f} s, {found["cpu"]:.0f} s of them CPU;
{found["settling_s"]:.0f} s without a request went into judging all pages in the end. The process held
at most {found["peak_mb"]:.0f} MB (limit {growth.MOST_MB}); in ten steps of time: {memory}. A page took
{found["first_ms"]:.2f} ms among the first {found["part"]:,} and {found["last_ms"]:.2f} ms among the last, which is
{ratio:.2f} times as long (limit {growth.SLOWEST}); in CPU time {found["first_cpu_ms"]:.2f} and
{found["last_cpu_ms"]:.2f} ms, {found["last_cpu_ms"] / found["first_cpu_ms"]:.2f} times."""


def _databases(figures: Figures) -> str:
    if "databases" not in figures:
        return ""
    if figures["databases"] is None:
        return "## SQLite and PostgreSQL\n\nNot measured: PostgreSQL is not installed."
    rows = [
        [row["blog"], str(row["posts"]), str(row["in_postgresql"]), "the same" if row["same"] else "**not the same**"]
        for row in figures["databases"]["rows"]
    ]
    table = _table(["blog", "posts in SQLite", "posts in PostgreSQL", "exports"], rows)
    return f"## SQLite and PostgreSQL\n\n{_command(figures, 'databases')}\n\n{table}"


def _browser(figures: Figures) -> str:
    found = figures.get("browser")
    if not found:
        return ""
    ratio = found["last_mb"] / found["first_mb"] if found["first_mb"] else 0.0
    return f"""## A blog that consists of scripts

{_command(figures, "browser")}

A made-up blog of {found["pages"]} posts that only a browser can show (tests/engines/script_blogs.py), harvested with
`--render auto`. The browser was killed {found["kills"]} times with SIGKILL. {found["kept"]} of {found["pages"]} posts
are kept. All processes of the browser together held {found["first_mb"]:.0f} MB on average during the first
{browsers.FEW} posts and {found["last_mb"]:.0f} MB during the last {browsers.FEW}, {ratio:.2f} times as much (limit
{browsers.MOST_GROWTH}), and {found["peak_mb"]:.0f} MB at most. Afterwards {found["left"]} of them were left."""


def _blogs(figures: Figures) -> str:
    found = figures.get("coverage")
    if not found:
        return ""
    fields = [field for field in coverage.FIELDS if not field.endswith("_old")]
    rows = [
        [slug, str(row["posts"]), str(row["pages"]), f"{row['seconds']:.0f}", *(_share(row[field]) for field in fields)]
        for slug, row in found["blogs"].items()
    ]
    table = _table(["blog", "posts", "requests", "s", *fields], rows)
    return f"## Blog by blog\n\n{_command(figures, 'coverage')}\n\n{table}"


def _command(figures: Figures, parts: str) -> str:
    measured = figures["dates"][parts.partition(" ")[0]]
    return f'`make bench-harvest BENCH_ARGS="--parts {parts}"` prints this; measured on {measured}.'


def _extraction(page: Path, blogs: int) -> dict[str, float]:
    """The figures of the extraction alone, if they are of as many blogs: else nothing can be compared."""
    text = page.read_text("utf-8") if page.is_file() else ""
    row = _EXTRACTION_ROW.search(text)
    if row is None or f"\n{blogs} real blogs" not in text:
        return {}
    values = [cell.strip() for cell in row[1].split("|")][1:]
    return dict(zip(_EXTRACTED, map(float, values), strict=True))


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [headings, ["---", *("---:" for _ in headings[1:])], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _difference(value: float | None, other: float | None) -> str:
    return "–" if value is None or other is None else f"{value - other:+.3f}"
