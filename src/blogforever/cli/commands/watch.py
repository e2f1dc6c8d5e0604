"""`blogforever watch`: visits blogs whenever their time has come."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.contact_question import ask_for_contact
from blogforever.cli.harvest_report import summary
from blogforever.cli.options import archive_options, file_name
from blogforever.cli.terminal_text import message, plain, say_at_once

if TYPE_CHECKING:
    from blogforever.actions.harvest import HarvestEnd
    from blogforever.actions.watch import WatchStatus


@click.command(short_help="Keep visiting the blogs of the archive.")
@archive_options
@click.option("--contact", metavar="ADDRESS", help="A web or e-mail address that every request states.")
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, metavar="N",
    help="Number of blogs to visit at the same time.",
)  # fmt: skip
@click.option(
    "--status", "status_file", metavar="FILE", callback=file_name,
    help="Write how far it has come to FILE after each visit, as JSON.",
)  # fmt: skip
@click.option(
    "--metrics", "metrics_file", metavar="FILE", callback=file_name,
    help="Write the same to FILE as text for Prometheus, such as for the textfile collector of its node exporter.",
)  # fmt: skip
def watch(**given: Any) -> None:
    """Visit each blog of the archive when its time has come, until Ctrl-C or SIGTERM.

    When a blog is visited next is learned from when its posts appear, and from how many entries its feed holds, so that
    no post is missed and few visits are in vain; `blogforever blogs` shows the moment and the reason. Each visit is an
    `update`. On standard output stands a line for each visit.

    The archive can be read meanwhile, and blogs can be added between two visits. A watch that was killed goes on where
    it was when it is started again.
    """
    say_at_once("Starting the watch …")
    from blogforever.actions._archive import archive_folder
    from blogforever.actions.harvest import HarvestJob
    from blogforever.actions.watch import WatchPlan
    from blogforever.actions.watch import watch as run
    from blogforever.model.harvest import HarvestOptions

    ask_for_contact(given["contact"], ["https://"])
    job = HarvestJob(
        archive=archive_folder(given["archive"]), store=given["store"], options=HarvestOptions(contact=given["contact"])
    )
    waiting = _Waiting()
    plan = WatchPlan(
        job=job, jobs=given["jobs"], status_file=_path(given["status_file"]), metrics_file=_path(given["metrics_file"])
    )
    status = run(plan, when_ended=_print_end, when_waiting=waiting.show)
    click.echo(f"Stopped after {status.visits:,} visits, {status.new_posts:,} new posts.", err=True)
    sys.exit(0)


def _path(name: str | None) -> Path | None:
    return Path(name) if name else None


def _print_end(end: "HarvestEnd") -> None:
    from datetime import UTC, datetime

    moment = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
    if end.error is not None:
        text = message(str(end.error))
        line = text if end.address in text else f"{end.address}: {text}"
    elif end.report is not None:
        line = f"{summary(end.report)}"
    else:
        line = f"{end.address}: interrupted"
    click.echo(f"{moment}  {plain(line)}")


class _Waiting:
    """Says once what it waits for, and again when that changes."""

    def __init__(self) -> None:
        self._said = ""

    def show(self, status: "WatchStatus") -> None:
        """Nothing is due."""
        if status.trouble:
            line = f"No blog can be visited now: {plain(status.trouble)}."
        elif status.next_visit:
            line = f"Waiting for the next visit, {status.next_visit[:16].replace('T', ' ')} UTC."
        else:
            line = "Waiting: the archive holds no blog yet. Add one: blogforever harvest URL"
        if line != self._said:
            click.echo(line, err=True)
            self._said = line
