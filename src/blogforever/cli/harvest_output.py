"""What is said of harvests that ended: one line each, then what people should know, then what to do next."""

from collections.abc import Sequence
from dataclasses import asdict
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.output import warn
from blogforever.cli.terminal_text import message, plain
from blogforever.cli.words import count, duration
from blogforever.model.harvest import Report, State

if TYPE_CHECKING:
    from blogforever.actions.harvest import Harvested

_MOST_NOTES = 10


def printable(end: "Harvested") -> dict[str, Any]:
    """How the harvest ended, as JSON."""
    error = end.error
    told = {"problem": message(error.problem), "next_step": message(error.next_step)} if error else None
    report = asdict(end.report) if end.report else None
    return {"address": end.address, "exit_code": end.exit_code, "report": report, "error": told}


def print_ends(ends: "Sequence[Harvested]", *, only_errors: bool, place: str) -> None:
    """Results to stdout, failures to stderr. `place`: the options that name the archive."""
    for end in ends:
        if end.error is not None:
            warn(_told_of(end))
        elif end.report is None:
            warn(f"{end.address}: interrupted before its turn came. The same command goes on.")
        elif not only_errors:
            _print_report(end.report, place)
    kept = [end.report for end in ends if end.report and end.report.posts]
    if kept and not only_errors:
        _print_next_steps(kept[0], place)


def _told_of(end: "Harvested") -> str:
    said = str(end.error)
    return said if end.address in said else f"{end.address}: {said}"


def _print_report(report: Report, place: str) -> None:
    click.echo(plain(_summary(report, place)))
    if report.rendered:
        share = f"{report.rendered / max(report.pages, report.rendered):.1%}".replace("%", " %")
        click.echo(f"  A browser showed {report.rendered:,} of {count(report.pages, 'page')} ({share}).")
    for note in report.notes[:_MOST_NOTES]:
        click.echo(f"  Note: {plain(note)}.")
    if report.state is State.LIMIT:
        higher = "A limit stopped the harvest: the same command with a higher limit, or without one, goes on."
        click.echo(f"  {plain(report.limit) or higher}")
    elif report.state is State.INTERRUPTED:
        click.echo("  Interrupted: what came is safe, and the same command goes on where this stopped.")


def _summary(report: Report, place: str) -> str:
    from_feed = f" ({report.from_feed} only from the feed)" if report.from_feed else ""
    comments = f", {count(report.comments, 'comment')}" if report.comments else ""
    kept = f"{count(report.posts, 'post')}{from_feed}{comments}, {count(report.media, 'media file')} kept"
    said = f"{kept} from {report.blog} in {duration(report.seconds)}"
    if report.missing and report.state is State.DONE:
        verb = "is" if len(report.missing) == 1 else "are"
        example = f"`blogforever why{place} {quote(report.missing[0].address)}` tells why"
        return f"{said}; {count(len(report.missing), 'post')} {verb} missing: {example}."
    return f"{said}."


def _print_next_steps(report: Report, place: str) -> None:
    click.echo()
    click.echo(f"  blogforever posts{place} {plain(report.blog)}   lists them")
    click.echo(f"  blogforever show{place} ADDRESS   shows one")
    click.echo(f"  blogforever search{place} WORDS   finds some")
