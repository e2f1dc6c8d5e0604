"""Commands that messages suggest, as the user would type them: with the archive and the options that were given."""

import re
import shlex
import sys
from collections.abc import Mapping
from typing import Any

import click

from blogforever.model.secrets import secrets_in, without_secrets

_AGAIN = re.compile(r"\brun the same command with (--ignore-robots|--render auto|--max-pages [0-9]+)")
"""Only what our own messages say: text from the web must not choose an option."""


def remember_archive(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The value of --archive or --store, remembered for the commands that are suggested later."""
    if isinstance(context.obj, dict) and value:
        context.obj[option.name] = value
    return value


def archive_arguments(given: Mapping[str, Any] | None = None) -> str:
    """The options that name the archive, with a space before them; empty if the user gave none."""
    archive, store = _place(given)
    if not (archive or store):
        return ""
    from blogforever.actions import _archive

    return _archive.archive_arguments(archive, store)


def with_archive(text: str, given: Mapping[str, Any] | None = None) -> str:
    """The text, with the archive named in each command that it suggests, and what was typed for "the same command"."""
    whole = _AGAIN.sub(lambda again: f"run: {this_command(*again.group(1).split())}", text)
    archive, store = _place(given)
    if not (archive or store):
        return whole
    from blogforever.actions._archive import name_archive

    return name_archive(whole, archive, store)


def this_command(*more: str) -> str:
    """What the user typed, with more options, which take the place of the same ones that were typed."""
    typed = iter(sys.argv[1:])
    kept = []
    for word in typed:
        option = word.partition("=")[0]
        if not (option.startswith("--") and option in more):
            kept.append(_without_password(word))
        elif option == word and _has_value(option, more):
            next(typed, None)
    return shlex.join(["blogforever", *kept, *more])


def _has_value(option: str, options: tuple[str, ...]) -> bool:
    after = options[options.index(option) + 1 :]
    return bool(after) and not after[0].startswith("--")


def _without_password(word: str) -> str:
    is_server = "://" in word and not word.lower().startswith(("http:", "https:", "feed:"))
    return without_secrets(word, secrets_in(word)) if is_server else without_secrets(word)


def _place(given: Mapping[str, Any] | None) -> tuple[str | None, str | None]:
    if given is None:
        context = click.get_current_context(silent=True)
        given = context.obj if context is not None and isinstance(context.obj, dict) else {}
    return given.get("archive"), given.get("store")
