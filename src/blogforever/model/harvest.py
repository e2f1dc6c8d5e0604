"""What a harvest is asked to do, what it hands to the archive, and what it reports."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from blogforever.model.comment import Comment, CommentSource
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.post import Post

USUAL_DELAY = 0.5
"""Seconds between requests to one host, unless the user or the host asks for another delay."""


class Render(StrEnum):
    """When a page is shown to a browser before it is read."""

    AUTO = "auto"
    """Where it needs one."""
    ALWAYS = "always"
    NEVER = "never"


class State(StrEnum):
    """How far a harvest has come."""

    RUNNING = "running"
    STOPPED = "stopped"
    """Its process ended by force: killed, crashed, without power. The next harvest of the blog resumes it."""
    DONE = "done"
    LIMIT = "stopped by a limit"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


class VisitKind(StrEnum):
    """How much of a blog is looked at."""

    WHOLE = "whole blog"
    """Every page: `harvest`."""
    UPDATE = "update"
    """What changed since the last time, as far as feeds and lists of posts tell: `update`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestOptions:
    """What the user asks of one harvest; each has the default of the command line."""

    max_pages: int | None = None
    """Pages to fetch at most (media do not count); None for all."""
    max_time: float | None = None
    """Seconds."""
    max_size: int | None = None
    """Bytes of WARC files and media that the harvest may add to the archive; None for any number."""
    delay: float | None = None
    """Seconds between requests to one host. None for half a second, or a longer Crawl-delay of the host's robots.txt;
    a figure is the last word."""
    concurrency: int = 2
    """Connections to one host."""
    timeout: float = 60.0
    """Seconds from a question to its answer's last byte; a media file may take ten times as long."""
    obey_robots: bool = True
    """Do not fetch what robots.txt forbids."""
    respect_noarchive: bool = False
    """Do not keep pages that say noarchive; else it is only noted."""
    media: bool = True
    """Keep the images, audio and video of posts."""
    warc: bool = True
    """Keep the original pages as WARC files."""
    render: Render = Render.AUTO
    """Which pages to load in a browser before reading them: auto, always or never."""
    screenshots: bool = False
    """Keep a picture of every post's page."""
    browser: str | None = None
    """The program to render with; None for the first that is found."""
    contact: str | None = None
    """An address or e-mail that the user agent names, so that the blog's owner can ask."""
    offline: bool = False
    """Ask nobody: read only what was captured before (`--from-warc`, `reextract`)."""
    visit: VisitKind = VisitKind.WHOLE
    thorough: bool = False
    """An update asks for the blog's own list of posts whenever that was asked last; else once a day."""

    @staticmethod
    def from_record(record: Mapping[str, Any]) -> "HarvestOptions":
        """The options as an archive keeps them; what this version does not know is left out."""
        known = {field.name for field in fields(HarvestOptions)}
        options = {name: value for name, value in record.items() if name in known}
        options["render"] = Render(options.get("render", Render.AUTO))
        options["visit"] = VisitKind(options.get("visit", VisitKind.WHOLE))
        return HarvestOptions(**options)

    @property
    def pause(self) -> float:
        """Seconds between requests to one host that asks for no other."""
        return USUAL_DELAY if self.delay is None else self.delay


