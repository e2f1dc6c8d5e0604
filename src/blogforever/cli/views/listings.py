"""Blogs, posts and explanations as lines for people. Addresses are never shortened or wrapped."""

from collections.abc import Iterator
from shlex import quote
from typing import TYPE_CHECKING

import click

from blogforever.cli.suggestions import with_archive
from blogforever.cli.terminal_text import count, plain
from blogforever.model.harvest import State

if TYPE_CHECKING:
    from blogforever.actions._files.records import ArchivedPost
    from blogforever.actions.examine.why import Finding, WhyAnswer
    from blogforever.model.archive import ArchivedBlog, Hit, PostLine
    from blogforever.model.ledger import Decision
    from blogforever.model.post import Post

UNTITLED = "(untitled)"
_UNFINISHED = frozenset({State.STOPPED, State.INTERRUPTED, State.LIMIT})
_DAY = len("2024-05-01")
_UNDATED = "no date"
_COMMENTS = len("120 of 130")
_INDENT = " " * (_DAY + 2)
_LONGEST_VALUE = 80
_LONGEST_TITLE = 200


def blog_lines(blog: "ArchivedBlog") -> Iterator[str]:
    """The main facts about a blog; its number is the shortest name that commands know it by."""
    about = blog.blog
    yield f"{blog.id}  {_bold(about.title or UNTITLED)}"
    yield f"  {plain(about.url)}"
    platform = about.platform
    software = f"{platform.name} {platform.version or ''}".strip() if platform else "unknown platform"
    days = f", {blog.first_post[:_DAY]} to {(about.last_activity or '')[:_DAY]}" if blog.first_post else ""
    comments = f", {count(blog.comments, 'comment')}" if blog.comments else ""
    yield f"  {plain(software)}, {count(blog.posts, 'post')}{comments}{plain(days)}"
    yield f"  {_harvest(blog)}"
    if blog.next_visit:
        yield f"  next visit {_minute(blog.next_visit)}: {plain(blog.next_visit_reason or '')}"
    if blog.state in _UNFINISHED:
        command = f"blogforever harvest {quote(about.url)}"
        yield f"  The harvest did not come to its end; to continue it: {with_archive(plain(command))}"


def _harvest(blog: "ArchivedBlog") -> str:
    """When the newest harvest ended, and how; of one that has no end, when it began."""
    if blog.state is None:
        return "never harvested"
    if blog.harvest_ended:
        return f"harvested {_minute(blog.harvest_ended)}, {blog.state.value}"
    end = " without an end" if blog.state is State.STOPPED else ""
    return f"harvest began {_minute(blog.harvest_began or '')}, {blog.state.value}{end}"


def _minute(moment: str) -> str:
    return f"{plain(moment)[:16].replace('T', ' ')} UTC"


def post_lines(line: "PostLine", *, with_comments: bool = False) -> Iterator[str]:
    """Date, number of comments on request, title and authors, and the address below."""
    comments = f"{_comments(line):>{_COMMENTS}}  " if with_comments else ""
    authors = click.style(f"  {plain(_short(', '.join(line.authors)))}", dim=True) if line.authors else ""
    yield f"{_day(line.published)}  {comments}{_bold(_short(line.title or UNTITLED))}{authors}"
    yield f"{_INDENT}{plain(line.url or line.key)}"


def _comments(line: "PostLine") -> str:
    """How many comments were kept and, if the blog states another number, how many it states."""
    if line.comments_stated is None or line.comments_stated == line.comments:
        return f"{line.comments:,}"
    return f"{line.comments:,} of {line.comments_stated:,}"


def _short(text: str) -> str:
    """The beginning of a title: pages may give any amount of text as theirs."""
    return text if len(text) <= _LONGEST_TITLE else f"{text[: _LONGEST_TITLE - 1]}…"


def hit_lines(hit: "Hit", marks: tuple[str, str]) -> Iterator[str]:
    """The post, and the part of its text, or of a comment on it, that contains the words."""
    yield from post_lines(hit.post)
    snippet = "".join(
        # The marks are control characters, which are removed from all other text: what is between them is a match.
        click.style(plain_inside(part), fg="yellow", bold=True) if place % 2 else plain_inside(part)
        for place, part in enumerate(hit.snippet.replace(marks[1], marks[0]).split(marks[0]))
    )
    yield f"{_INDENT}{_comment_of(hit)}{snippet}"


