"""PAGE on the command line: a file, or ADDRESS=FILE."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blogforever.actions.pages import PageFile


def page_files(arguments: tuple[str, ...]) -> "list[PageFile]":
    """The files that were named, each with its address where one was given."""
    from blogforever.actions.pages import PageFile

    named = [_split(argument) for argument in arguments]
    return [PageFile(file=Path(file), address=address) for address, file in named]


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
        return Path(name).exists()
    except (OSError, ValueError):  # a name that is too long, or with a NUL
        return False
