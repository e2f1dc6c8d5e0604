"""What a harvest needs from the world behind it: two ports, written from its own need.

A harvest is a function from an address to records [BF 4.5]. What went over the wire goes to `Captures`, what was
understood to `Records`; replaying, importing and re-extracting exchange one of them for another.
"""

from collections.abc import Iterable
from typing import Protocol

from blogforever.model.blog import Blog, KnownBlog
from blogforever.model.exchange import Exchange
from blogforever.model.harvest import HarvestChanges, KeptComments, KeptMedia, KeptPost, Report, UnseenPost
from blogforever.model.ledger import Decision, DiscoveredVia, LedgerEntry
from blogforever.model.rendering import Rendering
from blogforever.model.rules import RuleSet


class Captures(Protocol):
    """The answers of servers and the renderings of the browser that one harvest keeps and gets back."""

    def recall(self, key: str) -> Exchange | None:
        """What this harvest captured for the key already, in this run or one that was cut short.

        The key of a GET is its address, that of another request its `request_key` (model/exchange.py).
        """

    def recall_older(self, key: str) -> Exchange | None:
        """The newest answer with a body (status 200) that earlier, finished harvests captured for the key."""

    def capture(self, exchange: Exchange) -> None:
        """Keep the exchange as it went over the wire. An answer 304 is kept as a revisit of what it confirms."""

    def keep_rendering(self, rendering: Rendering) -> None:
        """The page as a browser showed it, beside the captured original."""

    def recall_rendering(self, address: str) -> Rendering | None:
        """What this harvest kept as the rendering of the address, without its screenshot."""

    def shortfalls(self) -> tuple[str, ...]:
        """What is damaged or left out in the files that answers are recalled from, in words for people."""


class Records(Protocol):
    """What one harvest of one blog understood. Every call may be repeated: the same thing twice is kept once."""

    def identify(self, addresses: tuple[str, ...]) -> str:
        """The blog is the one at these addresses: where it is known by one of them, the harvest is one of that blog.

        Returns what people should know about it, or nothing.
        """

    def keep_blog(self, blog: Blog) -> None:
        """What the blog is; the last word counts."""

    def keep_rules(self, rules: RuleSet) -> None:
        """The rules that the blog's pages are read by, with their evidence; the last word counts."""

    def keep_post(self, post: KeptPost) -> None:
        """A post, new or again: one version a harvest, and a new version only if the post changed."""

    def complete_post(self, key: str, *, aliases: tuple[str, ...], witnesses: tuple[DiscoveredVia, ...]) -> None:
        """What only the end of the harvest tells of a post: more addresses that lead to it, and all who name it."""

    def drop_post(self, key: str) -> None:
        """The page turned out not to be a post: what this harvest kept under the key is taken back."""

    def keep_comments(self, comments: KeptComments) -> None:
        """All comments of a post; the last word counts. They are kept only where the post is kept too."""

    def keep_media(self, media: KeptMedia) -> None:
        """A media file, by its checksum."""

    def write_ledger(self, entries: Iterable[LedgerEntry]) -> None:
        """Entries of the ledger; the last word on an address counts."""

    def known_blog(self) -> KnownBlog | None:
        """What earlier harvests know of the blog; None if none was ever done."""

    def decisions(self) -> dict[str, Decision]:
        """What people decided about addresses of the blog, by their `post_key`: it counts more than any judgement."""

    def give_up(self, name: str, reason: str) -> None:
        """A document, by its address, or a step of learning that this harvest does not try again."""

    def given_up(self) -> dict[str, str]:
        """What was given up so far, in this run or one that was cut short, and why."""

    def save(self) -> None:
        """All that was handed over so far, captures among it, is safe from a crash when this returns."""

    def taken_up(self) -> int | None:
        """How many posts an earlier run of this harvest had kept; None when this run began it."""

    def changes(self) -> HarvestChanges:
        """What this harvest changed so far, in all its runs, by what was saved. Which posts are gone is not decided."""

    def unseen_posts(self) -> tuple[UnseenPost, ...]:
        """The posts that earlier harvests kept, and that this one has not handed over."""

    def why_full(self) -> str:
        """Why nothing more should be handed over (no room, a limit), and what to do; empty while there is room."""

    def notes(self) -> tuple[str, ...]:
        """What people should know of the place where the harvest goes: what was mended, what is not ours."""

    def close(self, report: Report | None) -> None:
        """The end, of the captures too; without a report the harvest can be taken up again later."""


Ports = tuple[Captures, Records]
"""Where one harvest of one blog goes."""