class Phase(StrEnum):
    """What a harvest is doing."""

    STARTING = "starting"
    HOME = "home page"
    FEEDS = "feeds"
    TRAINING = "first posts"
    """The pages that rules are learned from."""
    LEARNING = "learning"
    FETCHING = "fetching"
    FINISHING = "finishing"
    """All pages are there: it decides which of them are posts."""
    MEDIA = "media"
    """Pictures, audio and video of the posts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """What a harvest that was cut short had done when it was resumed."""

    posts: int = 0
    """Posts that it had kept."""
    answers: int = 0
    """Answers of servers that it had captured, and that were not asked for again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a harvest is."""

    blog: str
    """The address that the harvest started with."""
    instead_of: str = ""
    """The same with https, if that was tried and only http answers; only said once."""
    title: str = ""
    """The blog's, as it wrote it; empty until it is known."""
    phase: Phase = Phase.STARTING
    posts: int = 0
    pages: int = 0
    """Pages read, also those that an earlier run fetched."""
    media: int = 0
    failures: int = 0
    requests: int = 0
    """Sent over the network, of every kind."""
    bytes: int = 0
    """Received over the network."""
    waiting: int = 0
    """Addresses that wait for their turn."""
    waits_for: str = ""
    """What keeps it waiting, in words; empty while it works at its usual pace."""
    resumed: Resumed | None = None
    """What an earlier run had done; None for a harvest that was not cut short."""
    seconds: float = 0.0
    is_stopping: bool = False
    """Nothing new is asked: what is in flight is finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPost:
    """A post with what the crawl knows of it, as it goes to the archive."""

    key: str
    """`post_key` of its address: the post's identity in the archive."""
    post: Post
    """Its `url` and `aliases` are settled: the address it is kept under, and all others that lead to it."""
    captured_at: datetime
    status_code: int | None
    witnesses: tuple[DiscoveredVia, ...] = ()
    from_feed: bool = False
    """Only the feed's entry could be had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptComments:
    """All comments of a post that this harvest found, from all sources together."""

    key: str
    """The post's."""
    comments: tuple[Comment, ...]
    captured_at: datetime
    complete: bool = True
    """False when some are known to be missing: then what is not among them is not gone."""
    declared_count: int | None = None
    """How many there are by the blog's own word."""
    exhausted: frozenset[CommentSource] = frozenset(CommentSource)
    """The sources that gave all they have: a comment that one of these had before and does not have now is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptMedia:
    """A media file of the blog: where it came from and what it holds."""

    address: str
    content: bytes
    media_type: str | None
    captured_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """An address that was not kept: a post that could not be had, or a page that may be one."""

    address: str
    witnesses: tuple[DiscoveredVia, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PostChanges:
    """Posts: `new`, `changed`, `back` and `unchanged` together are those that the harvest kept."""

    new: int = 0
    """The archive did not hold them."""
    changed: int = 0
    """They differ from the version before, and have a new one."""
    back: int = 0
    """They were gone, and are there again."""
    unchanged: int = 0
    gone: int = 0
    """The archive holds them, and the blog has had them no longer since this harvest."""
    unseen: int = 0
    """The archive holds them, this harvest did not find them, and nothing shows that they are gone: their page failed,
    moved or was not reached, or the harvest did not read all of the blog."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentChanges:
    """Comments with text, of all posts together."""

    new: int = 0
    changed: int = 0
    gone: int = 0
    """The blog no longer shows them."""
    back: int = 0
    """They were gone, and are shown again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestChanges:
    """What one harvest changed in the archive. All runs of a harvest that was resumed count together."""

    posts: PostChanges = field(default_factory=PostChanges)
    comments: CommentChanges = field(default_factory=CommentChanges)
    new_media: int = 0
    """Media files that the archive did not hold, screenshots among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnseenPost:
    """A post that earlier harvests kept, and that this one has not found."""

    address: str
    gone: str = ""
    """Why an earlier harvest called it gone; empty if none did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GonePost:
    """A post that the archive holds and that the blog no longer has."""

    address: str
    reason: str
    is_new: bool
    """This harvest is the first that misses it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The end of a harvest in figures."""

    blog: str
    state: State
    visit: VisitKind = VisitKind.WHOLE
    posts: int = 0
    """Posts that the harvest kept, those among them that did not change."""
    from_feed: int = 0
    """Of these, how many only the feed still had."""
    media: int = 0
    """Media files that the harvest kept, those among them that the archive held before."""
    comments: int = 0
    """Comments with text of these posts."""
    changes: HarvestChanges = field(default_factory=HarvestChanges)
    """How the archive differs from what it was before the harvest."""
    gone: tuple[GonePost, ...] = ()
    """All posts that the archive holds and that the blog no longer has, however long ago they went."""
    pages: int = 0
    """Pages read, posts among them; neither feeds, sitemaps and media files nor pages that could not be had."""
    rendered: int = 0
    """Of these, how many a browser rendered."""
    failures: int = 0
    """Addresses that something names and that could not be had."""
    requests: int = 0
    """Sent over the network by this run, of every kind: pages, feeds, robots.txt, media, second tries."""
    bytes: int = 0
    """Received over the network by this run, as they came: compressed where the server did so, without headers."""
    resumed: Resumed | None = None
    """What an earlier run had done, if the harvest was resumed; None if this run did all of it."""
    seconds: float = 0.0
    """How long this run took."""
    outcomes: dict[Outcome, int] = field(default_factory=dict)
    """Lines of the ledger by outcome."""
    known_by: dict[DiscoveredVia, int] = field(default_factory=dict)
    """Posts that each source names."""
    only_by: dict[DiscoveredVia, int] = field(default_factory=dict)
    """Posts that this source alone names."""
    missing: tuple[Missing, ...] = ()
    """Posts that some source names and that could not be had; of many the first thousand."""
    missing_count: int = 0
    """All of them."""
    left_out: tuple[Missing, ...] = ()
    """Pages that were judged not to be posts although something speaks for it, and addresses that could not be read and
    may be posts: worth a look. Of many the first thousand."""
    left_out_count: int = 0
    shortfalls: tuple[str, ...] = ()
    """What else is not complete: sources of posts and media files that could not be had, damaged captures."""
    needs_whole: str = ""
    """Why an update does not do, and the whole blog has to be read; empty where it does."""
    limit: str = ""
    """Which limit stopped the harvest and how to go on, where the user must do something about it."""
    notes: tuple[str, ...] = ()
    """What people should know: no feed, robots.txt forbids a part, a limit stopped the work."""
    wait_until: str | None = None
    """Before this time (ISO 8601, UTC) the blog's host does not want to be asked again; None when it did not say so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlLimits:
    """The limits of one crawl; each is far beyond what an honest document needs."""

    reading: float = 30.0
    """CPU seconds for each stage of reading one document; enforced by the crawling process itself."""
    learning: float = 120.0
    """CPU seconds for learning rules from several documents; enforced in the same way."""
    silence: float = 90.0
    """Seconds without a message from the process while it reads a document: then it is killed."""
    long_silence: float = 600.0
    """The same while it learns, decides or saves."""
    grace: float = 15.0
    """Seconds without a message once the harvest was asked to stop, or its time is up."""
    memory: int = 4_000_000_000
    """Bytes that the process may hold; never more than half of the machine's memory."""
    restarts: int = 10
    """How often the process is started again after it had to be killed, or died."""
