"""Let a person decide that an address is a post of a blog, or that it is none.

A decision is kept with its date and reason. It applies at once to what the archive holds, and to every later harvest.
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from shlex import quote

from blogforever.actions._files.records import Record
from blogforever.actions.upkeep.reextract import Watch, reextract
from blogforever.errors import AmbiguousBlog, BadAddress, NotInArchive
from blogforever.model.ledger import Decision
from blogforever.store.checks.soundness import damage_told
from blogforever.store.curation.decisions import holds_post, keep_decision
from blogforever.store.database import Database, open_database, open_existing
from blogforever.store.lock import archive_lock
from blogforever.store.queries.blogs import find_blog, list_blogs
from blogforever.store.queries.ledger import why
from blogforever.urls.normalize import absolute, host_of

_MOST_BLOGS = 5
"""That a message offers."""


class Effect(StrEnum):
    """What a decision changed at once."""

    LEFT_OUT = "no longer a post"
    """The archive keeps what it has of it."""
    NOT_KEPT = "not a post, as before"
    KEPT = "a post now, from the captured page"
    LISTED = "a post"
    LATER = "no page of it was captured: the next harvest asks for it, and keeps it as a post if it is there"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionEnd:
    """A decision, and what came of it."""

    blog: str
    """Its address."""
    number: int
    decision: Decision
    effect: Effect


def include(
    archive: Path, store: str | None, address: str, *, reason: str = "", blog: str | None = None,
    watch: Watch | None = None,
) -> DecisionEnd:  # fmt: skip
    """The address is a post of the blog. If its page was captured, the blog is extracted again at once.

    `blog` names the blog; without it, the one that knows the address. Raises NotInArchive, AmbiguousBlog, ArchiveBusy.
    """
    end = _decide(archive, store, Decision(address=address, is_post=True, reason=reason), blog)
    if end.effect is Effect.LISTED:
        return end
    (read,) = reextract([str(end.number)], archive=archive, store=store, watch=watch)
    if read.is_interrupted:
        raise KeyboardInterrupt
    if read.error is not None and not isinstance(read.error, NotInArchive):  # that blog has no captures to read
        raise read.error
    with closing(open_existing(archive, store)) as database:
        is_kept = holds_post(database, end.number, address)
    return replace(end, effect=Effect.KEPT if is_kept else Effect.LATER)


def exclude(
    archive: Path, store: str | None, address: str, *, reason: str = "", blog: str | None = None
) -> DecisionEnd:  # fmt: skip
    """The address is not a post of the blog. Nothing is deleted: what the archive holds of it is only not listed.

    Raises the same.
    """
    return _decide(archive, store, Decision(address=address, is_post=False, reason=reason), blog)


def decision_record(end: DecisionEnd) -> Record:
    """The decision as a JSON object."""
    return {
        "blog": end.blog,
        "url": end.decision.address,
        "is_post": end.decision.is_post,
        "reason": end.decision.reason,
        "at": end.decision.at,
        "effect": end.effect.value,
    }


def _decide(archive: Path, store: str | None, decision: Decision, blog: str | None) -> DecisionEnd:
    open_existing(archive, store).close()  # no archive is made for an address that cannot be in it
    if not host_of(decision.address) or not absolute(decision.address, None):
        next_step = "Give the address of a page, such as https://blog.example.org/2010/05/rain/."
        raise BadAddress(decision.address[:200], "is not an address of the web", next_step)
    decision = replace(decision, at=datetime.now(UTC).isoformat(timespec="seconds"))
    with archive_lock(archive), closing(open_database(archive, store)) as database, damage_told(lambda: database):
        found = find_blog(database, _blog_of(database, decision) if blog is None else blog)
        was_listed = holds_post(database, found.id, decision.address)
        is_held = keep_decision(database, found.id, decision)
    if decision.is_post:
        effect = Effect.LISTED if is_held else Effect.LATER
    else:
        effect = Effect.LEFT_OUT if was_listed else Effect.NOT_KEPT
    return DecisionEnd(blog=found.blog.url, number=found.id, decision=decision, effect=effect)


def _blog_of(database: Database, decision: Decision) -> str:
    """The blog that knows the address."""
    address = decision.address
    blogs = [explanation.blog for explanation in why(database, address)]
    if len(blogs) == 1:
        return blogs[0]
    if blogs:
        next_step = f"Say which one you mean:{_with_blog(decision, blogs)}"
        raise AmbiguousBlog(address[:200], "several blogs know it", next_step)
    every = [one.blog.url for one in list_blogs(database)]
    on_host = [url for url in every if host_of(url) == host_of(address)]
    next_step = f"Say which blog it belongs to:{_with_blog(decision, on_host or every)}"
    raise NotInArchive(address[:200], "no harvest has seen this address", next_step)


def _with_blog(decision: Decision, blogs: Sequence[str]) -> str:
    """The command for each of the blogs, in a line of its own."""
    verb = "include" if decision.is_post else "exclude"
    reason = f" --reason {quote(decision.reason)}" if decision.reason else ""
    commands = [
        f"\n  blogforever {verb} {quote(decision.address)} --blog {quote(blog)}{reason}" for blog in blogs[:_MOST_BLOGS]
    ]
    more = ["\n  and so on for the others that this lists: blogforever blogs"] if len(blogs) > _MOST_BLOGS else []
    return "".join(commands + more)
