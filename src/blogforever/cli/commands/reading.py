"""`blogforever posts`, `show`, `search`, `why` and `ledger`: what an archive holds, and why."""

import sys
from collections.abc import Iterable
from itertools import islice
from shlex import quote
from typing import TYPE_CHECKING

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.options import archive_options, check_period, file_name, filter_options
from blogforever.cli.terminal_text import json_line, plain, plain_lines
from blogforever.model.ledger import DiscoveredVia, Outcome

if TYPE_CHECKING:
    from blogforever.actions._archive import OpenArchive
    from blogforever.actions._files.records import ArchivedPost, Record

_MARKS = ("\x01", "\x02")
"""Placed around matches in snippets; text from the archive is never shown with these characters."""
_JSON_MARKS = ("[", "]")

_AT_LEAST_ONE = click.IntRange(min=1)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")


@click.command(short_help="List posts.")
@click.argument("blog", required=False, shell_complete=complete_blog)
@filter_options
@click.option("--comments", "with_comments", is_flag=True, help="Show the number of comments of each post.")
@click.option("--limit", metavar="N", type=_AT_LEAST_ONE, default=50, show_default=True, help="Show at most N posts.")
@_JSON
@archive_options
def posts(  # noqa: PLR0913  # each is one thing that a reader asks for
    *,
    blog: str | None,
    since: str | None,
    until: str | None,
    tag: str | None,
    author: str | None,
    language: str | None,
    with_comments: bool,
    limit: int,
    as_json: bool,
    archive: str | None,
    store: str | None,
) -> None:
    """List the posts of BLOG, or of all blogs, newest first. Undated posts come last.

    BLOG is its number, address, host or title, or a part of these (see `blogforever blogs`).
    """
    from blogforever.actions._archive import list_blogs, open_archive
    from blogforever.actions.read_archive import PostFilter, line_record, list_posts
    from blogforever.cli.suggestions import this_command
    from blogforever.cli.terminal_text import warn
    from blogforever.cli.views.listings import post_lines

    check_period(since, until)
    only = PostFilter(blog=blog, since=since, until=until, tag=tag, author=author, language=language)
    with open_archive(archive, store) as opened:
        list_blogs(opened)  # an empty archive says what to do next
        matching = list_posts(opened, only)
        shown = 0
        for line in islice(matching, limit):
            shown += 1
            if as_json:
                _print_json(line_record(line))
            else:
                _print(post_lines(line, with_comments=with_comments))
        if not shown:
            warn("no post matches; list all posts with: blogforever posts")
        elif next(matching, None) is not None:
            warn(f"there are more posts; to see more: {this_command('--limit', str(10 * limit))}")


