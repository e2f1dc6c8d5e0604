"""Which pages are shown to the browser, and why: where it is needed, for as long as it brings something.

The training pages come first and decide for the blog; every later page can correct that [BF 4.2].
"""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from blogforever.dom.tree import Document
from blogforever.extract.comments.read import read_comments
from blogforever.extract.comments.services import comment_service
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.model.feed import Feed, FeedText
from blogforever.model.harvest import Render
from blogforever.render.shell import shell_reason
from blogforever.text.words import words
from blogforever.urls.normalize import post_key

_MOST_FRUITLESS = 3
"""Pages that gained nothing from the browser before one for which it was worth it: then the reason is given up."""
_FEWEST_WORDS = 40
_SHARE = 0.5
"""A page with less than this share of the words that its feed entry has does not show the article."""
_GAIN = 1.2
_MOST_ENTRIES = 200


class Need(StrEnum):
    """For what a page needs a browser."""

    SHELL = "empty shell"
    SHORT = "article shorter than the feed's"
    COMMENTS = "comments by "
    ALWAYS = "every page, as asked"
    SCREENSHOT = "its picture"


@dataclass(frozen=True, slots=True)
class RenderReason:
    """Why a page is shown to the browser. As text it stands in the ledger and beside the rendering."""

    need: Need
    detail: str = ""
    """Of a shell, by what it is known; of comments, their service."""

    def __str__(self) -> str:
        if self.need is Need.COMMENTS:
            return f"{self.need}{self.detail}"
        return f"{self.need}: {self.detail}" if self.detail else str(self.need)

    @classmethod
    def parse(cls, text: str) -> "RenderReason":
        """The reason that was written as this text."""
        for need in Need:
            if text.startswith(need):
                return cls(need, text.removeprefix(need).removeprefix(": "))
        return cls(Need.ALWAYS)

    @property
    def kind(self) -> str:
        """What is tried and given up as one: each comment service by itself."""
        return str(self) if self.need is Need.COMMENTS else str(self.need)

    @property
    def lacks_article(self) -> bool:
        """True for a page that says nothing of its post without a browser."""
        return self.need in {Need.SHELL, Need.SHORT}


@dataclass(slots=True)
class _Tries:
    gains: int = 0
    fruitless: int = 0


@dataclass(slots=True)
class RenderPolicy:
    """Decides for one blog."""

    render: Render
    _tries: dict[str, _Tries] = field(default_factory=dict)
    _entries: dict[str, frozenset[str]] = field(default_factory=dict)
    """Words of the feed's entries with their whole text, by the key of the post."""

    def expect(self, feed: Feed) -> None:
        """The feed's entries say what their pages should show."""
        if feed.text_kind is FeedText.FULL:
            for entry in feed.entries[:_MOST_ENTRIES]:
                found = frozenset(words(entry.text))
                if entry.address and len(found) >= _FEWEST_WORDS:
                    self._entries[post_key(entry.address)] = found

    def why(self, target: FrontierUrl, document: Document, *, may_be_post: bool) -> RenderReason | None:
        """Why the page should be shown to the browser; None when it need not."""
        if self.render is Render.ALWAYS:
            return RenderReason(Need.ALWAYS)
        if self.render is Render.NEVER:
            return None
        shell = shell_of(document)
        if shell and self._is_worth_it(shell):
            return shell
        if self._is_short(target, document, may_be_post=may_be_post):
            short = RenderReason(Need.SHORT)
            if self._is_worth_it(short):
                return short
        comments = _comments(document)
        return comments if comments and self._is_worth_it(comments) else None

    def learn(self, reason: RenderReason, *, gained: bool, lost: bool) -> None:
        """What came of showing a page; `lost`: some of what the page asked for could not be had."""
        tries = self._tries.setdefault(reason.kind, _Tries())
        tries.gains += gained
        # A service that answers may have no comment on this post: only one that does not answer is given up.
        tries.fruitless += not gained and (lost or reason.need is not Need.COMMENTS)

    def given_up(self) -> list[str]:
        """The reasons for which the browser was tried in vain."""
        return [kind for kind, tries in self._tries.items() if not tries.gains and tries.fruitless >= _MOST_FRUITLESS]

    def _is_worth_it(self, reason: RenderReason) -> bool:
        tries = self._tries.get(reason.kind)
        return tries is None or tries.gains > 0 or tries.fruitless < _MOST_FRUITLESS

    def _is_short(self, target: FrontierUrl, document: Document, *, may_be_post: bool) -> bool:
        wanted = self._entries.get(target.key)
        if wanted is None:  # of older posts only the training pages can tell
            known = self._tries.get(RenderReason(Need.SHORT).kind)
            return may_be_post and known is not None and known.gains > known.fruitless
        shown = wanted.intersection(words(document.text))
        return len(shown) < _SHARE * len(wanted)


def shell_of(document: Document) -> RenderReason | None:
    """Why the page is only a shell; None when it is not."""
    reason = shell_reason(document)
    return RenderReason(Need.SHELL, reason) if reason else None


def has_gained(reason: RenderReason, before: Document, after: Document) -> bool:
    """True when the browser showed what the plain page does not have."""
    if reason.need is Need.ALWAYS:
        return True
    if reason.need is Need.COMMENTS:
        return len(read_comments(after, address=None).comments) > len(read_comments(before, address=None).comments)
    return len(words(after.text)) > _GAIN * len(words(before.text)) + _FEWEST_WORDS // 2


def _comments(document: Document) -> RenderReason | None:
    service = comment_service(document)
    if service is None or read_comments(document, address=None).comments:
        return None
    return RenderReason(Need.COMMENTS, service)


class NotRendered:
    """Pages that would have needed a browser, by reason."""

    def __init__(self) -> None:
        self._pages: Counter[str] = Counter()

    def add(self, reason: RenderReason) -> None:
        """One more."""
        self._pages[reason.kind] += 1

    def note(self, why: str) -> str:
        """What a user should know of it; "" when every page was rendered that needed it."""
        if not self._pages:
            return ""
        reasons = ", ".join(f"{reason} on {count}" for reason, count in sorted(self._pages.items()))
        total = self._pages.total()
        pages = "1 page was" if total == 1 else f"{total} pages were"
        return f"{pages} read without a browser ({reasons}): {why}"
