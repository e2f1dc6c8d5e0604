"""Learn a blog's extraction rules from its feed and saved pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from blogforever.dom.parsed_page import ParsedPage, parse
from blogforever.dom.select import as_xpath
from blogforever.errors import BlogforeverError
from blogforever.learn import lesson
from blogforever.model.feed import Feed
from blogforever.model.page import Page, Problem
from blogforever.model.rules import LearnedComments, LearnedField, Pick, Rule, RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What was learned, and what could not be used for it."""

    rules: RuleSet
    problems: tuple[Problem, ...] = ()
    """Pages that could not be read."""


def learn(feed: Feed, pages: Sequence[Page]) -> Lesson:
    """The blog's rules. Raises NothingToLearnFrom when no entry of the feed has its page among the pages."""
    problems: list[Problem] = []
    rules = lesson.learn(feed, _parsed(pages, problems))
    return Lesson(rules=rules, problems=tuple(problems))


def learn_rules(feed: Feed, pages: Sequence[Page]) -> RuleSet:
    """The blog's rules. Raises NothingToLearnFrom if none of the pages belongs to an entry of the feed."""
    return learn(feed, pages).rules


def _parsed(pages: Sequence[Page], problems: list[Problem]) -> Iterator[ParsedPage]:
    """The pages that can be read, one by one; what is wrong with the others is added to the problems."""
    for place in range(len(pages)):
        try:
            yield parse(pages[place])  # a page of a file is only read here
        except BlogforeverError as error:
            problems.append(Problem(subject=error.subject, message=str(error), error=error))


_FIELDS = ("article", "title", "authors", "published", "tags")
_COMMENT_FIELDS = ("comment", "content", "author", "published", "permalink", "avatar", "reply_to")
_LONGEST_EXAMPLE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedField:
    """The rules for one field, as text."""

    field: str
    rules: tuple[str, ...]
    confidence: str
    examples: tuple[str, ...]
    runner_up: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedTemplate:
    """One template, as text."""

    name: str
    pages: int
    fields: tuple[ExplainedField, ...]
    exclusions: tuple[str, ...]


def explain_rules(rules: RuleSet, *, xpath: bool = False) -> list[ExplainedTemplate]:
    """Each template as text; selectors as CSS, or as XPath where there is an equivalent."""
    return [
        ExplainedTemplate(
            name=template.name,
            pages=len(template.pages),
            fields=tuple(_explain(name, getattr(template, name), xpath=xpath) for name in _FIELDS),
            exclusions=tuple(_selector(css, xpath=xpath) for css in template.exclusions),
        )
        for template in rules.templates
    ] + [_explain_comments(learned, xpath=xpath) for learned in rules.comments]


def _explain_comments(learned: LearnedComments, *, xpath: bool) -> ExplainedTemplate:
    """How one comment system of the blog is read; the evidence is that for the text of the comments."""
    evidence = learned.evidence
    selectors = {name: getattr(learned.markup, name) for name in _COMMENT_FIELDS}
    return ExplainedTemplate(
        name=learned.markup.name,
        pages=len(evidence.scores),
        fields=tuple(
            ExplainedField(
                field=name,
                rules=(_selector(css, xpath=xpath),),
                confidence=f"{evidence.confidence:.2f}" if name == "content" else "",
                examples=tuple(map(_short, evidence.examples[:3])) if name == "content" else (),
                runner_up="",
                note="",
            )
            for name, css in selectors.items()
            if css
        ),
        exclusions=(),
    )


def _explain(name: str, learned: LearnedField, *, xpath: bool) -> ExplainedField:
    evidence = learned.evidence
    runner_up = ""
    if evidence and evidence.runner_up:
        runner_up = f"{_rule(evidence.runner_up, xpath=xpath)} ({evidence.runner_up_confidence:.2f})"
    constant = f"always {', '.join(learned.constant)}" if learned.constant else ""
    return ExplainedField(
        field=name,
        rules=tuple(_rule(rule, xpath=xpath) for rule in learned.rules) or ((constant,) if constant else ()),
        confidence=f"{evidence.confidence:.2f}" if evidence else "",
        examples=tuple(_short(example) for example in evidence.examples[:3]) if evidence else (),
        runner_up=runner_up,
        note="; ".join(filter(None, (constant if learned.rules else "", learned.note))),
    )


def _rule(rule: Rule, *, xpath: bool) -> str:
    """The rule in one line: the selector, which matches are meant, and what is taken from them."""
    parts = [_selector(rule.css, xpath=xpath)]
    if rule.attribute:
        parts[0] += f" @{rule.attribute}"
    if rule.pick is not Pick.FIRST:
        parts.append(f"({rule.pick.value})")
    if rule.before:
        parts.append(f"after {rule.before!r}")
    if rule.after:
        parts.append(f"up to {rule.after!r}")
    if rule.byline:
        parts.append("(name in a byline)")
    return " ".join(parts)


def _selector(css: str, *, xpath: bool) -> str:
    return (as_xpath(css) or f"{css} (CSS)") if xpath else css


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_EXAMPLE else f"{text[: _LONGEST_EXAMPLE - 1]}…"
