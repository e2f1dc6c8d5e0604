"""Whom the owner of a blog can write to: stated with every request, asked for once, and kept for this user.

The answer is a line in a file of the user's own: it holds for all archives, and is not copied along with one.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from blogforever.actions._crawl.blog_lists import ListedBlog
from blogforever.actions._crawl.inputs import start_address
from blogforever.actions._crawl.reachability import is_private_host
from blogforever.actions._files.file_io import write_text
from blogforever.errors import BadAddress, UnreadableFile

CONTACT_VARIABLE = "BLOGFOREVER_CONTACT"
_LONGEST = 200


def contact(option: str | None) -> str | None:
    """The contact to state: the option, else the variable, else what the user once answered; None for none."""
    return option or os.environ.get(CONTACT_VARIABLE) or _read_answer() or None


def should_ask(option: str | None, addresses: Iterable[str | ListedBlog]) -> bool:
    """True if no contact is known, the user was never asked, and one of the blogs is on the public web."""
    if contact(option) or _read_answer() is not None:
        return False
    written = (one.address if isinstance(one, ListedBlog) else one for one in addresses)
    return any(_is_public(address) for address in written)


def keep_answer(answer: str) -> Path:
    """Keep the user's answer, an empty one too, for all later harvests. Raises UnreadableFile."""
    file = contact_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnreadableFile(str(file), "cannot be written", f"Set {CONTACT_VARIABLE} instead.") from error
    write_text(file, f"{answer.strip()[:_LONGEST]}\n")
    return file


def contact_file() -> Path:
    """Where the answer is kept: ~/.config/blogforever/contact."""
    folder = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(folder).expanduser() / "blogforever" / "contact"


def _read_answer() -> str | None:
    """None if the user was never asked."""
    try:
        with contact_file().open(encoding="utf-8", errors="replace") as file:
            return file.readline(_LONGEST).strip()
    except (OSError, RuntimeError):  # there is none; a user without a home
        return None


def _is_public(written: str) -> bool:
    try:
        return not is_private_host(start_address(written))
    except BadAddress:
        return False
