"""Which pages are shown to the browser, and why: where it is needed, for as long as it brings something.

The training pages come first and decide for the blog; every later page can correct that [BF 4.2].
"""

from collections import Counter
from dataclasses import dataclass, field

from blogforever.dom.addresses import post_key
from blogforever.dom.tree import Document
from blogforever.extract.comment_services import comment_service
from blogforever.extract.comments import read_comments
from blogforever.frontier.lines import Line
from blogforever.model.feed import Feed, FeedText
from blogforever.model.harvest import Render
from blogforever.render.need import shell_reason
from blogforever.text.words import words

SHELL = "empty shell"
COMMENTS = "comments by "
SHORT = "article shorter than the feed's"
ALWAYS = "every page, as asked"
_MOST_FRUITLESS = 3
"""Pages that gained nothing from the browser before one for which it was worth it: then the reason is given up."""
_FEWEST_WORDS = 40
_SHARE = 0.5
"""A page with less than this share of the words that its feed entry has does not show the article."""
_GAIN = 1.2
_MOST_ENTRIES = 200


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

    def why(self, line: Line, document: Document, *, may_be_post: bool) -> str:
        """Why the page should be shown to the browser; "" when it need not."""
        if self.render is Render.ALWAYS:
            return ALWAYS
        if self.render is Render.NEVER:
            return ""
        reasons = (self.shell(document), self._short(line, document, may_be_post=may_be_post), _comments(document))
        return next((reason for reason in reasons if reason and self._is_worth_it(reason)), "")

    def learn(self, reason: str, *, gained: bool, lost: bool) -> None:
        """What came of showing a page; `lost`: some of what the page asked for could not be had."""
        tries = self._tries.setdefault(_kind(reason), _Tries())
        tries.gains += gained
        # A service that answers may have no comment on this post: only one that does not answer is given up.
        tries.fruitless += not gained and (lost or not reason.startswith(COMMENTS))

    def given_up(self) -> list[str]:
        """The reasons for which the browser was tried in vain."""
        return [kind for kind, tries in self._tries.items() if not tries.gains and tries.fruitless >= _MOST_FRUITLESS]

    def _is_worth_it(self, reason: str) -> bool:
        tries = self._tries.get(_kind(reason))
        return tries is None or tries.gains > 0 or tries.fruitless < _MOST_FRUITLESS

    def shell(self, document: Document) -> str:
        """Why the page is only a shell; "" when it is none."""
        said = shell_reason(document)
        return f"{SHELL}: {said}" if said else ""

    def _short(self, line: Line, document: Document, *, may_be_post: bool) -> str:
        wanted = self._entries.get(line.key)
        if wanted is None:  # of older posts only the training pages can tell
            known = self._tries.get(SHORT)
            return SHORT if may_be_post and known is not None and known.gains > known.fruitless else ""
        found = wanted.intersection(words(document.text))
        return SHORT if len(found) < _SHARE * len(wanted) else ""


def has_gained(reason: str, before: Document, after: Document) -> bool:
    """True when the browser showed what the plain page does not have."""
    if reason.startswith(COMMENTS):
        return len(read_comments(after, address=None).comments) > len(read_comments(before, address=None).comments)
    return len(words(after.text)) > _GAIN * len(words(before.text)) + _FEWEST_WORDS // 2


def _comments(document: Document) -> str:
    service = comment_service(document)
    if service is None or read_comments(document, address=None).comments:
        return ""
    return f"{COMMENTS}{service}"


def _kind(reason: str) -> str:
    return reason if reason.startswith(COMMENTS) else reason.partition(":")[0]


class LeftOut:
    """Pages that would have needed a browser, by reason."""

    def __init__(self) -> None:
        self._pages: Counter[str] = Counter()

    def add(self, reason: str) -> None:
        """One more."""
        self._pages[_kind(reason)] += 1

    def note(self, why: str) -> str:
        """What a user should know of it; "" when nothing was left out."""
        if not self._pages:
            return ""
        told = ", ".join(f"{reason} on {count}" for reason, count in sorted(self._pages.items()))
        total = self._pages.total()
        pages = "1 page was" if total == 1 else f"{total} pages were"
        return f"{pages} read without a browser ({told}): {why}"
