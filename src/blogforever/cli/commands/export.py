"""`blogforever export`: posts of the archive as a file that other programs can read."""

import sys

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.options import archive_options, check_period, file_name, filter_options


@click.command(short_help="Export posts to a file.")
@click.argument("blogs", metavar="[BLOG]…", nargs=-1, shell_complete=complete_blog)
@click.option(
    "--output",
    metavar="PATH",
    callback=file_name,
    default="-",
    help="The file to write; its ending says the format: .jsonl, .csv or .parquet, the first two also with .gz. "
    "- means standard output.  [default: -]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "parquet"]),
    help="For standard output and files with other endings. jsonl: complete blogs and posts; csv: one flat row per "
    "post, without HTML; parquet: one row per post, with nested lists.  [default: jsonl to standard output]",
)
@click.option(
    "--comments", "only_comments", is_flag=True, help="Export one record per comment instead of one per post."
)
@click.option(
    "--for-spreadsheets", is_flag=True, help="Begin the CSV with a mark by which spreadsheets recognise UTF-8."
)
@click.option("--blog", "more_blogs", metavar="BLOG", multiple=True, help="The same as BLOG; may be repeated.")
@filter_options
@click.option("--search", metavar="WORDS", help="Only posts that `blogforever search WORDS` finds.")
@archive_options
def export(  # noqa: PLR0913  # each is one choice of who exports
    blogs: tuple[str, ...],
    *,
    output: str,
    form: str | None,
    only_comments: bool,
    for_spreadsheets: bool,
    more_blogs: tuple[str, ...],
    since: str | None,
    until: str | None,
    tag: str | None,
    author: str | None,
    language: str | None,
    search: str | None,
    archive: str | None,
    store: str | None,
) -> None:
    """Export each BLOG, or all blogs, with their posts, ordered by address.

    BLOG is its number, address, host or title, or a part of these (see `blogforever blogs`).

    With several filters a post must pass all of them. A file is written completely or not at all.
    """
    from blogforever.actions._archive import open_archive
    from blogforever.actions.export import STREAMS, choose_format
    from blogforever.actions.export import export as run
    from blogforever.actions.read_archive import SEARCH_EXAMPLE, PostFilter, is_query
    from blogforever.cli.suggestions import this_command
    from blogforever.cli.terminal_text import count, warn

    form = (form or "jsonl") if output == "-" else choose_format(output, form)
    if output == "-" and form not in STREAMS:
        raise click.UsageError(f"The format {form} needs a file: {this_command('--output', f'posts.{form}')}")
    if for_spreadsheets and form != "csv":
        raise click.UsageError(f"--for-spreadsheets is for CSV, but the format is {form}.")
    if search is not None and not is_query(search):
        raise click.UsageError(f"There is no word in --search. Write one or more, such as {SEARCH_EXAMPLE}.")
    check_period(since, until)
    only = PostFilter(since=since, until=until, tag=tag, author=author, language=language, search=search)
    with open_archive(archive, store) as opened:
        counts = run(
            opened, (*blogs, *more_blogs), form, sys.stdout.buffer if output == "-" else output,
            only=only, only_comments=only_comments, for_spreadsheets=for_spreadsheets,
        )  # fmt: skip
        sys.stdout.buffer.flush()
    if only_comments and not counts.comments:
        warn("exported 0 comments: none of the posts has any")
        return
    posts = count(counts.posts, "post")
    exported = f"{count(counts.comments, 'comment')} on {posts}" if only_comments else posts
    warn(f"exported {exported} of {count(counts.blogs, 'blog')}")
