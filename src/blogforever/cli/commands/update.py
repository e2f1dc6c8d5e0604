"""`blogforever update`: the cheap visit to blogs that the archive holds."""

import sys
from typing import Any

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.commands.harvest import print_ends, printable
from blogforever.cli.contact_question import ask_for_contact
from blogforever.cli.options import archive_options, harvest_options
from blogforever.cli.suggestions import archive_arguments
from blogforever.cli.terminal_text import say_at_once


@click.command(short_help="Keep what is new on blogs of the archive.")
@click.argument("blogs", metavar="[BLOG]…", nargs=-1, shell_complete=complete_blog)
@archive_options
@click.option("--all", "everything", is_flag=True, help="Update all blogs of the archive.")
@click.option("--due", is_flag=True, help="Update the blogs whose next visit is due; `blogs` shows when that is.")
@click.option(
    "--thorough", is_flag=True,
    help="Look through the blog's list of all posts, too, for changes to old ones; else that is done once a day.",
)  # fmt: skip
@harvest_options
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, metavar="N",
    help="Number of blogs to update at the same time.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the reports as one JSON object.")
def update(blogs: tuple[str, ...], *, everything: bool, due: bool, **given: Any) -> None:
    """Keep what is new, and what changed, on blogs that were harvested before.

    An update asks the blog's feeds, and fetches only the posts that they call new or changed, and old posts now and
    then. If more was published than the feed holds, it looks for the rest; if it cannot find it, it harvests the whole
    blog. What it keeps (media, WARC files, rendered pages) is as with the last harvest of the blog.

    BLOG is the blog's number, address, host, title, or a part of one that fits no other blog.
    """
    if bool(blogs) + everything + due != 1:
        raise click.UsageError("Give the blogs to update, or --all for all blogs, or --due for those that are due.")
    say_at_once("Starting the update …")
    from blogforever.actions._archive import archive_folder
    from blogforever.actions.harvest import HarvestJob, exit_code
    from blogforever.actions.update import UpdateOptions
    from blogforever.actions.update import due as list_due
    from blogforever.actions.update import update as run
    from blogforever.cli.progress.watching import watching
    from blogforever.cli.terminal_text import json_block
    from blogforever.model.harvest import HarvestOptions

    job = HarvestJob(
        archive=archive_folder(given["archive"]), store=given["store"], options=HarvestOptions(contact=given["contact"])
    )
    wanted = UpdateOptions(thorough=given["thorough"], **_asked(given))
    chosen = list_due(job) if due else list(blogs)
    if due and not chosen:
        click.echo("Nothing is due.", err=True)
        sys.exit(0)
    ask_for_contact(given["contact"], chosen)
    with watching() as watcher:
        ends = run(
            chosen, job, wanted, jobs=given["jobs"], watch=watcher.show, when_planned=watcher.plan,
            when_ended=watcher.end,
        )  # fmt: skip
    code = exit_code(ends)
    if given["as_json"]:
        click.echo(json_block({"updates": [printable(end) for end in ends], "exit_code": code}))
    print_ends(ends, only_errors=given["as_json"], archive_arguments=archive_arguments(given))
    sys.exit(code)


def _asked(given: dict[str, Any]) -> dict[str, Any]:
    """The options that were given on the command line, and not left at their defaults."""
    context = click.get_current_context()
    names = ("delay", "concurrency", "timeout")
    asked = {name: given[name] for name in names if context.get_parameter_source(name) is _GIVEN}
    return asked | ({"obey_robots": False} if given["ignore_robots"] else {})


_GIVEN = click.core.ParameterSource.COMMANDLINE
