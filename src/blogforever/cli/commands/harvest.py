"""`blogforever harvest`: keeps whole blogs in the archive."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.contact_question import ask_for_contact
from blogforever.cli.harvest_report import detail_lines, summary, total
from blogforever.cli.options import Size, archive_options, file_names, harvest_options
from blogforever.cli.suggestions import archive_arguments, with_archive
from blogforever.cli.terminal_text import count, message, plain, say_at_once, warn
from blogforever.model.harvest import Render, Report, State

if TYPE_CHECKING:
    from blogforever.actions._crawl.blog_lists import ListedBlog
    from blogforever.actions.harvest import HarvestEnd, HarvestJob


@click.command(short_help="Keep every post of one or more blogs.")
@click.argument("blogs", metavar="URL…", nargs=-1)
@archive_options
@click.option(
    "--max-pages",
    type=click.IntRange(min=1),
    metavar="N",
    help="Fetch at most N pages per blog; media files do not count.",
)
@click.option(
    "--max-time",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Stop after S seconds per blog.",
)
@click.option(
    "--max-size", type=Size(), metavar="SIZE",
    help="Stop when the WARC and media files of a blog's harvest reach this size, such as 500M or 2G.",
)  # fmt: skip
@harvest_options
@click.option(
    "--respect-noarchive", is_flag=True, help="Leave out pages that ask not to be archived (noarchive or none)."
)
@click.option("--media/--no-media", default=True, help="Keep the images, audio and video of posts.  [default: media]")
@click.option("--warc/--no-warc", default=True, help="Also keep the original pages, as WARC files.  [default: warc]")
@click.option(
    "--render",
    type=click.Choice([one.value for one in Render]),
    default=Render.AUTO.value,
    show_default=True,
    help="Load pages in a browser before reading them; auto: only those that need it.",
)
@click.option(
    "--screenshots/--no-screenshots", help="Keep a screenshot of every post's page.  [default: no-screenshots]"
)
@click.option(
    "--browser", metavar="PATH", help="The browser to use.  [default: $BLOGFOREVER_BROWSER, or the first that is found]"
)
@click.option(
    "--from-warc", "warcs", metavar="FILE", multiple=True, callback=file_names,
    help="Read this WARC or ARC file instead of the network. Can be repeated; URL may be omitted.",
)  # fmt: skip
@click.option(
    "--opml",
    metavar="FILE",
    multiple=True,
    callback=file_names,
    help="Also harvest the blogs in this OPML file, as exported by feed readers.",
)
@click.option(
    "--list",
    "lists",
    metavar="FILE",
    multiple=True,
    callback=file_names,
    help="Also harvest the blogs in this text file, one address per line; # begins a comment.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    metavar="N",
    help="Number of blogs to harvest at the same time.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the reports as one JSON object.")
def harvest(blogs: tuple[str, ...], **given: Any) -> None:
    """Keep every post of each blog: structured records, media files and the original pages.

    Run the same command again to continue a harvest that was stopped, or to look for new posts after one that was
    completed. The first Ctrl-C finishes the requests in flight and saves; the second stops immediately.

    If you name a browser, or if every page needs one (--render always, --screenshots), it must be available: otherwise
    the exit code is 7 and nothing is fetched. With --render auto, a harvest works without a browser too.

    With several blogs, the exit code is 0 if all of them are done, otherwise the first of these that occurred:
    130 interrupted, 6 archive, 1 unexpected, 7 browser, 4 unreachable, 3 not a blog, 2 usage, 5 limit.
    """
    say_at_once("Starting the harvest …")  # what comes now takes a moment to load
    from blogforever.actions.harvest import exit_code
    from blogforever.actions.harvest import harvest as run
    from blogforever.cli.progress.watching import watching
    from blogforever.cli.terminal_text import json_block

    job, addresses = _job(blogs, given)
    if not job.warcs:
        ask_for_contact(given["contact"], addresses)
    with watching() as watcher:
        ends = run(
            addresses, job, jobs=given["jobs"], watch=watcher.show, when_planned=watcher.plan, when_ended=watcher.end
        )
    code = exit_code(ends)
    if given["as_json"]:
        click.echo(json_block({"harvests": [printable(end) for end in ends], "exit_code": code}))
    print_ends(ends, only_errors=given["as_json"], archive_arguments=archive_arguments(given))
    sys.exit(code)


def _job(blogs: tuple[str, ...], given: dict[str, Any]) -> "tuple[HarvestJob, list[str | ListedBlog]]":
    from blogforever.actions._archive import archive_folder
    from blogforever.actions._crawl.blog_lists import read_list, read_opml
    from blogforever.actions.harvest import HarvestJob
    from blogforever.model.harvest import HarvestOptions

    warcs = list(given["warcs"])
    addresses: list[str | ListedBlog] = []
    for blog in blogs:  # the shell expands --from-warc *.warc.gz to many names
        if warcs and "://" not in blog and Path(blog).is_file():
            warcs.append(Path(blog))
        else:
            addresses.append(blog)
    for file in given["lists"]:
        addresses += read_list(file)
    for file in given["opml"]:
        addresses += read_opml(file)
    if not addresses and not warcs:
        raise click.UsageError("Give the address of a blog, such as https://blog.example.org/.")
    options = HarvestOptions(
        max_pages=given["max_pages"], max_time=given["max_time"], max_size=given["max_size"],
        delay=given["delay"],
        concurrency=given["concurrency"], timeout=given["timeout"], obey_robots=not given["ignore_robots"],
        respect_noarchive=given["respect_noarchive"], media=given["media"], warc=given["warc"],
        render=Render(given["render"]), screenshots=given["screenshots"], browser=given["browser"],
        contact=given["contact"],
    )  # fmt: skip
    folder = archive_folder(given["archive"])
    return HarvestJob(archive=folder, store=given["store"], options=options, warcs=tuple(warcs)), addresses


def printable(end: "HarvestEnd") -> dict[str, Any]:
    """How the harvest ended, as JSON."""
    error = end.error
    failure = {"problem": message(error.problem), "next_step": message(error.next_step)} if error else None
    report = asdict(end.report) if end.report else None
    if report:
        report["notes"] = [with_archive(note) for note in report["notes"]]
    same_as = end.same_as or None
    return {
        "address": end.address, "exit_code": end.exit_code, "report": report, "error": failure, "same_as": same_as,
    }  # fmt: skip


def print_ends(ends: "Sequence[HarvestEnd]", *, only_errors: bool, archive_arguments: str) -> None:
    """Results to stdout, failures to stderr. `archive_arguments`: the options that name the archive."""
    for end in ends:
        if end.error is not None:
            warn(_error_message(end))
        elif end.same_as:
            warn(f"{end.address}: the same blog as {end.same_as}, harvested once")
        elif end.report is None:
            warn(f"{end.address}: interrupted before its turn. Run the same command to continue.")
        elif not only_errors:
            _print_report(end.report, archive_arguments)
    kept = [end.report for end in ends if end.report and end.report.posts]
    if len(ends) > 1 and not only_errors:
        click.echo(total(ends))
    if kept and not only_errors:
        _print_next_steps(kept[0], archive_arguments)


def _error_message(end: "HarvestEnd") -> str:
    text = str(end.error)
    return text if end.address in text else f"{end.address}: {text}"


def _print_report(report: Report, archive_arguments: str) -> None:
    missing = ""
    if report.missing and report.state is State.DONE:
        verb = "is" if report.missing_count == 1 else "are"
        example = f"`blogforever why{archive_arguments} {quote(report.missing[0].address)}` tells why"
        missing = f"; {count(report.missing_count, 'post')} {verb} missing: {plain(example)}"
    click.echo(f"{summary(report)}{missing}.")
    for line in detail_lines(report):
        click.echo(f"  {with_archive(line)}")


def _print_next_steps(report: Report, archive_arguments: str) -> None:
    click.echo()
    click.echo(f"  blogforever posts{archive_arguments} {plain(report.blog)}   lists them")
    click.echo(f"  blogforever show{archive_arguments} ADDRESS   shows one")
    click.echo(f"  blogforever search{archive_arguments} WORDS   finds some")
