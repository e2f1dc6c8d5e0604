"""The end of a visit: which of the pages that came are posts, and whether the rules still fit the blog.

Unlike a harvest, a visit has seen a few pages only, and cannot compare them with all others. A page that is named as a
post is one, unless it plainly is not; a post that is known keeps its last version where its page cannot be read.
"""

from dataclasses import dataclass, field
from functools import partial

from blogforever.errors import BlogforeverError
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, Kind, end_of
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.comments.collector import CommentCollector
from blogforever.harvest.pages.feed_posts import FeedPosts
from blogforever.harvest.pages.keep import PostKeeper
from blogforever.harvest.pages.late_rules import LEARNING
from blogforever.harvest.pages.read import PageReader
from blogforever.harvest.recall import PageRecall
from blogforever.harvest.sources.captured_feeds import CapturedFeeds
from blogforever.harvest.state import BlogProfile, Counts, PageTable, RuleBook
from blogforever.learn.lesson import learn
from blogforever.learn.pairs import spread
from blogforever.model.blog import KnownBlog
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.ports import Records
from blogforever.urls.normalize import post_key

_NAMED = 1.1
"""Log-odds that a feed's or the archive's word is worth: what a harvest gives for it, by the page's own measure."""
_UNFITTING = 0.5
"""The share of pages that fit no template from which on the blog is believed to have another theme."""
UNREADABLE = "the page does not fit the rules any more: the last version stays"


@dataclass(slots=True, kw_only=True)
class VisitFinalizer:
    """Decides on the pages of a visit."""

    known: KnownBlog
    frontier: Frontier
    pages: PageTable
    records: Records
    profile: BlogProfile
    counts: Counts
    attempts: Attempts
    rules: RuleBook
    recall: PageRecall
    reader: PageReader
    keeper: PostKeeper
    comments: CommentCollector
    feed_posts: FeedPosts
    feeds: CapturedFeeds
    _has_asked: bool = field(default=False, init=False)
    """Pages to learn from were asked for."""
    _has_learned: bool = field(default=False, init=False)

    def run(self) -> None:
        """All steps. They are repeated when more pages came."""
        if self._has_asked and not self._has_learned:
            self._learn_again()
        elif not self._has_asked and self._has_other_theme():
            self._ask_for_training_pages()
        known = self._known_pages()
        for number, row in sorted(self.pages.rows.items()):
            if not row.same_bytes:
                self._decide(self.frontier.urls[number], is_known=number in known)
        self._name_aliases()
        self.feed_posts.keep_missing()
        self.comments.finalize()
        self.counts.posts = sum(row.kept for row in self.pages.rows.values())

    def _decide(self, target: FrontierUrl, *, is_known: bool) -> None:
        row = self.pages.rows[target.number]
        decision = self.profile.decisions.get(target.key)
        odds = row.log_odds + (_NAMED if is_known or target.is_named_as_post else 0.0)
        is_post = decision.is_post if decision is not None else odds > 0
        if is_known and self.rules.rules is not None and not row.has_template:
            self._refuse(target, UNREADABLE)
        elif not is_post:
            self._refuse(target, str(decision) if decision is not None else "does not look like a post")
        elif row.kept or self.reader.keep_again(target):
            row.kept = True
            self.frontier.settle(target, Outcome.POST, "it was kept before" if is_known else "named as a post")

    def _refuse(self, target: FrontierUrl, reason: str) -> None:
        self.keeper.drop(target)
        self.frontier.settle(target, Outcome.PAGE, reason)

    def _known_pages(self) -> set[int]:
        """The numbers of addresses of known posts, and of those that these lead to now."""
        urls = self.frontier.urls
        known = [target for target in urls if self.known.post_at(target.key) or target.key in self.profile.moved]
        ends = [end for target in known if (end := end_of(target, urls)) is not None]
        return {target.number for target in (*known, *ends)}

    def _name_aliases(self) -> None:
        """Posts get the addresses that lead to them, those that they moved from among them."""
        urls = self.frontier.urls
        aliases: dict[int, set[str]] = {}
        for number, row in self.pages.rows.items():
            if row.kept and urls[number].outcome is Outcome.POST:
                names = {row.canonical or "", self.profile.moved.get(urls[number].key, "")}
                aliases[number] = names - {"", urls[number].address}
        for target in urls:
            end = end_of(target, urls)
            if end is not None and end is not target and end.number in aliases:
                aliases[end.number].add(target.address)
        for number, names in aliases.items():
            target = urls[number]
            self.records.complete_post(target.key, aliases=tuple(sorted(names)), witnesses=target.all_witnesses())

    def _has_other_theme(self) -> bool:
        """True if the pages of posts fit no template that they should fit."""
        if self.rules.rules is None:
            return False
        urls = self.frontier.urls
        rows = [row for number, row in self.pages.rows.items() if urls[number].is_named_as_post and not row.same_bytes]
        unfitting = sum(not row.has_template for row in rows)
        return bool(unfitting) and unfitting > _UNFITTING * len(rows)

    def _ask_for_training_pages(self) -> None:
        self._has_asked = True
        feed = self.feeds.main()
        addresses = [entry.address for entry in feed.entries if entry.address] if feed else []
        for address in spread(addresses):
            self.frontier.announce(address, DiscoveredVia.FEED, kind=Kind.POST, hops=1)

    def _learn_again(self) -> None:
        """The blog has another theme: its pages are read by rules that are learned from the feed as it is now."""
        self._has_learned = True
        feed = self.feeds.main()
        keys = {post_key(entry.address) for entry in feed.entries if entry.address} if feed else set()
        targets = [self.frontier.urls[number] for number in self.pages.rows]
        found = [self.recall.parsed(target.address, target) for target in targets if target.key in keys]
        pages = [page for page in found if page is not None]
        if feed is None or not pages:
            return
        try:
            rules = self.attempts.learn(LEARNING, partial(learn, feed, pages))
        except BlogforeverError:
            rules = None
        if rules is None:
            self.profile.notes.append("its pages do not fit the rules any more, and no others could be learned")
            return
        self.rules.use(rules)
        self.profile.notes.append("its pages look different than before: new rules were learned from its feed")
        for target in targets:
            self.reader.read_again(target)
