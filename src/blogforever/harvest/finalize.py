"""The end of a harvest: decides what only the whole picture can decide, so that no order of answers changes it.

one address for the same bytes → pages of other themes get rules of their own → post or not
→ one address for each post → posts that only the feed has → comments from all their sources
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from blogforever.classifier.post_classifier import PostVerdict, ReadPage, classify_pages
from blogforever.frontier.frontier import Frontier
from blogforever.frontier.frontier_url import FrontierUrl, end_of
from blogforever.harvest.attempts import Attempts
from blogforever.harvest.comments.collector import CommentCollector
from blogforever.harvest.pages.duplicates import Duplicates
from blogforever.harvest.pages.feed_posts import FeedPosts
from blogforever.harvest.pages.keep import PostKeeper
from blogforever.harvest.pages.late_rules import LateRules
from blogforever.harvest.pages.read import HOPELESS, PageReader
from blogforever.harvest.sources.read import SourceReader
from blogforever.harvest.state import BlogProfile, Counts, PageRow, PageTable
from blogforever.model.ledger import DiscoveredVia, Outcome
from blogforever.model.ports import Records
from blogforever.urls.variants import mirrored

_CERTAIN = 100.0
"""Log-odds of what a person decided."""
_NO_POST = frozenset({Outcome.PAGE, Outcome.LIST})
_ANNOUNCES = 3
"""Posts that a page must announce to be called a list."""
_MOST_TEXTS = 2
"""Other texts of one post under its canonical address: with and without its comments, or in parts."""


@dataclass(slots=True, kw_only=True)
class Finalizer:
    """Judges every page of a harvest, and makes the archive agree."""

    frontier: Frontier
    pages: PageTable
    records: Records
    profile: BlogProfile
    counts: Counts
    attempts: Attempts
    keeper: PostKeeper
    reader: PageReader
    duplicates: Duplicates
    late_rules: LateRules
    feed_posts: FeedPosts
    comments: CommentCollector
    sources: SourceReader

    def run(self) -> None:
        """All steps in their order. They may be repeated when more pages came."""
        self.duplicates.choose()
        self._read_named_late()
        self.late_rules.learn_from_feed()
        self.late_rules.learn_old_templates()
        verdicts = self._decided(classify_pages(self._read_pages(), entries=self.profile.named_posts))
        posts = [self.frontier.urls[number] for number, verdict in verdicts.items() if verdict.is_post]
        originals = find_originals(posts, self.pages.rows, self.frontier)
        self._carry_out(verdicts, originals)
        self._credit_lists()
        self._name_aliases(posts, originals)
        self._ask_feeds_of_cut_lists()
        self.feed_posts.keep_missing()
        self.comments.finalize()
        self.counts.posts = sum(row.kept for row in self.pages.rows.values())

    def _read_named_late(self) -> None:
        """Articles of hopeless pages that a feed named only after they had come: until now nobody read them."""
        for number, row in self.pages.rows.items():
            target = self.frontier.urls[number]
            is_unread = row.log_odds <= HOPELESS and not row.kept and target.outcome is Outcome.PAGE
            if is_unread and target.is_named_as_post:
                self.reader.read_again(target)

    def _read_pages(self) -> list[ReadPage]:
        """The pages that are judged: no copies, and none that was given up, since the ledger has their reason."""
        urls = self.frontier.urls
        return [
            ReadPage(
                number=number,
                address=urls[number].address,
                is_named_as_post=urls[number].is_named_as_post,
                inbound=urls[number].inbound,
                fit=row.log_odds,
                links=self.frontier.links.get(number, ()),
            )
            for number, row in sorted(self.pages.rows.items())
            if not row.same_bytes and urls[number].address not in self.attempts.given_up
        ]

    def _decided(self, verdicts: Mapping[int, PostVerdict]) -> dict[int, PostVerdict]:
        """The verdicts, where nobody decided otherwise."""
        decided = {}
        for number, verdict in verdicts.items():
            decision = self.profile.decisions.get(self.frontier.urls[number].key)
            if decision is not None:
                odds = _CERTAIN if decision.is_post else -_CERTAIN
                decided[number] = replace(verdict, odds=odds, reason=str(decision))
            else:
                decided[number] = verdict
        return decided

    def _carry_out(self, verdicts: Mapping[int, PostVerdict], originals: Mapping[int, FrontierUrl]) -> None:
        for number, verdict in verdicts.items():
            target = self.frontier.urls[number]
            original = originals.get(number, target)
            if not verdict.is_post:
                self._refuse(target, verdict)
            elif original is not target:
                self.keeper.drop(target)
                self.frontier.settle(target, Outcome.DUPLICATE, "the same post", to=original)
            else:
                self._accept(target, verdict)

    def _accept(self, target: FrontierUrl, verdict: PostVerdict) -> None:
        row = self.pages.rows[target.number]
        if not row.kept:
            if not self.reader.keep_again(target):
                return
            row.kept = True
        self.frontier.settle(target, Outcome.POST, verdict.reason)

    def _refuse(self, target: FrontierUrl, verdict: PostVerdict) -> None:
        self.keeper.drop(target)
        outcome = Outcome.LIST if verdict.announces >= _ANNOUNCES else Outcome.PAGE
        announces = f"announces {verdict.announces} posts; " if outcome is Outcome.LIST else ""
        self.frontier.settle(target, outcome, announces + verdict.reason)

    def _credit_lists(self) -> None:
        """Pages that turned out to be lists name the posts that they link to."""
        urls = self.frontier.urls
        for number, links in self.frontier.links.items():
            if urls[number].outcome is Outcome.LIST:
                for linked in links:
                    if urls[linked].outcome is Outcome.POST:
                        urls[linked].add(DiscoveredVia.LIST)

    def _ask_feeds_of_cut_lists(self) -> None:
        """A list whose further pages cannot be had may have a feed of its own, which names more of its posts."""
        urls = self.frontier.urls
        for number, row in self.pages.rows.items():
            if row.own_feed is None or urls[number].outcome not in _NO_POST:
                continue
            folder = urls[number].address.rpartition("/")[0] + "/"
            linked = (urls[linked] for linked in self.frontier.links.get(number, ()))
            if any(one.outcome is Outcome.FAILED and one.address.startswith(folder) for one in linked):
                self.sources.ask_feed(row.own_feed, role="category", referrer=number)

    def _name_aliases(self, posts: Sequence[FrontierUrl], originals: Mapping[int, FrontierUrl]) -> None:
        """Every post gets all addresses that lead to it."""
        urls = self.frontier.urls
        aliases: dict[int, set[str]] = {}
        for target in posts:
            original = originals.get(target.number, target).number
            canonical = self.pages.rows[target.number].canonical
            names = {target.address, canonical or "", mirrored(target.address) or ""}
            aliases.setdefault(original, set()).update(names)
        for target in urls:
            end = end_of(target, urls)
            if end is not None and end.number in aliases:
                aliases[end.number].update({target.address, mirrored(target.address) or ""})
        for number, names in aliases.items():
            target = urls[number]
            others = tuple(sorted(names - {target.address, ""}))
            if self.pages.rows[number].kept:
                self.records.complete_post(target.key, aliases=others, witnesses=target.all_witnesses())


def find_originals(
    posts: Sequence[FrontierUrl], rows: Mapping[int, PageRow], frontier: Frontier
) -> dict[int, FrontierUrl]:
    """For each post that is a copy of another, the one that is kept: by canonical links, then by equal texts."""
    groups: dict[bytes, list[FrontierUrl]] = {}
    for target in posts:
        if text := rows[target.number].text_digest:
            groups.setdefault(text, []).append(target)
    originals = _canonicals(posts, rows, frontier)
    for group in groups.values():
        best = min(group, key=lambda target: (target.number in originals, *frontier.preference(target)))
        originals.update({target.number: best for target in group if target is not best})
        if originals.get(best.number) in group:  # each calls the other the original
            del originals[best.number]
    return {number: _last(number, target, originals) for number, target in originals.items()}


def _canonicals(
    posts: Sequence[FrontierUrl], rows: Mapping[int, PageRow], frontier: Frontier
) -> dict[int, FrontierUrl]:
    """For each post that calls another post its canonical address, that one.

    Where several different texts do so with one address it is a mistake of the blog's theme, and none is believed.
    """
    chosen = {target.number for target in posts}
    naming: dict[int, list[FrontierUrl]] = {}
    for target in posts:
        address = rows[target.number].canonical
        named = frontier.known(address) if address else None
        if named is not None and named is not target and named.number in chosen:
            naming.setdefault(named.number, []).append(target)
    texts = {number: {rows[target.number].text_digest for target in targets} for number, targets in naming.items()}
    return {
        target.number: frontier.urls[number]
        for number, targets in naming.items()
        if len(texts[number] - {rows[number].text_digest}) <= _MOST_TEXTS
        for target in targets
    }


def _last(number: int, target: FrontierUrl, originals: Mapping[int, FrontierUrl]) -> FrontierUrl:
    passed = {number}
    while target.number in originals and target.number not in passed:
        passed.add(target.number)
        target = originals[target.number]
    return target
