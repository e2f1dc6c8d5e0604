"""`blogforever rebuild`: the database, made anew from the captures."""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from blogforever.cli.archive_options import archive_options

if TYPE_CHECKING:
    from blogforever.actions.rebuild import Compared, Rebuilt

_MOST_NAMED = 10
_INVALID, _INTERRUPTED = 6, 130


@click.command()
@archive_options
@click.option(
    "--replace", "replace_old", is_flag=True,
    help="Put the new database in the place of the old one, which is set aside under another name.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def rebuild(*, archive: str | None, store: str | None, replace_old: bool, as_json: bool) -> None:
    """Make the database anew from the WARC files alone, and compare it with the old one.

    Blogs, posts with their versions, comments, media and the ledger come back as far as the captures tell of them;
    media files that are missing are written again. What was harvested with --no-warc is in no capture. Nothing is
    fetched. Where there is no database, the new one takes its place; else it is a file beside it, unless --replace is
    given. It stays beside the old one where captures are damaged (exit code 6), or where the old one has posts that no
    capture tells of.
    """
    from blogforever.actions.archive_place import archive_place
    from blogforever.actions.rebuild import rebuild as run
    from blogforever.cli.progress import watching

    try:
        with watching() as watch:
            rebuilt = run(archive_place(archive), store, replace_old=replace_old, watch=watch)
    except KeyboardInterrupt:
        from blogforever.cli.output import warn

        warn("interrupted; the archive is as it was")
        sys.exit(_INTERRUPTED)
    if as_json:
        click.echo(json.dumps(asdict(rebuilt), ensure_ascii=True, indent=2))
    else:
        _print(rebuilt)
    sys.exit(_INVALID if rebuilt.problems else 0)


def _print(rebuilt: "Rebuilt") -> None:
    from blogforever.cli.output import warn
    from blogforever.cli.terminal_text import plain
    from blogforever.cli.words import count

    held = ", ".join(
        [
            count(rebuilt.blogs, "blog"), count(rebuilt.posts, "post"), count(rebuilt.comments, "comment"),
            count(rebuilt.harvests, "harvest"),
        ]
    )  # fmt: skip
    click.echo(f"{plain(rebuilt.database)}: {held}.")
    for problem in (*rebuilt.problems, *rebuilt.notes):
        warn(plain(problem))
    if rebuilt.compared is not None:
        _print_comparison(rebuilt.compared)
    if rebuilt.set_aside:
        click.echo(f"The old database is kept as {plain(rebuilt.set_aside)}.")
    elif not rebuilt.is_in_place:
        if rebuilt.compared is not None:
            click.echo("The old database is as it was.")
        objection = rebuilt.objection
        advice = f"look at it first ({objection}); then put it in its place yourself" if objection else "say --replace"
        click.echo(f"To use the new one, {advice}.")


def _print_comparison(compared: "Compared") -> None:
    from blogforever.cli.terminal_text import plain
    from blogforever.cli.words import count

    if compared.problem:
        click.echo(f"The old database could not be compared: {plain(compared.problem)}.")
        return
    if compared.is_same:
        click.echo(f"The old database says the same of all {count(compared.same, 'post')}.")
        return
    for title, addresses in (
        ("only in the old database", compared.only_before),
        ("only in the new one", compared.only_now),
        ("different", compared.different),
    ):
        if addresses:
            click.echo(f"{count(len(addresses), 'post')} {title}:")
            for address in addresses[:_MOST_NAMED]:
                click.echo(f"  {plain(address)}")
            if len(addresses) > _MOST_NAMED:
                click.echo(f"  … and {len(addresses) - _MOST_NAMED:,} more")
