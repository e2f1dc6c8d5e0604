"""Posts in themes that the feed cannot teach: their pages are grouped, and each group gets rules of its own.

Also the way of blogs without any feed: there every page is one that no rule fits.
"""

from dataclasses import replace
from functools import partial

from blogforever.crawl.harvest import HOPELESS, Harvest, text_digest
from blogforever.crawl.recall import recall_document
from blogforever.crawl.rereading import look_again
from blogforever.dom.tree import Document
from blogforever.frontier.lines import Line
from blogforever.learn.announcements import gather_announcements
from blogforever.learn.groups import PageGroup, group_pages, signature
from blogforever.learn.old_themes import FEWEST_PAGES, Announcements, choose_pages, learn_group, learn_without_feed
from blogforever.model.ledger import Outcome
from blogforever.model.rules import RuleSet, Template

_MOST_LISTS = 30
"""List pages that are asked what they announce: beyond these, they repeat each other."""
_MOST_GROUPS = 8
_LISTS = "learning from list pages"
_THEMES = "learning the rules of pages that look alike"
_MOST_FIT = 1.5


def learn_old_themes(harvest: Harvest) -> None:
    """Rules for pages that fit none so far; those pages are read again by them."""
    lines = [harvest.plan.lines[number] for number in sorted(harvest.seen) if _is_open(harvest, number)]
    if len(lines) < FEWEST_PAGES or not harvest.is_news(lines):
        return
    by_address = {line.address: line for line in lines}
    groups = group_pages(
        (line.address, found)
        for line in sorted(lines, key=lambda line: line.address)
        if (document := recall_document(harvest, line.address)) is not None
        and (found := harvest.attempt(line.address, partial(signature, document), line)) is not None
    )
    large = sorted(
        (group for group in groups if len(group.addresses) >= FEWEST_PAGES),
        key=lambda group: (-len(group.addresses), group.addresses),
    )[:_MOST_GROUPS]
    rules = _learn(harvest, large) if large else None
    if rules is not None:
        harvest.use_rules(rules)
        for group in large:
            for address in group.addresses:
                read_again(harvest, by_address[address])


def _is_open(harvest: Harvest, number: int) -> bool:
    """True for a page that may be a post and that no rule fits."""
    seen = harvest.seen[number]
    if seen.ruled or seen.fit < HOPELESS:
        return False
    return harvest.plan.lines[number].outcome is not Outcome.DUPLICATE


def _learn(harvest: Harvest, groups: list[PageGroup]) -> RuleSet | None:
    """The blog's rules with those of the groups, or None when nothing was learned."""
    announcements = harvest.attempt_learning(_LISTS, partial(gather_announcements, _lists(harvest)))
    if announcements is None:
        return None
    chosen = [_documents(harvest, choose_pages(group, announcements)) for group in groups]
    if harvest.rules is None:
        learn = partial(learn_without_feed, chosen, announcements, home=harvest.blog.url)
        found = harvest.attempt_learning(_THEMES, learn)
        if found is not None:
            harvest.notes.append("no feed teaches rules: they were learned from pages that look alike")
        return found
    return harvest.attempt_learning(_THEMES, partial(_learn_more, harvest.rules, chosen, announcements))


def _learn_more(rules: RuleSet, groups: list[list[tuple[str, Document]]], announced: Announcements) -> RuleSet | None:
    before = rules
    for pages in groups:
        new: tuple[Template, ...] = learn_group(pages, announced, rules=rules)
        rules = replace(rules, templates=(*rules.templates, *new))
    return rules if rules is not before else None


def _lists(harvest: Harvest) -> list[tuple[str, Document]]:
    """The pages that link to the most of the blog's pages: they announce posts."""
    links = harvest.plan.links
    known = [harvest.plan.lines[number] for number in harvest.seen]
    lists = sorted(known, key=lambda line: (-len(links.get(line.number, ())), line.address))[:_MOST_LISTS]
    return _documents(harvest, [line.address for line in lists])


def _documents(harvest: Harvest, addresses: "list[str] | tuple[str, ...]") -> list[tuple[str, Document]]:
    found = [(address, recall_document(harvest, address)) for address in addresses]
    return [(address, document) for address, document in found if document is not None]


def read_again(harvest: Harvest, line: Line, *, vouched_for: bool = False) -> None:
    """The page by the new rules: what was kept for now is replaced, and its fit is measured anew."""
    seen = harvest.seen[line.number]
    again = look_again(harvest, line)
    if again is None or again[0].template is None:
        return
    look, problems = again
    post = harvest.attempt(line.address, partial(look.read, problems), line)
    if post is None:
        return
    seen.ruled = True
    fit = harvest.weigh(look)
    # Rules that no feed vouches for also fit the pages that they were learned from by mistake.
    seen.fit = fit if vouched_for else max(seen.fit, min(fit, _MOST_FIT))
    seen.text = text_digest(post)
    if seen.kept:
        harvest.keep(line, look, post)
