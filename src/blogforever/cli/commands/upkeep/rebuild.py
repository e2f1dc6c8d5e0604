"""`blogforever rebuild`: rebuilds the database from the captures."""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from blogforever.cli.options import archive_options

if TYPE_CHECKING:
    from blogforever.actions.upkeep.rebuild import Comparison, RebuildResult

_MOST_NAMED = 10
_INVALID, _INTERRUPTED = 6, 130


@click.command(short_help="Rebuild the database from the WARC files.")
@archive_options
@click.option(
    "--replace", "replace_old", is_flag=True,
    help="Replace the old database, which is kept under another name.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def rebuild(*, archive: str | None, store: str | None, replace_old: bool, as_json: bool) -> None:
    """Rebuild the database from the WARC files alone, and compare it with the old one.

    Blogs, posts with their versions, comments, media and the ledger are restored as far as they are in the captures;
    missing media files are written again. What was harvested with --no-warc is lost. Nothing is fetched.

    If there is no database, the new one becomes the archive's database. Otherwise it is written beside the old one,
    unless --replace is given. It never replaces the old one if captures are damaged (exit code 6), or if the old one
    has posts that are in no capture.
    """
    from blogforever.actions._archive import archive_folder
    from blogforever.actions.upkeep.rebuild import rebuild as run
    from blogforever.cli.progress.watching import watching

    try:
        with watching() as watch:
            result = run(archive_folder(archive), store, replace_old=replace_old, watch=watch.show)
    except KeyboardInterrupt:
        from blogforever.cli.terminal_text import warn

        warn("interrupted; the archive is unchanged")
        sys.exit(_INTERRUPTED)
    if as_json:
        click.echo(json.dumps(asdict(result), ensure_ascii=True, indent=2))
    else:
        _print(result)
    sys.exit(_INVALID if result.problems else 0)


def _print(result: "RebuildResult") -> None:
    from blogforever.cli.suggestions import this_command
    from blogforever.cli.terminal_text import count, plain, warn

    contents = ", ".join(
        [
            count(result.blogs, "blog"), count(result.posts, "post"), count(result.comments, "comment"),
            count(result.harvests, "harvest"),
        ]
    )  # fmt: skip
    click.echo(f"{plain(result.database)}: {contents}.")
    for problem in (*result.problems, *result.notes):
        warn(plain(problem))
    if result.compared is not None:
        _print_comparison(result.compared)
    if result.set_aside:
        click.echo(f"The old database is kept as {plain(result.set_aside)}.")
    elif not result.is_in_place:
        if result.compared is not None:
            click.echo("The old database is unchanged.")
        if result.objection:
            click.echo(f"To use the new one, check it first ({result.objection}), then move it into place yourself.")
        else:
            click.echo(f"To use the new one: {this_command('--replace')}")


def _print_comparison(comparison: "Comparison") -> None:
    from blogforever.cli.terminal_text import count, plain

    if comparison.problem:
        click.echo(f"The old database could not be compared: {plain(comparison.problem)}.")
        return
    if comparison.is_same:
        click.echo(f"The old database holds the same: {count(comparison.same, 'post')}.")
        return
    for title, addresses in (
        ("only in the old database", comparison.only_before),
        ("only in the new database", comparison.only_now),
        ("different", comparison.different),
    ):
        if addresses:
            click.echo(f"{count(len(addresses), 'post')} {title}:")
            for address in addresses[:_MOST_NAMED]:
                click.echo(f"  {plain(address)}")
            if len(addresses) > _MOST_NAMED:
                click.echo(f"  … and {len(addresses) - _MOST_NAMED:,} more")
