"""--archive and --store: which archive a command works on."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from blogforever.cli.page_arguments import file_name

_Command = TypeVar("_Command", bound=Callable[..., Any])

_ARCHIVE = click.option(
    "--archive",
    metavar="DIR",
    callback=file_name,
    help="The archive's folder; else $BLOGFOREVER_ARCHIVE, else ./blogforever-archive.",
)
_STORE = click.option(
    "--store",
    metavar="postgresql://…",
    help="A PostgreSQL server for the archive's database; media stay in the folder.",
)


def archive_options(command: _Command) -> _Command:
    """Give the command the options `archive` and `store`."""
    return _ARCHIVE(_STORE(command))
