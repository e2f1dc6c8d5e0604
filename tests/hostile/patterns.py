"""Every regular expression of the program, and hostile texts made out of each.

The texts are derived from the expression's own parts: what it repeats, what it begins with, and both of them many
times over before something that does not fit.
"""

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from re import _constants as parts  # type: ignore[attr-defined]  # there is no public name for it
from re import _parser as parser  # type: ignore[attr-defined]  # the same

import blogforever

METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")
_PACKAGE = Path(blogforever.__file__).parent
_REPEATS = (parts.MAX_REPEAT, parts.MIN_REPEAT, parts.POSSESSIVE_REPEAT)
_MANY = 16
"""What may be repeated more often than this is worth repeating."""
_MEMBERS = {
    parts.CATEGORY_DIGIT: "7", parts.CATEGORY_SPACE: " ", parts.CATEGORY_WORD: "a", parts.CATEGORY_NOT_DIGIT: "a",
    parts.CATEGORY_NOT_SPACE: "a", parts.CATEGORY_NOT_WORD: "-",
}  # fmt: skip
_STRANGERS = "\x01~¬a0 "
_GENERAL = (
    "a", " ", "7", "a ", "aa aa ", "<", "<!--", "<![CDATA[", "&", "<a ", "</", "=", "-", "/", ".", ",", "\n", "\r\n ",
    "a.", "a-", "1.", "http://a/", "é", "(", "[", '"', "'", "a@a.", "A", ":", "年", "12/",
)  # fmt: skip


