"""What a harvest knows while it runs, in narrow tables: its pages, its rules, what the blog is, how far it has come.

The addresses are the frontier's (frontier/frontier.py), the comments have a table of their own (harvest/comments/).
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from blogforever.extract.fields import Reader
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.model.blog import Blog, KnownFeed
from blogforever.model.feed import Feed
from blogforever.model.harvest import Phase
from blogforever.model.ledger import Decision
from blogforever.model.ports import Records
from blogforever.model.rules import RuleSet


@dataclass(slots=True)
class PageRow:
    """What is remembered of a page that was read: enough to judge it when all pages are known."""

    body_digest: bytes
    """Digest of the page's bytes."""
    log_odds: float = 0.0
    """Log-odds of a post by the page alone."""
    text_digest: bytes = b""
    """Digest of title and text; empty when the article was not read or is too short to tell pages apart."""
    canonical: str | None = None
    own_feed: str | None = None
    """A feed below the page, for when the later pages of a list cannot be had."""
    has_template: bool = True
    """A template of the rules fits the page."""
    kept: bool = False
    same_bytes: bool = False
    """Its bytes came from another address too, and that one speaks for both."""
    at: float = 0.0
    status: int = 200

    @property
    def captured_at(self) -> datetime:
        """When the page was fetched."""
        return datetime.fromtimestamp(self.at, UTC)


class PageTable:
    """The pages that were read, by the numbers of their addresses in the frontier."""

    def __init__(self) -> None:
        self.rows: dict[int, PageRow] = {}
        self.rendered: set[int] = set()
        """Pages that were read as a browser showed them."""
        self.fully_loaded: set[int] = set()
        """Pages on which a browser got all that their scripts asked for."""
        self.shells: set[int] = set()
        """Pages that lack their article, and that no browser filled."""
        self.noarchive: set[int] = set()
        """Pages that ask not to be archived, and are left out for it."""
        self._first_with_body: dict[bytes, int] = {}
        self._first_with_text: dict[bytes, int] = {}
        self._with_text: set[int] = set()

    def first_with_body(self, body_digest: bytes, number: int) -> int:
        """The page that was read first with these bytes; the page itself when there is none."""
        return self._first_with_body.get(body_digest, number)

    def add(self, number: int, row: PageRow) -> None:
        """The page is read from now on."""
        self._first_with_body[row.body_digest] = number
        self.rows[number] = row

    def is_new_text(self, number: int, text_digest: bytes) -> bool | None:
        """True for a text that no page had before; None when the same page shows its text again."""
        first = self._first_with_text.setdefault(text_digest, number)
        if first == number and number in self._with_text:
            return None
        self._with_text.add(number)
        return first == number

    def is_same_bytes(self, number: int) -> bool:
        """True for a page that is a copy of another, byte for byte."""
        row = self.rows.get(number)
        return row is not None and row.same_bytes


class RuleBook:
    """The rules that pages are read by, and a reader made ready for them."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.rules: RuleSet | None = None
        self.reader = Reader(None)

    def restore(self, rules: RuleSet) -> None:
        """Pages are read by these rules, which the archive has already."""
        self.rules = rules
        self.reader = Reader(rules)

    def use(self, rules: RuleSet) -> None:
        """From now on pages are read by these rules; what comment feeds taught before goes on to hold."""
        if self.rules is not None and not rules.comments:
            rules = replace(rules, comments=self.rules.comments)
        self.rules = rules
        self.reader = Reader(rules)
        self._records.keep_rules(rules)


@dataclass(slots=True)
class Counts:
    """How far the harvest is, for those who watch it."""

    phase: Phase = Phase.STARTING
    posts: int = 0
    pages: int = 0
    media: int = 0
    failures: int = 0
    rendered: int = 0
    requests: int = 0
    """Sent over the network."""
    bytes: int = 0
    """Received over the network."""
    recalled: int = 0
    """Answers that were captured before, in place of requests."""


class BlogProfile:
    """What the harvest has found out about the blog as a whole, and what people should know of the harvest."""

    def __init__(self, start: str) -> None:
        self.start = start
        self.blog = Blog(url=start)
        self.identity: tuple[str, ...] = ()
        """Addresses of this blog and of no other: its home page, and its feed if the two name each other."""
        self.decisions: dict[str, Decision] = {}
        """What people decided about addresses of the blog, by their keys."""
        self.feeds: list[KnownFeed] = []
        self.notes: list[str] = []
        self.wait_until: datetime | None = None
        """Before this the blog's host does not want to be asked again."""
        self.moved: dict[str, str] = {}
        """For the keys of new addresses of posts, the addresses that the feed had for them before."""
        self.why_full = ""
        """Why the archive can take no more; empty while it can."""
        self._posts: dict[str, str] = {}

    def name_post(self, target: FrontierUrl, address: str) -> bool:
        """A feed or the platform names the post; of several spellings always the same is remembered. True if new."""
        is_new = target.key not in self._posts
        self._posts[target.key] = min(address, self._posts.get(target.key, address))
        return is_new

    def take_over(self, blog: Blog) -> None:
        """The blog is what earlier harvests found."""
        self.blog = blog
        self.feeds = list(blog.feeds)

    def replace_feed(self, before: str, now: str) -> None:
        """The feed moved."""
        self.feeds = [replace(feed, address=now) if feed.address == before else feed for feed in self.feeds]

    def note_feed(self, address: str, feed: Feed) -> None:
        """The feed was read again: this is how it is now."""
        self.feeds = [
            replace(
                known, format=feed.format, title=feed.title, entries=len(feed.entries), text=feed.text_kind.value
            )
            if known.address == address
            else known
            for known in self.feeds
        ]  # fmt: skip

    @property
    def main_feeds(self) -> tuple[str, ...]:
        """The addresses of feeds of the whole blog, without those that were only guessed."""
        return tuple(feed.address for feed in self.feeds if feed.role == "main")

    @property
    def named_posts(self) -> list[str]:
        """The addresses of posts that feeds and the platform name."""
        return sorted(self._posts.values())
