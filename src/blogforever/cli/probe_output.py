"""What was found out about a blog, for people."""

from typing import TYPE_CHECKING

import click

from blogforever.cli.terminal_text import plain
from blogforever.cli.words import count, duration

if TYPE_CHECKING:
    from blogforever.actions.probe import Probed
    from blogforever.model.rules import LearnedField, Template

_FIELDS = ("article", "title", "authors", "published", "tags")
_MOST_LINES = 8


def show_probed(probed: "Probed") -> None:
    """Block by block."""
    blog = probed.blog
    _say(f"{blog.title or 'A blog'}  {blog.url}")
    if blog.platform:
        version = f" {blog.platform.version}" if blog.platform.version else ""
        _say(f"Platform: {blog.platform.name}{version} ({blog.platform.reason})")
    else:
        _say("Platform: unknown")
    _show_sources(probed)
    _show_rules(probed)
    _show_manners(probed)
    for note in probed.notes:
        _say(f"Note: {note}.")


def _say(line: str) -> None:
    """A line with words of the blog in it."""
    indent = "  " if line.startswith("  ") else ""
    click.echo(indent + plain(line))


def _show_sources(probed: "Probed") -> None:
    _say("Feeds:" if probed.blog.feeds else "Feeds: none")
    for feed in probed.blog.feeds[:_MOST_LINES]:
        _say(f"  {feed.role}: {feed.address} ({feed.entries:,} entries, {feed.text or 'no text'})")
    if len(probed.blog.feeds) > _MOST_LINES:
        _say(f"  and {len(probed.blog.feeds) - _MOST_LINES} more")
    _say("Addresses of the blog, by who names them:")
    for witness, number in probed.sources.items():
        _say(f"  {witness.value}: {number:,}")
    for fate in probed.sitemaps[:_MOST_LINES]:
        _say(f"  read: {fate.address} ({fate.reason})")


def _show_rules(probed: "Probed") -> None:
    if probed.rules is None or not probed.rules.templates:
        _say("Rules: none could be learned; the general extractor would read the pages")
        return
    for template in probed.rules.templates:
        _say(f"Rules of {template.name}, learned from {count(len(template.pages), 'page')}:")
        for name in _FIELDS:
            _say(f"  {name}: {_rule(name, template)}")


def _rule(name: str, template: "Template") -> str:
    learned: LearnedField = getattr(template, name)
    if learned.constant:
        return f"always {', '.join(learned.constant)}"
    if not learned.rules:
        return f"none ({learned.note})" if learned.note else "none"
    sure = f" (confidence {learned.evidence.confidence:.2f})" if learned.evidence else ""
    return f"{learned.rules[0].css}{sure}"


def _show_manners(probed: "Probed") -> None:
    if probed.robots is None:
        _say("robots.txt: there is none")
    else:
        asks = f"asks for {probed.robots.delay:g} s between requests" if probed.robots.delay else "asks for no delay"
        _say(f"robots.txt: {'allows' if probed.robots.allowed else 'forbids'} the blog, {asks}")
    _say(f"Politeness: {probed.delay:g} s between requests, as {probed.user_agent}")
    cost = probed.estimate
    media = f" and about {count(cost.media, 'media file')}" if cost.media else ""
    _say(f"A harvest: at least {count(cost.pages, 'page')}{media}, {duration(cost.seconds)} or more")
