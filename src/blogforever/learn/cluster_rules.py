"""Rules for posts that have no feed entry: those in a theme that the blog has left, and blogs without any feed.

pages of one group → for each what lists and the page itself show, as a feed entry → the same learning as from a
feed → templates, unless the rule is too unsure or the pages are not posts
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from blogforever.dom.select import nodes
from blogforever.dom.tree import Document
from blogforever.learn.announcements import Announcement
from blogforever.learn.lesson import with_usual
from blogforever.learn.page_clusters import PageGroup
from blogforever.learn.pairs import spread
from blogforever.learn.pseudo_entries import is_post, make_entries, own_date
from blogforever.learn.ruleset import learn_rules
from blogforever.model.feed import Feed, FeedText
from blogforever.model.rules import LearnedField, Pick, RuleSet, Template
from blogforever.text.words import fold
from blogforever.urls.normalize import host_of, post_key

Announcements = Mapping[str, Announcement]
"""What lists show of posts, by post_key."""

FEWEST_PAGES = 3
"""With fewer pages, what belongs to the theme cannot be told apart from what belongs to the post."""

_SURE = 0.75
"""A rule that reaches less of the articles, as far as can be known without the feed, is not worth having."""
_WHOLE_PAGE = frozenset({"html", "body"})
_NAMING_FORMS = frozenset({"id", "id prefix", "class", "attribute"})
"""A part with a name of its own that stands several times on a page is one of several posts."""


def choose_pages(group: PageGroup, announcements: Announcements) -> tuple[str, ...]:
    """The few pages of a group to learn from: always the same ones, in whatever order the pages were fetched.

    A list may look like a post; but lists announce posts with a heading or a date, and each other in menus.
    """
    announced = [address for address in group.addresses if _is_announced(announcements.get(post_key(address)))]
    enough = len(announced) >= FEWEST_PAGES and 10 * len(announced) >= len(group.addresses)
    return tuple(spread(announced if enough else group.addresses))


def learn_group(
    pages: Sequence[tuple[str, Document]],
    announcements: Announcements,
    *,
    rules: RuleSet | None,
    captured: date | None = None,
) -> tuple[Template, ...]:
    """Templates for pages that look alike, numbered on from those of `rules`; none when nothing sure can be learned.

    `pages`: those of `choose_pages`; of more than ten some are left out.
    """
    ordered = sorted(pages, key=lambda page: page[0])
    entries = make_entries(ordered, [announcements.get(post_key(address)) for address, _ in ordered])
    posts = [(page, entry) for page, entry in zip(ordered, entries, strict=True) if is_post(page[1], page[0], entry)]
    titles = {fold(entry.title or "") for _, entry in posts}
    if len(posts) < max(FEWEST_PAGES, len(ordered) / 2) or 5 * len(titles) < 4 * len(posts):
        return ()
    posts = spread(posts)
    feed = Feed(
        address=None,
        format="unknown",
        title=rules.title if rules else None,
        home=rules.blog if rules else None,
        entries=tuple(entry for _, entry in posts),
    )
    documents = {address: document for (address, document), _ in posts}
    learned = learn_rules(feed, list(documents.items()), captured=captured)
    dated = 2 * sum(entry.published is not None for _, entry in posts) >= len(posts)
    stated = 2 * sum(own_date(document, address) is not None for address, document in documents.items()) >= len(posts)
    sure = [template for template in learned.templates if _is_sure(template) and (dated or template.published.rules)]
    known = len(rules.templates) if rules else 0
    return tuple(
        with_usual(_joined(_without_guess(template) if stated else template, rules, f"template {known + n}"), documents)
        for n, template in enumerate(sure, 1)
    )


def learn_without_feed(
    groups: Sequence[Sequence[tuple[str, Document]]],
    announcements: Announcements,
    *,
    home: str,
    captured: date | None = None,
) -> RuleSet | None:
    """The rules of a blog that has no feed, from groups of pages that look alike; None when no group holds posts.

    `groups`: the largest first, of each the pages that `choose_pages` names.
    """
    found: list[tuple[bool, float, Template]] = []
    for place, group in enumerate(groups):
        others = [document for n, other in enumerate(groups) if n != place for _, document in other]
        for template in learn_group(group, announcements, rules=None, captured=captured):
            elsewhere = sum(bool(nodes(document, template.article.rules[0])) for document in others)
            found.append((2 * elsewhere > len(others), -_confidence(template), template))
    # A rule that fits the pages of other groups too would take them from the rules that were learned for them.
    ordered = _distinct([template for *_, template in sorted(found, key=lambda one: one[:2])])
    if not ordered:
        return None
    return RuleSet(
        blog=home,
        title=None,
        feed_text=FeedText.TITLES,
        feed_text_reason="there is no feed: learned from pages that look alike and from lists that announce them",
        templates=tuple(replace(template, name=f"template {n}") for n, template in enumerate(ordered, 1)),
        hosts=tuple(filter(None, (host_of(home),))),
    )


def _is_announced(announcement: Announcement | None) -> bool:
    return announcement is not None and (announcement.headed or announcement.published is not None)


def _confidence(template: Template) -> float:
    return template.article.evidence.confidence if template.article.evidence else 0.0


def _is_sure(template: Template) -> bool:
    """True for a rule that finds enough, was seen on enough pages, and means one article, not a page of several."""
    rule = template.article.rules[0]
    whole_page = rule.css in _WHOLE_PAGE  # that would fit every page there is
    several = rule.pick is Pick.ALL and rule.form in _NAMING_FORMS
    return _confidence(template) >= _SURE and len(template.pages) >= FEWEST_PAGES and not whole_page and not several


def _without_guess(template: Template) -> Template:
    """The template without a date rule that contradicts what the pages state for machines, which is more reliable."""
    return (
        replace(template, published=LearnedField(note=template.published.note)) if template.published.note else template
    )


def _joined(template: Template, rules: RuleSet | None, name: str) -> Template:
    """The template as one of the blog's: a field for which it has no rule may be shown as in the other themes."""
    others = rules.templates if rules else ()
    fields = {
        field: next((known for other in others if (known := getattr(other, field)).rules), getattr(template, field))
        for field in ("authors", "published", "tags")
        if not getattr(template, field).rules
    }
    return replace(template, name=name, **fields)


def _distinct(templates: Sequence[Template]) -> list[Template]:
    """The templates without those whose article an earlier one finds by the same rule; the pages are kept."""
    known: dict[tuple[str, str], Template] = {}
    for template in templates:
        rule = template.article.rules[0]
        before = known.setdefault((rule.css, rule.pick), template)
        if before is not template:
            known[rule.css, rule.pick] = replace(before, pages=(*before.pages, *template.pages))
    return list(known.values())
