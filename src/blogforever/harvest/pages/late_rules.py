"""Rules that the beginning of a harvest could not give, learned when all pages are known.

The pages of a feed's entries may lie under other addresses than the feed's. Posts in themes that the feed cannot teach
are grouped by their markup, and each group gets rules of its own; blogs without any feed have nothing but such groups.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial

from blogforever.dom.parsed_page import ParsedPage
from blogforever.dom.tree import Document
from blogforever.errors import BlogforeverError
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.pages.keep import PostKeeper
from blogforever.harvest.pages.read import HOPELESS, PageReader, text_digest
from blogforever.harvest.recall import PageRecall
from blogforever.harvest.sources.captured_feeds import CapturedFeeds
from blogforever.harvest.state import BlogProfile, PageTable, RuleBook
from blogforever.learn.announcements import gather_announcements
from blogforever.learn.cluster_rules import FEWEST_PAGES, Announcements, choose_pages, learn_group, learn_without_feed
from blogforever.learn.lesson import learn
from blogforever.learn.page_clusters import PageGroup, Signature, group_pages, signature
from blogforever.learn.pairs import spread
from blogforever.model.ledger import Outcome
from blogforever.model.rules import RuleSet, Template

LEARNING = "learning the blog's rules"
"""The same step at the beginning of a harvest and at its end: where it hung once, it is not tried again."""
_LISTS = "learning from list pages"
_THEMES = "learning the rules of pages that look alike"
_FEWEST_TRAINING_PAGES = 3
_MOST_LISTS = 30
"""List pages that are asked what they announce: beyond these, they repeat each other."""
_MOST_GROUPS = 8
_MOST_FIT = 1.5


@dataclass(slots=True, kw_only=True)
class LateRules:
    """Learns what the training pages could not teach, and reads the pages again by it."""

    frontier: Frontier
    pages: PageTable
    rules: RuleBook
    profile: BlogProfile
    attempts: Attempts
    recall: PageRecall
    reader: PageReader
    keeper: PostKeeper
    feeds: CapturedFeeds
    _unfitting: set[int] = field(default_factory=set)
    """Pages that fitted no rule when this was last looked at."""

    def learn_from_feed(self) -> None:
        """For a blog with a feed and without rules: its entries' pages may have come under other addresses."""
        feed = self.feeds.main() if self.rules.rules is None else None
        if feed is None:
            return
        known = [self.frontier.known(entry.address) for entry in feed.entries if entry.address]
        addresses = [
            target.address
            for target in known
            if target and target.number in self.pages.rows and target.address not in self.attempts.given_up
        ]
        chosen = spread([address for address in addresses if self.recall.page(address) is not None])
        if len(chosen) < _FEWEST_TRAINING_PAGES:
            return
        pages = [page for page in map(self.recall.parsed, chosen) if page is not None]
        try:
            rules = self.attempts.learn(LEARNING, partial(learn, feed, pages))
        except BlogforeverError:
            return
        if rules is None:
            return
        self.rules.use(rules)
        self.profile.notes.append("the feed names its posts by other addresses than the pages")
        for number in sorted(self.pages.rows):
            self._read_again(self.frontier.urls[number], vouched_for=True)

    def learn_old_templates(self) -> None:
        """Rules for pages that fit none so far; those pages are read again by them."""
        targets = [self.frontier.urls[number] for number in sorted(self.pages.rows) if self._is_open(number)]
        if len(targets) < FEWEST_PAGES or not self._is_news(targets):
            return
        by_address = {target.address: target for target in targets}
        groups = group_pages(self._signatures(targets))
        large = sorted(
            (group for group in groups if len(group.addresses) >= FEWEST_PAGES),
            key=lambda group: (-len(group.addresses), group.addresses),
        )[:_MOST_GROUPS]
        rules = self._learn(large) if large else None
        if rules is not None:
            self.rules.use(rules)
            for group in large:
                for address in group.addresses:
                    self._read_again(by_address[address])

    def _is_open(self, number: int) -> bool:
        """True for a page that may be a post and that no rule fits."""
        row = self.pages.rows[number]
        if row.has_template or row.log_odds < HOPELESS:
            return False
        return self.frontier.urls[number].outcome is not Outcome.DUPLICATE

    def _is_news(self, unfitting: list[FrontierUrl]) -> bool:
        """True unless the same pages were looked at before: a harvest may be finalized more than once."""
        before, self._unfitting = self._unfitting, {target.number for target in unfitting}
        return before != self._unfitting

    def _signatures(self, targets: list[FrontierUrl]) -> Iterable[tuple[str, Signature]]:
        for target in sorted(targets, key=lambda target: target.address):
            parsed = self.recall.parsed(target.address)
            if parsed is not None:
                read = partial(signature, parsed.document)
                markup = self.attempts.read(target.address, read, target)
                if markup is not None:
                    yield target.address, markup

    def _learn(self, groups: list[PageGroup]) -> RuleSet | None:
        """The blog's rules with those of the groups, or None when nothing was learned."""
        announcements = self.attempts.learn(_LISTS, partial(gather_announcements, self._lists()))
        if announcements is None:
            return None
        chosen = [self._documents(choose_pages(group, announcements)) for group in groups]
        if self.rules.rules is None:
            learn_all = partial(learn_without_feed, chosen, announcements, home=self.profile.blog.url)
            rules = self.attempts.learn(_THEMES, learn_all)
            if rules is not None:
                self.profile.notes.append("no feed teaches rules: they were learned from pages that look alike")
            return rules
        return self.attempts.learn(_THEMES, partial(_learn_more, self.rules.rules, chosen, announcements))

    def _lists(self) -> list[tuple[str, Document]]:
        """The pages that link to the most of the blog's pages: they announce posts."""
        links = self.frontier.links
        known = [self.frontier.urls[number] for number in self.pages.rows]
        lists = sorted(known, key=lambda target: (-len(links.get(target.number, ())), target.address))[:_MOST_LISTS]
        return self._documents([target.address for target in lists])

    def _documents(self, addresses: Iterable[str]) -> list[tuple[str, Document]]:
        parsed: list[tuple[str, ParsedPage | None]] = [(address, self.recall.parsed(address)) for address in addresses]
        return [(address, page.document) for address, page in parsed if page is not None]

    def _read_again(self, target: FrontierUrl, *, vouched_for: bool = False) -> None:
        """The page by the new rules: what was kept for now is replaced, and its fit is measured again."""
        row = self.pages.rows[target.number]
        look = self.recall.look(target)
        if look is None or look.template is None:
            return
        extraction = self.reader.extract(target, look)
        if extraction is None:
            return
        row.has_template = True
        fit = self.reader.weigh(extraction.features)
        # Rules that no feed vouches for also fit the pages that they were learned from by mistake.
        row.log_odds = fit if vouched_for else max(row.log_odds, min(fit, _MOST_FIT))
        row.text_digest = text_digest(extraction.post)
        if row.kept:
            self.keeper.keep(target, extraction)


def _learn_more(rules: RuleSet, groups: list[list[tuple[str, Document]]], announced: Announcements) -> RuleSet | None:
    before = rules
    for pages in groups:
        new: tuple[Template, ...] = learn_group(pages, announced, rules=rules)
        rules = replace(rules, templates=(*rules.templates, *new))
    return rules if rules is not before else None
