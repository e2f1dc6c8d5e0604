"""A page that came for an address: where it leads, whether it may be a post, and what it says.

same bytes as another → tree → redirect by a meta element → links to the frontier → noarchive → first look
→ the article, unless the page is hopeless → kept for now, if it may be a post

Whatever depends on the order in which pages came is decided again at the end (finalize.py).
"""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import blake2b

from blogforever.dom.page_links import page_links
from blogforever.dom.parsed_page import ParsedPage
from blogforever.extract.fit import URL_FEATURES, weigh
from blogforever.extract.post import Extraction, FirstLook, extract, look_at
from blogforever.extract.robots_directives import forbids_archiving, robots_directives
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.fetch import ReceivedPage
from blogforever.harvest.pages.keep import PostKeeper
from blogforever.harvest.recall import PageRecall
from blogforever.harvest.state import BlogProfile, Counts, PageRow, PageTable, RuleBook
from blogforever.model.harvest import HarvestOptions
from blogforever.model.ledger import Outcome
from blogforever.model.post import Post

HOPELESS = -2.5
"""Log-odds under which a page's article is not even read, unless a feed names the page."""
SAME_BYTES = "the same bytes"
NO_ARCHIVE = "it asks not to be archived"
_FEW_WORDS = 20
"""Texts that are shorter do not tell pages apart."""
_DIGITS = frozenset("0123456789")
_WORD = re.compile(r"\w++")


@dataclass(slots=True, kw_only=True)
class PageReader:
    """Reads the pages of one harvest."""

    frontier: Frontier
    pages: PageTable
    rules: RuleBook
    attempts: Attempts
    keeper: PostKeeper
    recall: PageRecall
    profile: BlogProfile
    counts: Counts
    options: HarvestOptions

    def take(self, target: FrontierUrl, received: ReceivedPage, *, status: int, at: datetime) -> None:
        """A page came for the target: its links go to the frontier, and if it may be a post it is kept for now."""
        if self.attempts.leaves_out(target):
            return
        self.counts.pages += received.parsed is not None
        if target.number in self.pages.shells and target.is_named_as_post:
            self.frontier.settle(target, Outcome.NOT_A_PAGE, "only a browser shows what is on it", status=status)
            return
        row = PageRow(body_digest=_digest(received.page.content), at=at.timestamp(), status=status)
        first = self.pages.first_with_body(row.body_digest, target.number)
        if first != target.number:
            row.same_bytes = True
            self.pages.rows[target.number] = row
            self.frontier.settle(target, Outcome.DUPLICATE, SAME_BYTES, status=status, to=self.frontier.urls[first])
            return
        if received.parsed is None:
            self.frontier.settle(target, Outcome.NOT_A_PAGE, received.problem, status=status)
            return
        self._read_new(target, received.parsed, row)

    def _read_new(self, target: FrontierUrl, parsed: ParsedPage, row: PageRow) -> None:
        """The page is none that came before: follow it or read it."""
        page = parsed.page
        read = partial(page_links, parsed.document, page.address or target.address)
        links = self.attempts.read(target.address, read, target)
        if links is None or (links.refresh and self._redirects(target, parsed, links.refresh, row.status)):
            return
        self.frontier.linked(target, links)
        row.own_feed = links.own_feed
        directives = robots_directives(parsed.document, page.robots_directives)
        target.robots = ", ".join(directives)
        if self.options.respect_noarchive and forbids_archiving(directives):
            self.pages.noarchive.add(target.number)
            self.frontier.settle(target, Outcome.ROBOTS, NO_ARCHIVE, status=row.status)
            return
        look = self.attempts.read(target.address, partial(look_at, parsed, self.rules.reader), target)
        if look is not None:
            self.pages.add(target.number, row)
            self._judge(target, look)

    def read_again(self, target: FrontierUrl) -> None:
        """The page of the target by the rules of now, as if it came now."""
        look = self.recall.look(target)
        if look is not None:
            self._judge(target, look)

    def keep_again(self, target: FrontierUrl) -> bool:
        """The post on the target's page is kept as the rules of now read it; False when it cannot be read."""
        look = self.recall.look(target)
        extraction = self.extract(target, look) if look is not None else None
        if extraction is not None:
            self.keeper.keep(target, extraction)
        return extraction is not None

    def extract(self, target: FrontierUrl, look: FirstLook) -> Extraction | None:
        """All that the page says; None when reading it takes too long."""
        read = partial(extract, look, platform=self.profile.blog.platform)
        return self.attempts.read(target.address, read, target)

    def weigh(self, features: frozenset[str]) -> float:
        """Log-odds of a post by the page alone; of its address the classifier of all pages knows more."""
        return weigh(features - URL_FEATURES, with_rules=self.rules.rules is not None)

    def _judge(self, target: FrontierUrl, look: FirstLook) -> None:
        row = self.pages.rows[target.number]
        row.log_odds, row.canonical, row.has_template = self.weigh(look.features), look.url, look.template is not None
        self.frontier.settle(target, Outcome.PAGE, "", status=row.status)
        if row.log_odds > HOPELESS or target.is_named_as_post:
            extraction = self.extract(target, look)
            if extraction is not None:
                self._keep_for_now(target, extraction)

    def _redirects(self, target: FrontierUrl, parsed: ParsedPage, to: str, status: int) -> bool:
        """True when the page is only a redirect. One that names itself in another spelling is asked by that once.

        A post that sends its readers to another site, where it is not fetched, is kept as it stands here.
        """
        if self.frontier.known(to) is target and target.tries > 1:
            return False
        if not self.frontier.is_inside(to) and self._has_template(target, parsed):
            return False
        self.frontier.redirect(target, to, status=status)
        return True

    def _has_template(self, target: FrontierUrl, parsed: ParsedPage) -> bool:
        look = self.attempts.read(target.address, partial(look_at, parsed, self.rules.reader), target)
        return look is not None and look.template is not None

    def _keep_for_now(self, target: FrontierUrl, extraction: Extraction) -> None:
        row, post = self.pages.rows[target.number], extraction.post
        row.log_odds = self.weigh(extraction.features)
        row.text_digest = text_digest(post)
        self._note_text(target, post)
        if post.fit >= 0.5 or target.is_named_as_post:
            row.kept = True
            self.counts.posts += 1
            self.keeper.keep(target, extraction)
            reason = "fits the rules" if post.fit >= 0.5 else "named by the feed"
            self.frontier.settle(target, Outcome.POST, reason)
            self.frontier.confirm(target)

    def _note_text(self, target: FrontierUrl, post: Post) -> None:
        """A post of few words is known by its pictures too, and not by its numbers: made-up pages differ in these."""
        text = " ".join([post.title or "", post.content_text, *(media.address for media in post.media)])
        if len(post.content_text.split()) < _FEW_WORDS and not post.media:
            text = " ".join(word for word in _WORD.findall(text) if not _DIGITS.intersection(word))
        if text.strip():
            is_new = self.pages.is_new_text(target.number, _digest_text(text))
            if is_new is not None:
                self.frontier.note_text(target, is_new=is_new)


def text_digest(post: Post) -> bytes:
    """Equal for two copies of one post; empty for posts that are too short to tell."""
    words = post.content_text.split()
    if len(words) < _FEW_WORDS:
        return b""
    return _digest_text(" ".join([post.title or "", *words]))


def _digest_text(text: str) -> bytes:
    return _digest(text.encode("utf-8", "replace"))


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=8).digest()