LONGEST_INPUTS = {
    "blogforever.extract.comments.phrases.COUNT": 300,
    "blogforever.extract.comments.phrases._JOINT_END": 300,
    "blogforever.extract.comments.phrases._SAYS_END": 300,
    "blogforever.sources.feeds.values._MAIL_THEN_NAME": 400,
    "blogforever.sources.feeds.values._NAME_THEN_MAIL": 400,
    "blogforever.text.dates.machine._ASCTIME": 80,
    "blogforever.text.dates.machine._MAIL": 80,
}
"""Expressions that may take longer than linear time, for whoever applies them cuts the text at so many characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression:
    """A regular expression of the program."""

    name: str
    """Module and variable, or module and line."""
    pattern: "re.Pattern[str] | re.Pattern[bytes]"
    methods: tuple[str, ...]
    """How the program applies it."""

    def run(self, method: str, text: "str | bytes") -> object:
        """Apply it as the program does."""
        if method in {"sub", "subn"}:
            empty = "" if isinstance(self.pattern.pattern, str) else b""
            return getattr(self.pattern, method)(empty, text)
        found = getattr(self.pattern, method)(text)
        return sum(1 for _ in found) if method == "finditer" else found


def all_expressions() -> list[Expression]:
    """Those that modules hold, and those that are written where they are used."""
    used = _methods_by_name()
    found: dict[tuple[object, int], Expression] = {}
    for module in _modules():
        for name, value in vars(module).items():
            for pattern in _patterns_in(value):
                methods = tuple(sorted(used.get((module.__name__, name), ())))
                key = pattern.pattern, pattern.flags
                if key in found:
                    methods = tuple(sorted({*methods, *found[key].methods}))
                    name_there = found[key].name
                else:
                    name_there = f"{module.__name__}.{name}"
                found[key] = Expression(name=name_there, pattern=pattern, methods=methods)
    found = {key: one if one.methods else replace(one, methods=("search",)) for key, one in found.items()}
    for expression in _written_inline():
        found.setdefault((expression.pattern.pattern, expression.pattern.flags), expression)
    return sorted(found.values(), key=lambda expression: expression.name)


def hostile_texts(pattern: "re.Pattern[str] | re.Pattern[bytes]") -> "list[Callable[[int], str | bytes]]":
    """Texts of any size that are likely to make the expression work hard."""
    binary = isinstance(pattern.pattern, bytes)
    flags = pattern.flags & ~(re.UNICODE if binary else 0)
    tree = parser.parse(pattern.pattern, flags)
    leads = dict.fromkeys(_leads(tree, ""))
    forms: dict[tuple[str, str, str], None] = {}
    whole = _sample(tree)
    for unit in (whole, whole[:-1], *_literals(tree), *_GENERAL):
        if unit:
            forms["", unit, ""] = None
    for lead, unit in leads:
        stranger = next(character for character in _STRANGERS if character not in unit)
        for units in (unit, lead + unit):
            forms[lead, units, stranger] = None
            forms["", units, stranger] = None
        for _, other in list(leads)[:6]:
            forms[lead, unit + other, stranger] = None
    made = [_of_size(*form, binary=binary) for form in forms]
    return [one for one in made if one is not None]


def _of_size(lead: str, unit: str, end: str, *, binary: bool) -> "Callable[[int], str | bytes] | None":
    try:
        start, middle, last = (part.encode("latin-1") if binary else part for part in (lead, unit, end))
    except UnicodeEncodeError:
        return None
    return lambda size: start + middle * max(1, size // len(middle)) + last


def _modules() -> Iterator[object]:
    for found in pkgutil.walk_packages(blogforever.__path__, "blogforever."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def _patterns_in(value: object) -> Iterator["re.Pattern[str] | re.Pattern[bytes]"]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for part in (*value.keys(), *value.values()):
            yield from _patterns_in(part)
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _patterns_in(part)
    elif hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        for name in value.__dataclass_fields__:
            yield from _patterns_in(getattr(value, name))


def _methods_by_name() -> dict[tuple[str, str], set[str]]:
    """By module and variable: how it is applied there and wherever it is imported."""
    used: dict[tuple[str, str], set[str]] = defaultdict(set)
    for path, tree in _sources():
        module = "blogforever." + ".".join(path.relative_to(_PACKAGE).with_suffix("").parts)
        nodes = list(ast.walk(tree))
        imported = {
            name.asname or name.name: (node.module or "", name.name)
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        }
        for node in nodes:
            if isinstance(node, ast.Attribute) and node.attr in METHODS and isinstance(node.value, ast.Name):
                used[imported.get(node.value.id, (module, node.value.id))].add(node.attr)
    return used


def _written_inline() -> Iterator[Expression]:
    for path, tree in _sources():
        for node in ast.walk(tree):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if not is_call or not isinstance(node.func.value, ast.Name) or node.func.value.id != "re":
                continue
            if node.func.attr in METHODS and (written := _written(node.args[0])) is not None:
                flags = sum((_flag(word.value) for word in node.keywords if word.arg == "flags"), re.NOFLAG)
                name = f"{path.relative_to(_PACKAGE)}:{node.lineno}"
                yield Expression(name=name, pattern=re.compile(written, flags), methods=(node.func.attr,))


def _written(node: ast.expr) -> "str | bytes | None":
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "name" for part in node.values)
    return None


def _flag(node: ast.expr) -> re.RegexFlag:
    if isinstance(node, ast.BinOp):
        return _flag(node.left) | _flag(node.right)
    return getattr(re, node.attr) if isinstance(node, ast.Attribute) else re.NOFLAG


def _sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(_PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def _leads(tree: Iterable[tuple[object, object]], before: str) -> Iterator[tuple[str, str]]:
    """For everything that may be repeated without end: a text that leads to it, and one round of it."""
    for operation, value in tree:
        for body, repeated in _bodies(operation, value):
            if repeated:
                for unit in dict.fromkeys((_sample(body), *_choices(body))):
                    if unit:
                        yield before, unit
            yield from _leads(body, before)
        before += _sample([(operation, value)])


def _bodies(operation: object, value: object) -> list[tuple[Iterable[tuple[object, object]], bool]]:
    """What stands inside a part, and whether it may be repeated many times."""
    if operation in _REPEATS:
        return [(value[2], value[1] >= _MANY)]
    if operation is parts.SUBPATTERN:
        return [(value[3], False)]
    if operation is parts.BRANCH:
        return [(branch, False) for branch in value[1]]
    if operation is parts.ATOMIC_GROUP:
        return [(value, False)]
    if operation in {parts.ASSERT, parts.ASSERT_NOT}:
        return [(value[1], False)]
    return []


def _choices(tree: Iterable[tuple[object, object]]) -> list[str]:
    """Other samples of the same: each branch, and a few members of each class."""
    found: list[str] = []
    for operation, value in tree:
        if operation is parts.IN:
            found += _members(value)[:4]
        for body, _ in _bodies(operation, value):
            found.append(_sample(body))
    return found[:8]


def _literals(tree: Iterable[tuple[object, object]]) -> list[str]:
    found: list[str] = []
    for operation, value in tree:
        if operation is parts.LITERAL:
            found.append(chr(value))
        elif operation is parts.IN:
            found += _members(value)[:3]
        for body, _ in _bodies(operation, value):
            found += _literals(body)
    return list(dict.fromkeys(found))[:25]


def _sample(tree: Iterable[tuple[object, object]]) -> str:
    """One text that the part fits, more or less."""
    return "".join(_sample_one(operation, value) for operation, value in tree)


def _sample_one(operation: object, value: object) -> str:
    sampler = _SAMPLERS.get(operation)
    return sampler(value) if sampler else ""


_SAMPLERS: dict[object, Callable[[object], str]] = {
    parts.LITERAL: chr,
    parts.NOT_LITERAL: lambda value: "a" if value != ord("a") else "b",
    parts.ANY: lambda _: "a",
    parts.IN: lambda value: (_members(value) or [""])[0],
    parts.SUBPATTERN: lambda value: _sample(value[3]),
    parts.BRANCH: lambda value: _sample(value[1][0]),
    parts.ATOMIC_GROUP: _sample,
    **dict.fromkeys(_REPEATS, lambda value: _sample(value[2]) * max(value[0], min(1, value[1]))),
}


def _members(members: Iterable[tuple[object, object]]) -> list[str]:
    members = list(members)
    told: list[str] = []
    for operation, value in members:
        if operation is parts.LITERAL:
            told.append(chr(value))
        elif operation is parts.RANGE:
            told += [chr(value[0]), chr(value[1])]
        elif operation is parts.CATEGORY:
            told.append(_MEMBERS.get(value, "a"))
    if members and members[0][0] is parts.NEGATE:
        return [character for character in "a 7-/.\n<é" if character not in told][:4]
    return told
