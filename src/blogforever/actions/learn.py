"""Learn a blog's extraction rules from its feed and saved pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from blogforever.actions.pages import outline_pages
from blogforever.dom.addresses import host_of
from blogforever.dom.tree import parse_page
from blogforever.extract.fit import usual_counts
from blogforever.learn.pairs import match_entries, spread
from blogforever.learn.ruleset import learn_rules as learn_from_trees
from blogforever.model.feed import Feed
from blogforever.model.page import Page
from blogforever.model.problem import Problem
from blogforever.model.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What was learned, and what could not be used for it."""

    rules: RuleSet
    problems: tuple[Problem, ...] = ()
    """Pages that could not be read."""


def learn_rules(feed: Feed, pages: Sequence[Page]) -> RuleSet:
    """The blog's rules. Raises NothingToLearnFrom when no entry of the feed has its page among the pages."""
    return learn(feed, pages).rules


def learn(feed: Feed, pages: Sequence[Page]) -> Lesson:
    """The same, with the pages that were left out because nobody could read them."""
    # Only outlines of all pages are kept at once: trees of a whole blog would not fit into memory.
    outlines, problems = outline_pages(pages)
    places = list(outlines)
    small = [(pages[place].address, outlines[place]) for place in places]
    matched = match_entries(feed, small)
    chosen = [pages[places[number]] for _, number in spread(matched)]
    training = [(page.address, parse_page(page)) for page in chosen]
    captured = next((page.captured for page in chosen if page.captured), None)
    rules = learn_from_trees(feed, training or small, captured=captured)
    documents = {address: document for address, document in training if address}
    templates = tuple(
        replace(
            template,
            usual=usual_counts(template, [documents[address] for address in template.pages if address in documents]),
        )
        for template in rules.templates
    )
    return Lesson(rules=replace(rules, templates=templates, hosts=_hosts(feed, rules)), problems=tuple(problems))


def _hosts(feed: Feed, rules: RuleSet) -> tuple[str, ...]:
    """The hosts under which the blog's posts live: of its training pages and of most entries."""
    found = {host_of(address) for template in rules.templates for address in template.pages}
    entries = [host_of(entry.address) for entry in feed.entries if entry.address]
    found |= {host for host in set(entries) if 2 * entries.count(host) > len(entries)}
    return tuple(sorted({*found, *rules.hosts} - {""}))
