"""The completeness ledger as lines for people, in 80 columns."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from blogforever.cli.suggestions import this_command, with_archive
from blogforever.cli.terminal_text import count, plain
from blogforever.cli.views.listings import blog_lines
from blogforever.model.harvest import Missing, State
from blogforever.model.ledger import LedgerEntry

if TYPE_CHECKING:
    from blogforever.actions.read_archive import Ledger
    from blogforever.model.archive import LedgerSummary

_HEIGHTS = "▁▂▃▄▅▆▇█"
_GAP = "·"
_MOST_MISSING = 20


def ledger_lines(ledger: "Ledger") -> Iterator[str]:
    """The whole ledger; only the beginning of a long list of missing posts."""
    yield from blog_lines(ledger.blog)
    yield from (f"  note: {with_archive(plain(note))}" for note in ledger.notes)
    yield from _sources(ledger.summary)
    yield from _months(ledger)
    yield from _outcomes(ledger.summary)
    yield from _missing(ledger)
    yield from _gone(ledger)


def entry_lines(entry: LedgerEntry) -> Iterator[str]:
    """An address, and what became of it."""
    yield plain(entry.address)
    leads = f" → {entry.leads_to}" if entry.leads_to else ""
    named = ", ".join(via.value for via in entry.witnesses) or "no source"
    reason = f": {entry.reason}" if entry.reason else ""
    yield f"  {plain(f'{entry.outcome.value}{reason}{leads}; named by {named}')}"


def _sources(summary: "LedgerSummary") -> Iterator[str]:
    yield ""
    yield click.style(f"{'Posts by source':<24}{'known':>9}{'only by it':>13}", bold=True)
    for via, known in sorted(summary.known_by.items(), key=lambda one: -one[1]):
        yield f"{via.value:<24}{known:>9,}{summary.only_by.get(via, 0):>13,}"
    for (one, other), both in sorted(summary.overlap.items(), key=lambda pair: -pair[1]):
        yield f"  {one.value} and {other.value}: {both:,}"


def _months(ledger: "Ledger") -> Iterator[str]:
    """A line for each year, a character for each month: 2010 ▁▂·▃▁▂▃▄▅▆▇█ 40."""
    months = dict(ledger.summary.months)
    most = max(months.values(), default=0)
    yield ""
    gaps = len(ledger.gaps)
    legend = f"; {_GAP} marks the {count(gaps, 'month')} without posts" if gaps else ""
    yield click.style("Posts by month", bold=True) + f" (one character per month; at most {most:,}{legend})"
    for year in sorted({month[:4] for month in months}):
        numbers = [months.get(f"{year}-{month:02d}") for month in range(1, 13)]
        characters = "".join(" " if number is None else _bar(number, most) for number in numbers)
        yield f"{year}  {characters}  {sum(number or 0 for number in numbers):,}"
    if ledger.summary.undated:
        yield f"without a date: {ledger.summary.undated:,}"


def _bar(number: int, most: int) -> str:
    return _HEIGHTS[(number * len(_HEIGHTS) - 1) // most] if number else _GAP


def _outcomes(summary: "LedgerSummary") -> Iterator[str]:
    yield ""
    yield click.style(f"{'Addresses by outcome':<24}{sum(summary.outcomes.values()):>9,}", bold=True)
    for outcome, number in sorted(summary.outcomes.items(), key=lambda one: -one[1]):
        yield f"{outcome.value:<24}{number:>9,}"


def _missing(ledger: "Ledger") -> Iterator[str]:
    yield ""
    if ledger.missing:
        yield click.style(f"Missing posts that a source names: {ledger.missing_count:,}", bold=True)
        yield from _not_kept(ledger.missing, ledger.missing_count)
    elif ledger.blog.state is not State.DONE:
        yield "Nothing is known to be missing, but the harvest did not come to its end."
    elif ledger.shortfalls:
        yield "No post that a source names is missing, but not everything could be read."
    else:
        yield "No post that a source names is missing."
    if ledger.shortfalls:
        yield ""
        yield click.style(f"Not complete: {len(ledger.shortfalls):,}", bold=True)
        yield from map(plain, ledger.shortfalls)
    if ledger.left_out:
        yield ""
        yield click.style(f"Left out, may be posts, worth a look: {ledger.left_out_count:,}", bold=True)
        yield from _not_kept(ledger.left_out, ledger.left_out_count)


def _not_kept(addresses: Sequence[Missing], total: int) -> Iterator[str]:
    for one in addresses[:_MOST_MISSING]:
        yield plain(one.address)
        yield f"  {plain(one.reason)}; named by {', '.join(via.value for via in one.witnesses) or 'no source'}"
    if total > _MOST_MISSING:
        yield f"… and {total - _MOST_MISSING:,} more; to list them all: {this_command('--json')}"


def _gone(ledger: "Ledger") -> Iterator[str]:
    if not ledger.gone:
        return
    yield ""
    yield click.style(f"Posts that are kept and that the blog no longer has: {len(ledger.gone):,}", bold=True)
    for post in ledger.gone[:_MOST_MISSING]:
        yield plain(post.address)
        yield f"  {plain(post.reason)}"
    if len(ledger.gone) > _MOST_MISSING:
        yield f"… and {len(ledger.gone) - _MOST_MISSING:,} more; to list them all: {this_command('--json')}"
