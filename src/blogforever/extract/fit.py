"""How well a page fits a blog's rules: whether it is a post at all.

Signs are yes or no; each has a weight, found by logistic regression on one half of the corpus' blogs (posts against
pages that people marked as none) and checked on the other half.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp

from blogforever.dom.metadata import json_ld
from blogforever.dom.tree import Document
from blogforever.extract.fields import Fields
from blogforever.extract.head import Head
from blogforever.extract.paths import segments
from blogforever.model.post import Link, Source
from blogforever.model.rules import LearnedField, RuleSet, Template

WEIGHTS = {
    "an article rule matches": 0.2,
    "it matches more often than on posts": -1.0,
    "it matches far more often": -0.8,
    "the title rule gave the title": 1.7,
    "the title rule matches more often than on posts": -0.8,
    "the date rule gave the date": 0.9,
    "the date rule matches more often than on posts": -0.5,
    "there is no date": -1.7,
    "the tag rule gave tags": 1.2,
    "the page calls itself an article": 0.65,
    "the page calls itself a site or profile": -0.5,
    "the title stands in the head": 1.2,
    "the address is like those of posts": 1.7,
    "the address is unlike those of posts": -1.7,
    "the address names a list": -2.7,
    "hardly any text": -2.0,
    "mostly links": -0.35,
    "the body's class names a list": -1.3,
}
_START_WITH_RULES = -1.65
_START_WITHOUT = -0.4
"""Where there are no rules, their signs cannot speak for the page."""

_LIST_NAMES = frozenset({
    "tag", "tags", "category", "categories", "topic", "topics", "label", "labels", "archive", "archives", "author",
    "authors", "page", "search", "series", "feed", "feeds", "about", "contact", "404", "wp-content", "attachment",
})  # fmt: skip
_LIST_SEGMENT = re.compile(r"page-?\d+", re.IGNORECASE)
_LIST_CLASSES = frozenset({
    "home", "archive", "paged", "tag", "category", "search", "blog", "page", "page-template", "error404",
    "home-template", "tag-template", "author-template", "archive-template",
})  # fmt: skip
_POST_CLASSES = frozenset({"single", "single-post", "post-template"})
_SITE_KINDS = frozenset({"website", "blog", "object", "profile"})
_HARDLY = 8

Patterns = dict[tuple[int, ...], tuple[str | None, ...]]
"""Shapes of post addresses (digits of numeric parts, 0 for words, -1 for a query) and the words that never change."""


def usual_counts(template: Template, documents: Iterable[Document]) -> tuple[tuple[str, int], ...]:
    """At most how many nodes each field's first rule matches on the template's training pages."""
    pages = list(documents)
    return tuple(
        (name, max(len(document.select(learned.rules[0].css)) for document in pages))
        for name, learned in _counted(template)
        if learned.rules and pages
    )


def page_signs(document: Document, head: Head, template: Template | None, fields: Fields) -> set[str]:
    """The signs that the whole page shows, before anything is cut from it."""
    signs: set[str] = set()
    if template is not None:
        signs |= _rule_signs(document, template, fields)
    kind = (head.meta("og:type") or "").lower()
    if kind == "article" or head.meta("article:published_time") or _describes_article(document):
        signs.add("the page calls itself an article")
    if kind in _SITE_KINDS:
        signs.add("the page calls itself a site or profile")
    if fields.published is None:
        signs.add("there is no date")
    title = document.select_one("title")
    if fields.title and title is not None and fields.title.lower()[:40] in " ".join(title.text.lower().split()):
        signs.add("the title stands in the head")
    body = document.select_one("body")
    classes = (body.attr("class") or "").lower().split() if body is not None else ()
    if not _LIST_CLASSES.isdisjoint(classes) and _POST_CLASSES.isdisjoint(classes):
        signs.add("the body's class names a list")
    return signs


def _describes_article(document: Document) -> bool:
    if document.select_one("script[type='application/ld+json']") is None:
        return False
    return next(json_ld(document), None) is not None


def address_signs(address: str | None, rules: RuleSet | None) -> set[str]:
    """The signs that the page's address shows beside those of the training pages."""
    if not address:
        return set()
    parts, query = segments(address)
    patterns, lists = _patterns(tuple([template.pages for template in rules.templates]) if rules else ())
    signs = {"the address names a list"} if not lists and _names_list(parts, query=query) else set()
    if patterns:
        words = patterns.get(_shape(parts, query=query))
        like = words is not None and all(map(_agree, words, parts))
        signs.add("the address is like those of posts" if like else "the address is unlike those of posts")
    return signs


