"""Commands that messages suggest: they name the archive as the user did, so that they can be copied and run."""

import re
import shlex
from collections.abc import Mapping
from typing import Any

import click

_SUGGESTED = re.compile(
    r"\bblogforever (?:blogs merge|blogs|posts|show|search|ledger|why|include|exclude|rules|export|reextract|verify"
    r"|rebuild|harvest)\b"
    r"(?! --(?:archive|store|feed)\b)"
)
_SERVER = "postgresql://…"


def remember_archive(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The value of --archive or --store, remembered for the commands that are suggested later."""
    if isinstance(context.obj, dict) and value:
        context.obj[option.name] = value
    return value


def archive_arguments(given: Mapping[str, Any] | None = None) -> str:
    """The options that name the archive, with a space before them; empty if the user gave none.

    An address of a server may contain a password, which is not repeated.
    """
    if given is None:
        context = click.get_current_context(silent=True)
        given = context.obj if context is not None and isinstance(context.obj, dict) else {}
    archive = f" --archive {shlex.quote(given['archive'])}" if given.get("archive") else ""
    return archive + (f" --store {_SERVER}" if given.get("store") else "")


def with_archive(text: str, given: Mapping[str, Any] | None = None) -> str:
    """The text, with the archive named in each command that it suggests."""
    arguments = archive_arguments(given)
    return _SUGGESTED.sub(lambda command: command.group() + arguments, text) if arguments else text
