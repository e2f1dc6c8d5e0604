"""One harvest under way: what is known so far, and what each answer means for it.

The decisions are pure functions of learn, extract and frontier; this module calls them in order and hands the results
to the sink. Whatever depends on the order in which answers came is decided anew at the end (settling.py).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from typing import TypeVar

from blogforever.crawl.discussions import Discussions
from blogforever.crawl.feed_posts import NO_ARCHIVE
from blogforever.crawl.reading_limit import ReadingLimit, TookTooLong
from blogforever.crawl.render_policy import SHELL, SHORT, RenderPolicy
from blogforever.crawl.sources import SourceReading
from blogforever.dom.page_links import PageLinks, page_links
from blogforever.dom.tree import Document, decode, parse_text
from blogforever.errors import BlogforeverError
from blogforever.extract.fields import Reader
from blogforever.extract.fit import ADDRESS_SIGNS, weigh
from blogforever.extract.post import Look
from blogforever.extract.robots_directives import forbids_archiving, robots_directives
from blogforever.frontier.lines import Kind, Line
from blogforever.frontier.plan import Plan
from blogforever.frontier.policy import NewPosts
from blogforever.model.blog import Blog
from blogforever.model.harvest import KeptMedia, KeptPost, Wishes
from blogforever.model.ledger import Outcome, Witness
from blogforever.model.page import Page
from blogforever.model.ports import Sink
from blogforever.model.post import Post
from blogforever.model.rules import RuleSet

MOST_MEDIA_OF_A_POST = 200
HOPELESS = -2.5
"""Log-odds under which a page's article is not even read, unless a feed names the page."""
SAME_BYTES = "the same bytes"
"""Why an address is a copy of another that came before it."""
_Read = TypeVar("_Read")
_FEW_WORDS = 20
"""Texts that are shorter do not tell pages apart."""
_DIGITS = frozenset("0123456789")
_WORD = re.compile(r"\w++")
_MEDIA_KINDS = frozenset({"image", "audio", "video", "attachment"})


@dataclass(slots=True)
class Seen:
    """What is remembered of a page that was read: enough to judge it when all pages are known."""

    body: bytes
    """Digest of the page's bytes."""
    fit: float = 0.0
    """Log-odds of a post by the page alone."""
    text: bytes = b""
    """Digest of title and text; empty when the article was not read or is too short to tell pages apart."""
    canonical: str | None = None
    ruled: bool = True
    """A template of the rules fits the page."""
    kept: bool = False
    at: float = 0.0
    status: int = 200


@dataclass(slots=True)
class Counts:
    """How far the harvest is, for those who watch it."""

    posts: int = 0
    pages: int = 0
    media: int = 0
    failures: int = 0
    rendered: int = 0


