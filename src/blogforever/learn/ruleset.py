"""From a feed and its pages to a rule set: this module only calls the steps in order.

feed, pages → pairs → training pages (how much of its article does each entry carry?) → article rule with exclusions
→ pages that it does not fit form the next template → per template: title, authors, date, tags → RuleSet
"""

from collections.abc import Sequence
from datetime import date

from blogforever.dom.page_index import PageIndex
from blogforever.dom.select import nodes
from blogforever.dom.tree import Document
from blogforever.errors import NothingToLearnFrom
from blogforever.learn.article import ArticleRule, learn_article
from blogforever.learn.fields.authors import learn_authors
from blogforever.learn.fields.dates import learn_dates
from blogforever.learn.fields.tags import learn_tags
from blogforever.learn.fields.title import learn_title
from blogforever.learn.pairs import match_entries, spread
from blogforever.learn.training import TrainingPage, prepare
from blogforever.model.feed import Feed
from blogforever.model.rules import LearnedField, RuleEvidence, RuleSet, Template

_MOST_TEMPLATES = 3
_FITS = 0.6
"""A rule fits a page when it reaches this share of the best that any node of the page could reach."""


def learn_rules(feed: Feed, pages: Sequence[tuple[str | None, Document]], *, captured: date | None = None) -> RuleSet:
    """The rules of a blog. Raises NothingToLearnFrom when no entry of the feed has its page among the pages.

    `captured`: the day on which the pages were fetched, for blogs that write "3 days ago".
    """
    if not feed.entries:
        raise NothingToLearnFrom(
            feed.address or feed.title or "the feed", "has no entries", "Give the feed that lists the blog's posts."
        )
    matched = spread(match_entries(feed, pages))
    if not matched:
        raise NothingToLearnFrom(
            feed.address or feed.title or "the feed",
            f"none of its {len(feed.entries)} entries has its page among the {len(pages)} pages",
            "Give pages that the feed links to, with their addresses (ADDRESS=FILE).",
        )
    pairs = [(pages[number][0] or entry.address or "", entry, PageIndex(pages[number][1])) for entry, number in matched]
    training, kind, reason = prepare(pairs)
    templates: list[Template] = []
    day_first: bool | None = None
    left = training
    while left and len(templates) < _MOST_TEMPLATES:
        rules = learn_article(left)
        if not rules:
            break
        fitting = [page for page, score in zip(left, rules[0].scores, strict=True) if score >= _FITS * _reachable(page)]
        if not fitting or (templates and len(fitting) < 2):
            break
        if len(fitting) < len(left):
            rules = learn_article(fitting)  # without the pages of other templates the rule can be sharper
            if not rules:  # only pages without any text were left
                break
        template, order = _template(f"template {len(templates) + 1}", fitting, rules, feed, captured)
        templates.append(template)
        day_first = order if day_first is None else day_first
        left = [page for page in left if page not in fitting]
    return RuleSet(
        blog=feed.home,
        title=feed.title,
        feed_text=kind,
        feed_text_reason=reason,
        templates=tuple(templates),
        day_first=day_first,
        language=feed.language,
    )


def _reachable(page: TrainingPage) -> float:
    best = page.expected.best()
    return page.expected.f1((best,)) if best >= 0 else 0.0


def _template(
    name: str, pages: Sequence[TrainingPage], rules: Sequence[ArticleRule], feed: Feed, captured: date | None
) -> tuple[Template, bool | None]:
    best = rules[0]
    articles = [_article_number(page, best) for page in pages]
    published, day_first = learn_dates(pages, articles, captured=captured)
    runner_up = next((rule for rule in rules if rule.rule.css != best.rule.css), None)
    template = Template(
        name=name,
        article=LearnedField(
            rules=(best.rule,),
            evidence=RuleEvidence(
                confidence=round(best.mean, 4),
                scores=tuple((page.address, round(score, 4)) for page, score in zip(pages, best.scores, strict=True)),
                examples=tuple(
                    page.page_index.text(article)[:80]
                    for page, article in zip(pages[:3], articles, strict=False)
                    if article >= 0
                ),
                runner_up=runner_up.rule if runner_up else None,
                runner_up_confidence=round(runner_up.mean, 4) if runner_up else 0.0,
            ),
        ),
        exclusions=best.exclusions,
        title=learn_title(pages, articles),
        authors=learn_authors(pages, articles, [_dateline(page, published) for page in pages], feed),
        published=published,
        tags=learn_tags(pages, articles),
        pages=tuple(page.address for page in pages),
    )
    return template, day_first


def _article_number(page: TrainingPage, rule: ArticleRule) -> int:
    found = nodes(page.page_index.document, rule.rule)
    return page.page_index.index.get(found[0], -1) if found else -1


def _dateline(page: TrainingPage, published: LearnedField) -> int:
    for rule in published.rules:
        for found in nodes(page.page_index.document, rule):
            return page.page_index.index.get(found, -1)
    return -1
