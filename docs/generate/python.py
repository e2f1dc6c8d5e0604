"""The reference of the Python API, from the signatures and docstrings of what `import blogforever` offers."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import Any

import blogforever
from blogforever.actions._files.records import ArchivedPost
from blogforever.actions.export import ExportCounts
from blogforever.actions.harvest import HarvestEnd
from blogforever.actions.history.blog_events import HistoryEntry
from blogforever.actions.history.compare import ComparedVersions
from blogforever.actions.history.front_page import FrontPage
from blogforever.actions.history.post_events import PostHistory
from blogforever.actions.history.shown_posts import ShownPost
from blogforever.model.archive import (
    ArchivedBlog,
    DiffPiece,
    HarvestLine,
    Hit,
    ListDiff,
    PostEvent,
    PostLine,
    StoredDiscussion,
    VersionDiff,
)
from blogforever.model.blog import Blog
from blogforever.model.comment import Comment
from blogforever.model.feed import Feed
from blogforever.model.harvest import (
    CommentChanges,
    GonePost,
    HarvestChanges,
    HarvestOptions,
    PostChanges,
    Progress,
    Report,
    Resumed,
)
from blogforever.model.moment import Moment
from blogforever.model.page import Page
from blogforever.model.post import Post
from blogforever.model.rules import RuleSet, Template

_RETURNED: tuple[type, ...] = (
    Report, HarvestChanges, PostChanges, CommentChanges, GonePost, Resumed, HarvestEnd, Progress, ArchivedBlog, Blog,
    PostLine, ArchivedPost, Post, Moment, StoredDiscussion, Comment, Hit, PostHistory, PostEvent,
    ComparedVersions, VersionDiff, DiffPiece, ListDiff, HistoryEntry, HarvestLine, FrontPage, ShownPost, ExportCounts,
    RuleSet, Template, Page, Feed,
)  # fmt: skip
_HEAD = """# Python API

Written by `make docs` from the docstrings. Do not edit: change the docstring, run it again. Every error is a kind of
`blogforever.errors.BlogforeverError`; [errors](errors.md) lists them. For tasks, see
[Use it from Python](../how-to/use-from-python.md).

```pycon
>>> import blogforever
>>> with blogforever.Archive("blogforever-archive") as archive:
...     for line in archive.posts(since="2012", until="2012"):
...         print(line.published[:10], line.title)
...     post = archive.post(line.url)
2012-09-19 Rebuilding a delicate gear hub
2012-01-20 Beans after early spring
>>> post.post.authors
('Tom Abernathy',)

```

A page that you already have needs no archive:

```pycon
>>> page = \"\"\"<html lang="en"><head><meta property="og:title" content="Tides"></head><body><article><h1>Tides</h1>
... <time datetime="2012-05-04">4 May 2012</time><p>The water came back at noon.</p></article></body></html>\"\"\"
>>> post = blogforever.extract_post(page, url="https://blog.example/tides")
>>> post.title, post.published.iso
('Tides', '2012-05-04')

```
"""
_MODULES = re.compile(r"\b(?:blogforever(?:\.\w+)+|pathlib(?:\._local)?|collections\.abc|datetime|typing)\.(?=\w)")


def python_reference() -> str:
    """The whole page."""
    parts = [_HEAD]
    for name in sorted(set(blogforever.__all__) - {"__version__"}, key=str.lower):
        thing = getattr(blogforever, name)
        parts += _class(name, thing) if inspect.isclass(thing) else [_function(f"blogforever.{name}", thing, "##")]
    parts.append("## blogforever.\\_\\_version\\_\\_\n\nThe version of the package, as text.\n")
    parts.append(
        f"## Options of a harvest\n\nThe keyword arguments of `harvest`.\n\n{_table(HarvestOptions, only_fields=True)}"
    )
    parts.append("## Values\n\nWhat these functions take and return.\n")
    parts += [f"### {kind.__name__}\n\n{inspect.getdoc(kind)}\n\n{_table(kind)}" for kind in _RETURNED]
    return "\n".join(parts)


def _class(name: str, kind: type) -> list[str]:
    methods = [method for method in vars(kind).values() if inspect.isfunction(method) and method.__name__[0] != "_"]
    head = _function(f"blogforever.{name}", kind, "##")
    return [head, *(_function(f"{name}.{method.__name__}", method, "###") for method in methods)]


def _function(name: str, function: Any, level: str) -> str:
    call = inspect.signature(function)
    parameters = [one for one in call.parameters.values() if one.name != "self"]
    call = call.replace(parameters=parameters)
    if inspect.isclass(function):
        call = call.replace(return_annotation=inspect.Signature.empty)
    written = _readable(f"{name}{call}")
    if len(written) > 100:
        bare = _readable(str(call.replace(parameters=[])))
        lines = "".join(f"    {part},\n" for part in _readable_parameters(parameters))
        written = f"{name}(\n{lines}{bare.removeprefix('(')}"
    return f"{level} {name}\n\n```python\n{written}\n```\n\n{inspect.getdoc(function)}\n"


def _readable_parameters(parameters: list[inspect.Parameter]) -> Iterator[str]:
    starred = False
    for one in parameters:
        if one.kind is one.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        # What is unpacked here is written in another way by each version of Python.
        yield f"**{one.name}" if one.kind is one.VAR_KEYWORD else _readable(str(one))


def _readable(text: str) -> str:
    return _MODULES.sub("", text)


def _table(kind: type, *, only_fields: bool = False) -> str:
    """The fields and properties of a dataclass, each with its documentation."""
    documented = _documentation(kind)
    rows = [
        _row(one.name, one.type, documented.get(one.name, ""), _default(one) if only_fields else "")
        for one in _fields(kind)
    ]
    for name, value in vars(kind).items():
        if isinstance(value, property) and not only_fields:
            rows.append(_row(name, inspect.signature(value.fget).return_annotation, value.__doc__ or ""))
    return "\n".join(["| name | type | meaning |", "| --- | --- | --- |", *rows, ""])


def _row(name: str, kind: Any, meaning: str, default: str = "") -> str:
    written = _readable(kind if isinstance(kind, str) else inspect.formatannotation(kind))
    cells = (f"`{name}`", f"`{written}`{default}", " ".join(meaning.split()))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _fields(kind: Any) -> "tuple[Field[Any], ...]":
    return fields(kind)


def _default(one: "Field[Any]") -> str:
    if one.default is MISSING or one.default is None:
        return ""
    return f", default `{getattr(one.default, 'value', one.default)!r}`"


def _documentation(kind: type) -> dict[str, str]:
    """The text below each field, which only the source has."""
    [body] = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    found: dict[str, str] = {}
    name = ""
    for node in getattr(body, "body", ()):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and name:
            found[name] = str(node.value.value)
            name = ""
    return found
