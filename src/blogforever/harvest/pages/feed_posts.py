"""Posts that only the feed still has: their pages are gone or out of reach, their entries are not."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from blogforever.extract.feed_entry import post_of_entry
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, end_of
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.pages.keep import PostKeeper
from blogforever.harvest.sources.captured_feeds import CapturedFeeds
from blogforever.harvest.state import BlogProfile, PageTable
from blogforever.model.feed import FeedEntry
from blogforever.model.ledger import Outcome

_LOST = frozenset({Outcome.FAILED, Outcome.ROBOTS, Outcome.OUTSIDE, Outcome.NOT_A_PAGE, Outcome.REDIRECT})
"""A chain of redirects that ends in a redirect goes in circles."""
_ENTRY = "the feed's entry of "


@dataclass(slots=True, kw_only=True)
class FeedPosts:
    """Keeps posts as the feed has them, where their pages are lost."""

    frontier: Frontier
    pages: PageTable
    profile: BlogProfile
    feeds: CapturedFeeds
    attempts: Attempts
    keeper: PostKeeper

    def keep_missing(self) -> None:
        """Every entry whose page could not be had is kept as the feed has it."""
        known = map(self.frontier.known, self.profile.named_posts)
        named = [target for target in known if target is not None and not self._is_excluded(target)]
        lost = {target.key: end for target in named if (end := self._lost_at(target)) is not None}
        fullest: dict[str, tuple[FeedEntry, datetime]] = {}
        for entry, at in self.feeds.entries() if lost else ():
            target = self.frontier.known(entry.address or "")
            if target is not None and target.key in lost and (entry.title or entry.text):
                before = fullest.get(target.key, (entry, at))
                fullest[target.key] = max(before, (entry, at), key=_fullness)
        for target in named:
            if target.key in fullest:
                self._keep(target, lost[target.key], *fullest[target.key])

    def _is_excluded(self, target: FrontierUrl) -> bool:
        decision = self.profile.decisions.get(target.key)
        return decision is not None and not decision.is_post

    def _lost_at(self, target: FrontierUrl) -> FrontierUrl | None:
        """The end of the target's redirects, if its page is lost and may be replaced by the feed's entry."""
        end = end_of(target, self.frontier.urls) or target
        return end if end.outcome in _LOST and end.number not in self.pages.noarchive else None

    def _keep(self, target: FrontierUrl, end: FrontierUrl, entry: FeedEntry, at: datetime) -> None:
        post = self.attempts.read(_ENTRY + target.address, partial(post_of_entry, entry, target.address))
        if post is not None:
            reason = f"only the feed has it: {end.reason or end.outcome.value}"
            self.keeper.keep_post(target, post, at=at, status=end.status, from_feed=True)
            self.frontier.settle(target, Outcome.FEED_ONLY, reason)


def _fullness(known: tuple[FeedEntry, datetime]) -> tuple[int, str, str]:
    """Several feeds may have one post, in no certain order: the fullest is kept."""
    entry, _ = known
    return len(entry.text), entry.text, entry.title or ""
