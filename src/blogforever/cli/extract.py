"""`blogforever extract`: pages in, posts out."""

import sys
from typing import TYPE_CHECKING

import click

from blogforever.cli.page_arguments import file_name, page_files

if TYPE_CHECKING:
    from blogforever.actions.pages import SavedPages
    from blogforever.model.feed import Feed
    from blogforever.model.rules import RuleSet


@click.command()
@click.option(
    "--feed", metavar="FEED", callback=file_name, help="The blog's feed: pages that are its entries teach the rules."
)
@click.option(
    "--rules", "rules_file", metavar="FILE", callback=file_name, help="Rules saved by `blogforever rules --save`."
)
@click.argument("pages", metavar="PAGE…", nargs=-1, required=True)
def extract(feed: str | None, rules_file: str | None, pages: tuple[str, ...]) -> None:
    """Read each PAGE as a post and print it as a line of JSON, in the order given.

    A PAGE is a saved file, or ADDRESS=FILE to say where it was fetched from. Without FEED and rules a general
    extractor does what it can. Pages that cannot be read are named on stderr; the rest goes on.
    """
    from blogforever.actions.extract import extract_pages
    from blogforever.actions.feed import read_feed
    from blogforever.actions.json_lines import json_line
    from blogforever.actions.pages import SavedPages
    from blogforever.actions.record import as_record
    from blogforever.actions.rules_file import load_rules
    from blogforever.cli.output import progress, warn
    from blogforever.model.problem import Problem

    known_feed = read_feed(feed) if feed else None
    rules = load_rules(rules_file) if rules_file else None
    saved = SavedPages(page_files(pages)).with_addresses(known_feed)
    if rules is None and known_feed is not None:
        rules = _learn(known_feed, saved)
    elif rules is None:
        warn("no --feed and no --rules: the general extractor reads the pages")
    problems: list[Problem] = []
    posts = 0
    output = sys.stdout.buffer
    for result in progress(extract_pages(saved, rules), len(saved)):
        if isinstance(result, Problem):
            problems.append(result)
            warn(result.message)
        else:
            posts += 1
            output.write(json_line(as_record(result)))
    output.flush()
    if not posts:
        sys.exit(problems[0].error.exit_code)


def _learn(feed: "Feed", pages: "SavedPages") -> "RuleSet | None":
    """The rules that these pages teach; None, with the reason on stderr, when they teach none."""
    from blogforever.actions.learn import learn_rules
    from blogforever.cli.output import warn
    from blogforever.errors import NothingToLearnFrom

    try:
        rules = learn_rules(feed, pages)
    except NothingToLearnFrom as error:
        warn(f"{error} The general extractor reads the pages.")
        return None
    if not rules.templates:
        warn("the pages of the feed's entries have nothing in common: the general extractor reads the pages")
    return rules
