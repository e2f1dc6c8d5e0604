"""What an archive tells those who read it."""

from dataclasses import dataclass, field
from enum import StrEnum

from blogforever.model.blog import Blog
from blogforever.model.comment import Comment
from blogforever.model.harvest import CommentChanges, PostChanges, State, VisitKind
from blogforever.model.ledger import Decision, DiscoveredVia, LedgerEntry, Outcome
from blogforever.model.post import Post


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedBlog:
    """A blog in the archive, with figures."""

    id: int
    blog: Blog
    posts: int = 0
    first_post: str | None = None
    """The oldest date of a post, ISO 8601; the newest is the blog's last activity."""
    versions: int = 0
    comments: int = 0
    media: int = 0
    addresses: int = 0
    """Lines in the ledger."""
    harvests: int = 0
    state: State | None = None
    """Of its newest harvest: running only while its process does."""
    harvested: str | None = None
    """When the newest harvest ended, or began if it did not end: ISO 8601 in UTC."""
    next_visit: str | None = None
    """When `watch` and `update --due` visit it again; None if that was never planned."""
    next_visit_reason: str | None = None
    harvest_began: str | None = None
    harvest_ended: str | None = None
    """None while it runs, and if it was stopped by force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostLine:
    """A post in a list."""

    id: int
    blog: str
    """The blog's address."""
    key: str
    url: str | None
    title: str | None
    authors: tuple[str, ...]
    tags: tuple[str, ...] = ()
    language: str | None = None
    """ISO 639 code, identified from the text; None when it could not be."""
    published: str | None
    """ISO 8601, as exact as the page is."""
    versions: int
    captured_at: str
    from_feed: bool
    characters: int
    """Length of the article's text."""
    comments: int = 0
    """In the archive, those that the blog no longer shows among them."""
    comments_stated: int | None = None
    """How many there are by the blog's own word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostVersion:
    """What a post said from one harvest until it changed."""

    number: int
    harvest: int
    captured_at: str
    status_code: int | None
    from_feed: bool
    post: Post


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPost:
    """A post as the archive holds it, in its newest version."""

    id: int
    blog: str
    """The blog's address."""
    key: str
    newest: PostVersion
    first_seen: int
    """The harvest that saw it first."""
    last_seen: int
    witnesses: tuple[DiscoveredVia, ...]
    decision: Decision | None = None
    """What a person said about it; only known of a post that was asked for by its name."""

    @property
    def post(self) -> Post:
        """What its newest version says."""
        return self.newest.post


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredComment:
    """A comment as the archive holds it, in its newest version."""

    comment: Comment
    """Its status is `gone` when the blog no longer shows it."""
    version: int
    """1 unless it was edited."""
    captured_at: str
    """ISO 8601 in UTC; empty for a comment that was read and not kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDiscussion:
    """What the archive holds of what was said about a post."""

    comments: tuple[StoredComment, ...] = ()
    """In the order of reading: answers behind what they answer."""
    declared_count: int | None = None
    """How many comments there are by the blog's own word."""
    complete: bool | None = None
    """Whether the newest harvest that looked for them found them all; None when none did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMedia:
    """A media file that a post shows, and where it lies, if it was kept."""

    address: str
    kind: str
    text: str
    sha256: str | None = None
    path: str | None = None
    """Below the archive folder; None when the file was not kept."""
    media_type: str | None = None
    bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What one blog's ledger says of an address."""

    blog: str
    """The blog's address."""
    harvest: int | None = None
    """The harvest that had the last word."""
    ledger_entry: LedgerEntry | None = None
    """None when only a post is known under the address."""
    post: PostLine | None = None
    """The post that is kept under the address."""
    is_alias: bool = False
    """The address is another one of the post's."""
    decision: Decision | None = None
    """What a person said about the address, or about the post that it leads to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerSummary:
    """How complete a blog's posts are, as far as the archive can tell."""

    outcomes: dict[Outcome, int] = field(default_factory=dict)
    known_by: dict[DiscoveredVia, int] = field(default_factory=dict)
    """Posts that each source names."""
    only_by: dict[DiscoveredVia, int] = field(default_factory=dict)
    """Posts that this source alone names."""
    overlap: dict[tuple[DiscoveredVia, DiscoveredVia], int] = field(default_factory=dict)
    """Posts that both sources name, for each pair."""
    months: tuple[tuple[str, int], ...] = ()
    """Each month from the first to the last post with its number of posts; months without any are there with 0."""
    undated: int = 0
    """Posts whose date is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A post that a search found, in its own text or in one of its comments."""

    post: PostLine
    snippet: str
    """A piece of its text, or of the comment's, with marks around the words that were looked for."""
    comment: StoredComment | None = None
    """The comment that holds the words; None when the post itself does."""


