"""What a harvest handed over and the database does not have yet."""

from dataclasses import dataclass, field

from blogforever.model.blog import Blog
from blogforever.model.harvest import KeptComments, KeptPost
from blogforever.model.ledger import DiscoveredVia, LedgerEntry
from blogforever.model.rules import RuleSet
from blogforever.store.tables.upsert import Row

_MOST_POSTS = 500
_MOST_TEXT = 16_000_000
_MOST_ROWS = 20_000
_MOST_COMMENTS = 10_000


@dataclass(slots=True)
class PendingRecords:
    """A batch for one transaction; the last statement on each thing counts."""

    blog: Blog | None = None
    rules: RuleSet | None = None
    posts: dict[str, KeptPost | None] = field(default_factory=dict)
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    witnesses: dict[str, tuple[DiscoveredVia, ...]] = field(default_factory=dict)
    comments: dict[str, KeptComments | None] = field(default_factory=dict)
    media: dict[str, Row] = field(default_factory=dict)
    ledger_entries: dict[str, LedgerEntry] = field(default_factory=dict)
    given_up: dict[str, str] = field(default_factory=dict)
    text: int = 0
    """Characters in all posts and comments."""
    comment_count: int = 0

    @property
    def is_large(self) -> bool:
        """True when it should be written now, before it fills the memory."""
        return (
            len(self.posts) >= _MOST_POSTS
            or self.text >= _MOST_TEXT
            or self.comment_count >= _MOST_COMMENTS
            or len(self.ledger_entries) + len(self.media) >= _MOST_ROWS
        )