def text_signs(text: str, links: Sequence[Link]) -> set[str]:
    """The signs that the article's text shows."""
    signs = set()
    if len(text) < 1_000 and len(text.split()) < _HARDLY and len(text) < 3 * _HARDLY:
        signs.add("hardly any text")
    if sum(len(link.text) for link in links) > 0.5 * len(text):
        signs.add("mostly links")
    return signs


def judge_fit(signs: set[str], *, with_rules: bool) -> float:
    """0 to 1: the chance that a page with these signs is a post of the blog."""
    total = _START_WITH_RULES if with_rules else _START_WITHOUT
    total += sum(map(WEIGHTS.__getitem__, signs))
    return round(1 / (1 + exp(-total)), 3)


def _rule_signs(document: Document, template: Template, fields: Fields) -> set[str]:
    signs = {"an article rule matches"}
    usual = dict(template.usual)
    more = {
        name: len(document.select(learned.rules[0].css)) - usual.get(name, 1)
        for name, learned in _counted(template)
        if learned.rules
    }
    if more["article"] > 0:
        signs.add("it matches more often than on posts")
    if more["article"] > 2:
        signs.add("it matches far more often")
    if more.get("title", 0) > 0:
        signs.add("the title rule matches more often than on posts")
    if more.get("published", 0) > 1:
        signs.add("the date rule matches more often than on posts")
    for name, sign in (
        ("title", "the title rule gave the title"),
        ("published", "the date rule gave the date"),
        ("tags", "the tag rule gave tags"),
    ):
        if name in fields.origins and fields.origins[name][0] is Source.RULE:
            signs.add(sign)
    return signs


def _counted(template: Template) -> tuple[tuple[str, LearnedField], ...]:
    return ("article", template.article), ("title", template.title), ("published", template.published)


@lru_cache(maxsize=64)
def _patterns(pages: tuple[tuple[str, ...], ...]) -> tuple[Patterns, bool]:
    """The shapes of the training pages' addresses, and whether posts themselves have addresses like lists."""
    groups: dict[tuple[int, ...], list[list[str]]] = {}
    lists = False
    for address in (address for group in pages for address in group):
        parts, query = segments(address)
        lists = lists or _names_list(parts, query=query)
        groups.setdefault(_shape(parts, query=query), []).append(parts)
    return {shape: _constant(group) for shape, group in groups.items()}, lists


def _constant(group: list[list[str]]) -> tuple[str | None, ...]:
    """The words that all the addresses of a shape have in the same place."""
    if len(group) < 2:
        return (None,) * len(group[0])
    return tuple(
        column[0] if len(set(column)) == 1 and not column[0].isdecimal() else None
        for column in zip(*group, strict=True)
    )


def _names_list(parts: list[str], *, query: bool) -> bool:
    """True for a home page, a year, month or day, and for what blogs call their lists."""
    if not query and all(part.isdecimal() and len(part) in {1, 2, 4} for part in parts):
        return True
    if not parts:
        return False
    return not _LIST_NAMES.isdisjoint(parts) or _LIST_SEGMENT.fullmatch(parts[-1]) is not None


def _shape(parts: list[str], *, query: bool) -> tuple[int, ...]:
    return tuple([len(part) if part.isdecimal() else 0 for part in parts] + [-1] * query)


def _agree(fixed: str | None, part: str) -> bool:
    return fixed is None or fixed == part
