"""What people see: tables, progress and warnings. The only module that knows rich."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from blogforever.actions.explain import TemplateExplained
from blogforever.model.rules import RuleSet

_T = TypeVar("_T")
_MANY = 20
"""From so many pages on a terminal shows how far the work is."""
_WIDTH = 160
"""The width of tables that go into a file or a pipe."""


def warn(message: str) -> None:
    """One line on stderr."""
    click.echo(f"blogforever: {message}", err=True)


def progress(work: Iterable[_T], total: int) -> Iterator[_T]:
    """The work, with a bar on stderr when it is long and someone is watching."""
    if total < _MANY or sys.stderr is None or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from work
    else:
        yield from track(work, "Reading pages", total, console=Console(stderr=True), transient=True)


def show_rules(rules: RuleSet, templates: list[TemplateExplained]) -> None:
    """The rules as tables, one for each template."""
    console = Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False, soft_wrap=False)
    console.print(Text(f"{rules.title or 'A blog'}{f'  {rules.blog}' if rules.blog else ''}", style="bold"))
    console.print(Text(f"The feed carries: {rules.feed_text.value} ({rules.feed_text_reason})"))
    if rules.day_first is not None:
        console.print(Text(f"3/4/2010 is the {'third of April' if rules.day_first else 'fourth of March'}."))
    if not templates:
        console.print("No rules: the pages have nothing in common with their feed entries.")
    for template in templates:
        console.print()
        console.print(_table(template))
        if template.exclusions:
            console.print(Text("Not part of the article: " + ", ".join(template.exclusions)))


def _table(template: TemplateExplained) -> Table:
    pages = "1 page" if template.pages == 1 else f"{template.pages} pages"
    table = Table(title=Text(f"{template.name}, learned from {pages}"), title_justify="left", show_lines=True)
    for name in ("field", "rule", "confidence", "examples", "runner-up", "notes"):
        table.add_column(name, overflow="fold")
    for line in template.fields:
        cells = (
            line.field,
            "\nelse ".join(line.rules) or "none",
            line.confidence,
            "\n".join(line.examples),
            line.runner_up,
            line.note,
        )
        table.add_row(*map(Text, cells))
    return table
