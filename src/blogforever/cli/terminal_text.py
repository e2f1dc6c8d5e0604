"""Makes text from the web safe for a terminal: no title can move the cursor or change colours."""

import json
import re
import sys
from typing import Any

import click

from blogforever.cli.suggestions import with_archive
from blogforever.cli.wrapping import wrapped
from blogforever.model.secrets import without_secrets

_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]+")
"""Control characters, line ends, changes of writing direction, and lone surrogates."""
_HARMFUL_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


def plain(text: str) -> str:
    """The text in one line, with a space in place of anything that a terminal would act on."""
    return _HARMFUL.sub(" ", text).strip()


def plain_lines(text: str) -> str:
    """The same for text with several lines."""
    return "\n".join(_HARMFUL.sub(" ", line) for line in text.split("\n"))


def message(text: str) -> str:
    """An error message, made safe: it may contain text from the web, or a password."""
    return with_archive(plain_lines(without_secrets(text)))


def warn(text: str) -> None:
    """Print a message on stderr: one line, which a terminal shows wrapped at words."""
    click.echo(wrapped(f"blogforever: {message(text)}"), err=True)


def say_at_once(text: str) -> None:
    """A first sign of life on a terminal; whatever is printed next takes its place."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"{text}\r")
        sys.stderr.flush()


def json_line(record: dict[str, Any]) -> str:
    """The record as one line of JSON; what a terminal would act on is escaped, so that it reads back the same."""
    return escaped_json(json.dumps(record, ensure_ascii=False))


def json_block(value: dict[str, Any]) -> str:
    """The same on several lines."""
    return escaped_json(json.dumps(value, ensure_ascii=False, indent=2))


def escaped_json(text: str) -> str:
    """JSON text with escapes for what a terminal would act on."""
    return _HARMFUL_IN_JSON.sub(lambda character: f"\\u{ord(character.group()):04x}", text)


def count(number: int, thing: str) -> str:
    """A number of things: "1 post", "1,200 posts"."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def size(number: int) -> str:
    """A number of bytes: "312 bytes", "45 kB", "1.3 MB"."""
    if number < 1_000:
        return count(number, "byte")
    value, unit = number / 1_000, "kB"
    for larger in ("MB", "GB", "TB"):
        if value < 1_000:
            break
        value, unit = value / 1_000, larger
    return f"{value:.1f} {unit}" if unit != "kB" and value < 10 else f"{value:.0f} {unit}"


def duration(seconds: float) -> str:
    """A duration: "3 s", "1 min 20 s", "2 h 5 min"."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    if minutes:
        return f"{minutes} min {whole % 60} s" if whole % 60 else f"{minutes} min"
    return f"{whole} s"
