"""`blogforever reextract`: what is stored, read again with the rules of today."""

import sys
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.archive_options import archive_options
from blogforever.cli.terminal_text import json_block, message, plain

if TYPE_CHECKING:
    from blogforever.actions.reextract import Reread

_INTERRUPTED = 130


@click.command()
@click.argument("blogs", metavar="[BLOG…]", nargs=-1)
@archive_options
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def reextract(blogs: tuple[str, ...], *, archive: str | None, store: str | None, as_json: bool) -> None:
    """Read the captured pages of each BLOG again (all blogs if none is named), without fetching anything.

    A post gets a new version only where it says something else now; one that is not found any more keeps its last.
    """
    from blogforever.actions.archive_place import archive_place
    from blogforever.actions.reextract import reextract as run
    from blogforever.cli.progress import watching

    with watching() as watch:
        ends = run(blogs, archive=archive_place(archive), store=store, watch=watch)
    if as_json:
        click.echo(json_block({"blogs": [_printable(end) for end in ends]}))
    _print(ends, only_errors=as_json)
    sys.exit(max((_exit_code(end) for end in ends), default=0))


def _print(ends: "tuple[Reread, ...]", *, only_errors: bool) -> None:
    from blogforever.cli.output import warn
    from blogforever.cli.words import count

    for end in ends:
        if end.error is not None:
            warn(str(end.error))
        elif end.is_interrupted:
            warn(f"{end.blog}: interrupted; the same command begins again")
        elif not only_errors:
            numbers = f"{len(end.changed)} changed, {len(end.appeared)} appeared, {len(end.vanished)} vanished"
            click.echo(f"{count(end.posts, 'post')} read again from {plain(end.blog)}: {numbers}.")


def _printable(end: "Reread") -> dict[str, Any]:
    error = {"problem": message(end.error.problem), "next_step": message(end.error.next_step)} if end.error else None
    return {
        "blog": end.blog, "posts": end.posts, "changed": end.changed, "appeared": end.appeared,
        "vanished": end.vanished, "is_interrupted": end.is_interrupted, "error": error,
    }  # fmt: skip


def _exit_code(end: "Reread") -> int:
    if end.error is not None:
        return end.error.exit_code
    return _INTERRUPTED if end.is_interrupted else 0
