"""`blogforever rules`: rules learned from a feed and its pages, or when the blog was harvested."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from blogforever.cli.commands.completion import complete_blog
from blogforever.cli.options import archive_options, file_name, page_files

if TYPE_CHECKING:
    from blogforever.model.rules import RuleSet


@click.command(short_help="Show or learn the extraction rules of a blog.")
@click.option(
    "--feed", metavar="FEED", callback=file_name, help="The blog's feed: learn rules from it and the saved pages."
)
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON, in the format of --save.")
@click.option("--xpath", is_flag=True, help="Show selectors as XPath instead of CSS.")
@click.option(
    "--save", metavar="FILE", callback=file_name, help="Write the rules to FILE for `blogforever extract --rules FILE`."
)
@archive_options
@click.argument("names", metavar="BLOG | PAGE…", nargs=-1, required=True, shell_complete=complete_blog)
def rules(  # noqa: PLR0913  # two sources of rules, three ways to show them
    *,
    feed: str | None,
    as_json: bool,
    xpath: bool,
    save: str | None,
    names: tuple[str, ...],
    archive: str | None,
    store: str | None,
) -> None:
    """Show the extraction rules of a harvested BLOG, or learn them from a feed and the pages of its entries.

    A PAGE is a saved file, or ADDRESS=FILE to say where it was fetched from.
    BLOG is its number, address, host or title, or a part of these (see `blogforever blogs`).
    """
    from blogforever.actions._files.rules_file import rules_as_json, save_rules
    from blogforever.actions.learn import explain_rules
    from blogforever.cli.output import show_rules
    from blogforever.cli.terminal_text import escaped_json, warn

    known = _stored(names, archive, store) if feed is None else _learned(feed, names)
    if save:
        save_rules(known, save)
        warn(f"rules saved in {save}")
    if as_json:
        click.echo(escaped_json(rules_as_json(known)).encode(), nl=False)
    else:
        show_rules(known, explain_rules(known, xpath=xpath))


def _stored(names: tuple[str, ...], archive: str | None, store: str | None) -> "RuleSet":
    from blogforever.actions._archive import open_archive
    from blogforever.actions.read_archive import read_rules

    if len(names) > 1 or Path(names[0]).is_file():
        command = f"blogforever rules --feed FEED {shlex.join(names)}"
        raise click.UsageError(f"To learn rules from pages, give the file of their feed: {command}")
    with open_archive(archive, store) as opened:
        return read_rules(opened, names[0])


def _learned(feed: str, names: tuple[str, ...]) -> "RuleSet":
    from blogforever.actions._files.saved_pages import SavedPages, read_feed
    from blogforever.actions.learn import learn
    from blogforever.cli.terminal_text import warn

    known_feed = read_feed(feed)
    lesson = learn(known_feed, SavedPages(page_files(names)).with_addresses(known_feed))
    for problem in lesson.problems:
        warn(problem.message)
    return lesson.rules
