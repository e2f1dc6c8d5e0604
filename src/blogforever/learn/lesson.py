"""A blog's rules from its feed and any number of its pages: choose the pages, learn, note what is usual on them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from html import escape

from blogforever.dom.parsed_page import ParsedPage, parse
from blogforever.dom.tree import Document, parse_text
from blogforever.learn.pairs import match_entries, may_have_entry, spread
from blogforever.learn.ruleset import learn_rules
from blogforever.model.feed import Feed
from blogforever.model.page import Page
from blogforever.model.rules import RuleSet, Template
from blogforever.urls.normalize import host_of

_MOST_PARSED = 4_000_000
"""Bytes of the pages whose trees are held at once: a tree takes about twenty times its text."""
_IDENTITY = "link[rel~='canonical'], link[rel~='shortlink'], meta[property='og:url'], meta[property='og:title']"
_MOST_TEXT = 1_000


def learn(feed: Feed, pages: Iterable[ParsedPage]) -> RuleSet:
    """The blog's rules. Raises NothingToLearnFrom when no entry of the feed has its page among the pages.

    The pages may come one by one: of all of them only outlines are held, and of those that may belong to an entry the
    trees, as far as they are not too many for the memory; then their bytes.
    """
    may_match = may_have_entry(feed)
    outlines: list[tuple[str | None, Document]] = []
    candidates: dict[int, ParsedPage | Page] = {}
    held = 0
    for number, parsed in enumerate(pages):
        small = outline(parsed.document)
        outlines.append((parsed.address, small))
        if may_match(parsed.address, small):
            held += len(parsed.page.content)
            candidates[number] = parsed if held <= _MOST_PARSED else parsed.page
    chosen = [candidates[number] for _, number in spread(match_entries(feed, outlines))]
    training = [page if isinstance(page, ParsedPage) else parse(page) for page in chosen]
    captured = next((page.captured for page in training if page.captured), None)
    trees = [(page.address, page.document) for page in training]
    rules = learn_rules(feed, trees or outlines, captured=captured)
    documents = {address: document for address, document in trees if address}
    templates = tuple(with_usual(template, documents) for template in rules.templates)
    return replace(rules, templates=templates, hosts=_hosts(feed, rules))


def outline(document: Document) -> Document:
    """A page reduced to its own addresses, title and first heading: enough to match it with a feed, cheap to hold."""
    parts = [node.html for node in document.select(_IDENTITY)[:8]]
    for tag in ("title", "h1"):
        node = document.select_one(tag)
        if node is not None:
            parts.append(f"<{tag}>{escape(node.text[:_MOST_TEXT])}</{tag}>")
    return parse_text("".join(parts))


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
