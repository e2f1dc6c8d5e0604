"""`blogforever blogs`, `posts`, `show`, `search`, `why` and `ledger`: what an archive holds, and why."""

import re
import sys
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

import click

from blogforever.cli.archive_options import archive_options
from blogforever.cli.page_arguments import file_name
from blogforever.cli.terminal_text import json_line, plain, plain_lines

if TYPE_CHECKING:
    from blogforever.actions.archived_record import ArchivedPost
    from blogforever.actions.open_archive import OpenArchive
    from blogforever.actions.record import Record

_DATE = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?")
_MARKS = ("\x01", "\x02")
"""Around matches in snippets, on their way to the terminal: no text of the archive is shown with them."""
_JSON_MARKS = ("[", "]")

_AT_LEAST_ONE = click.IntRange(min=1)
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


def _date(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _DATE.fullmatch(value):
        raise click.BadParameter("write a year, a month or a day: 2010, 2010-03 or 2010-03-31.")
    return value


@click.command()
@_JSON
@archive_options
def blogs(*, as_json: bool, archive: str | None, store: str | None) -> None:
    """List the blogs of the archive: title, address, platform, posts, and how the last harvest ended."""
    from blogforever.actions.open_archive import open_archive
    from blogforever.actions.read_archive import blog_record, list_blogs
    from blogforever.cli.listings import blog_lines

    with open_archive(archive, store) as opened:
        for place, blog in enumerate(list_blogs(opened)):
            if as_json:
                _print_json(blog_record(blog))
            else:
                _print(([""] if place else []), blog_lines(blog))


@click.command()
@click.argument("blog", required=False)
@click.option("--since", metavar="DATE", callback=_date, help="From this year, month or day on.")
@click.option("--until", metavar="DATE", callback=_date, help="Up to this year, month or day, which counts too.")
@click.option("--tag", metavar="TAG", help="Only with this tag.")
@click.option("--author", metavar="NAME", help="Only by people with this in their name.")
@click.option("--comments", "with_comments", is_flag=True, help="Tell how many comments each has.")
@click.option("--limit", metavar="N", type=_AT_LEAST_ONE, default=50, show_default=True, help="At most so many.")
@_JSON
@archive_options
def posts(  # noqa: PLR0913  # each is one thing that a reader asks for
    *,
    blog: str | None,
    since: str | None,
    until: str | None,
    tag: str | None,
    author: str | None,
    with_comments: bool,
    limit: int,
    as_json: bool,
    archive: str | None,
    store: str | None,
) -> None:
    """List posts of BLOG, or of all blogs, newest first; those without a date come last."""
    from blogforever.actions.open_archive import open_archive
    from blogforever.actions.read_archive import PostsWanted, line_record, list_blogs, list_posts
    from blogforever.cli.listings import post_lines
    from blogforever.cli.output import warn

    wanted = PostsWanted(blog=blog, since=since, until=until, tag=tag, author=author)
    with open_archive(archive, store) as opened:
        list_blogs(opened)  # an archive without any says what to do next
        found = list_posts(opened, wanted)
        shown = 0
        for line in islice(found, limit):
            shown += 1
            if as_json:
                _print_json(line_record(line))
            else:
                _print(post_lines(line, with_comments=with_comments))
        if not shown:
            warn("no post is like that; see them all: blogforever posts")
        elif next(found, None) is not None:
            warn(f"there are more posts than --limit {limit}")


@click.command()
@click.argument("post")
@click.option("--version", "number", metavar="N", type=_AT_LEAST_ONE, help="This version instead of the newest.")
@click.option("--versions", "as_versions", is_flag=True, help="List the versions that were kept.")
@click.option("--evidence", "as_evidence", is_flag=True, help="Show where each field came from.")
@click.option("--comments", "all_comments", is_flag=True, help="Show all comments, not only the first 20.")
@click.option("--html", "as_html", is_flag=True, help="Print the article's HTML.")
@click.option(
    "--offline", metavar="DIR", callback=file_name, help="Write a page with its pictures to DIR; it needs no network."
)
@_JSON
@archive_options
def show(  # noqa: PLR0913  # each is one way to look at a post
    *,
    post: str,
    number: int | None,
    as_versions: bool,
    as_evidence: bool,
    all_comments: bool,
    as_html: bool,
    offline: str | None,
    as_json: bool,
    archive: str | None,
    store: str | None,
) -> None:
    """Show a POST and what was said about it. POST is its address, another address of it, or its number."""
    from blogforever.actions.open_archive import open_archive
    from blogforever.actions.read_archive import read_post, read_versions

    ways = [as_versions, as_evidence, all_comments, as_html, offline is not None]
    if (as_versions and number is not None) or sum(ways) > 1:
        raise click.UsageError("Look at a post in one way at a time.")
    with open_archive(archive, store) as opened:
        found = read_versions(opened, post) if as_versions else (read_post(opened, post, number),)
        if offline is not None:
            _write_offline(opened, found[0], offline)
        elif as_json:
            _print_records(found)
        elif as_versions:
            _print_versions(found)
        elif as_html:
            html = found[0].post.content_html
            click.echo(plain_lines(html) if sys.stdout.isatty() else html)
        else:
            _print_post(found[0], with_evidence=as_evidence, all_comments=all_comments)


def _write_offline(opened: "OpenArchive", archived: "ArchivedPost", folder: str) -> None:
    from blogforever.actions.offline_html import write_offline

    click.echo(write_offline(opened, archived, folder))


def _print_records(found: "Iterable[ArchivedPost]") -> None:
    from blogforever.actions.archived_record import archived_record

    for one in found:
        _print_json(archived_record(one))


def _print_versions(found: "Iterable[ArchivedPost]") -> None:
    from blogforever.cli.listings import version_line

    _print(map(version_line, found))


def _print_post(archived: "ArchivedPost", *, with_evidence: bool, all_comments: bool) -> None:
    from blogforever.cli.comment_view import MOST, discussion_lines
    from blogforever.cli.listings import evidence_lines, head_lines
    from blogforever.cli.output import show_text

    _print(head_lines(archived), [""])
    if with_evidence:
        _print(evidence_lines(archived.post))
    else:
        show_text(plain_lines(archived.post.content_text))
        _print(discussion_lines(archived, most=None if all_comments else MOST))


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--blog", metavar="BLOG", help="Only in this blog.")
@click.option("--limit", metavar="N", type=_AT_LEAST_ONE, default=20, show_default=True, help="At most so many.")
@_JSON
@archive_options
def search(
    *, words: tuple[str, ...], blog: str | None, limit: int, as_json: bool, archive: str | None, store: str | None
) -> None:
    """Find posts that hold all WORDS, best first. A "quoted phrase" is found as it stands."""
    from blogforever.actions.open_archive import open_archive
    from blogforever.actions.read_archive import hit_record, search_posts
    from blogforever.cli.listings import hit_lines
    from blogforever.cli.output import warn

    marks = _MARKS if sys.stdout.isatty() and not as_json else _JSON_MARKS
    # The shell has taken the quotes: an argument of several words is a phrase.
    typed = " ".join(f'"{word}"' if " " in word and '"' not in word else word for word in words)
    with open_archive(archive, store) as opened:
        found = search_posts(opened, typed, blog=blog, limit=limit, marks=marks)
        for hit in found:
            if as_json:
                _print_json(hit_record(hit))
            else:
                _print(hit_lines(hit, _MARKS))
    if not found:
        warn(f"no post holds all of: {plain(typed)}")


@click.command()
@click.argument("address")
@_JSON
@archive_options
def why(*, address: str, as_json: bool, archive: str | None, store: str | None) -> None:
    """Tell what became of ADDRESS, and why: kept, left out, failed, or never seen."""
    from blogforever.actions.open_archive import open_archive
    from blogforever.actions.why import answer_record
    from blogforever.actions.why import why as ask
    from blogforever.cli.listings import answer_lines
    from blogforever.errors import NotInArchive

    with open_archive(archive, store) as opened:
        answer = ask(opened, address)
        if as_json:
            _print_json(answer_record(answer))
        elif answer.told:
            _print(answer_lines(answer))
    if not answer.told:
        near = "\n  ".join(plain(one) for one in answer.nearest)
        next_step = f"It knows these that are like it:\n  {near}" if near else "See its blogs: blogforever blogs"
        raise NotInArchive(plain(address), "no harvest saw this address", next_step)


@click.command()
@click.argument("blog")
@_JSON
@archive_options
def ledger(*, blog: str, as_json: bool, archive: str | None, store: str | None) -> None:
    """Show how complete BLOG is: what each source knows, gaps by month, and what is missing with the reasons."""
    from blogforever.actions.ledger import ledger_record, read_ledger
    from blogforever.actions.open_archive import open_archive
    from blogforever.cli.ledger_view import ledger_lines

    with open_archive(archive, store) as opened:
        found = read_ledger(opened, blog)
        if as_json:
            _print_json(ledger_record(found))
        else:
            _print(ledger_lines(found))


def _print(*parts: Iterable[str]) -> None:
    for part in parts:
        for line in part:
            click.echo(line)


def _print_json(record: "Record") -> None:
    click.echo(json_line(record).encode())  # JSON is UTF-8, whatever the terminal speaks
