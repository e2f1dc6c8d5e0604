"""`blogforever rules`: what a feed and its pages teach about a blog, or what was learned when it was harvested."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from blogforever.cli.archive_options import archive_options
from blogforever.cli.page_arguments import file_name, page_files

if TYPE_CHECKING:
    from blogforever.model.rules import RuleSet


@click.command()
@click.option("--feed", metavar="FEED", callback=file_name, help="The blog's feed, to learn from saved pages.")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON, as --save writes them.")
@click.option("--xpath", is_flag=True, help="Show selectors as XPath instead of CSS.")
@click.option(
    "--save", metavar="FILE", callback=file_name, help="Write the rules to FILE for `blogforever extract --rules FILE`."
)
@archive_options
@click.argument("names", metavar="BLOG | PAGE…", nargs=-1, required=True)
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
    """Show the extraction rules of a harvested BLOG, or learn them from FEED and the pages of its entries.

    A PAGE is a saved file, or ADDRESS=FILE to say where it was fetched from.
    """
    from blogforever.actions.explain import explain_rules
    from blogforever.actions.rules_file import rules_as_json, save_rules
    from blogforever.cli.output import show_rules, warn
    from blogforever.cli.terminal_text import escaped_json

    found = _stored(names, archive, store) if feed is None else _learned(feed, names)
    if save:
        save_rules(found, save)
        warn(f"rules saved in {save}")
    if as_json:
        click.echo(escaped_json(rules_as_json(found)).encode(), nl=False)
    else:
        show_rules(found, explain_rules(found, xpath=xpath))


def _stored(names: tuple[str, ...], archive: str | None, store: str | None) -> "RuleSet":
    from blogforever.actions.open_archive import open_archive
    from blogforever.actions.read_archive import read_rules

    if len(names) > 1 or Path(names[0]).is_file():
        raise click.UsageError("Pages teach rules together with their feed: name it with --feed.")
    with open_archive(archive, store) as opened:
        return read_rules(opened, names[0])


def _learned(feed: str, names: tuple[str, ...]) -> "RuleSet":
    from blogforever.actions.feed import read_feed
    from blogforever.actions.learn import learn
    from blogforever.actions.pages import SavedPages
    from blogforever.cli.output import warn

    known_feed = read_feed(feed)
    lesson = learn(known_feed, SavedPages(page_files(names)).with_addresses(known_feed))
    for problem in lesson.problems:
        warn(problem.message)
    return lesson.rules