def _comment_of(hit: "Hit") -> str:
    """Whose comment the snippet is from; nothing for the post itself."""
    if hit.comment is None:
        return ""
    comment = hit.comment.comment
    whose = f"a comment by {plain(_short(comment.author))}" if comment.author else "an anonymous comment"
    gone = ", which the blog no longer shows" if comment.status.value == "gone" else ""
    return click.style(f"in {whose}{gone}: ", dim=True)


def plain_inside(text: str) -> str:
    """Plain text that keeps a space at its ends, because more text precedes or follows it."""
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
    yield from _decision_lines(archived)
    if archived.version.from_feed:
        yield "from the feed: its page could not be fetched"
    if archived.screenshot:
        yield f"screenshot: {plain(archived.screenshot.path or '')}"
    yield click.style(plain(post.url or archived.stored.key), dim=True)


def _decision_lines(archived: "ArchivedPost") -> Iterator[str]:
    decision = archived.stored.decision
    if decision is not None:
        yield click.style(plain(str(decision)), bold=not decision.is_post)
        if not decision.is_post:
            yield f"  It is kept, and neither listed nor exported. To undo this: {_include(decision)}"


def _include(decision: "Decision", blog: str = "") -> str:
    """The command that makes it a post again."""
    within = f" --blog {quote(blog)}" if blog else ""
    return with_archive(plain(f"blogforever include {quote(decision.address)}{within}"))


def version_line(archived: "ArchivedPost") -> str:
    """When a version was captured, and how long it is."""
    version = archived.version
    start = f"{version.number}  {version.captured_at[:16].replace('T', ' ')} UTC"
    return f"{start}  {count(len(version.post.content_text), 'character')}  {plain(version.post.title or UNTITLED)}"


def evidence_lines(post: "Post") -> Iterator[str]:
    """Where the value of each field came from."""
    width = max((len(name) for name in post.evidence), default=0)
    for name, evidence in post.evidence.items():
        rule = f" {plain(evidence.rule)}" if evidence.rule else ""
        yield f"{plain(name):<{width}}  {evidence.value_from.value}{rule}  ({evidence.confidence:.2f})"
        yield f"{'':<{width}}  {click.style(_value(post, name), dim=True)}"
    yield f"fit {post.fit:.2f} by {plain(post.template) if post.template else 'no template'}"
    yield from (f"problem: {plain(problem)}" for problem in post.problems)


def answer_lines(answer: "WhyAnswer") -> Iterator[str]:
    """What became of an address in each blog that saw it."""
    yield _bold(answer.address)
    for finding in answer.findings:
        blog = finding.explanation.blog if len(answer.findings) > 1 else ""
        for name, text in (*_decision_fields(finding.explanation.decision, blog), *_finding_fields(finding)):
            yield f"  {name + ':':<15}{plain(text)}"


def _decision_fields(decision: "Decision | None", blog: str) -> Iterator[tuple[str, str]]:
    if decision is None:
        return
    reason = f": {decision.reason}" if decision.reason else ""
    yield "included" if decision.is_post else "excluded", f"by a person on {_minute(decision.at)}{reason}"
    if not decision.is_post:
        yield "to undo this", _include(decision, blog)


def _finding_fields(finding: "Finding") -> Iterator[tuple[str, str]]:
    entry, post = finding.explanation.ledger_entry, finding.explanation.post
    decision = finding.explanation.decision
    if entry:
        yield "outcome", f"{entry.outcome.value}{f': {entry.reason}' if entry.reason else ''}"
        if entry.status is not None:
            yield "status", str(entry.status)
        if entry.leads_to:
            yield "leads to", entry.leads_to
        yield "named by", ", ".join(via.value for via in entry.witnesses) or "no source"
        if entry.referrer:
            yield "first seen on", f"{entry.referrer} ({count(entry.hops, 'link')} from the start)"
    if post:
        name = "an alias of" if finding.explanation.is_alias else "kept as"
        unlisted = ", not listed" if decision and not decision.is_post else ""
        yield name, f"{post.title or UNTITLED} ({post.url}){unlisted}"
    for version in finding.versions:
        source = ", from the feed" if version.from_feed else ""
        yield f"version {version.number}", f"captured {version.captured_at[:16].replace('T', ' ')} UTC{source}"
    harvest = f", harvest {finding.explanation.harvest}" if finding.explanation.harvest is not None else ""
    yield "blog", f"{finding.explanation.blog}{harvest}"


def _value(post: "Post", name: str) -> str:
    value = post.content_text if name == "content" else getattr(post, name, None)
    if value is None or isinstance(value, str):
        text = value or "none"
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