@click.command(short_help="Show a post and its comments.")
@click.argument("post")
@click.option("--version", "number", metavar="N", type=_AT_LEAST_ONE, help="Show this version instead of the newest.")
@click.option("--versions", "as_versions", is_flag=True, help="List the versions of the post.")
@click.option("--evidence", "as_evidence", is_flag=True, help="Show where each field came from.")
@click.option("--comments", "all_comments", is_flag=True, help="Show all comments, not only the first 20.")
@click.option("--html", "as_html", is_flag=True, help="Print the article's HTML.")
@click.option(
    "--offline",
    metavar="DIR",
    callback=file_name,
    help="Write the post as a web page to DIR, with its pictures, for reading offline.",
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
    """Show a POST and its comments. POST is one of its addresses, or its number."""
    from blogforever.actions._archive import open_archive
    from blogforever.actions.read_archive import read_post, read_versions

    ways = [as_versions, as_evidence, all_comments, as_html, offline is not None]
    if (as_versions and number is not None) or sum(ways) > 1:
        raise click.UsageError("These options cannot be combined: choose one way to show the post.")
    with open_archive(archive, store) as opened:
        versions = read_versions(opened, post) if as_versions else (read_post(opened, post, number),)
        if offline is not None:
            _write_offline(opened, versions[0], offline)
        elif as_json:
            _print_records(versions)
        elif as_versions:
            _print_versions(versions)
        elif as_html:
            html = versions[0].post.content_html
            click.echo(plain_lines(html) if sys.stdout.isatty() else html)
        else:
            _print_post(versions[0], with_evidence=as_evidence, all_comments=all_comments)


def _write_offline(opened: "OpenArchive", archived: "ArchivedPost", folder: str) -> None:
    from blogforever.actions._files.offline_html import write_offline

    click.echo(write_offline(opened, archived, folder))


def _print_records(versions: "Iterable[ArchivedPost]") -> None:
    from blogforever.actions._files.records import archived_record, decided_record

    for archived in versions:
        _print_json(archived_record(archived) | {"decision": decided_record(archived.stored.decision)})


def _print_versions(versions: "Iterable[ArchivedPost]") -> None:
    from blogforever.cli.views.listings import version_line

    _print(map(version_line, versions))


def _print_post(archived: "ArchivedPost", *, with_evidence: bool, all_comments: bool) -> None:
    from blogforever.cli.output import show_text
    from blogforever.cli.views.comments import SHOWN, discussion_lines
    from blogforever.cli.views.listings import evidence_lines, head_lines

    _print(head_lines(archived), [""])
    if with_evidence:
        _print(evidence_lines(archived.post))
    else:
        show_text(plain_lines(archived.post.content_text))
        _print(discussion_lines(archived, most=None if all_comments else SHOWN))


@click.command(short_help="Search the posts and their comments.")
@click.argument("words", metavar="WORDS…", nargs=-1)
@click.option(
    "--blog",
    metavar="BLOG",
    help="Search only this blog, given by its number, address, host or title.",
    shell_complete=complete_blog,
)
@click.option("--limit", metavar="N", type=_AT_LEAST_ONE, default=20, show_default=True, help="Show at most N posts.")
@_JSON
@archive_options
def search(
    *, words: tuple[str, ...], blog: str | None, limit: int, as_json: bool, archive: str | None, store: str | None
) -> None:
    """Find posts that contain all WORDS, best match first, then posts with a comment that contains all of them.

    A "quoted phrase" must occur exactly like that, and archiv* finds every word that begins so. Comments that the blog
    no longer shows are searched, too.
    """
    from blogforever.actions._archive import open_archive
    from blogforever.actions.read_archive import SEARCH_EXAMPLE, hit_record, is_query, search_posts
    from blogforever.cli.terminal_text import warn
    from blogforever.cli.views.listings import hit_lines

    marks = _MARKS if sys.stdout.isatty() and not as_json else _JSON_MARKS
    # The shell removes the quotes: an argument of several words is a phrase.
    typed = " ".join(f'"{word}"' if " " in word and '"' not in word else word for word in words)
    if not is_query(typed):
        raise click.UsageError(f"There is no word to search for. Write one or more, such as {SEARCH_EXAMPLE}.")
    with open_archive(archive, store) as opened:
        hits = search_posts(opened, typed, blog=blog, limit=limit, marks=marks)
        for hit in hits:
            if as_json:
                _print_json(hit_record(hit))
            else:
                _print(hit_lines(hit, _MARKS))
    if not hits:
        warn(f"no post or comment contains all of: {plain(typed)}. Try fewer words, or the beginning of one: archiv*")


@click.command(short_help="Explain what became of an address.")
@click.argument("address")
@_JSON
@archive_options
def why(*, address: str, as_json: bool, archive: str | None, store: str | None) -> None:
    """Explain what became of ADDRESS: kept, left out, failed or never seen, and why."""
    from blogforever.actions._archive import open_archive
    from blogforever.actions.examine.why import why as ask
    from blogforever.actions.examine.why import why_record
    from blogforever.cli.views.listings import answer_lines
    from blogforever.errors import NotInArchive

    with open_archive(archive, store) as opened:
        answer = ask(opened, address)
        if as_json:
            _print_json(why_record(answer))
        elif answer.findings:
            _print(answer_lines(answer))
    if not answer.findings and not answer.is_address:
        next_step = f"Give the address of a page. To look for words in the posts: blogforever search {quote(address)}"
        raise NotInArchive(plain(address), "is not an address", next_step)
    if not answer.findings:
        near = "\n  ".join(map(plain, answer.nearest))
        next_step = f"Similar addresses that it knows:\n  {near}" if near else "List the blogs: blogforever blogs"
        raise NotInArchive(plain(address), "no harvest has seen this address", next_step)


@click.command(short_help="Show how complete a blog is.")
@click.argument("blog", shell_complete=complete_blog)
@click.option(
    "--outcome",
    type=click.Choice([one.value for one in Outcome]),
    metavar="OUTCOME",
    help='List the addresses with this outcome, such as "other page" or failed.',
)
@click.option(
    "--named-by",
    type=click.Choice([one.value for one in DiscoveredVia]),
    metavar="SOURCE",
    help="List the addresses that this source names, such as sitemap or feed; with --outcome, those of both.",
)
@_JSON
@archive_options
def ledger(  # each is one thing that a reader asks for
    *,
    blog: str,
    outcome: str | None,
    named_by: str | None,
    as_json: bool,
    archive: str | None,
    store: str | None,
) -> None:
    """Show how complete BLOG is: posts by source, gaps by month, and which posts are missing and why.

    With --outcome or --named-by, list addresses instead, each with what became of it.

    BLOG is its number, address, host or title, or a part of these (see `blogforever blogs`).
    """
    from blogforever.actions._archive import open_archive
    from blogforever.actions.read_archive import entry_record, ledger_record, list_addresses, read_ledger
    from blogforever.cli.terminal_text import warn
    from blogforever.cli.views.ledger import entry_lines, ledger_lines

    with open_archive(archive, store) as opened:
        if outcome or named_by:
            shown = 0
            for entry in list_addresses(
                opened, blog, outcome=Outcome(outcome) if outcome else None,
                named_by=DiscoveredVia(named_by) if named_by else None,
            ):  # fmt: skip
                shown += 1
                if as_json:
                    _print_json(entry_record(entry))
                else:
                    _print(entry_lines(entry))
            if not shown:
                warn(f"the ledger has no such address; see which there are: blogforever ledger {quote(blog)}")
            return
        blog_ledger = read_ledger(opened, blog)
        if as_json:
            _print_json(ledger_record(blog_ledger))
        else:
            _print(ledger_lines(blog_ledger))


def _print(*parts: Iterable[str]) -> None:
    for part in parts:
        for line in part:
            click.echo(line)


def _print_json(record: "Record") -> None:
    click.echo(json_line(record).encode())  # JSON is UTF-8, whatever the terminal uses
