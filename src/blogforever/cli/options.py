"""Options and arguments that several commands share: the archive, files and pages, sizes, politeness."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from blogforever.cli.suggestions import remember_archive, this_command
from blogforever.errors import UnreadableFile

if TYPE_CHECKING:
    from blogforever.actions._files.saved_pages import PageFile, PageOnWeb


_WEB = ("http://", "https://")
_PAGES = (".html", ".htm", ".xhtml")
"""How the name of a page's file ends: behind "=" it is a file that does not exist, not part of the address."""


def file_name(_: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """The value of an option that names a file or a folder; an empty name and a web address are rejected."""
    if name == "":
        raise UnreadableFile(option.opts[0], "needs the name of a file", "Give one, or omit the option.")
    if name is not None:
        from blogforever.actions._files.file_io import refuse_web_address

        refuse_web_address(name, f"{option.opts[0]} needs a place on this computer")
    return name


def file_names(context: click.Context, option: click.Parameter, names: tuple[str, ...]) -> tuple[Path, ...]:
    """The same for an option that can be repeated."""
    return tuple(Path(name) for given in names if (name := file_name(context, option, given)))


def page_files(arguments: tuple[str, ...]) -> "list[PageFile]":
    """The files in the arguments, each with its address if one was given. Raises UnreadableFile for a web page."""
    from blogforever.actions._files.saved_pages import PageFile

    pages = given_pages(arguments)
    for page in pages:
        if not isinstance(page, PageFile):
            next_step = "Save the page as a file first, and write ADDRESS=FILE."
            raise UnreadableFile(page.address, "is a web address, but a file is needed here", next_step)
    return [page for page in pages if isinstance(page, PageFile)]


def given_pages(arguments: tuple[str, ...]) -> "list[PageFile | PageOnWeb]":
    """The files and web addresses in the arguments."""
    from blogforever.actions._files.saved_pages import PageFile, PageOnWeb, page_at

    pages: list[PageFile | PageOnWeb] = []
    for argument in arguments:
        address, file = _split(argument)
        if address is None:
            pages.append(PageFile(file=Path(file or argument)))
        else:
            pages.append(PageOnWeb(address=address) if file is None else page_at(address, file))
    return pages


def _split(argument: str) -> tuple[str | None, str | None]:
    """Address and file. An address may contain "=" itself: what follows it must be an existing file, or "-"."""
    if "://" not in argument or _is_file(argument):
        return None, argument
    place = len(argument)
    while (place := argument.rfind("=", 0, place)) > 0:
        address, file = argument[:place], argument[place + 1 :]
        if "://" in address and (file == "-" or _is_file(file)):
            return address, file
    address, sign, file = argument.rpartition("=")
    if argument.lower().startswith(_WEB) and (not sign or ("?" in address and not file.lower().endswith(_PAGES))):
        return argument, None
    return (address, file) if "://" in address else (None, argument)


def _is_file(name: str) -> bool:
    try:
        return name != "" and Path(name).exists()
    except (OSError, ValueError):  # a name that is too long, or with a NUL
        return False


_WRITTEN = re.compile(r"(?P<number>[0-9]{1,15}(?:\.[0-9]{1,3})?)\s*(?P<unit>[kKMGT]?)(?:i?B)?")
_UNITS = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


class Size(click.ParamType[int]):
    """A number of bytes; k, M, G and T are thousands, millions and so on."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes."""
        written = _WRITTEN.fullmatch(str(value).strip())
        number = round(float(written["number"]) * _UNITS[written["unit"]]) if written else 0
        if number < 1:
            self.fail(f"{value!r} is not a size. Write it like 500M or 2G.", param, ctx)
        return number


_Command = TypeVar("_Command", bound=Callable[..., Any])


def _archive_name(context: click.Context, option: click.Parameter, name: str | None) -> str | None:
    return remember_archive(context, option, file_name(context, option, name))


_ARCHIVE = click.option(
    "--archive",
    metavar="DIR",
    callback=_archive_name,
    help="The folder of the archive.  [default: $BLOGFOREVER_ARCHIVE, or ./blogforever-archive]",
)
_STORE = click.option(
    "--store",
    metavar="postgresql://…",
    callback=remember_archive,
    help="Keep the archive's database on this PostgreSQL server; captures and media stay in the folder.",
)


def archive_options(command: _Command) -> _Command:
    """Give the command the options `archive` and `store`."""
    return _ARCHIVE(_STORE(command))


def _date(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    from blogforever.actions.read_archive import is_date

    if value is not None and not is_date(value):
        raise click.BadParameter("write a year, a month or a day, such as 2010, 2010-03 or 2010-03-31.")
    return value


_FILTERS = (
    click.option("--since", metavar="DATE", callback=_date, help="Only posts from this year, month or day on."),
    click.option(
        "--until", metavar="DATE", callback=_date, help="Only posts up to and including this year, month or day."
    ),
    click.option("--tag", metavar="TAG", help="Only posts with this tag."),
    click.option("--author", metavar="NAME", help="Only posts by authors whose name contains NAME."),
    click.option("--language", metavar="CODE", help="Only posts in this language, such as en (ISO 639)."),
)


def filter_options(command: _Command) -> _Command:
    """Give the command the options `since`, `until`, `tag`, `author` and `language`."""
    for option in reversed(_FILTERS):
        command = option(command)
    return command


def check_period(since: str | None, until: str | None) -> None:
    """Raises UsageError if no post can be between the two dates."""
    from blogforever.actions.read_archive import is_later

    if since and until and is_later(since, until):
        problem = f"--since {since} is later than --until {until}, so no post can match."
        raise click.UsageError(f"{problem} The other way round: {this_command('--since', until, '--until', since)}")


class Seconds(click.FloatRange):
    """A duration in seconds. Python accepts "nan" as a number; this does not."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number of seconds."""
        number: float = super().convert(value, param, ctx)
        if number != number:  # noqa: PLR0124 - the one number that is not equal to itself
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return number


_SharedCommand = TypeVar("_SharedCommand", bound=Callable[..., Any])
_LONGEST = 86_400
_NOT_NEGATIVE = Seconds(min=0, max=_LONGEST)
_POSITIVE = Seconds(min=0, min_open=True, max=_LONGEST)

ignore_robots_option = click.option(
    "--ignore-robots", is_flag=True, help="Also fetch what robots.txt forbids. Use it only with permission."
)
_OPTIONS = (
    click.option(
        "--delay", type=_NOT_NEGATIVE, metavar="S",
        help="Seconds between two requests to the same host; overrides its robots.txt.  [default: 0.5, or a longer "
        "Crawl-delay in its robots.txt]",
    ),
    click.option(
        "--concurrency", type=click.IntRange(1, 64), default=2, show_default=True, metavar="N",
        help="Number of simultaneous connections to the same host.",
    ),
    click.option(
        "--timeout", type=_POSITIVE, default=60.0, show_default=True, metavar="S",
        help="Seconds to wait for a page; media files may take ten times as long.",
    ),
    ignore_robots_option,
    click.option(
        "--contact", metavar="TEXT",
        help="A web or e-mail address where the blog's owner can reach you, stated in every request.  [default: "
        "$BLOGFOREVER_CONTACT, or what you answered when you were asked]",
    ),
)  # fmt: skip


def harvest_options(command: _SharedCommand) -> _SharedCommand:
    """Give the command the options `delay`, `concurrency`, `timeout`, `ignore_robots` and `contact`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
