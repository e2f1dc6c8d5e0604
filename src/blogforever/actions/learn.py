"""Learn a blog's extraction rules from its feed and saved pages."""

from collections.abc import Sequence

from blogforever.learn.lesson import Lesson, learn
from blogforever.model.feed import Feed
from blogforever.model.page import Page
from blogforever.model.rules import RuleSet

__all__ = ["Lesson", "learn", "learn_rules"]


def learn_rules(feed: Feed, pages: Sequence[Page]) -> RuleSet:
    """The blog's rules. Raises NothingToLearnFrom when no entry of the feed has its page among the pages."""
    return learn(feed, pages).rules
