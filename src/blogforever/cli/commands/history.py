"""`blogforever versions`, `diff`, `history` and `at`: what changed, and what was there at a moment."""

import os
import sys
from itertools import islice
from shlex import quote
from typing import TYPE_CHECKING

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.options import archive_options, file_name
from blogforever.cli.terminal_text import json_line

if TYPE_CHECKING:
    from blogforever.actions._files.records import Record
    from blogforever.actions.history.point_in_time import PointInTime

_AT_LEAST_ONE = click.IntRange(min=1)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")


def _point(_: click.Context, __: click.Parameter, value: str | None) -> "PointInTime | None":
    from blogforever.actions.history.point_in_time import EXAMPLES, read_point

    try:
        return None if value is None else read_point(value)
    except ValueError as error:
        raise click.BadParameter(f"write {EXAMPLES}.") from error


@click.command(short_help="List what happened to a post.")
@click.argument("post")
@_JSON
@archive_options
def versions(*, post: str, as_json: bool, archive: str | None, store: str | None) -> None:
    """List every version of a POST: when it was captured, by which harvest, and what had changed.

    Between the versions stands what else happened: the post was gone, came back, or moved. POST is one of its
    addresses, or its number.
    """
    from blogforever.actions._archive import open_archive
    from blogforever.actions.history.post_events import history_records, read_events
    from blogforever.cli.views.history import post_history_lines

    with open_archive(archive, store) as opened:
        found = read_events(opened, post)
    if as_json:
        for record in history_records(found):
            _print_json(record)
        return
    for line in post_history_lines(found):
        click.echo(line)


@click.command(short_help="Show what changed between two versions of a post.")
@click.argument("post")
@click.option("--from", "earlier", metavar="N", type=_AT_LEAST_ONE, help="The earlier version.  [default: one before]")
@click.option("--to", "later", metavar="N", type=_AT_LEAST_ONE, help="The later version.  [default: the newest]")
@click.option("--html", metavar="FILE", callback=file_name, help="Write a web page that shows it to FILE.")
@_JSON
@archive_options
def diff(  # noqa: PLR0913  # each is one thing that a reader asks for
    *,
    post: str,
    earlier: int | None,
    later: int | None,
    html: str | None,
    as_json: bool,
    archive: str | None,
    store: str | None,
) -> None:
    """Show what changed between two versions of a POST, word by word; by default between the last two.

    Without colours, [-words-] were removed and {+words+} added. POST is one of its addresses, or its number.
    """
    from blogforever.actions._archive import open_archive
    from blogforever.actions.history.compare import compare, compared_record
    from blogforever.cli.views.history import difference_lines, marked, styled

    with open_archive(archive, store) as opened:
        compared = compare(opened, post, earlier=earlier, later=later)
    if html is not None:
        from blogforever.actions.history.diff_html import write_diff

        write_diff(compared, html)
    if as_json:
        _print_json(compared_record(compared))
    elif html is not None:
        click.echo(html)
    else:
        in_colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        for line in difference_lines(compared, in_colour=in_colour):
            click.echo(line)
        if compared.diff.text and in_colour:
            from blogforever.cli.output import show_styled

            show_styled([("\n", ""), *styled(compared.folded_text)])
        elif compared.diff.text:
            click.echo("\n" + marked(compared.folded_text, in_colour=False).rstrip("\n"))


@click.command(short_help="List what happened to a blog.")
@click.argument("blog", shell_complete=complete_blog)
@click.option("--since", metavar="TIME", callback=_point, help="Only harvests that ended then or later.")
@click.option("--until", metavar="TIME", callback=_point, help="Only harvests that ended then or earlier.")
@click.option("--limit", metavar="N", type=_AT_LEAST_ONE, default=50, show_default=True, help="Show at most N lines.")
@_JSON
@archive_options
def history(  # noqa: PLR0913  # each is one thing that a reader asks for
    *,
    blog: str,
    since: "PointInTime | None",
    until: "PointInTime | None",
    limit: int,
    as_json: bool,
    archive: str | None,
    store: str | None,
) -> None:
    """List the harvests of BLOG, newest first, each with the posts that were new, edited, moved, gone or back.

    BLOG is its number, address, host or title, or a part of these (see `blogforever blogs`). TIME is a year, a month, a
    day, an hour or a minute in UTC: 2012, 2012-05, 2012-05-16 or 2012-05-16T14:30.
    """
    from blogforever.actions._archive import open_archive
    from blogforever.actions.history.blog_events import entry_record, read_history
    from blogforever.cli.terminal_text import warn
    from blogforever.cli.views.history import history_line

    with open_archive(archive, store) as opened:
        entries = read_history(opened, blog, since=since, until=until)
        shown = 0
        for entry in islice(entries, limit):
            shown += 1
            if as_json:
                _print_json(entry_record(entry))
            else:
                click.echo(history_line(entry))
        if not shown:
            warn(f"no harvest of the blog ended then; list all with: blogforever history {quote(blog)}")
        elif next(entries, None) is not None:
            warn(f"there is more; show more with a higher --limit than {limit}, or earlier harvests with --until")


@click.command(short_help="Show a blog's front page as it was at a moment.")
@click.argument("blog", shell_complete=complete_blog)
@click.argument("moment", metavar="TIME", callback=_point)
@click.option("--output", metavar="FILE", callback=file_name, help="Write the front page as a web page to FILE.")
@_JSON
@archive_options
def at(
    *,
    blog: str,
    moment: "PointInTime",
    output: str | None,
    as_json: bool,
    archive: str | None,
    store: str | None,
) -> None:
    """Show the front page of BLOG as it was at TIME: as it was captured, or as it may have been.

    If the archive captured it by then, and knows no post that came between, it is that capture. Otherwise it is
    reconstructed, and says so: from the posts that were published by then, in the frame of the nearest capture.

    BLOG is its number, address, host or title, or a part of these (see `blogforever blogs`). TIME is a year, a month, a
    day, an hour or a minute in UTC (2012, 2012-05, 2012-05-16, 2012-05-16T14:30) and means its end.
    """
    from blogforever.actions._archive import open_archive
    from blogforever.actions.history.front_page import front_page, front_page_record, write_front_page
    from blogforever.cli.terminal_text import warn
    from blogforever.cli.views.front_page import front_page_lines

    with open_archive(archive, store) as opened:
        page = front_page(opened, blog, moment)
    if output is not None:
        write_front_page(page, output)
    if as_json:
        _print_json(front_page_record(page, output))
        return
    for line in front_page_lines(page, output):
        click.echo(line)
    if output is None:
        warn("to see it in a browser, add --output FILE.html")


def _print_json(record: "Record") -> None:
    click.echo(json_line(record).encode())  # JSON is UTF-8, whatever the terminal uses
