"""Captures and records in memory, and nothing on disk: what a look at a blog needs."""

from collections.abc import Iterable

from blogforever.model.blog import Blog
from blogforever.model.exchange import Exchange
from blogforever.model.harvest import (
    CommentChanges,
    HarvestChanges,
    HarvestOptions,
    KeptComments,
    KeptMedia,
    KeptPost,
    PostChanges,
    Report,
    UnseenPost,
)
from blogforever.model.ledger import Decision, DiscoveredVia, LedgerEntry
from blogforever.model.ports import Ports
from blogforever.model.rendering import Rendering
from blogforever.model.rules import RuleSet


class InMemoryCaptures:
    """`Captures` (model/ports.py) of one look."""

    def __init__(self) -> None:
        self.exchanges: dict[str, Exchange] = {}
        """By the key of the request."""
        self.renderings: dict[str, Rendering] = {}

    def recall(self, key: str) -> Exchange | None:
        """What came for the key in this look."""
        return self.exchanges.get(key)

    def recall_older(self, key: str) -> None:
        """Nothing: every look is the first."""

    def capture(self, exchange: Exchange) -> None:
        """Remember the exchange."""
        self.exchanges[exchange.key] = exchange

    def keep_rendering(self, rendering: Rendering) -> None:
        """Remember what the browser showed."""
        self.renderings[rendering.address] = rendering

    def recall_rendering(self, address: str) -> Rendering | None:
        """What the browser showed in this look."""
        return self.renderings.get(address)

    def shortfalls(self) -> tuple[str, ...]:
        """Nothing is read from files."""
        return ()


class InMemoryRecords:
    """`Records` (model/ports.py) that can be read when the harvest is over."""

    def __init__(self) -> None:
        self.blog: Blog | None = None
        self.rules: RuleSet | None = None
        self.posts: dict[str, KeptPost] = {}
        self.comments: dict[str, KeptComments] = {}
        self.ledger: dict[str, LedgerEntry] = {}
        self._given_up: dict[str, str] = {}

    def identify(self, addresses: tuple[str, ...]) -> str:  # noqa: ARG002 - as every place where a harvest goes
        """Nothing: no other blog is known here."""
        return ""

    def keep_blog(self, blog: Blog) -> None:
        """What the blog is."""
        self.blog = blog

    def keep_rules(self, rules: RuleSet) -> None:
        """The rules that the blog's pages are read by."""
        self.rules = rules

    def keep_post(self, post: KeptPost) -> None:
        """A post of a training page."""
        self.posts[post.key] = post

    def complete_post(self, key: str, *, aliases: tuple[str, ...], witnesses: tuple[DiscoveredVia, ...]) -> None:
        """Of no interest here."""

    def drop_post(self, key: str) -> None:
        """The page turned out not to be a post."""
        self.posts.pop(key, None)

    def keep_comments(self, comments: KeptComments) -> None:
        """The comments of a training page's post."""
        self.comments[comments.key] = comments

    def keep_media(self, media: KeptMedia) -> None:
        """Of no interest here."""

    def write_ledger(self, entries: Iterable[LedgerEntry]) -> None:
        """Entries of the ledger."""
        self.ledger.update((entry.key, entry) for entry in entries)

    def known_blog(self) -> None:
        """Nothing is known before."""

    def decisions(self) -> dict[str, Decision]:
        """Nobody decided anything."""
        return {}

    def give_up(self, name: str, reason: str) -> None:
        """Remember what is not tried again."""
        self._given_up[name] = reason

    def given_up(self) -> dict[str, str]:
        """What was given up in this look."""
        return self._given_up

    def save(self) -> None:
        """Nothing is to be saved."""

    def taken_up(self) -> None:
        """No look goes on where another stopped."""

    def changes(self) -> HarvestChanges:
        """Everything is new."""
        comments = sum(bool(comment.content_text) for kept in self.comments.values() for comment in kept.comments)
        return HarvestChanges(posts=PostChanges(new=len(self.posts)), comments=CommentChanges(new=comments))

    def unseen_posts(self) -> tuple[UnseenPost, ...]:
        """Nothing was kept before."""
        return ()

    def why_full(self) -> str:
        """Nothing fills up."""
        return ""

    def notes(self) -> tuple[str, ...]:
        """Nothing is kept that could be damaged."""
        return ()

    def close(self, report: Report | None) -> None:
        """The end."""


def open_ports(
    blog: str,  # noqa: ARG001 - as every opener of ports is called
    *,
    options: HarvestOptions,  # noqa: ARG001 - the same
    captures: InMemoryCaptures,
    records: InMemoryRecords,
) -> Ports:
    """The two themselves: whoever asked for the look holds them too."""
    return captures, records
