"""Asks once, on a terminal, whom the owners of blogs can write to. A script is never asked."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from blogforever.cli.terminal_text import warn

if TYPE_CHECKING:
    from blogforever.actions._crawl.blog_lists import ListedBlog

_WHY = (
    "every request can state a web or e-mail address, so that the owner of a blog can reach you instead of blocking "
    "you. It is asked for once; --contact states another one."
)


def ask_for_contact(option: str | None, addresses: "Iterable[str | ListedBlog]") -> None:
    """Ask for a contact and keep the answer, unless one is known or nobody is there to answer."""
    from blogforever.actions._crawl.contact import keep_answer, should_ask
    from blogforever.errors import UnreadableFile

    if not (sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty()):
        return
    if not should_ask(option, addresses):
        return
    warn(_WHY)
    answer = click.prompt("Your address (Enter for none)", default="", show_default=False, err=True)
    try:
        warn(f"kept in {keep_answer(answer)}")
    except UnreadableFile as error:
        warn(str(error))