class EventKind(StrEnum):
    """What happened to a post between two harvests, as far as the archive can tell."""

    NEW = "new"
    """The archive did not hold it."""
    EDITED = "edited"
    """A later capture of it says something else."""
    REREAD = "read again"
    """The same capture was read by other rules, which found something else: nobody edited the post."""
    MOVED = "moved"
    """Its address leads to another post's since then."""
    GONE = "gone"
    """The blog no longer has it."""
    BACK = "back"
    """It was gone, and is there again."""


class PostPart(StrEnum):
    """A part of a post that can change."""

    TITLE = "title"
    TEXT = "text"
    LINKS = "links"
    TAGS = "tags"
    MEDIA = "media"
    AUTHORS = "authors"
    DATES = "dates"
    ADDRESS = "address"
    MARKUP = "markup"
    """The HTML of the article and nothing that the other parts tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostEvent:
    """Something that happened to a post."""

    kind: EventKind
    at: str
    """When the archive saw it, ISO 8601 in UTC: the capture of a version, else the end of the harvest."""
    harvest: int
    version: int | None = None
    """The version that it led to; None for what led to none."""
    parts: tuple[PostPart, ...] = ()
    """What is different from the version before."""
    words: int | None = None
    """The length of the version's text."""
    words_added: int = 0
    words_removed: int = 0
    note: str = ""
    """Why it is gone, or where it moved to or from."""
    from_feed: bool = False
    """Only the feed's entry could be had, not the post's page."""


class PostStanding(StrEnum):
    """How a post stood at the newest harvest of its blog that looked for it."""

    THERE = "there"
    GONE = "gone"
    MOVED = "moved"
    UNSEEN = "unseen"
    """The harvest did not find it, and nobody knows why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestLine:
    """A harvest in the history of its blog."""

    id: int
    state: State
    began: str
    """ISO 8601 in UTC."""
    ended: str | None
    visit: VisitKind = VisitKind.WHOLE
    is_offline: bool
    """Nothing was fetched: captures were read again, or came from files."""
    posts: PostChanges | None = None
    """What it changed; None when it left no report."""
    comments: CommentChanges | None = None
    gone: dict[str, str] = field(default_factory=dict)
    """The keys of all posts that were gone at its end, and why."""

    @property
    def at(self) -> str:
        """When it ended, or began if it did not end."""
        return self.ended or self.began


class PieceKind(StrEnum):
    """What became of a piece of text."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    FOLDED = "folded"
    """The same, and not shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffPiece:
    """A piece of a text beside another."""

    kind: PieceKind
    text: str
    words: int
    """How many words it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDiff:
    """Two lists beside each other."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionDiff:
    """Two versions of a post beside each other."""

    parts: tuple[PostPart, ...]
    """What is different."""
    title: tuple[DiffPiece, ...] = ()
    text: tuple[DiffPiece, ...] = ()
    authors: ListDiff = field(default_factory=ListDiff)
    dates: ListDiff = field(default_factory=ListDiff)
    tags: ListDiff = field(default_factory=ListDiff)
    links: ListDiff = field(default_factory=ListDiff)
    media: ListDiff = field(default_factory=ListDiff)
    address: ListDiff = field(default_factory=ListDiff)

    @property
    def words_added(self) -> int:
        """Words of the text that only the later version has."""
        return sum(piece.words for piece in self.text if piece.kind is PieceKind.ADDED)

    @property
    def words_removed(self) -> int:
        """Words of the text that only the earlier version has."""
        return sum(piece.words for piece in self.text if piece.kind is PieceKind.REMOVED)
