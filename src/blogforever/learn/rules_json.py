"""A rule set as JSON and back: read exactly as it was written, rejected with a reason if it is damaged."""

import json
from dataclasses import MISSING, asdict, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from blogforever.dom.select import is_selector
from blogforever.errors import BadRules
from blogforever.model.rules import LearnedField, Rule, RuleSet, Template

FORMAT = 1
"""Increases when an older blogforever could no longer read the rules."""
_NEXT_STEP = "Learn the rules again with: blogforever rules --feed FEED --save FILE PAGE…"


def rules_as_json(rules: RuleSet) -> str:
    """The rules as JSON text."""
    return json.dumps({"blogforever_rules": FORMAT, **asdict(rules)}, ensure_ascii=False, indent=2) + "\n"


def rules_from_json(text: str | bytes, *, subject: str = "the rules") -> RuleSet:
    """The rules in JSON text. Raises BadRules, which names the subject and the place of the damage."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRules(subject, "is not JSON", _NEXT_STEP) from error
    number = data.pop("blogforever_rules", None) if isinstance(data, dict) else None
    if type(number) is not int or number < 1:  # True is an int too
        raise BadRules(subject, "does not contain rules saved by blogforever", _NEXT_STEP)
    if number > FORMAT:
        raise BadRules(
            subject,
            f"was written by a newer blogforever (format {number}; this one reads up to {FORMAT})",
            "Update blogforever.",
        )
    try:
        rules: RuleSet = _build(RuleSet, data, "rules")
        _check(rules)
    except _DamagedError as damage:
        raise BadRules(subject, f"is damaged: {damage}", _NEXT_STEP) from damage
    return rules


class _DamagedError(Exception):
    """Which part of the file is wrong, and how."""


def _build(kind: Any, value: Any, place: str) -> Any:
    """The value as an instance of the type: a dataclass, tuple, enum, optional or plain value."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is UnionType:
        if value is None and NoneType in arguments:
            return None
        return _build(next(one for one in arguments if one is not NoneType), value, place)
    if origin is tuple:
        return _build_tuple(arguments, value, place)
    if is_dataclass(kind) and isinstance(kind, type):
        return _build_record(kind, value, place)
    return _build_plain(kind, value, place)


def _build_plain(kind: type, value: Any, place: str) -> Any:
    if issubclass(kind, StrEnum):
        if value not in [member.value for member in kind]:
            raise _DamagedError(f"{place} cannot be {value!r}")
        return kind(value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise _DamagedError(f"{place} is not a {kind.__name__}")
    return value


def _build_record(kind: type, value: Any, place: str) -> Any:
    if not isinstance(value, dict):
        raise _DamagedError(f"{place} is not a {kind.__name__}")
    hints = get_type_hints(kind)
    unknown = value.keys() - hints.keys()
    if unknown:
        raise _DamagedError(f"{place} has an unknown part {min(unknown)!r}")
    missing = [
        field.name
        for field in fields(kind)
        if field.name not in value and field.default is MISSING and field.default_factory is MISSING
    ]
    if missing:
        raise _DamagedError(f"{place} lacks {missing[0]!r}")
    return kind(**{name: _build(hints[name], part, f"{place}.{name}") for name, part in value.items()})


def _build_tuple(arguments: tuple[Any, ...], value: Any, place: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise _DamagedError(f"{place} is not a list")
    if arguments[-1] is Ellipsis:
        return tuple(_build(arguments[0], item, f"{place}[{number}]") for number, item in enumerate(value))
    if len(value) != len(arguments):
        raise _DamagedError(f"{place} has {len(value)} parts, not {len(arguments)}")
    return tuple(
        _build(kind, item, f"{place}[{number}]")
        for number, (kind, item) in enumerate(zip(arguments, value, strict=True))
    )


def _check(rules: RuleSet) -> None:
    """Check that every selector is valid and that every template has a rule for the article."""
    for template in rules.templates:
        if not template.article.rules:
            raise _DamagedError(f"{template.name} has no rule for the article")
        for css in (*template.exclusions, *(rule.css for rule in _rules(template))):
            if not is_selector(css):
                raise _DamagedError(f"{template.name} has an invalid selector: {css[:80]!r}")
    for learned in rules.comments:
        markup = learned.markup
        if not markup.comment:
            raise _DamagedError(f"{markup.name} does not say where a comment is")
        for part in fields(markup):
            css = getattr(markup, part.name)
            if part.name != "name" and css and not is_selector(css):
                raise _DamagedError(f"{markup.name} has an invalid selector: {css[:80]!r}")


def _rules(template: Template) -> list[Rule]:
    learned: tuple[LearnedField, ...] = (
        template.article, template.title, template.authors, template.published, template.tags,
    )  # fmt: skip
    return [rule for field in learned for rule in field.rules]
