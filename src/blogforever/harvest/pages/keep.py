"""Posts on their way to the archive: each with its comments, and its media on their way to the frontier."""

from dataclasses import dataclass, replace
from datetime import datetime

from blogforever.extract.post import Extraction
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.harvest.comments.collector import CommentCollector
from blogforever.harvest.reading_limit import ReadingLimit
from blogforever.harvest.state import PageTable
from blogforever.model.harvest import KeptPost
from blogforever.model.ledger import DiscoveredVia
from blogforever.model.ports import Records
from blogforever.model.post import Post

MOST_MEDIA_OF_A_POST = 200
_MEDIA_KINDS = frozenset({"image", "audio", "video", "attachment"})


@dataclass(slots=True, kw_only=True)
class PostKeeper:
    """Hands posts to the archive."""

    frontier: Frontier
    pages: PageTable
    records: Records
    comments: CommentCollector
    limit: ReadingLimit
    with_media: bool
    known_media: frozenset[str] = frozenset()
    """Addresses of media that a visit to a known blog does not ask for again."""

    def keep(self, target: FrontierUrl, extraction: Extraction) -> None:
        """The post on the target's page goes to the archive with its comments."""
        row = self.pages.rows[target.number]
        post = extraction.post
        with self.limit.document(target.address):
            self.keep_post(target, post, at=row.captured_at, status=row.status)
            if post.id and post.id.isdecimal():
                self.comments.platform.claim_post(int(post.id), target)
            self.comments.keep(target, extraction, at=row.captured_at)

    def keep_post(
        self, target: FrontierUrl, post: Post, *, at: datetime, status: int | None, from_feed: bool = False
    ) -> None:  # fmt: skip
        """The post goes to the archive under the target's address, and its media to the frontier."""
        others = dict.fromkeys(name for name in (post.url, *post.aliases) if name and name != target.address)
        post = replace(post, url=target.address, aliases=tuple(others))
        self.records.keep_post(
            KeptPost(
                key=target.key, post=post, captured_at=at, status_code=status,
                witnesses=target.all_witnesses(), from_feed=from_feed,
            )
        )  # fmt: skip
        if self.with_media:
            wanted = [media.address for media in post.media if media.kind in _MEDIA_KINDS]
            for address in wanted[:MOST_MEDIA_OF_A_POST]:
                if address not in self.known_media and self.frontier.admits(address, Kind.MEDIA):
                    self.frontier.announce(address, DiscoveredVia.MEDIA, referrer=target.number, kind=Kind.MEDIA)

    def drop(self, target: FrontierUrl) -> None:
        """The page turned out not to be a post: what was kept for now is taken back."""
        row = self.pages.rows[target.number]
        if row.kept:
            row.kept = False
            self.records.drop_post(target.key)
