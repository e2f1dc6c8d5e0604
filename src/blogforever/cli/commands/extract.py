"""`blogforever extract`: pages in, posts out."""

import sys
from typing import TYPE_CHECKING

import click

from blogforever.cli.options import file_name, given_pages, ignore_robots_option

if TYPE_CHECKING:
    from blogforever.actions._files.saved_pages import SavedPages
    from blogforever.model.feed import Feed
    from blogforever.model.rules import RuleSet


@click.command(short_help="Extract posts from pages.")
@click.option(
    "--feed",
    metavar="FEED",
    callback=file_name,
    help="The blog's feed: rules are learned from the pages of its entries.",
)
@click.option(
    "--rules", "rules_file", metavar="FILE", callback=file_name, help="Rules saved by `blogforever rules --save`."
)
@ignore_robots_option
@click.argument("pages", metavar="PAGE…", nargs=-1, required=True)
def extract(*, feed: str | None, rules_file: str | None, ignore_robots: bool, pages: tuple[str, ...]) -> None:
    """Extract the post from each PAGE and print it as a line of JSON, in the order given.

    A PAGE is a saved file, ADDRESS=FILE to say where it was fetched from, or - for standard input (also ADDRESS=-). One
    PAGE may be a web address: it is fetched, as politely as in a harvest, and nothing is kept. Without --feed and
    --rules, a general extractor reads the pages. Pages that cannot be read are reported on stderr, and the others are
    still extracted.
    """
    from blogforever.actions._files.records import as_record, json_line
    from blogforever.actions._files.rules_file import load_rules
    from blogforever.actions._files.saved_pages import PageOnWeb, read_feed
    from blogforever.actions.extract import STANDARD_INPUT, collect_pages, extract_pages
    from blogforever.cli.output import progress
    from blogforever.cli.terminal_text import warn
    from blogforever.model.harvest import HarvestOptions
    from blogforever.model.page import Problem

    given = given_pages(pages)
    if sum(isinstance(page, PageOnWeb) for page in given) > 1:
        raise click.UsageError("Give one web address at a time. To read many pages of a blog: blogforever harvest URL")
    if sum(not isinstance(page, PageOnWeb) and page.file == STANDARD_INPUT for page in given) > 1:
        raise click.UsageError("Standard input is one page: give - only once.")
    known_feed = read_feed(feed) if feed else None
    rules = load_rules(rules_file) if rules_file else None
    options = HarvestOptions(obey_robots=not ignore_robots)
    saved = collect_pages(given, sys.stdin.buffer, options, warn).with_addresses(known_feed)
    without_rules = "neither --feed nor --rules was given: using the general extractor" if rules is None else ""
    if rules is None and known_feed is not None:
        rules, without_rules = _learn(known_feed, saved)
    problems: list[Problem] = []
    posts = 0
    output = sys.stdout.buffer
    for result in progress(extract_pages(saved, rules), len(saved)):
        if isinstance(result, Problem):
            problems.append(result)
            warn(result.message)
        else:
            if without_rules and not posts:  # of pages that cannot be read there is nothing else to say
                warn(without_rules)
            posts += 1
            output.write(json_line(as_record(result)))
    output.flush()
    if not posts:
        sys.exit(problems[0].error.exit_code)


def _learn(feed: "Feed", pages: "SavedPages") -> "tuple[RuleSet | None, str]":
    """The rules learned from these pages, and why there are none if nothing can be learned."""
    from blogforever.actions.learn import learn_rules
    from blogforever.errors import NothingToLearnFrom

    try:
        rules = learn_rules(feed, pages)
    except NothingToLearnFrom as error:
        return None, f"{error} Using the general extractor."
    if not rules.templates:
        return rules, "no rules fit the pages of the feed's entries: using the general extractor"
    return rules, ""
