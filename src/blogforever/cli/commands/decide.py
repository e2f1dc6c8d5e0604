"""`blogforever include` and `exclude`: a person decides what is a post of a blog."""

from typing import TYPE_CHECKING

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.options import archive_options
from blogforever.cli.terminal_text import json_line, plain

if TYPE_CHECKING:
    from blogforever.actions.curate.decide import DecisionEnd

_REASON = click.option("--reason", metavar="TEXT", default="", help="Why; kept beside the decision.")
_BLOG = click.option(
    "--blog",
    metavar="BLOG",
    help="The blog that the address belongs to, by number, address, host or title; needed if no harvest has seen the "
    "address, or several blogs have.",
    shell_complete=complete_blog,
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print the decision as a JSON object.")


@click.command(short_help="Decide that an address is a post.")
@click.argument("address")
@_REASON
@_BLOG
@_JSON
@archive_options
def include(
    *, address: str, reason: str, blog: str | None, as_json: bool, archive: str | None, store: str | None
) -> None:
    """Decide that ADDRESS is a post of its blog, whatever a harvest makes of it.

    If its page was captured, the blog's posts are extracted again at once, and this one is among them. Otherwise the
    next harvest fetches it. The decision is kept with its date and reason, and holds for every later harvest.
    """
    from blogforever.actions._archive import archive_folder
    from blogforever.actions.curate.decide import include as run
    from blogforever.cli.progress.watching import watching

    with watching() as watch:
        end = run(archive_folder(archive), store, address, reason=reason, blog=blog, watch=watch.show)
    _print(end, as_json=as_json)


@click.command(short_help="Decide that an address is not a post.")
@click.argument("address")
@_REASON
@_BLOG
@_JSON
@archive_options
def exclude(
    *, address: str, reason: str, blog: str | None, as_json: bool, archive: str | None, store: str | None
) -> None:
    """Decide that ADDRESS is not a post of its blog, whatever a harvest makes of it.

    It is no longer listed, found or exported. Nothing is deleted: its page, its versions and its comments stay in the
    archive, and `blogforever include` brings it back. The decision is kept with its date and reason, and holds for
    every later harvest.
    """
    from blogforever.actions._archive import archive_folder
    from blogforever.actions.curate.decide import exclude as run

    _print(run(archive_folder(archive), store, address, reason=reason, blog=blog), as_json=as_json)


def _print(end: "DecisionEnd", *, as_json: bool) -> None:
    from blogforever.actions.curate.decide import decision_record

    if as_json:
        click.echo(json_line(decision_record(end)).encode())
    else:
        click.echo(f"{plain(end.decision.address)}: {end.effect.value} ({plain(end.blog)}).")
