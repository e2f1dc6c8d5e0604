"""Extraction rules as plain data: what was learned, and on what evidence."""

from dataclasses import dataclass, field
from enum import StrEnum

from blogforever.model.comment import CommentMarkup
from blogforever.model.feed import FeedText


class Pick(StrEnum):
    """Which of the nodes that a selector matches are meant."""

    FIRST = "first"
    LARGEST = "largest"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """How to find a field's node or nodes on a page, and its value inside them."""

    css: str
    form: str
    """id, id prefix, class, attribute, tag, child or path: the simplest that works is preferred in this order."""
    pick: Pick = Pick.FIRST
    attribute: str | None = None
    """Read this attribute instead of the text."""
    before: str = ""
    """Text that stands in the same node before the value ("Posted by ")."""
    after: str = ""
    """Text that stands in the same node after the value (" | Blog name")."""
    byline: bool = False
    """The text is a byline: the name is what follows "by", up to a date or a comma."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEvidence:
    """Why a rule is believed."""

    confidence: float
    """Mean score over all training pages of the template, 0 to 1."""
    scores: tuple[tuple[str, float], ...] = ()
    """Each training page (address) with the score that the rule reached on it."""
    examples: tuple[str, ...] = ()
    """A few values as the rule reads them."""
    runner_up: Rule | None = None
    runner_up_confidence: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedField:
    """What is known about one field of one template."""

    rules: tuple[Rule, ...] = ()
    """Tried in order until one gives a value."""
    evidence: RuleEvidence | None = None
    constant: tuple[str, ...] = ()
    """The value of every post, inferred because the whole feed has no other (a blog of one author)."""
    note: str = ""
    """Why there is no rule, or how it was learned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """The rules for pages of one structure. A blog that changed its theme has several."""

    name: str
    article: LearnedField
    exclusions: tuple[str, ...] = ()
    """Selectors of what is not article inside the article node."""
    title: LearnedField = field(default_factory=LearnedField)
    authors: LearnedField = field(default_factory=LearnedField)
    published: LearnedField = field(default_factory=LearnedField)
    tags: LearnedField = field(default_factory=LearnedField)
    pages: tuple[str, ...] = ()
    """Addresses of the training pages it was learned from."""
    usual: tuple[tuple[str, int], ...] = ()
    """Field (article, title, published) and at most how many nodes its first rule matches on a training page."""

    @property
    def counted(self) -> tuple[tuple[str, LearnedField], ...]:
        """The fields of which `usual` speaks."""
        return ("article", self.article), ("title", self.title), ("published", self.published)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedComments:
    """How one comment system of the blog marks up its comments, learned from comment feeds [BF 3.5]."""

    markup: CommentMarkup
    evidence: RuleEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """All that was learned about a blog."""

    blog: str | None
    """The blog's address, from its feed."""
    title: str | None
    feed_text: FeedText
    feed_text_reason: str
    templates: tuple[Template, ...]
    day_first: bool | None = None
    """Whether 3/4/2010 is the third of April; None when no page showed."""
    language: str | None = None
    hosts: tuple[str, ...] = ()
    """Hosts under which this blog's posts live."""
    comments: tuple[LearnedComments, ...] = ()
    """One for each comment system that comment feeds taught, best first."""
