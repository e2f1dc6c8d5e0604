"""`blogforever harvest`: whole blogs into the archive."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.archive_options import archive_options
from blogforever.cli.sizes import Size
from blogforever.cli.wishes_options import wishes_options
from blogforever.model.harvest import Render

if TYPE_CHECKING:
    from blogforever.actions.harvest import Order


@click.command()
@click.argument("blogs", metavar="URL…", nargs=-1)
@archive_options
@click.option("--max-pages", type=click.IntRange(min=1), metavar="N", help="Fetch at most N pages; media do not count.")
@click.option(
    "--max-time",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Stop after S seconds; each blog has S.",
)
@click.option(
    "--max-size", type=Size(), metavar="SIZE",
    help="Stop when the WARC files and media of the harvest have this size: 500M, 2G. Each blog has as much.",
)  # fmt: skip
@wishes_options
@click.option(
    "--respect-noarchive", is_flag=True, help="Leave out pages that ask not to be archived (noarchive, none)."
)
@click.option("--media/--no-media", default=True, help="Keep the pictures, sounds and films of posts.  [default: yes]")
@click.option("--warc/--no-warc", default=True, help="Keep the pages as they came, too.  [default: yes]")
@click.option(
    "--render",
    type=click.Choice([one.value for one in Render]),
    default=Render.AUTO.value,
    show_default=True,
    help="Show pages to a browser before they are read: auto for those that need it.",
)
@click.option("--screenshots/--no-screenshots", help="Keep a picture of every post's page.  [default: no]")
@click.option(
    "--browser", metavar="PATH", help="The browser to render with; else $BLOGFOREVER_BROWSER, else any found."
)
@click.option(
    "--from-warc", "warcs", metavar="FILE", multiple=True, type=click.Path(path_type=Path),
    help="Read these WARC or ARC files instead of the network; URL may be left out.",
)  # fmt: skip
@click.option("--opml", metavar="FILE", multiple=True, help="Also the blogs of a feed reader's OPML file.")
@click.option(
    "--list", "lists", metavar="FILE", multiple=True, help="Also the blogs of a text file, one address a line."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, metavar="N", help="Blogs at a time.")
@click.option("--json", "as_json", is_flag=True, help="Print the reports as one JSON object.")
def harvest(blogs: tuple[str, ...], **options: Any) -> None:
    """Keep every post of each blog: records, media and the original pages.

    The same command again goes on where a harvest was stopped, and looks for what is new where it was not. The first
    Ctrl-C finishes what is in flight and saves, the second stops at once.

    A browser that is named, or that every page needs (--render always, --screenshots), must be there: else the exit
    code is 7, and nobody is asked. Without any browser --render auto does what it can.

    With several blogs the exit code is 0 if all are done; else the first of these that happened: 130 interrupted,
    6 archive, 1 unexpected, 7 browser, 4 unreachable, 3 not a blog, 2 usage, 5 a limit.
    """
    from blogforever.actions.harvest import exit_code
    from blogforever.actions.harvest import harvest as run
    from blogforever.cli.harvest_output import print_ends, printable
    from blogforever.cli.progress import watching
    from blogforever.cli.terminal_text import json_block

    order, addresses = _order(blogs, options)
    with watching() as watch:
        ends = run(addresses, order, jobs=options["jobs"], watch=watch)
    code = exit_code(ends)
    if options["as_json"]:
        whole = {"harvests": [printable(end) for end in ends], "exit_code": code}
        click.echo(json_block(whole))
    print_ends(ends, only_errors=options["as_json"], place=_place(options))
    sys.exit(code)


def _place(options: dict[str, Any]) -> str:
    """The options that name the archive, for the next command; a password is not repeated."""
    archive = f" --archive {shlex.quote(options['archive'])}" if options["archive"] else ""
    return archive + (" --store postgresql://…" if options["store"] else "")


def _order(blogs: tuple[str, ...], options: dict[str, Any]) -> "tuple[Order, list[str]]":
    from blogforever.actions.archive_place import archive_place
    from blogforever.actions.blog_list import read_list, read_opml
    from blogforever.actions.harvest import Order
    from blogforever.model.harvest import Wishes

    warcs = list(options["warcs"])
    addresses: list[str] = []
    for blog in blogs:  # the shell makes many names of --from-warc *.warc.gz
        if warcs and "://" not in blog and Path(blog).is_file():
            warcs.append(Path(blog))
        else:
            addresses.append(blog)
    for file in options["lists"]:
        addresses += read_list(file)
    for file in options["opml"]:
        addresses += read_opml(file)
    if not addresses and not warcs:
        raise click.UsageError("No blog is named: give its address, such as https://blog.example.org/.")
    wishes = Wishes(
        max_pages=options["max_pages"], max_time=options["max_time"], max_size=options["max_size"],
        delay=options["delay"],
        concurrency=options["concurrency"], timeout=options["timeout"], obey_robots=not options["ignore_robots"],
        respect_noarchive=options["respect_noarchive"], media=options["media"], warc=options["warc"],
        render=Render(options["render"]), screenshots=options["screenshots"], browser=options["browser"],
        contact=options["contact"],
    )  # fmt: skip
    place = archive_place(options["archive"])
    return Order(archive=place, store=options["store"], wishes=wishes, warcs=tuple(warcs)), addresses
