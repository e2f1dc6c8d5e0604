"""`blogforever reextract`: extracts the posts of captured pages again."""

import sys
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.options import archive_options
from blogforever.cli.terminal_text import json_block, message, plain

if TYPE_CHECKING:
    from blogforever.actions.upkeep.reextract import ReextractEnd

_INTERRUPTED = 130


@click.command(short_help="Extract posts again from captured pages.")
@click.argument("blogs", metavar="[BLOG…]", nargs=-1, shell_complete=complete_blog)
@archive_options
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def reextract(blogs: tuple[str, ...], *, archive: str | None, store: str | None, as_json: bool) -> None:
    """Extract the posts of each BLOG, or of all blogs, again from the captured pages. Nothing is fetched.

    A post gets a new version only if its content is different now. A post that is no longer found keeps its last
    version.

    BLOG is its number, address, host or title, or a part of these (see `blogforever blogs`).
    """
    from blogforever.actions._archive import archive_folder
    from blogforever.actions.upkeep.reextract import reextract as run
    from blogforever.cli.progress.watching import watching

    with watching() as watch:
        ends = run(blogs, archive=archive_folder(archive), store=store, watch=watch.show)
    if as_json:
        click.echo(json_block({"blogs": [_printable(end) for end in ends]}))
    _print(ends, only_errors=as_json)
    sys.exit(max((_exit_code(end) for end in ends), default=0))


def _print(ends: "tuple[ReextractEnd, ...]", *, only_errors: bool) -> None:
    from blogforever.cli.terminal_text import count, warn

    for end in ends:
        if end.error is not None:
            warn(str(end.error))
        elif end.is_interrupted:
            warn(f"{end.blog}: interrupted. Run the same command to start again.")
        elif not only_errors:
            numbers = f"{len(end.changed)} changed, {len(end.appeared)} new, {len(end.vanished)} no longer found"
            click.echo(f"{count(end.posts, 'post')} extracted again from {plain(end.blog)}: {numbers}.")


def _printable(end: "ReextractEnd") -> dict[str, Any]:
    error = {"problem": message(end.error.problem), "next_step": message(end.error.next_step)} if end.error else None
    return {
        "blog": end.blog, "posts": end.posts, "changed": end.changed, "appeared": end.appeared,
        "vanished": end.vanished, "is_interrupted": end.is_interrupted, "error": error,
    }  # fmt: skip


def _exit_code(end: "ReextractEnd") -> int:
    if end.error is not None:
        return end.error.exit_code
    return _INTERRUPTED if end.is_interrupted else 0
