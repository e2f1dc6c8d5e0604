"""A blog's rules from its feed and any number of its pages: choose the pages, learn, note what is usual on them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from blogforever.dom.addresses import host_of
from blogforever.dom.outline import outline
from blogforever.dom.tree import Document, parse_page
from blogforever.errors import BlogforeverError
from blogforever.learn.pairs import match_entries, spread
from blogforever.learn.ruleset import learn_rules
from blogforever.model.feed import Feed
from blogforever.model.page import Page
from blogforever.model.problem import Problem
from blogforever.model.rules import RuleSet, Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What was learned, and what could not be used for it."""

    rules: RuleSet
    problems: tuple[Problem, ...] = ()
    """Pages that could not be read."""


def learn(feed: Feed, pages: Sequence[Page]) -> Lesson:
    """The blog's rules. Raises NothingToLearnFrom when no entry of the feed has its page among the pages."""
    # Only outlines of all pages are kept at once: trees of a whole blog would not fit into memory.
    outlines, problems = outline_pages(pages)
    places = list(outlines)
    small = [(pages[place].address, outlines[place]) for place in places]
    matched = match_entries(feed, small)
    chosen = [pages[places[number]] for _, number in spread(matched)]
    training = [(page.address, parse_page(page)) for page in chosen]
    captured = next((page.captured for page in chosen if page.captured), None)
    rules = learn_rules(feed, training or small, captured=captured)
    documents = {address: document for address, document in training if address}
    templates = tuple(with_usual(template, documents) for template in rules.templates)
    return Lesson(rules=replace(rules, templates=templates, hosts=_hosts(feed, rules)), problems=tuple(problems))


def outline_pages(pages: Sequence[Page]) -> tuple[dict[int, Document], list[Problem]]:
    """The outline of every page by its place, and what is wrong with those that have none."""
    outlines: dict[int, Document] = {}
    problems: list[Problem] = []
    for place in range(len(pages)):
        try:
            outlines[place] = outline(parse_page(pages[place]))
        except BlogforeverError as error:
            problems.append(Problem(subject=error.subject, message=str(error), error=error))
    return outlines, problems


def with_usual(template: Template, documents: dict[str, Document]) -> Template:
    """The template with what is usual on its training pages."""
    known = [documents[address] for address in template.pages if address in documents]
    return replace(template, usual=usual_counts(template, known))


def usual_counts(template: Template, documents: Iterable[Document]) -> tuple[tuple[str, int], ...]:
    """At most how many nodes each field's first rule matches on the template's training pages."""
    pages = list(documents)
    return tuple(
        (name, max(len(document.select(learned.rules[0].css)) for document in pages))
        for name, learned in template.counted
        if learned.rules and pages
    )


def _hosts(feed: Feed, rules: RuleSet) -> tuple[str, ...]:
    """The hosts under which the blog's posts live: of its training pages and of most entries."""
    found = {host_of(address) for template in rules.templates for address in template.pages}
    entries = Counter(host_of(entry.address) for entry in feed.entries if entry.address)
    found |= {host for host, count in entries.items() if 2 * count > entries.total()}
    return tuple(sorted({*found, *rules.hosts} - {""}))
