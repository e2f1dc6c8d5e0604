"""How far a harvest is, in words. Titles come from the web: none of them can act on the terminal."""

from typing import TYPE_CHECKING

from blogforever.cli.harvest_report import result
from blogforever.cli.terminal_text import count, duration, message, plain
from blogforever.model.harvest import Phase, Progress

if TYPE_CHECKING:
    from blogforever.actions.harvest import HarvestEnd

_FIRST_ESTIMATE = 5.0
"""Seconds after which the remaining time can be estimated."""
_LONGEST_TITLE = 60


def name(progress: Progress) -> str:
    """What to call the blog: its title once that is known, else its address."""
    title = plain(progress.title)[:_LONGEST_TITLE].strip()
    return title or plain(progress.blog)


def doing(progress: Progress) -> str:
    """What the harvest is doing, and what it waits for."""
    if progress.is_stopping:
        return "finishing the requests in flight"
    waits = f", waits for {plain(progress.waits_for)}" if progress.waits_for else ""
    return f"{progress.phase.value}{waits}"


def doing_in_short(progress: Progress) -> str:
    """The same in fewer words: what it waits for matters more than what it does."""
    if progress.is_stopping:
        return "stopping"
    return f"waits for {plain(progress.waits_for)}" if progress.waits_for else progress.phase.value


def rate(*running: Progress) -> str:
    """How many requests these harvests send in a second."""
    return f"{sum(progress.requests / max(1.0, progress.seconds) for progress in running):.1f}"


def figures(progress: Progress, seconds: float) -> str:
    """How far the harvest is after so many seconds; what matters least stands last, where narrow screens cut."""
    parts = [count(progress.posts, "post"), count(progress.pages, "page"), f"{progress.media:,} media"]
    parts.append(duration(seconds))
    if progress.is_stopping:
        parts.append("press Ctrl-C again to stop immediately")
    elif progress.phase in {Phase.FETCHING, Phase.MEDIA} and (left := _seconds_left(progress)):
        parts.append(f"at least {duration(left)} left")
    parts.append(f"{rate(progress)} requests/s")
    parts += [count(progress.failures, "failure")] if progress.failures else []
    parts += [f"resumed with {count(progress.resumed.posts, 'post')}"] if progress.resumed else []
    return ", ".join(parts)


def insecure_line(progress: Progress) -> str:
    """That the blog is asked without encryption, because it speaks no other way."""
    return f"no secure connection ({plain(progress.instead_of)}): harvesting {plain(progress.blog)}"


def progress_line(progress: Progress) -> str:
    """The progress in one line, without the blog."""
    return f"{doing(progress)}: {figures(progress, progress.seconds)}"


def end_line(end: "HarvestEnd") -> str:
    """What came of it, in one line, without the blog."""
    if end.error is not None:
        return plain(message(end.error.problem))
    if end.report is None:
        return "interrupted before its turn"
    return f"{result(end.report)}, {duration(end.report.seconds)}"


def _seconds_left(progress: Progress) -> float:
    """A lower bound, as more addresses may turn up; 0 while nothing can be said."""
    if progress.seconds < _FIRST_ESTIMATE or not progress.requests:
        return 0.0
    return progress.waiting * progress.seconds / progress.requests
