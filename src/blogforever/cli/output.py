"""Output for people that needs rich: tables, long texts and progress bars."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click
from rich.console import Console
from rich.padding import Padding
from rich.progress import track
from rich.table import Table
from rich.text import Text

from blogforever.actions.learn import ExplainedTemplate
from blogforever.cli.terminal_text import plain_lines
from blogforever.model.rules import RuleSet

_T = TypeVar("_T")
_MANY = 20
"""Number of pages from which a terminal shows a progress bar."""
_WIDTH = 160
"""The width of tables that are written to a file or a pipe."""
_NARROW = 110
"""Below this width, the six columns of a table would be too narrow to read."""
_READABLE = 90
"""The longest line that is easy to read."""


def progress(work: Iterable[_T], total: int) -> Iterator[_T]:
    """The same items, with a progress bar on stderr if there are many and stderr is a terminal."""
    if total < _MANY or sys.stderr is None or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from work
    else:
        yield from track(work, "Reading pages", total, console=Console(stderr=True), transient=True)


def show_text(text: str) -> None:
    """Print a long text, wrapped at words on a terminal and unchanged elsewhere."""
    if sys.stdout.isatty():
        Console(highlight=False, width=min(Console().width, _READABLE)).print(Text(text))
    else:
        click.echo(text)


def show_styled(parts: Iterable[tuple[str, str]]) -> None:
    """Print a long text in several styles on a terminal, wrapped at words."""
    console = Console(highlight=False, width=min(Console().width, _READABLE))
    console.print(Text.assemble(*parts))


def show_rules(rules: RuleSet, templates: list[ExplainedTemplate]) -> None:
    """Print the rules: a table for each template or, on a narrow terminal, a block for each field."""
    console = Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False, soft_wrap=False)
    console.print(_text(f"{rules.title or 'A blog'}{f'  {rules.blog}' if rules.blog else ''}", style="bold"))
    console.print(_text(f"Text in the feed: {rules.feed_text.value} ({rules.feed_text_reason})"))
    if rules.day_first is not None:
        console.print(Text(f"Dates: 3/4/2010 means {'3 April' if rules.day_first else '4 March'} 2010."))
    if not templates:
        console.print("No rules: the pages have nothing in common with their feed entries.")
    for template in templates:
        console.print()
        if console.width < _NARROW:
            console.print(_text(_heading(template), style="bold"))
            console.print(*_blocks(template), sep="\n")
        else:
            console.print(_table(template))
        if template.exclusions:
            console.print(_text("Not part of the article: " + ", ".join(template.exclusions)))


def _text(text: str, style: str = "") -> Text:
    """Text of a page, without anything that a terminal would act on."""
    return Text(plain_lines(text), style=style)


def _heading(template: ExplainedTemplate) -> str:
    pages = "1 page" if template.pages == 1 else f"{template.pages} pages"
    return f"{template.name}, learned from {pages}"


def _blocks(template: ExplainedTemplate) -> Iterator[Padding]:
    for line in template.fields:
        confidence = f"  ({line.confidence})" if line.confidence else ""
        yield Padding(_text(f"{line.field}{confidence}", style="bold"), (0, 0, 0, 2))
        parts = (
            ("", "\nelse ".join(line.rules) or "none"),
            ("", "\n".join(f"“{example}”" for example in line.examples)),
            ("runner-up: ", line.runner_up),
            ("note: ", line.note),
        )
        for label, text in parts:
            if text:
                yield Padding(_text(label + text), (0, 0, 0, 4))


def _table(template: ExplainedTemplate) -> Table:
    table = Table(title=_text(_heading(template)), title_justify="left", show_lines=True)
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
        table.add_row(*map(_text, cells))
    return table
