"""How well a page fits a blog's rules: whether it is a post at all.

Signs are yes or no; each has a weight, found by logistic regression on one half of the corpus' blogs (posts against
pages that people marked as none) and checked on the other half.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from blogforever.dom.address_names import names_list
from blogforever.dom.address_pattern import AddressPattern
from blogforever.dom.metadata import json_ld
from blogforever.dom.tree import Document
from blogforever.extract.fields import Fields
from blogforever.extract.head import Head
from blogforever.model.post import Link, Source
from blogforever.model.rules import RuleSet, Template

ADDRESS_SIGNS = frozenset({"the address is like those of posts", "the address is unlike those of posts"})
"""What a crawl, which knows all addresses of the blog, can say better itself."""

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

_LIST_CLASSES = frozenset({
    "home", "archive", "paged", "tag", "category", "search", "blog", "page", "page-template", "error404",
    "home-template", "tag-template", "author-template", "archive-template",
})  # fmt: skip
_POST_CLASSES = frozenset({"single", "single-post", "post-template"})
_SITE_KINDS = frozenset({"website", "blog", "object", "profile"})
_HARDLY = 8


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
    pattern, lists = _pattern(tuple([template.pages for template in rules.templates]) if rules else ())
    signs = {"the address names a list"} if not lists and names_list(address) else set()
    if pattern:
        like = pattern.matches(address)
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
    return round(1 / (1 + exp(-weigh(signs, with_rules=with_rules))), 3)


def weigh(signs: set[str], *, with_rules: bool) -> float:
    """The same as log-odds, which can be added to: over 0 it is rather a post."""
    return (_START_WITH_RULES if with_rules else _START_WITHOUT) + sum(map(WEIGHTS.__getitem__, signs))


def _rule_signs(document: Document, template: Template, fields: Fields) -> set[str]:
    signs = {"an article rule matches"}
    usual = dict(template.usual)
    more = {
        name: len(document.select(learned.rules[0].css)) - usual.get(name, 1)
        for name, learned in template.counted
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


@lru_cache(maxsize=64)
def _pattern(pages: tuple[tuple[str, ...], ...]) -> tuple[AddressPattern, bool]:
    """The pattern of the training pages' addresses, and whether posts themselves have addresses like lists."""
    addresses = [address for group in pages for address in group]
    return AddressPattern.of(addresses), any(map(names_list, addresses))
