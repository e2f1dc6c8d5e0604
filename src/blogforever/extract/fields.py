"""The fast path: title, article text, authors, date and tags of a page, by the blog's rules.

A Reader is a rule set made ready for use; reading a page is a handful of selections in C and one rendering of the
article's text. Only where a rule gives nothing does the slower search begin (extract/fallback.py).
"""

import re
from dataclasses import dataclass, field
from datetime import date

from blogforever.dom.reading import reading_text
from blogforever.dom.select import first_value, nodes
from blogforever.dom.tree import Document, Element
from blogforever.extract import fallback
from blogforever.model.moment import Moment
from blogforever.model.post import Source
from blogforever.model.rules import LearnedField, Pick, Rule, RuleSet, Template
from blogforever.text.bylines import byline_name
from blogforever.text.dates import find_date, read_machine_date
from blogforever.text.words import fold

_COUNT = re.compile(r"(?<!\s)\s*+[(\[]\d++[)\]]$")
"""How many posts have a tag, shown behind it."""

_LONGEST_BYLINE = 120
_LONGEST_TAG = 80

Origin = tuple[Source, str, float]
"""Where a value came from: the kind of source, its name, and how sure it is."""

Sources = tuple[tuple[Rule, Origin], ...]
"""A field's rules in the order in which they are tried."""

_ONLY_AUTHOR: Origin = (Source.CONSTANT, "the feed's only author", 0.7)


@dataclass(slots=True)
class Fields:
    """What was read from a page."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    published: Moment | None = None
    tags: tuple[str, ...] = ()
    text: str = ""
    template: Template | None = None
    origins: dict[str, Origin] = field(default_factory=dict)


class Reader:
    """A rule set made ready for use."""

    def __init__(self, rules: RuleSet | None) -> None:
        self.rules = rules
        self._templates = [_Ready(template) for template in rules.templates] if rules else []
        self.day_first = rules.day_first if rules else None
        self.blog_title = rules.title if rules else None
        self.comment_markups = tuple(learned.markup for learned in rules.comments) if rules else ()
        self._author = next((template.authors.constant for template in rules.templates), ()) if rules else ()

    def find_article(self, document: Document) -> tuple["_Ready | None", list[Element]]:
        """The first template whose article rule matches, and the nodes that it means."""
        for ready in self._templates:
            if ready.css_of_one:
                node = document.select_one(ready.css_of_one)
                if node is not None:
                    return ready, [node]
            elif found := nodes(document, ready.rule):
                return ready, found
        return None, []

    def read(self, document: Document, address: str | None = None, captured: date | None = None) -> Fields:
        """The fields of a page. Cuts what is no article out of the tree."""
        ready, found = self.find_article(document)
        fields = self.read_values(document, address, ready, captured)
        self.read_text(document, fields, ready, found)
        return fields

    def read_values(
        self, document: Document, address: str | None, ready: "_Ready | None", captured: date | None = None
    ) -> Fields:
        """Everything but the article. Changes nothing. `captured`: the day on which the page was fetched."""
        fields = Fields()
        if ready is not None:
            fields.template = ready.template
            fields.title = _title(document, ready.title, fields.origins)
            fields.authors = self._authors(document, ready.authors, fields.origins)
            fields.published = self._date(document, ready.published, fields.origins, captured)
            fields.tags = _tags(document, ready.tags, fields.origins)
        else:
            self._try_all(document, fields, captured)
            fields.authors = fields.authors or self._unruled_authors(document, fields.origins)
        if not fields.title:
            fields.title = fallback.title(document, self.blog_title, fields.origins)
        if fields.published is None:
            fields.published = fallback.published(
                document, address, fields.origins, day_first=self.day_first, captured=captured
            )
        if not fields.tags:
            fields.tags = fallback.tags(document, fields.origins)
        return fields

    def _try_all(self, document: Document, fields: Fields, captured: date | None) -> None:
        """A page that no article rule fits may still show its title and date as other templates do."""
        whole = fold(fallback.page_title(document))
        for ready in self._templates:
            if not fields.title:
                title = _title(document, ready.title, fields.origins)
                if title and (not whole or fold(title) in whole):
                    fields.title = title
                else:
                    fields.origins.pop("title", None)
            fields.published = fields.published or self._date(document, ready.published, fields.origins, captured)
            fields.authors = fields.authors or _people(document, ready.authors, fields.origins)
            fields.tags = fields.tags or _tags(document, ready.tags, fields.origins)

    def _authors(self, document: Document, sources: Sources, origins: dict[str, Origin]) -> tuple[str, ...]:
        found = _people(document, sources, origins)
        if found or not (sources or self._author):  # a blog without bylines has none on this page either
            return found
        return self._unruled_authors(document, origins)

    def _unruled_authors(self, document: Document, origins: dict[str, Origin]) -> tuple[str, ...]:
        """Authors whom the page names in another way than most, else the only one whom the whole feed names."""
        found = fallback.authors(document, origins)
        if not found and self._author:
            origins["authors"] = _ONLY_AUTHOR
        return found or self._author

    def read_text(self, document: Document, fields: Fields, ready: "_Ready | None", found: list[Element]) -> None:
        """The article's text: by the rule, else by the general extractor."""
        if ready is not None:
            fields.text = ready.text(found)
            if fields.text:
                fields.origins["content"] = ready.origin
                return
        fields.text = fallback.text(document, fields.title, fields.origins)

    def _date(
        self, document: Document, sources: Sources, origins: dict[str, Origin], captured: date | None
    ) -> Moment | None:
        for rule, origin in sources:
            text = first_value(document, rule)
            if text:
                moment = (read_machine_date(text) if rule.attribute else None) or find_date(
                    text, day_first=self.day_first, now=captured
                )
                if moment is not None:
                    origins["published"] = origin
                    return moment
        return None


