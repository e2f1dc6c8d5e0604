"""How well a page fits a blog's rules: gathers what the page shows and asks the page model (classifier/page_model)."""

from collections.abc import Set as AbstractSet

from blogforever.classifier import page_model
from blogforever.classifier.page_model import NAMED_AS_LIST, URL_FEATURES, PageFacts, post_log_odds, post_probability
from blogforever.dom.metadata import json_ld
from blogforever.dom.tree import Document
from blogforever.extract.article import Article
from blogforever.extract.fields import Fields
from blogforever.extract.head import Head
from blogforever.model.post import Source
from blogforever.model.rules import RuleSet, Template

__all__ = ["URL_FEATURES", "judge_fit", "page_features", "text_features", "url_features", "weigh"]


def page_features(document: Document, head: Head, template: Template | None, fields: Fields) -> set[str]:
    """The features that the whole page shows, before anything is cut from it."""
    kind = (head.meta("og:type") or "").lower()
    title, body = document.select_one("title"), document.select_one("body")
    facts = PageFacts(
        title=fields.title,
        document_title=title.text if title is not None else None,
        has_date=fields.published is not None,
        kind=kind,
        declares_article=kind == "article" or bool(head.meta("article:published_time")) or _describes_article(document),
        body_classes=(body.attr("class") or "").lower().split() if body is not None else (),
        extra_matches=_extra_matches(document, template) if template is not None else None,
        fields_from_rules=frozenset(name for name, origin in fields.origins.items() if origin[0] is Source.RULE),
    )
    return page_model.page_features(facts)


def url_features(address: str | None, rules: RuleSet | None) -> set[str]:
    """The features that the page's address shows beside those of the training pages."""
    if not address:
        return set()
    return page_model.url_features(address, tuple([template.pages for template in rules.templates]) if rules else ())


def text_features(article: Article, features: AbstractSet[str]) -> set[str]:
    """The features that the article shows, on a page with these other features.

    A post may be a picture. A list, or the page of a file, is not made a post by one.
    """
    shows = bool(article.media) and NAMED_AS_LIST not in features
    return page_model.text_features(article.text, linked=sum(len(link.text) for link in article.links), shows=shows)


def judge_fit(features: AbstractSet[str], *, with_rules: bool) -> float:
    """0 to 1: the probability that a page with these features is a post of the blog."""
    return round(post_probability(features, with_rules=with_rules), 3)


def weigh(features: AbstractSet[str], *, with_rules: bool) -> float:
    """The same as log-odds, which can be added to: above 0 it is more likely a post than not."""
    return post_log_odds(features, with_rules=with_rules)


def _describes_article(document: Document) -> bool:
    if document.select_one("script[type='application/ld+json']") is None:
        return False
    return next(json_ld(document), None) is not None


def _extra_matches(document: Document, template: Template) -> dict[str, int]:
    usual = dict(template.usual)
    return {
        name: len(document.select(learned.rules[0].css)) - usual.get(name, 1)
        for name, learned in template.counted
        if learned.rules
    }
