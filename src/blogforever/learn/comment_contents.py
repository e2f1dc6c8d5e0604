"""The rule for the words of comments: the nodes that match the feed's comments best [BF 3.5]."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from blogforever.learn.candidates import FORM_COST, anchored_rules, own_rules
from blogforever.learn.comment_matching import matching_value
from blogforever.learn.comment_sightings import CommentPage
from blogforever.model.rules import Rule

COMMENT_COST = {**FORM_COST, "id prefix": 0.002, "attribute": 0.002}
"""What a rule of each form pays: blog software gives comments classes to be styled by, and the rest to itself."""

_MOST_RULES = 25
_MOST_NODES = 2_000
_ENOUGH = 0.7
"""A rule must give so many nodes for each of the feed's comments that the page shows."""
_LITTLE_MORE = 1.2
"""An element with this many times the comment's words may still be its content alone."""
_OUTSIDE = 0.3
"""What a rule pays when all its nodes lie outside the comments."""


@dataclass(frozen=True, slots=True)
class ContentTrial:
    """A rule with its score on each page: how well its nodes match the feed's comments."""

    rule: Rule
    scores: tuple[float, ...]

    @property
    def rank(self) -> float:
        """The mean score less the cost of its form."""
        return sum(self.scores) / len(self.scores) - COMMENT_COST[self.rule.form]


def learn_contents(pages: Sequence[CommentPage]) -> list[ContentTrial]:
    """Rules for the nodes that hold the comments' words, best first."""
    support: defaultdict[str, float] = defaultdict(float)
    rules: dict[str, Rule] = {}
    for page in pages:
        for number in range(len(page.spots)):
            found = {rule.css: rule for rule in _content_rules(page, number)}
            rules |= found
            for css in found:
                support[css] += 1 / len(page.spots)
    likely = sorted(support, key=lambda css: (COMMENT_COST[rules[css].form] - support[css], css))[:_MOST_RULES]
    trials = [ContentTrial(rules[css], tuple(_score(page, css) for page in pages)) for css in likely]
    return sorted((trial for trial in trials if any(trial.scores)), key=lambda trial: -trial.rank)


def _content_rules(page: CommentPage, number: int) -> Iterator[Rule]:
    """Ways to name the smallest element that holds the comment, and those around it that hold little more."""
    most = _LITTLE_MORE * len(page.targets[number]) + 2
    for element in (page.spots[number], *page.survey.ancestors(page.spots[number])):
        if element != page.spots[number] and page.survey.word_count(element) > most:
            return
        yield from repeating_rules(page, element)


def repeating_rules(page: CommentPage, element: int) -> Iterator[Rule]:
    """Ways to name an element and others like it: not by what is its alone, as an id or its place among siblings."""
    for rules in (own_rules, anchored_rules):
        for rule in rules(page.survey, element):
            if rule.form != "id" and ":nth-of-type" not in rule.css:
                yield rule


def _score(page: CommentPage, css: str) -> float:
    nodes = page.number_of(page.survey.document.select(css))
    if not _ENOUGH * len(page.spots) <= len(nodes) <= _MOST_NODES:
        return 0.0
    value = matching_value(page.weights(nodes))
    return max(0.0, value / len(page.targets) - _OUTSIDE * page.share_outside(nodes))
