"""Title, authors, date and tags of a page, and the nodes of its article, by the blog's rules.

A Reader is a rule set made ready for use; reading a page's values is a handful of selections in C. Only where a rule
gives nothing does the slower search begin (extract/fallback.py).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from blogforever.dom.select import first_value, nodes
from blogforever.dom.tree import Document, Element
from blogforever.extract import fallback
from blogforever.extract.fallback import Origin
from blogforever.model.moment import Moment
from blogforever.model.post import Source
from blogforever.model.rules import LearnedField, Pick, Rule, RuleSet, Template
from blogforever.text.bylines import byline_name
from blogforever.text.dates.read import find_date, read_machine_date
from blogforever.text.words import fold

_COUNT = re.compile(r"(?<!\s)\s*+[(\[]\d++[)\]]$")
"""How many posts have a tag, shown behind it."""

_BRACKETS = re.compile(r"\[[^\]]*+\]|\([^)]*+\)")
_COMBINATOR = re.compile(r"[\s>+~]")
_LONGEST_BYLINE = 120
_LONGEST_TAG = 80

Sources = tuple[tuple[Rule, Origin], ...]
"""A field's rules in the order in which they are tried."""

_ONLY_AUTHOR: Origin = (Source.CONSTANT, "the feed's only author", 0.7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What was read from a page."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    published: Moment | None = None
    tags: tuple[str, ...] = ()
    text: str = ""
    """The article's text; "" where only the values were read."""
    template: Template | None = None
    """The template whose article rule fits the page; None when none does."""
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """By field where its value came from."""


class PreparedTemplate:
    """One template made ready for use."""

    __slots__ = (
        "authors", "contextual_exclusions", "css_of_one", "local_exclusions", "origin", "published",
        "rule", "tags", "template", "title",
    )  # fmt: skip

    def __init__(self, template: Template) -> None:
        self.template = template
        self.title = _sources(template.title)
        self.authors = _sources(template.authors)
        self.published = _sources(template.published)
        self.tags = _sources(template.tags)
        self.rule, self.origin = _sources(template.article)[0]
        self.css_of_one = self.rule.css if self.rule.pick is Pick.FIRST else ""
        local = [css for css in template.exclusions if not _COMBINATOR.search(_BRACKETS.sub("", css))]
        self.local_exclusions = ",".join(local)
        """Those that look at an element alone: they mean the same in a copy of the article."""
        self.contextual_exclusions = ",".join(css for css in template.exclusions if css not in local)
        """Those that look at what is around an element, which a copy of the article does not have."""

    def article_nodes(self, document: Document) -> tuple[Element, ...]:
        """The nodes that the article rule means on the page."""
        if self.css_of_one:
            node = document.select_one(self.css_of_one)
            return () if node is None else (node,)
        return tuple(nodes(document, self.rule))


class Reader:
    """A rule set made ready for use."""

    def __init__(self, rules: RuleSet | None) -> None:
        self.rules = rules
        self._templates = [PreparedTemplate(template) for template in rules.templates] if rules else []
        self.day_first = rules.day_first if rules else None
        self.blog_title = rules.title if rules else None
        self.comment_markups = tuple(learned.markup for learned in rules.comments) if rules else ()
        self._author = next((template.authors.constant for template in rules.templates), ()) if rules else ()

    def find_article(self, document: Document) -> tuple[PreparedTemplate | None, tuple[Element, ...]]:
        """The first template whose article rule matches, and the nodes that it means."""
        for prepared in self._templates:
            if matched := prepared.article_nodes(document):
                return prepared, matched
        return None, ()

    def read_values(
        self,
        document: Document,
        address: str | None,
        prepared: PreparedTemplate | None,
        captured: date | None = None,
    ) -> Fields:
        """Everything but the article's text. `captured`: the day on which the page was fetched."""
        title: tuple[str, Origin] | None
        authors: tuple[tuple[str, ...], Origin] | None
        published: tuple[Moment, Origin] | None
        tags: tuple[tuple[str, ...], Origin] | None
        if prepared is not None:
            title = _title(document, prepared.title)
            authors = self._ruled_authors(document, prepared.authors)
            published = self._date(document, prepared.published, captured)
            tags = _tags(document, prepared.tags)
        else:
            # A page that no article rule fits may still show its title and date as the templates do.
            whole = fold(fallback.page_title(document))
            title, authors, published, tags = None, None, None, None
            for other in self._templates:
                title = title or _repeated(_title(document, other.title), whole)
                published = published or self._date(document, other.published, captured)
                authors = authors or _authors(document, other.authors)
                tags = tags or _tags(document, other.tags)
            authors = authors or self._unruled_authors(document)
        if not title or not title[0]:
            title = fallback.title(document, self.blog_title)
        if published is None:
            published = fallback.published(document, address, day_first=self.day_first, captured=captured)
        tags = tags or fallback.tags(document)
        origins = {
            name: value[1]
            for name, value in (("title", title), ("authors", authors), ("published", published), ("tags", tags))
            if value
        }
        return Fields(
            title=title[0] if title else None,
            authors=authors[0] if authors else (),
            published=published[0] if published else None,
            tags=tags[0] if tags else (),
            template=prepared.template if prepared is not None else None,
            origins=origins,
        )

    def _ruled_authors(self, document: Document, sources: Sources) -> tuple[tuple[str, ...], Origin] | None:
        found = _authors(document, sources)
        if found or not (sources or self._author):  # a blog without bylines has none on this page either
            return found
        return self._unruled_authors(document)

    def _unruled_authors(self, document: Document) -> tuple[tuple[str, ...], Origin] | None:
        """Authors whom the page names in another way than most, else the only one whom the whole feed names."""
        found = fallback.authors(document)
        return found or ((self._author, _ONLY_AUTHOR) if self._author else None)

    def _date(self, document: Document, sources: Sources, captured: date | None) -> tuple[Moment, Origin] | None:
        for rule, origin in sources:
            text = first_value(document, rule)
            if text:
                moment = (read_machine_date(text) if rule.attribute else None) or find_date(
                    text, day_first=self.day_first, now=captured
                )
                if moment is not None:
                    return moment, origin
        return None


def _sources(learned: LearnedField) -> Sources:
    confidence = learned.evidence.confidence if learned.evidence else 0.0
    return tuple((rule, (Source.RULE, rule.css, confidence)) for rule in learned.rules)


def _title(document: Document, sources: Sources) -> tuple[str, Origin] | None:
    for rule, origin in sources:
        text = first_value(document, rule)
        if text:
            return text.rstrip(" ¶#"), origin
    return None


def _repeated(title: tuple[str, Origin] | None, whole: str) -> tuple[str, Origin] | None:
    """The title unless the title element, which has other words, contradicts it."""
    return title if title and title[0] and (not whole or fold(title[0]) in whole) else None


def _authors(document: Document, sources: Sources) -> tuple[tuple[str, ...], Origin] | None:
    for rule, origin in sources:
        text = first_value(document, rule)
        if 0 < len(text) < _LONGEST_BYLINE:
            name = byline_name(text) if rule.byline else text
            if name:
                return (name,), origin
    return None


def _tags(document: Document, sources: Sources) -> tuple[tuple[str, ...], Origin] | None:
    tags: dict[str, str] = {}
    last: Origin | None = None
    for rule, origin in sources:
        for node in document.select(rule.css):
            shown = " ".join(node.text.split()).strip(" ,;|·•/")
            if shown.endswith((")", "]")):
                shown = _COUNT.sub("", shown)
            if shown and len(shown) < _LONGEST_TAG:
                tags.setdefault(shown.lower(), shown)
                last = origin
    return (tuple(tags.values()), last) if last else None
