"""What was learned about a blog, in words and tables that a person can check."""

from dataclasses import dataclass

from blogforever.dom.xpath import as_xpath
from blogforever.model.rules import LearnedComments, LearnedField, Pick, Rule, RuleSet

_FIELDS = ("article", "title", "authors", "published", "tags")
_COMMENT_FIELDS = ("comment", "content", "author", "published", "permalink", "avatar", "reply_to")
_LONGEST_EXAMPLE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldExplained:
    """One line of the table."""

    field: str
    rules: tuple[str, ...]
    confidence: str
    examples: tuple[str, ...]
    runner_up: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateExplained:
    """One block of the table."""

    name: str
    pages: int
    fields: tuple[FieldExplained, ...]
    exclusions: tuple[str, ...]


def explain_rules(rules: RuleSet, *, xpath: bool = False) -> list[TemplateExplained]:
    """Each template as strings; selectors as CSS, or as XPath where that can say the same."""
    return [
        TemplateExplained(
            name=template.name,
            pages=len(template.pages),
            fields=tuple(_explain(name, getattr(template, name), xpath=xpath) for name in _FIELDS),
            exclusions=tuple(_selector(css, xpath=xpath) for css in template.exclusions),
        )
        for template in rules.templates
    ] + [_explain_comments(learned, xpath=xpath) for learned in rules.comments]


def _explain_comments(learned: LearnedComments, *, xpath: bool) -> TemplateExplained:
    """How one comment system of the blog is read; the evidence is that of the comments' words."""
    evidence = learned.evidence
    told = {name: getattr(learned.markup, name) for name in _COMMENT_FIELDS}
    return TemplateExplained(
        name=learned.markup.name,
        pages=len(evidence.scores),
        fields=tuple(
            FieldExplained(
                field=name,
                rules=(_selector(css, xpath=xpath),),
                confidence=f"{evidence.confidence:.2f}" if name == "content" else "",
                examples=tuple(map(_short, evidence.examples[:3])) if name == "content" else (),
                runner_up="",
                note="",
            )
            for name, css in told.items()
            if css
        ),
        exclusions=(),
    )


def _explain(name: str, learned: LearnedField, *, xpath: bool) -> FieldExplained:
    evidence = learned.evidence
    runner_up = ""
    if evidence and evidence.runner_up:
        runner_up = f"{_rule(evidence.runner_up, xpath=xpath)} ({evidence.runner_up_confidence:.2f})"
    constant = f"always {', '.join(learned.constant)}" if learned.constant else ""
    return FieldExplained(
        field=name,
        rules=tuple(_rule(rule, xpath=xpath) for rule in learned.rules) or ((constant,) if constant else ()),
        confidence=f"{evidence.confidence:.2f}" if evidence else "",
        examples=tuple(_short(example) for example in evidence.examples[:3]) if evidence else (),
        runner_up=runner_up,
        note="; ".join(filter(None, (constant if learned.rules else "", learned.note))),
    )


def _rule(rule: Rule, *, xpath: bool) -> str:
    """The rule in one line: selector, which of its matches, and what is taken from them."""
    said = [_selector(rule.css, xpath=xpath)]
    if rule.attribute:
        said[0] += f" @{rule.attribute}"
    if rule.pick is not Pick.FIRST:
        said.append(f"({rule.pick.value})")
    if rule.before:
        said.append(f"after {rule.before!r}")
    if rule.after:
        said.append(f"up to {rule.after!r}")
    if rule.byline:
        said.append("(name in a byline)")
    return " ".join(said)


def _selector(css: str, *, xpath: bool) -> str:
    return (as_xpath(css) or f"{css} (CSS)") if xpath else css


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_EXAMPLE else f"{text[: _LONGEST_EXAMPLE - 1]}…"
