"""`blogforever export`: blogs of the archive as a file that other programs read."""

import sys

import click

from blogforever.cli.archive_options import archive_options
from blogforever.cli.page_arguments import file_name


@click.command()
@click.argument("blogs", metavar="[BLOG]…", nargs=-1)
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "parquet"]),
    default="jsonl",
    show_default=True,
    help="jsonl: blogs and posts, whole; csv: a flat row a post, without HTML; parquet: a row a post, lists as lists.",
)
@click.option(
    "--output", metavar="PATH", callback=file_name, default="-", help="The file to write, or - for standard output."
)
@click.option("--comments", "only_comments", is_flag=True, help="A line for each comment instead of each post.")
@archive_options
def export(  # each is one thing that a user decides
    blogs: tuple[str, ...], *, form: str, output: str, only_comments: bool, archive: str | None, store: str | None
) -> None:
    """Write each BLOG, or all, with their posts: ordered by address, whole or not at all."""
    from blogforever.actions.export import STREAMS, export_stream, export_to
    from blogforever.actions.open_archive import open_archive
    from blogforever.cli.output import warn
    from blogforever.cli.words import count

    if output == "-" and form not in STREAMS:
        raise click.UsageError(f"{form} needs a file: name it with --output.")
    with open_archive(archive, store) as opened:
        if output == "-":
            done = export_stream(opened, blogs, form, sys.stdout.buffer, only_comments=only_comments)
            sys.stdout.buffer.flush()
        else:
            done = export_to(opened, blogs, form, output, only_comments=only_comments)
    what = f"{count(done.comments, 'comment')} of {count(done.posts, 'post')}" if only_comments else None
    warn(f"exported {what or count(done.posts, 'post')} of {count(done.blogs, 'blog')}")
