"""`blogforever blogs`: the blogs of an archive, and two of them made one."""

import sys
from typing import TYPE_CHECKING

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.options import archive_options
from blogforever.cli.terminal_text import count, json_line, plain

if TYPE_CHECKING:
    from blogforever.actions.curate.merge import MergeResult

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")


@click.group(short_help="List the blogs in the archive.", invoke_without_command=True)
@_JSON
@archive_options
@click.pass_context
def blogs(context: click.Context, *, as_json: bool, archive: str | None, store: str | None) -> None:
    """List the blogs in the archive: number, title, address, platform, posts, and how the last harvest ended.

    Other commands take a BLOG: its number, its address, its host or its title, or any part of its address or title
    that no other blog has.
    """
    if context.invoked_subcommand is not None:
        return
    from blogforever.actions._archive import list_blogs, open_archive
    from blogforever.actions.read_archive import blog_record
    from blogforever.cli.views.listings import blog_lines

    with open_archive(archive, store) as opened:
        for place, blog in enumerate(list_blogs(opened)):
            if as_json:
                click.echo(json_line(blog_record(blog)).encode())
                continue
            for line in ([""] if place else []) + list(blog_lines(blog)):
                click.echo(line)


@blogs.command(short_help="Make two blogs one.")
@click.argument("into", metavar="BLOG", shell_complete=complete_blog)
@click.argument("other", metavar="OTHER", shell_complete=complete_blog)
@click.option("--yes", "is_sure", is_flag=True, help="Also if nothing shows that they are the same blog.")
@_JSON
@archive_options
@click.pass_context
def merge(  # noqa: PLR0913  # two blogs, one archive, two ways to answer
    context: click.Context,
    *,
    into: str,
    other: str,
    is_sure: bool,
    as_json: bool,
    archive: str | None,
    store: str | None,
) -> None:
    """Make OTHER a part of BLOG: the same blog was harvested twice, from different addresses.

    Posts that both have become one, with the versions and comments of both. Nothing is deleted: pages, media, ledger
    and harvests of OTHER belong to BLOG from then on, and the addresses of both lead to it, for harvests too. A
    database that is rebuilt from the WARC files has one blog as well.

    Both are given by number, address, host or title, or a part of these (see `blogforever blogs`).
    """
    from blogforever.actions._archive import archive_folder
    from blogforever.actions.curate.merge import merge as run
    from blogforever.actions.curate.merge import merge_record
    from blogforever.errors import DifferentBlogs

    above = context.parent.params if context.parent else {}
    archive, store = archive or above.get("archive"), store or above.get("store")
    folder = archive_folder(archive)
    try:
        result = run(folder, store, into, other, may_differ=is_sure)
    except DifferentBlogs as error:
        if is_sure or "--yes" not in error.next_step or not sys.stdin.isatty():
            raise
        click.confirm(plain(f"{error.subject}: {error.problem}. Merge them?"), abort=True, err=True)
        result = run(folder, store, into, other, may_differ=True)
    if as_json or above.get("as_json"):
        click.echo(json_line(merge_record(result)).encode())
    else:
        click.echo(_told(result))


def _told(result: "MergeResult") -> str:
    one, other = (
        f"blog {result.number} ({plain(result.url)})",
        f"Blog {result.merged_number} ({plain(result.merged_url)})",
    )
    joined = f", {result.joined:,} of which both had" if result.joined else ""
    brought = f"{count(result.posts, 'post')}{joined}, and {count(result.harvests, 'harvest')}"
    return f"{other} is part of {one} now: {brought}. Nothing was deleted."
