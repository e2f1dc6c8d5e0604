"""Whether a page is a post, by the page alone: a logistic model over features that are either there or not.

The weights are fitted on blogs of which people marked the posts and the other pages: docs/why/post-or-not.md.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from blogforever.classifier.page_weights import INTERCEPT_WITH_RULES, INTERCEPT_WITHOUT_RULES, PAGE_WEIGHTS
from blogforever.classifier.thresholds import (
    FAR_MORE_MATCHES,
    HARDLY_ANY_WORDS,
    MORE_DATES,
    MOSTLY_LINKS,
    TITLE_START,
)
from blogforever.urls.path_words import names_list
from blogforever.urls.pattern import UrlPattern

URL_FEATURES = frozenset({"the address is like those of posts", "the address is unlike those of posts"})
"""Features about which a crawl, which knows all addresses of the blog, knows more (post_classifier)."""

NAMED_AS_LIST = "the body's class names a list"

_LIST_CLASSES = frozenset({
    "home", "archive", "paged", "tag", "category", "search", "blog", "page", "page-template", "error404",
    "home-template", "tag-template", "author-template", "archive-template",
})  # fmt: skip
_FILE_CLASSES = frozenset({"attachment", "single-attachment"})
"""Of WordPress's pages that show one picture of a post."""
_POST_CLASSES = frozenset({"single", "single-post", "post-template"})
_SITE_KINDS = frozenset({"website", "blog", "object", "profile"})
_FROM_RULES = {
    "title": "the title rule gave the title",
    "published": "the date rule gave the date",
    "tags": "the tag rule gave tags",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
    """What a page shows, as plain values."""

    title: str | None
    """The post's title as it was read."""
    document_title: str | None
    """The text of the title element."""
    has_date: bool
    kind: str
    """og:type in lower case; empty where the page has none."""
    declares_article: bool
    """The page's metadata describe an article."""
    body_classes: Sequence[str]
    extra_matches: Mapping[str, int] | None
    """For each field with a rule, how many nodes more its first rule matches than on training pages; None where no
    template of the rules fits the page."""
    fields_from_rules: frozenset[str] = frozenset()
    """Fields whose value a rule gave."""


def page_features(facts: PageFacts) -> set[str]:
    """The features of the whole page."""
    features = (
        _rule_features(facts.extra_matches, facts.fields_from_rules) if facts.extra_matches is not None else set()
    )
    if facts.declares_article:
        features.add("the page calls itself an article")
    if facts.kind in _SITE_KINDS:
        features.add("the page calls itself a site or profile")
    if not facts.has_date:
        features.add("there is no date")
    if facts.title and facts.document_title is not None:
        start = facts.title.lower()[:TITLE_START]
        if start in " ".join(facts.document_title.lower().split()):
            features.add("the title stands in the head")
    is_list = not _LIST_CLASSES.isdisjoint(facts.body_classes) and _POST_CLASSES.isdisjoint(facts.body_classes)
    if is_list or not _FILE_CLASSES.isdisjoint(facts.body_classes):
        features.add(NAMED_AS_LIST)
    return features


def _rule_features(extra: Mapping[str, int], from_rules: frozenset[str]) -> set[str]:
    features = {"an article rule matches"}
    if extra["article"] > 0:
        features.add("it matches more often than on posts")
    if extra["article"] > FAR_MORE_MATCHES:
        features.add("it matches far more often")
    if extra.get("title", 0) > 0:
        features.add("the title rule matches more often than on posts")
    if extra.get("published", 0) > MORE_DATES:
        features.add("the date rule matches more often than on posts")
    features.update(feature for field, feature in _FROM_RULES.items() if field in from_rules)
    return features


def url_features(address: str, training: tuple[tuple[str, ...], ...]) -> set[str]:
    """The features of the page's address. `training`: the addresses of each template's training pages."""
    pattern, posts_are_lists = _pattern(training)
    features = {"the address names a list"} if not posts_are_lists and names_list(address) else set()
    if pattern:
        like = pattern.matches(address)
        features.add("the address is like those of posts" if like else "the address is unlike those of posts")
    return features


def text_features(text: str, *, linked: int, shows: bool) -> set[str]:
    """The features of the article's text, of which so many characters are linked; `shows` says that it has pictures."""
    features = set()
    # A long text is not split: counting its words would cost more than all other features together.
    is_short = len(text) < 1_000 and len(text.split()) < HARDLY_ANY_WORDS and len(text) < 3 * HARDLY_ANY_WORDS
    if is_short and not shows:
        features.add("hardly any text")
    if linked > MOSTLY_LINKS * len(text):
        features.add("mostly links")
    return features


def post_log_odds(features: AbstractSet[str], *, with_rules: bool) -> float:
    """The log-odds that a page with these features is a post: above 0 it is more likely one than not."""
    intercept = INTERCEPT_WITH_RULES if with_rules else INTERCEPT_WITHOUT_RULES
    return intercept + sum(map(PAGE_WEIGHTS.__getitem__, features))


def post_probability(features: AbstractSet[str], *, with_rules: bool) -> float:
    """The same as a probability, 0 to 1."""
    return 1 / (1 + exp(-post_log_odds(features, with_rules=with_rules)))


@lru_cache(maxsize=64)
def _pattern(training: tuple[tuple[str, ...], ...]) -> tuple[UrlPattern, bool]:
    """The pattern of the training pages' addresses, and whether posts themselves have addresses like lists."""
    addresses = [address for group in training for address in group]
    return UrlPattern.of(addresses), any(map(names_list, addresses))