class Harvest:
    """The state of one harvest. Everything in it follows from the answers that came."""

    def __init__(
        self, start: str, wishes: Wishes, sink: Sink, *,
        this_year: int, limit: ReadingLimit | None = None, given_up: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.start = start
        self.wishes = wishes
        self.sink = sink
        self.limit = limit or ReadingLimit()
        self.given_up: dict[str, str] = {**sink.given_up(), **(given_up or {})}
        """Documents, by address, and steps of learning, by name, that this harvest no longer tries; and why."""
        self.plan = Plan(policy=NewPosts(), this_year=this_year, max_pages=wishes.max_pages)
        self.blog = Blog(url=start)
        self.counts = Counts()
        self.seen: dict[int, Seen] = {}
        self.entries: dict[str, str] = {}
        """Post addresses that feeds name, by key."""
        self.notes: list[str] = []
        self.why_full = ""
        """Why the archive can take no more; empty while it can."""
        self.wait_until: datetime | None = None
        """Before this the blog's host does not want to be asked again."""
        self.sources = SourceReading(self)
        self.discussions = Discussions(self)
        self.render_policy = RenderPolicy(wishes.render)
        self.rendered: set[int] = set()
        """Pages that were read as a browser showed them."""
        self.heard: set[int] = set()
        """Pages on which a browser got all that their scripts asked for."""
        self._shells: set[int] = set()
        self.rules: RuleSet | None = None
        self.reader = Reader(None)
        self._bodies: dict[bytes, int] = {}
        self._texts: dict[bytes, int] = {}
        """The first page with each text."""
        self._told: set[int] = set()
        self._unfitting: set[int] = set()

    def use_rules(self, rules: RuleSet | None) -> None:
        """From now on pages are read by these rules; what comment feeds taught before goes on to hold."""
        if rules is not None and self.rules is not None and not rules.comments:
            rules = replace(rules, comments=self.rules.comments)
        self.rules = rules
        self.reader = Reader(rules)
        if rules is not None:
            self.sink.keep_rules(rules)

    def take_page(self, line: Line, page: Page, *, status: int, at: datetime) -> None:
        """A page came for the line: its links go to the plan, and if it may be a post it is kept for now."""
        if self.leaves_out(line):
            return
        if line.number in self._shells and line.is_named_as_post:
            self.plan.settle(line, Outcome.NOT_A_PAGE, "only a browser shows what is on it", status=status)
            return
        body = blake2b(page.content, digest_size=8).digest()
        seen = Seen(body=body, at=at.timestamp(), status=status)
        twin = self._bodies.get(body, line.number)
        if twin != line.number:
            self.seen[line.number] = seen
            self.plan.settle(line, Outcome.DUPLICATE, SAME_BYTES, status=status, to=self.plan.lines[twin])
            return
        parsed = self._parsed(line, page, status)
        if parsed is None:
            return
        document, links, problems = parsed
        if links.refresh and self._sends_on(line, links.refresh, status):
            return
        self.plan.linked(line, links)
        said = robots_directives(document, page.robots_directives)
        line.robots = ", ".join(said)
        if self.wishes.respect_noarchive and forbids_archiving(said):
            self.plan.settle(line, Outcome.ROBOTS, NO_ARCHIVE, status=status)
            return
        look = self.attempt(line.address, partial(Look, document, page, self.reader), line)
        if look is not None:
            self._bodies[body] = line.number
            self.seen[line.number] = seen
            self.read(line, look, problems)

    def read(self, line: Line, look: Look, problems: tuple[str, ...]) -> None:
        """The page of the line by the rules of now; if it may be a post it is kept for now."""
        seen = self.seen[line.number]
        seen.fit, seen.canonical, seen.ruled = self.weigh(look), look.url, look.template is not None
        self.plan.settle(line, Outcome.PAGE, "", status=seen.status)
        if seen.fit > HOPELESS or line.is_named_as_post:
            post = self.attempt(line.address, partial(look.read, problems), line)
            if post is not None:
                self._keep_for_now(line, look, post)

    def attempt(self, address: str, read: Callable[[], _Read], line: Line | None = None) -> _Read | None:
        """What `read` makes of the document at the address; None when that takes too long, now or before.

        `read` must be a pure function: it may be broken off anywhere. The line is that of the address, if it has one.
        """
        if address in self.given_up:
            return None
        try:
            with self.limit.document(address), self.limit.limited():
                return read()
        except TookTooLong as error:
            self.give_up(address, str(error), line)
            return None

    def attempt_learning(self, name: str, learn: Callable[[], _Read]) -> _Read | None:
        """What is learned from several documents; None when that takes too long, now or before."""
        if name not in self.given_up:
            try:
                with self.limit.learning(name), self.limit.limited():
                    return learn()
            except TookTooLong as error:
                self.give_up(name, str(error))
        self.notes.append(f"{name} was left out: {self.given_up[name]}")
        return None

    def give_up(self, name: str, reason: str, line: Line | None = None) -> None:
        """The document is not tried again in this harvest; what was kept of it for now is taken back."""
        self.given_up[name] = reason
        self.sink.give_up(name, reason)
        if line is not None:
            self._settle_as_given_up(line, reason)

    def leaves_out(self, line: Line) -> bool:
        """True when the document was given up before; then the ledger says so."""
        reason = self.given_up.get(line.address)
        if reason is not None:
            self._settle_as_given_up(line, reason)
        return reason is not None

    def _settle_as_given_up(self, line: Line, reason: str) -> None:
        seen = self.seen.get(line.number)
        if seen is not None and seen.kept:
            seen.kept = False
            self.sink.drop_post(line.key)
        self.counts.failures += 1
        self.plan.settle(line, Outcome.FAILED, reason)

    def leave_unshown(self, line: Line, reason: str) -> None:
        """No browser fills the page; where it lacks the article, it says nothing of its post that the feed does not."""
        if reason.startswith((SHELL, SHORT)):
            self._shells.add(line.number)

    @property
    def home_is_shell(self) -> bool:
        """True when the start page is one that only a browser can fill."""
        return 0 in self._shells

    def take_media(self, line: Line, content: bytes, media_type: str | None, *, status: int, at: datetime) -> None:
        """A media file came."""
        self.sink.keep_media(KeptMedia(address=line.address, content=content, media_type=media_type, captured_at=at))
        self.counts.media += 1
        self.plan.settle(line, Outcome.MEDIA, media_type or "", status=status)

    def keep(self, line: Line, look: Look, post: Post) -> None:
        """The post of the line's page goes to the archive with its comments, and its media to the plan."""
        seen = self.seen[line.number]
        at = datetime.fromtimestamp(seen.at, UTC)
        with self.limit.document(line.address):
            self.keep_post(line, post, at=at, status=seen.status)
            if post.id and post.id.isdecimal():
                self.discussions.claim_number(int(post.id), line)
            self.discussions.keep(line, look, at=at, problems=post.problems)

    def keep_post(self, line: Line, post: Post, *, at: datetime, status: int | None, from_feed: bool = False) -> None:
        """The post goes to the archive under the line's address, and its media to the plan."""
        others = dict.fromkeys(name for name in (post.url, *post.aliases) if name and name != line.address)
        post = replace(post, url=line.address, aliases=tuple(others))
        self.sink.keep_post(
            KeptPost(
                key=line.key, post=post, captured_at=at, status_code=status,
                witnesses=line.all_witnesses(), from_feed=from_feed,
            )
        )  # fmt: skip
        if self.wishes.media:
            wanted = [media.address for media in post.media if media.kind in _MEDIA_KINDS]
            for address in wanted[:MOST_MEDIA_OF_A_POST]:
                if not self.plan.admits(address, Kind.MEDIA):
                    continue
                self.plan.announce(address, Witness.MEDIA, referrer=line.number, kind=Kind.MEDIA)

    def is_news(self, unfitting: list[Line]) -> bool:
        """True unless the same pages that fit no rule were looked at before: settling may come more than once."""
        before, self._unfitting = self._unfitting, {line.number for line in unfitting}
        return before != self._unfitting

    def preference(self, line: Line) -> tuple[bool, bool, int, str]:
        """Of several addresses of one post the least is kept: of the feed, like those of the feed, short."""
        return not line.is_named_as_post, not self.plan.pattern.matches(line.address), len(line.address), line.address

    def name_entry(self, line: Line, address: str) -> None:
        """A feed or the platform names the post; of several spellings always the same one is remembered."""
        self.entries[line.key] = min(address, self.entries.get(line.key, address))

    def save(self) -> None:
        """Everything so far is safe when this returns."""
        self.sink.tell(self.plan.changes())
        self.sink.save()

    def is_full(self) -> bool:
        """True when the archive can take no more; from then on it stays full."""
        self.why_full = self.why_full or self.sink.why_full()
        return bool(self.why_full)

    def weigh(self, look: Look) -> float:
        """Log-odds of a post by the page alone; of its address the verdict knows more."""
        return weigh(look.signs - ADDRESS_SIGNS, with_rules=self.rules is not None)

    def _parsed(self, line: Line, page: Page, status: int) -> "_Parsed | None":
        """The page as a tree; None for what is not a page, or takes too long to read: then the line is settled."""
        try:
            return self.attempt(line.address, partial(_parse, page, page.address or line.address), line)
        except BlogforeverError as error:
            self.plan.settle(line, Outcome.NOT_A_PAGE, error.problem, status=status)
            return None

    def _sends_on(self, line: Line, to: str, status: int) -> bool:
        """True when the page is only a redirect. One that names itself in another spelling is asked by that once."""
        if self.plan.known(to) is line and line.tries > 1:
            return False
        self.plan.redirect(line, to, status=status)
        return True

    def _keep_for_now(self, line: Line, look: Look, post: Post) -> None:
        seen = self.seen[line.number]
        seen.fit = self.weigh(look)
        seen.text = text_digest(post)
        self._hear_text(line, post)
        if post.fit >= 0.5 or line.is_named_as_post:
            seen.kept = True
            self.counts.posts += 1
            self.keep(line, look, post)
            self.plan.settle(line, Outcome.POST, "fits the rules" if post.fit >= 0.5 else "named by the feed")
            self.plan.confirm(line)

    def _hear_text(self, line: Line, post: Post) -> None:
        """A post of few words is known by its pictures too, and not by its numbers: made-up pages differ in these."""
        told = " ".join([post.title or "", post.content_text, *(media.address for media in post.media)])
        if len(post.content_text.split()) < _FEW_WORDS and not post.media:
            told = " ".join(word for word in _WORD.findall(told) if not _DIGITS.intersection(word))
        if not told.strip():
            return
        first = self._texts.setdefault(_digest(told), line.number)
        if first != line.number or line.number not in self._told:
            self._told.add(line.number)
            self.plan.hear_text(line, is_new=first == line.number)


_Parsed = tuple[Document, PageLinks, tuple[str, ...]]
"""A page as a tree, its links, and what is wrong with it."""


def _parse(page: Page, address: str) -> _Parsed:
    written, problems = decode(page)
    document = parse_text(written)
    return document, page_links(document, address), problems


def text_digest(post: Post) -> bytes:
    """Equal for two copies of one post; empty for posts that are too short to tell."""
    words = post.content_text.split()
    if len(words) < _FEW_WORDS:
        return b""
    return _digest(" ".join([post.title or "", *words]))


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
