"""What a harvest did, in words: one line, and lines below it for what else there is to know."""

from collections import Counter
from collections.abc import Iterator, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from blogforever.cli.terminal_text import count, duration, plain, size
from blogforever.model.harvest import Report, State, VisitKind

if TYPE_CHECKING:
    from blogforever.actions.harvest import HarvestEnd

_MOST_GONE = 3
_MOST_NOTES = 10
_MOST_SHORTFALLS = 5
_ENDS = {State.DONE: "done", State.LIMIT: "limit", State.INTERRUPTED: "stopped"}
_TOTALS = {"done": "done", "limit": "stopped by a limit", "stopped": "interrupted", "failed": "failed"}
_LIMIT = "A limit stopped the harvest: to continue, run the same command with a higher limit or without one."


def summary(report: Report) -> str:
    """What came of the harvest and how long it took, in one line without a full stop."""
    if _is_first(report):
        return f"{_kept(report)} kept from {plain(report.blog)} in {duration(report.seconds)}"
    return f"{plain(report.blog)}: {result(report)} ({duration(report.seconds)})"


def result(report: Report) -> str:
    """What came of the harvest, without the name of the blog."""
    if _is_first(report):
        return _kept(report)
    posts, comments = report.changes.posts, report.changes.comments
    parts = _numbers({"new": posts.new, "changed": posts.changed, "back": posts.back, "gone": posts.gone}, "post")
    other = _numbers(
        {"new": comments.new, "changed": comments.changed, "back": comments.back, "gone": comments.gone}, "comment"
    )
    media = _numbers({"new": report.changes.new_media}, "media file")
    if not parts and not other and not media:
        if report.visit is VisitKind.UPDATE:
            return "nothing new"
        return f"nothing new, {count(posts.unchanged, 'post')} unchanged"
    parts = parts or ["no new posts"]
    parts += [f"{posts.unchanged:,} unchanged"] if posts.unchanged else []
    parts += [f"{report.from_feed:,} only from the feed"] if report.from_feed else []
    return "; ".join(", ".join(group) for group in (parts, other, media) if group)


def detail_lines(report: Report) -> Iterator[str]:
    """What else people should know, most of it only where there is something to say."""
    asked = f"{count(report.requests, 'request')}, {size(report.bytes)} received"
    yield f"{count(report.pages, 'page')} read; {asked}." if report.requests else f"{count(report.pages, 'page')} read."
    if report.resumed:
        before = f"{count(report.resumed.posts, 'post')} and {count(report.resumed.answers, 'answer')}"
        yield f"Resumed: {before} were there from an earlier run, and were not asked for again."
    if report.rendered:
        share = f"{report.rendered / max(report.pages, report.rendered):.1%}".replace("%", " %")
        yield f"A browser rendered {report.rendered:,} of {count(report.pages, 'page')} ({share})."
    if report.state is State.DONE:
        yield from _gone_lines(report)
        yield from _incomplete_lines(report)
    for note in report.notes[:_MOST_NOTES]:
        yield f"Note: {plain(note)}."
    if report.state is State.LIMIT:
        yield plain(report.limit) or _LIMIT
    elif report.state is State.INTERRUPTED:
        yield "Interrupted: what was fetched is safe. Run the same command to continue."


def end_mark(end: "HarvestEnd") -> str:
    """How the harvest of a blog ended, in one word."""
    if end.error is not None:
        return "failed"
    return _ENDS.get(end.report.state, "failed") if end.report else "stopped"


def total(ends: "Sequence[HarvestEnd]") -> str:
    """How several harvests ended, in one line."""
    marks = Counter(map(end_mark, ends))
    words = ", ".join(f"{marks[mark]:,} {_TOTALS[mark]}" for mark in _TOTALS if marks[mark])
    reports = [end.report for end in ends if end.report]
    posts = f"{count(sum(report.posts for report in reports), 'post')}"
    new = sum(report.changes.posts.new for report in reports)
    return f"{count(len(ends), 'blog')}: {words}. {posts}, {new:,} of them new."


def _is_first(report: Report) -> bool:
    """True when the archive held nothing of the blog before."""
    if report.visit is VisitKind.UPDATE:
        return False
    posts = report.changes.posts
    return not (posts.changed or posts.back or posts.unchanged or posts.gone or posts.unseen)


def _kept(report: Report) -> str:
    from_feed = f" ({report.from_feed} only from the feed)" if report.from_feed else ""
    comments = f", {count(report.comments, 'comment')}" if report.comments else ""
    return f"{count(report.posts, 'post')}{from_feed}{comments}, {count(report.media, 'media file')}"


def _name(report: Report) -> str:
    """The blog as an argument of a command."""
    return plain(quote(report.blog))


def _numbers(figures: dict[str, int], thing: str) -> list[str]:
    """Those that are not zero; the first names the thing: "2 new posts", "1 changed"."""
    there = [(name, number) for name, number in figures.items() if number]
    things = f"{thing}s" if there and there[0][1] != 1 else thing
    return [
        f"{number:,} {name} {things}" if place == 0 else f"{number:,} {name}"
        for place, (name, number) in enumerate(there)
    ]


def _incomplete_lines(report: Report) -> Iterator[str]:
    for shortfall in report.shortfalls[:_MOST_SHORTFALLS]:
        yield f"Not complete: {plain(shortfall)}."
    if len(report.shortfalls) > _MOST_SHORTFALLS:
        more = f"{len(report.shortfalls) - _MOST_SHORTFALLS:,} more such things"
        yield f"{more}: `blogforever ledger {_name(report)}` names them all."
    if report.left_out_count:
        verb = "is" if report.left_out_count == 1 else "are"
        pages = count(report.left_out_count, "page")
        yield f"{pages} that may be posts {verb} left out: `blogforever ledger {_name(report)}` lists them."


def _gone_lines(report: Report) -> Iterator[str]:
    new = [post for post in report.gone if post.is_new]
    for post in new[:_MOST_GONE]:
        yield f"Gone from the blog, kept in the archive: {plain(post.address)} ({plain(post.reason)})."
    if len(new) > _MOST_GONE:
        yield f"{len(new) - _MOST_GONE:,} more are gone: `blogforever ledger {_name(report)}` names them all."
    if unseen := report.changes.posts.unseen:
        verb = "was" if unseen == 1 else "were"
        yield f"{count(unseen, 'post')} of earlier harvests {verb} not found this time; the archive keeps what it has."
