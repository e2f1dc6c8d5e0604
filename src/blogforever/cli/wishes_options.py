"""How a blog is asked: the options that `harvest` and `probe` share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click


class Seconds(click.FloatRange):
    """A span of time; "nan" is a number to Python, but not to us."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, if it is one."""
        number: float = super().convert(value, param, ctx)
        if number != number:  # noqa: PLR0124 - the one number that is not equal to itself
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return number


_Command = TypeVar("_Command", bound=Callable[..., Any])
_LONGEST = 86_400
_NOT_NEGATIVE = Seconds(min=0, max=_LONGEST)
_POSITIVE = Seconds(min=0, min_open=True, max=_LONGEST)

_OPTIONS = (
    click.option(
        "--delay", type=_NOT_NEGATIVE, metavar="S",
        help="Seconds between two requests to one host, whatever its robots.txt asks for.  [default: 0.5, or a longer "
        "Crawl-delay of its robots.txt]",
    ),
    click.option(
        "--concurrency", type=click.IntRange(1, 64), default=2, show_default=True, metavar="N",
        help="Connections to one host.",
    ),
    click.option(
        "--timeout", type=_POSITIVE, default=60.0, show_default=True, metavar="S",
        help="Seconds to wait for a page; a media file may take ten times as long.",
    ),
    click.option("--ignore-robots", is_flag=True, help="Fetch what robots.txt forbids too. Only where you may."),
    click.option(
        "--contact", metavar="TEXT",
        help="An address or e-mail that requests name for the blog's owner; else $BLOGFOREVER_CONTACT.",
    ),
)  # fmt: skip


def wishes_options(command: _Command) -> _Command:
    """Give the command the options `delay`, `concurrency`, `timeout`, `ignore_robots` and `contact`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
