"""Blogs, posts and answers as lines that people read, in any width: addresses are never cut or folded."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from blogforever.cli.terminal_text import plain
from blogforever.cli.words import count

if TYPE_CHECKING:
    from blogforever.actions.archived_record import ArchivedPost
    from blogforever.actions.why import Answer, Told
    from blogforever.model.archive import ArchivedBlog, Hit, PostLine
    from blogforever.model.post import Post

UNTITLED = "(without a title)"
_DAY = len("2024-05-01")
_UNDATED = "no date"
_COMMENTS = len("120 of 130")
_INDENT = " " * (_DAY + 2)
_LONGEST_VALUE = 80
_LONGEST_TITLE = 200


def blog_lines(blog: "ArchivedBlog") -> Iterator[str]:
    """What people want to know of a blog first."""
    said = blog.blog
    yield _bold(said.title or UNTITLED)
    yield f"  {plain(said.url)}"
    platform = said.platform
    made_with = f"{platform.name} {platform.version or ''}".strip() if platform else "unknown platform"
    days = f", {blog.first_post[:_DAY]} to {(said.last_activity or '')[:_DAY]}" if blog.first_post else ""
    comments = f", {count(blog.comments, 'comment')}" if blog.comments else ""
    yield f"  {plain(made_with)}, {count(blog.posts, 'post')}{comments}{plain(days)}"
    state = f"{(blog.harvested or '')[:16].replace('T', ' ')} UTC, {blog.state.value}" if blog.state else "never"
    yield f"  harvested {state}"


def post_lines(line: "PostLine", *, with_comments: bool = False) -> Iterator[str]:
    """Date, number of comments if it is wanted, title and authors; below them the address."""
    comments = f"{_comments(line):>{_COMMENTS}}  " if with_comments else ""
    authors = click.style(f"  {plain(_short(', '.join(line.authors)))}", dim=True) if line.authors else ""
    yield f"{_day(line.published)}  {comments}{_bold(_short(line.title or UNTITLED))}{authors}"
    yield f"{_INDENT}{plain(line.url or line.key)}"


def _comments(line: "PostLine") -> str:
    """How many comments were kept, and how many there are where the blog states another number."""
    if line.comments_stated is None or line.comments_stated == line.comments:
        return f"{line.comments:,}"
    return f"{line.comments:,} of {line.comments_stated:,}"


def _short(text: str) -> str:
    """No title needs more to be known by; pages may state any nonsense as theirs."""
    return text if len(text) <= _LONGEST_TITLE else f"{text[: _LONGEST_TITLE - 1]}…"


def hit_lines(hit: "Hit", marks: tuple[str, str]) -> Iterator[str]:
    """The post, and the piece of its text with the words that were looked for."""
    yield from post_lines(hit.post)
    piece = "".join(
        # The marks are controls, which no other part of a piece keeps: what is between them is a match.
        click.style(plain_inside(part), fg="yellow", bold=True) if place % 2 else plain_inside(part)
        for place, part in enumerate(hit.snippet.replace(marks[1], marks[0]).split(marks[0]))
    )
    yield f"{_INDENT}{piece}"


def plain_inside(text: str) -> str:
    """Plain text with the spaces at its ends, which part it from its neighbours."""
    before, after = text[:1].isspace(), text[-1:].isspace()
    inside = plain(text)
    return f"{' ' * before}{inside}{' ' * after}" if inside else " " * (before or after)


def head_lines(archived: "ArchivedPost") -> Iterator[str]:
    """Title, byline, date, tags and address of a post."""
    post = archived.post
    yield _bold(post.title or UNTITLED)
    byline = [f"by {', '.join(post.authors)}"] if post.authors else []
    byline.append(post.published.iso if post.published else _UNDATED)
    yield plain(", ".join(byline))
    if post.tags:
        yield f"tags: {plain(', '.join(post.tags))}"
    if archived.version.from_feed:
        yield "kept from the feed: its page could not be had"
    if archived.screenshot:
        yield f"picture of the page: {plain(archived.screenshot.path or '')}"
    yield click.style(plain(post.url or archived.stored.key), dim=True)


def version_line(archived: "ArchivedPost") -> str:
    """When a version was kept, and how long it is."""
    version = archived.version
    told = f"{version.number}  {version.captured_at[:16].replace('T', ' ')} UTC"
    return f"{told}  {count(len(version.post.content_text), 'sign')}  {plain(version.post.title or UNTITLED)}"


def evidence_lines(post: "Post") -> Iterator[str]:
    """Where each field came from."""
    width = max((len(name) for name in post.evidence), default=0)
    for name, evidence in post.evidence.items():
        rule = f" {plain(evidence.rule)}" if evidence.rule else ""
        yield f"{plain(name):<{width}}  {evidence.value_from.value}{rule}  ({evidence.confidence:.2f})"
        yield f"{'':<{width}}  {click.style(_value(post, name), dim=True)}"
    yield f"fit {post.fit:.2f} by {plain(post.template) if post.template else 'no template'}"
    yield from (f"problem: {plain(problem)}" for problem in post.problems)


def answer_lines(answer: "Answer") -> Iterator[str]:
    """What became of an address in each blog that saw it."""
    yield _bold(answer.address)
    for told in answer.told:
        for name, text in _told(told):
            yield f"  {name + ':':<15}{plain(text)}"


def _told(told: "Told") -> Iterator[tuple[str, str]]:
    fate, post = told.explanation.fate, told.explanation.post
    if fate:
        yield "outcome", f"{fate.outcome.value}{f': {fate.reason}' if fate.reason else ''}"
        if fate.status is not None:
            yield "status", str(fate.status)
        if fate.leads_to:
            yield "leads to", fate.leads_to
        yield "named by", ", ".join(witness.value for witness in fate.witnesses) or "nobody"
        if fate.referrer:
            yield "first seen on", f"{fate.referrer} ({count(fate.hops, 'link')} from the start)"
    if post:
        yield "an alias of" if told.explanation.is_alias else "kept as", f"{post.title or UNTITLED} ({post.url})"
    for version in told.versions:
        source = ", from the feed" if version.from_feed else ""
        yield f"version {version.number}", f"kept {version.captured_at[:16].replace('T', ' ')} UTC{source}"
    harvest = f", harvest {told.explanation.harvest}" if told.explanation.harvest is not None else ""
    yield "blog", f"{told.explanation.blog}{harvest}"


def _value(post: "Post", name: str) -> str:
    value = post.content_text if name == "content" else getattr(post, name, None)
    if value is None or isinstance(value, str):
        text = value or "nothing"
    elif isinstance(value, tuple):
        text = ", ".join(value)
    else:
        text = f"{value.iso} (written {value.written!r})"
    text = plain(text)
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1]}…"


def _day(published: str | None) -> str:
    return f"{plain((published or _UNDATED)[:_DAY]):<{_DAY}}"


def _bold(text: str) -> str:
    return click.style(plain(text) or UNTITLED, bold=True)
