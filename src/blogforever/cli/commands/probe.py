"""`blogforever probe`: what a harvest would find."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from blogforever.cli.contact_question import ask_for_contact
from blogforever.cli.options import harvest_options
from blogforever.cli.terminal_text import count, duration, json_block, plain

if TYPE_CHECKING:
    from blogforever.actions.examine.probe import ProbeResult
    from blogforever.model.rules import LearnedField, Template


@click.command(short_help="Look at a blog without keeping anything.")
@click.argument("blog", metavar="URL")
@click.option(
    "--max-time", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True, metavar="S",
    help="Stop after S seconds.",
)  # fmt: skip
@harvest_options
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def probe(blog: str, **given: Any) -> None:
    """Look at the blog at URL: its platform, feeds, sources of posts and rules, and what a harvest would cost.

    Only the feed, a few posts and the lists of addresses are fetched, and nothing is kept.
    """
    from blogforever.actions.examine.probe import probe as run
    from blogforever.cli.progress.watching import watching
    from blogforever.model.harvest import HarvestOptions

    options = HarvestOptions(
        max_time=given["max_time"], delay=given["delay"], concurrency=given["concurrency"],
        timeout=given["timeout"], obey_robots=not given["ignore_robots"], contact=given["contact"],
    )  # fmt: skip
    ask_for_contact(given["contact"], [blog])
    with watching() as watch:
        result = run(blog, options, watch=watch.show)
    if given["as_json"]:
        click.echo(json_block(asdict(result)))
    else:
        show_result(result)


_FIELDS = ("article", "title", "authors", "published", "tags")
_MOST_LINES = 8


def show_result(result: "ProbeResult") -> None:
    """Print the result for people."""
    blog = result.blog
    _print_line(f"{blog.title or 'A blog'}  {blog.url}")
    if blog.platform:
        version = f" {blog.platform.version}" if blog.platform.version else ""
        _print_line(f"Platform: {blog.platform.name}{version} ({blog.platform.reason})")
    else:
        _print_line("Platform: unknown")
    _show_sources(result)
    _show_rules(result)
    _show_politeness(result)
    for note in result.notes:
        _print_line(f"Note: {note}.")


def _print_line(line: str) -> None:
    """Print a line that may contain text of the blog."""
    indent = "  " if line.startswith("  ") else ""
    click.echo(indent + plain(line))


def _show_sources(result: "ProbeResult") -> None:
    _print_line("Feeds:" if result.blog.feeds else "Feeds: none")
    for feed in result.blog.feeds[:_MOST_LINES]:
        _print_line(f"  {feed.role}: {feed.address} ({feed.entries:,} entries, {feed.text or 'no text'})")
    if len(result.blog.feeds) > _MOST_LINES:
        _print_line(f"  and {len(result.blog.feeds) - _MOST_LINES} more")
    _print_line("Addresses of the blog, by source:")
    for via, number in result.sources.items():
        _print_line(f"  {via.value}: {number:,}")
    for entry in result.sitemaps[:_MOST_LINES]:
        _print_line(f"  read: {entry.address} ({entry.reason})")


def _show_rules(result: "ProbeResult") -> None:
    if result.rules is None or not result.rules.templates:
        _print_line("Rules: none could be learned; the general extractor would be used")
        return
    for template in result.rules.templates:
        _print_line(f"Rules of {template.name}, learned from {count(len(template.pages), 'page')}:")
        for name in _FIELDS:
            _print_line(f"  {name}: {_rule(name, template)}")


def _rule(name: str, template: "Template") -> str:
    learned: LearnedField = getattr(template, name)
    if learned.constant:
        return f"always {', '.join(learned.constant)}"
    if not learned.rules:
        return f"none ({learned.note})" if learned.note else "none"
    confidence = f" (confidence {learned.evidence.confidence:.2f})" if learned.evidence else ""
    return f"{learned.rules[0].css}{confidence}"


def _show_politeness(result: "ProbeResult") -> None:
    if result.robots is None:
        _print_line("robots.txt: none")
    else:
        asks = f"asks for {result.robots.delay:g} s between requests" if result.robots.delay else "asks for no delay"
        _print_line(f"robots.txt: {'allows' if result.robots.allowed else 'forbids'} the blog, {asks}")
    _print_line(f"Politeness: {result.delay:g} s between requests, as {result.user_agent}")
    cost = result.estimate
    media = f" and about {count(cost.media, 'media file')}" if cost.media else ""
    _print_line(
        f"A harvest would fetch at least {count(cost.pages, 'page')}{media}, in {duration(cost.seconds)} or more"
    )