class _Ready:
    """One template made ready for use."""

    __slots__ = ("_exclusions", "authors", "css_of_one", "origin", "published", "rule", "tags", "template", "title")

    def __init__(self, template: Template) -> None:
        self.template = template
        self.title = _sources(template.title)
        self.authors = _sources(template.authors)
        self.published = _sources(template.published)
        self.tags = _sources(template.tags)
        self.rule, self.origin = _sources(template.article)[0]
        self.css_of_one = self.rule.css if self.rule.pick is Pick.FIRST else ""
        self._exclusions = ",".join(template.exclusions)

    def text(self, found: list[Element]) -> str:
        if len(found) == 1:
            return reading_text(found[0], self._exclusions)
        return "\n".join(filter(None, (reading_text(node, self._exclusions) for node in found)))


def _sources(learned: LearnedField) -> Sources:
    confidence = learned.evidence.confidence if learned.evidence else 0.0
    return tuple((rule, (Source.RULE, rule.css, confidence)) for rule in learned.rules)


def _title(document: Document, sources: Sources, origins: dict[str, Origin]) -> str | None:
    for rule, origin in sources:
        text = first_value(document, rule)
        if text:
            origins["title"] = origin
            return text.rstrip(" ¶#")
    return None


def _people(document: Document, sources: Sources, origins: dict[str, Origin]) -> tuple[str, ...]:
    for rule, origin in sources:
        text = first_value(document, rule)
        if 0 < len(text) < _LONGEST_BYLINE:
            name = byline_name(text) if rule.byline else text
            if name:
                origins["authors"] = origin
                return (name,)
    return ()


def _tags(document: Document, sources: Sources, origins: dict[str, Origin]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for rule, origin in sources:
        for node in document.select(rule.css):
            shown = " ".join(node.text.split()).strip(" ,;|·•/")
            if shown.endswith((")", "]")):
                shown = _COUNT.sub("", shown)
            if shown and len(shown) < _LONGEST_TAG:
                found.setdefault(shown.lower(), shown)
                origins["tags"] = origin
    return tuple(found.values())
