"""Messages on a terminal are wrapped at words; a command to copy stays on one line, whatever its length."""

import re
import shutil
import sys
import textwrap

_COMMAND = re.compile(r"`[^`\n]+`|(?<=: )blogforever [a-z].*$", re.MULTILINE)
_HELD = "\ue000"
"""Stands for a space inside a command while the lines are filled; no text from outside is wrapped here with it."""
_NARROWEST = 40


def wrapped(text: str, *, width: int | None = None) -> str:
    """The text as it is shown on stderr: in lines of the terminal's width there, unchanged elsewhere."""
    if width is None:
        if sys.stderr is None or not sys.stderr.isatty():
            return text
        width = shutil.get_terminal_size().columns
    return "\n".join(_wrap(line, max(width, _NARROWEST)) for line in text.split("\n"))


def _wrap(line: str, width: int) -> str:
    held = _COMMAND.sub(lambda command: command.group().replace(" ", _HELD), line.replace(_HELD, " "))
    indent = " " * (len(line) - len(line.lstrip()))
    lines = textwrap.wrap(
        held, width, break_long_words=False, break_on_hyphens=False, initial_indent="", subsequent_indent=indent
    )
    return "\n".join(lines).replace(_HELD, " ")
