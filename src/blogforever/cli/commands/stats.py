"""`blogforever stats`: how feeds are made and how often they are updated."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.contact_question import ask_for_contact
from blogforever.cli.options import archive_options, file_name, harvest_options
from blogforever.cli.terminal_text import count, json_block, plain

if TYPE_CHECKING:
    from blogforever.actions.examine.stats import FeedStatistics

_BAR = 30
_NAME = 26
_MOST_ROWS = 12
_UNITS = (("years", 365 * 86_400), ("days", 86_400), ("hours", 3_600), ("minutes", 60))


@click.command(short_help="Show how feeds are made and updated.")
@click.argument("blogs", metavar="[BLOG]…", nargs=-1, shell_complete=complete_blog)
@click.option(
    "--opml", metavar="FILE", callback=file_name,
    help="The feeds in this OPML file instead of the archive's; each is fetched once.",
)  # fmt: skip
@click.option("--charts", metavar="FOLDER", callback=file_name, help="Also write charts (SVG files) to this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@archive_options
@harvest_options
def stats(blogs: tuple[str, ...], **given: Any) -> None:
    """Show statistics of the feeds of the archive, or only of each BLOG.

    They are about formats, numbers of entries, elements about time, and the time between posts, also by platform and
    language. BLOG is its number, address, host or title, or a part of these (see `blogforever blogs`).

    The archive's feeds are read from its captures. With --opml, the feeds in the file are fetched once each; its
    folders are groups.
    """
    from blogforever.actions._archive import open_archive
    from blogforever.actions.examine.stats import (
        archive_statistics,
        opml_statistics,
        statistics_record,
        write_charts,
    )

    if given["opml"] and blogs:
        raise click.UsageError("Give either blogs of the archive, or --opml FILE.")
    if given["opml"]:
        statistics = opml_statistics(given["opml"], _options(given), watch=_show_progress)
    else:
        with open_archive(given["archive"], given["store"]) as archive:
            statistics = archive_statistics(archive, blogs)
    if given["as_json"]:
        click.echo(json_block(statistics_record(statistics)))
    else:
        for line in _lines(statistics):
            click.echo(line)
    if given["charts"]:
        for file in write_charts(statistics, given["charts"]):
            click.echo(f"Wrote {plain(str(file))}", err=True)


def _options(given: Mapping[str, Any]) -> Any:
    from blogforever.model.harvest import HarvestOptions

    ask_for_contact(given["contact"], [given["opml"]])
    return HarvestOptions(
        delay=given["delay"], concurrency=given["concurrency"], timeout=given["timeout"],
        obey_robots=not given["ignore_robots"], contact=given["contact"],
    )  # fmt: skip


def _show_progress(done: int, of: int) -> None:
    import sys

    if sys.stderr is not None and sys.stderr.isatty():
        click.echo(f"\r{done:,} of {count(of, 'feed')}" + ("\r\033[K" if done == of else ""), err=True, nl=False)


def _lines(found: "FeedStatistics") -> Iterator[str]:
    """The statistics for people, 80 columns wide."""
    yield f"{count(found.feeds, 'feed')}, {found.readable:,} readable"
    yield from _bars("Formats", found.formats)
    yield from _bars("Entries per feed", found.sizes)
    yield from _bars("Elements about time", found.time_elements)
    if found.inferred_build_dates:
        yield f"  {count(found.inferred_build_dates, 'feed')} without a build date: the newest entry stands in for it"
    if found.intervals:
        yield from _interval_lines(found)
    yield from _bars("Regularity", found.regularity)
    for by in dict.fromkeys(row.by for row in found.groups):
        yield from _group_lines(found, by)
    yield from _faults(found)


def _bars(heading: str, numbers: Mapping[str, int]) -> Iterator[str]:
    if not numbers:
        return
    most = max(*numbers.values(), 1)
    yield ""
    yield click.style(heading, bold=True)
    for name, number in numbers.items():
        bar = "█" * round(number / most * _BAR) or ("▏" if number else "")
        yield f"  {plain(name)[:_NAME]:<{_NAME}} {number:>6,}  {bar}"


def _interval_lines(found: "FeedStatistics") -> Iterator[str]:
    """For each figure of the feeds' intervals: how it is spread over the feeds."""
    yield ""
    yield click.style("Time between posts", bold=True)
    yield f"  {'':<16}" + "".join(f"{name:>14}" for name in ("10% up to", "half up to", "90% up to"))
    for name in ("minimum", "lower_quartile", "median", "upper_quartile", "maximum"):
        values = sorted(getattr(row, name) for row in found.intervals)
        shown = (_span(values[min(int(share * len(values)), len(values) - 1)]) for share in (0.1, 0.5, 0.9))
        yield f"  {name.replace('_', ' '):<16}" + "".join(f"{value:>14}" for value in shown)


def _group_lines(found: "FeedStatistics", by: str) -> Iterator[str]:
    rows = [row for row in found.groups if row.by == by]
    yield ""
    yield click.style(f"Time between posts by {by}, in days", bold=True)
    yield f"  {'':<{_NAME}} {'feeds':>6} {'mean':>10} {'pooled deviation':>18}"
    for row in rows[:_MOST_ROWS]:
        pooled = "–" if row.pooled_deviation_days is None else f"{row.pooled_deviation_days:,.1f}"
        yield f"  {plain(row.group)[:_NAME]:<{_NAME}} {row.feeds:>6,} {row.mean_days:>10,.1f} {pooled:>18}"
    if len(rows) > _MOST_ROWS:
        yield f"  and {len(rows) - _MOST_ROWS:,} more (all with --json)"


def _faults(found: "FeedStatistics") -> Iterator[str]:
    yield ""
    if found.looks:
        again = f"looked at again {found.looks:,} times" if found.looks > 1 else "looked at again once"
        lost = found.looks_without_overlap
        yield f"The feeds were {again}, {lost:,} without anything known in them" + (":" if lost else ".")
        if lost:
            yield "  posts may have been missed in between. Visit such feeds more often."
    yield f"Never updated (at most one dated post): {len(found.never_updated):,}"
    yield f"No new post for a year: {len(found.silent):,}"
    for heading, faulty in (("Vanished", found.vanished), ("Unparsable", found.unparsable)):
        yield f"{heading}: {len(faulty):,}"
        for address, problem in list(faulty.items())[:_MOST_ROWS]:
            yield f"  {plain(address)}: {plain(problem)}"
        if len(faulty) > _MOST_ROWS:
            yield f"  and {len(faulty) - _MOST_ROWS:,} more (all with --json)"


def _span(seconds: float) -> str:
    """A time span in its largest unit."""
    for name, length in _UNITS:
        if seconds >= length:
            return f"{seconds / length:,.1f} {name}"
    return f"{seconds:.0f} seconds"
