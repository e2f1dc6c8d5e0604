"""What the command line names: files, and each PAGE as a file or ADDRESS=FILE."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from blogforever.errors import UnreadableFile

if TYPE_CHECKING:
    from blogforever.actions.pages import PageFile


def file_name(_: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """The file that an option names; an empty name is refused."""
    if name == "":
        raise UnreadableFile(option.opts[0], "names no file", "Give the name of a file, or leave the option out.")
    return name


def page_files(arguments: tuple[str, ...]) -> "list[PageFile]":
    """The files that were named, each with its address where one was given."""
    from blogforever.actions.pages import PageFile, page_at

    named = [_split(argument) for argument in arguments]
    return [PageFile(file=Path(file)) if address is None else page_at(address, file) for address, file in named]


def _split(argument: str) -> tuple[str | None, str]:
    """Address and file. Addresses may hold "=" themselves: what follows it must be a file that exists."""
    if "://" not in argument or _is_file(argument):
        return None, argument
    place = len(argument)
    while (place := argument.rfind("=", 0, place)) > 0:
        address, file = argument[:place], argument[place + 1 :]
        if "://" in address and _is_file(file):
            return address, file
    address, _, file = argument.rpartition("=")
    return (address, file) if "://" in address else (None, argument)


def _is_file(name: str) -> bool:
    try:
        return name != "" and Path(name).exists()
    except (OSError, ValueError):  # a name that is too long, or with a NUL
        return False
