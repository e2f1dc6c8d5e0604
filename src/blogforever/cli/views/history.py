"""Versions, events and differences as lines for people."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from blogforever.cli.terminal_text import count, plain, plain_lines
from blogforever.model.archive import EventKind, PieceKind, PostPart, PostStanding
from blogforever.model.harvest import VisitKind

if TYPE_CHECKING:
    from blogforever.actions.history.blog_events import HistoryEntry
    from blogforever.actions.history.compare import ComparedVersions
    from blogforever.actions.history.post_events import PostHistory
    from blogforever.model.archive import DiffPiece, HarvestLine, ListDiff, PostEvent, PostVersion

_UNTITLED = "(untitled)"
_LONGEST_TITLE = 80
_COLOURS = {
    EventKind.NEW: "green", EventKind.EDITED: "yellow", EventKind.GONE: "red", EventKind.BACK: "green",
    EventKind.MOVED: "cyan",
}  # fmt: skip
_MARKS = {PieceKind.ADDED: ("{+", "+}"), PieceKind.REMOVED: ("[-", "-]")}
_STYLES = {PieceKind.ADDED: "green underline", PieceKind.REMOVED: "red strike", PieceKind.FOLDED: "dim"}


def minute(moment: str) -> str:
    """A moment in UTC, to the minute."""
    return f"{plain(moment[:16].replace('T', ' '))} UTC"


def post_history_lines(history: "PostHistory") -> Iterator[str]:
    """The post, a line for each event, and how the post stands."""
    post = history.stored.post
    yield click.style(plain(post.title or _UNTITLED), bold=True)
    yield click.style(plain(post.url or history.stored.key), dim=True)
    for event in history.events:
        number = f"version {event.version}" if event.version is not None else ""
        yield f"{number:<11}{minute(event.at)}  harvest {event.harvest}  {_event(event)}"
    yield _standing(history)


def _standing(history: "PostHistory") -> str:
    last = f"it was last found by harvest {history.stored.last_seen} ({minute(history.last_seen)})"
    return {
        PostStanding.THERE: "The last harvest found it." if history.is_up_to_date else f"{last[0].upper()}{last[1:]}.",
        PostStanding.GONE: f"The blog no longer has it; {last}.",
        PostStanding.MOVED: "It lives at another address now.",
        PostStanding.UNSEEN: f"The last harvest did not find it, and nothing shows why; {last}.",
    }[history.standing]


def _event(event: "PostEvent") -> str:
    name = click.style(event.kind.value, fg=_COLOURS.get(event.kind))
    if event.kind is EventKind.NEW:
        details = count(event.words or 0, "word")
    elif event.version is not None:
        parts = [_part(part, event) for part in event.parts]
        details = ", ".join(parts) or "nothing that readers see"
    else:
        details = plain(event.note)
    if event.kind is EventKind.REREAD:
        details += "; the same capture, read by other rules"
    if event.from_feed:
        details += "; from the feed, its page could not be fetched"
    return f"{name}: {details}" if details and event.kind is not EventKind.MOVED else f"{name} {details}".rstrip()


def _part(part: PostPart, event: "PostEvent") -> str:
    return f"text (+{event.words_added:,} −{event.words_removed:,} words)" if part is PostPart.TEXT else part.value


def history_line(entry: "HistoryEntry") -> str:
    """A harvest, or what it found of a post, in one line."""
    if entry.event is None:
        return _harvest(entry.harvest)
    title = plain(entry.title or "")
    title = f"“{title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 1] + '…'}”  " if title else ""
    if entry.event.kind is EventKind.MOVED:
        name = click.style(entry.event.kind.value, fg=_COLOURS[EventKind.MOVED])
        return f"  {name}  {plain(entry.url)} {plain(entry.event.note)}"
    version = f", version {entry.event.version}" if (entry.event.version or 1) > 1 else ""
    return f"  {_event(entry.event)}{version}  {title}{plain(entry.url)}"


def _harvest(line: "HarvestLine") -> str:
    kind = ", without the network" if line.is_offline else ""
    name = "update" if line.visit is VisitKind.UPDATE else "harvest"
    head = click.style(f"{minute(line.at)}  {name} {line.id}{kind}", bold=True)
    if line.posts is None:
        return f"{head}: {line.state.value}"
    posts = line.posts
    counted = {
        "new": posts.new, "edited": posts.changed, "back": posts.back, "gone": posts.gone, "not found": posts.unseen,
        "unchanged": posts.unchanged,
    }  # fmt: skip
    told = ", ".join(f"{number:,} {name}" for name, number in counted.items() if number) or "no posts"
    return f"{head}: {line.state.value}; {told}"


def difference_lines(compared: "ComparedVersions", *, in_colour: bool) -> Iterator[str]:
    """Everything but the text: the post, the versions, what changed in title, authors, dates, tags, links and media."""
    diff = compared.diff
    yield click.style(plain(compared.new.post.title or _UNTITLED), bold=True)
    yield click.style(plain(compared.new.post.url or compared.stored.key), dim=True)
    yield f"{_version(compared.old)} → {_version(compared.new)}"
    words = f"; +{diff.words_added:,} −{diff.words_removed:,} words" if diff.text else ""
    yield f"changed: {', '.join(part.value for part in diff.parts) or 'nothing that readers see'}{words}"
    if compared.is_same_capture:
        yield "Both versions were read from the same capture: other rules made the difference, nobody edited the post."
    if diff.title:
        yield f"title: {marked(diff.title, in_colour=in_colour)}"
    lists = {
        "address": diff.address, "authors": diff.authors, "dates": diff.dates, "tags": diff.tags, "links": diff.links,
        "media": diff.media,
    }  # fmt: skip
    for name, one in lists.items():
        yield from _list(name, one)


def _version(version: "PostVersion") -> str:
    source = ", from the feed" if version.from_feed else ""
    return f"version {version.number} ({minute(version.captured_at)}{source})"


def _list(name: str, lists: "ListDiff") -> Iterator[str]:
    if lists:
        yield f"{name}:"
        yield from (click.style(f"  - {plain(one)}", fg="red") for one in lists.removed)
        yield from (click.style(f"  + {plain(one)}", fg="green") for one in lists.added)


def marked(pieces: "Iterable[DiffPiece]", *, in_colour: bool) -> str:
    """The pieces in one text; without colours, marks show what was added and removed."""
    parts = []
    for text, kind in _shown(pieces):
        before, after = _MARKS.get(kind, ("", ""))
        if in_colour and kind in _MARKS:
            is_added = kind is PieceKind.ADDED
            parts.append(
                click.style(text, fg="green" if is_added else "red", underline=is_added, strikethrough=not is_added)
            )
        else:
            parts.append(f"{before}{text}{after}")
    return "".join(parts)


def styled(pieces: "Iterable[DiffPiece]") -> Iterator[tuple[str, str]]:
    """Each piece with its style on a terminal."""
    for text, kind in _shown(pieces):
        yield text, _STYLES.get(kind, "")


def _shown(pieces: "Iterable[DiffPiece]") -> Iterator[tuple[str, PieceKind]]:
    for piece in pieces:
        is_folded = piece.kind is PieceKind.FOLDED
        yield f"[… {count(piece.words, 'word')} …]" if is_folded else plain_lines(piece.text), piece.kind
