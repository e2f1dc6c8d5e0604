"""`blogforever export`: blogs of the archive as a file that other programs can read."""

import sys

import click

from blogforever.cli.options import archive_options, file_name


@click.command(short_help="Export blogs to a file.")
@click.argument("blogs", metavar="[BLOG]…", nargs=-1)
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "parquet"]),
    default="jsonl",
    show_default=True,
    help="jsonl: complete blogs and posts; csv: one flat row per post, without HTML; parquet: one row per post, with "
    "nested lists.",
)
@click.option(
    "--output",
    metavar="PATH",
    callback=file_name,
    default="-",
    help="The file to write; - means standard output.  [default: -]",
)
@click.option(
    "--comments", "only_comments", is_flag=True, help="Export one record per comment instead of one per post."
)
@archive_options
def export(
    blogs: tuple[str, ...], *, form: str, output: str, only_comments: bool, archive: str | None, store: str | None
) -> None:
    """Export each BLOG, or all blogs, with their posts, ordered by address.

    A file is written completely or not at all.
    """
    from blogforever.actions._archive import open_archive
    from blogforever.actions.export import STREAMS
    from blogforever.actions.export import export as run
    from blogforever.cli.terminal_text import count, warn

    if output == "-" and form not in STREAMS:
        raise click.UsageError(f"The format {form} needs a file: name it with --output.")
    with open_archive(archive, store) as opened:
        if output == "-":
            counts = run(opened, blogs, form, sys.stdout.buffer, only_comments=only_comments)
            sys.stdout.buffer.flush()
        else:
            counts = run(opened, blogs, form, output, only_comments=only_comments)
    posts = count(counts.posts, "post")
    exported = f"{count(counts.comments, 'comment')} on {posts}" if only_comments else posts
    warn(f"exported {exported} of {count(counts.blogs, 'blog')}")
