"""The article rule: candidates from the best nodes of every page, each validated on every page [BF 3.2, 3.4]."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from heapq import nlargest
from operator import or_

from blogforever.dom.page_index import PageIndex
from blogforever.dom.select import choose
from blogforever.dom.tree import Element
from blogforever.learn.candidates import FORM_COST, rules_for
from blogforever.learn.exclusions import learn_exclusions
from blogforever.learn.training import TrainingPage
from blogforever.model.rules import Pick, Rule
from blogforever.text.bigrams import bigrams

_BEST_NODES = 12
_ANCESTORS = 3
_MOST_RULES = 50
_FINALISTS = 4
_TEXT_TAGS = frozenset(
    {"p", "ul", "ol", "li", "pre", "blockquote", "span", "a", "table", "dl", "h1", "h2", "h3", "figure", "center"}
)
_WORKING_PAGES = 8
"""Candidates come from this many pages; all pages validate them."""


@dataclass(frozen=True, slots=True)
class ArticleRule:
    """A rule with its exclusions and its score on each page."""

    rule: Rule
    exclusions: tuple[str, ...]
    scores: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean score over the training pages."""
        return sum(self.scores) / len(self.scores)


def _cost(rule: Rule) -> float:
    """What a rule pays for its form, and for naming a paragraph where posts may have two."""
    tag = rule.css.rsplit(" ", 1)[-1].split(".")[0].split("[")[0].split(":")[0]
    return FORM_COST[rule.form] + (0.12 if tag in _TEXT_TAGS else 0.0) + (0.01 if rule.pick is Pick.ALL else 0.0)


def learn_article(pages: Sequence[TrainingPage]) -> list[ArticleRule]:
    """Article rules, best first; empty when no page shows any article."""
    trials = _validated(pages, _candidates(pages))
    ranked = sorted(trials, key=lambda trial: trial[0] - _cost(trial[1]), reverse=True)
    learned: list[ArticleRule] = []
    known: list[list[list[Element]]] = []
    for _, rule, found in ranked:
        if found not in known:  # of rules that mean the same nodes the cheapest is enough
            known.append(found)
            exclusions, scores = learn_exclusions(pages, found)
            learned.append(ArticleRule(rule, exclusions, tuple(scores)))
        if len(known) == _FINALISTS:
            break
    learned.sort(key=lambda one: one.mean - _cost(one.rule) - 0.001 * len(one.exclusions), reverse=True)
    return learned


def _candidates(pages: Sequence[TrainingPage]) -> list[Rule]:
    """Rules for the best nodes of the pages, those that name good nodes on many pages first."""
    promise: dict[str, tuple[float, Rule]] = {}
    step = max(1, len(pages) // _WORKING_PAGES)
    for page in pages[::step][:_WORKING_PAGES]:
        for number, score in _best_nodes(page):
            for rule in rules_for(page.page_index, number):
                before = promise.get(rule.css)
                promise[rule.css] = (score + (before[0] if before else 0.0), rule)
    ranked = sorted(promise.values(), key=lambda item: item[0] - _cost(item[1]), reverse=True)
    return [rule for _, rule in ranked[:_MOST_RULES]]


def _best_nodes(page: TrainingPage) -> list[tuple[int, float]]:
    """The most promising nodes: by expected F1, and where the feed has the text also by Dice, with their ancestors."""
    page_index, scores = page.page_index, page.expected.scores
    best = set(nlargest(_BEST_NODES // 2, range(len(scores)), key=scores.__getitem__))
    if page.full:
        dice = dice_scores(page_index, page.entry.text)
        best.update(nlargest(_BEST_NODES // 2, range(len(dice)), key=dice.__getitem__))
    for number in tuple(best):
        best.update(page_index.ancestors(number)[:_ANCESTORS])
    return [(number, scores[number]) for number in best if scores[number] > 0]


def _validated(pages: Sequence[TrainingPage], rules: Sequence[Rule]) -> list[tuple[float, Rule, list[list[Element]]]]:
    """Each rule with its mean score over all pages, and the nodes that it means on each."""
    results = []
    for rule in rules:
        matched = [page.page_index.document.select(rule.css) for page in pages]
        several = any(len(found) > 1 for found in matched)
        for pick in Pick if several else (Pick.FIRST,):
            nodes = [choose(found, pick) for found in matched]
            score = sum(map(_score, pages, nodes)) / len(pages)
            if score:
                results.append((score, Rule(css=rule.css, form=rule.form, pick=pick), nodes))
    return results


def _score(page: TrainingPage, nodes: Sequence[Element]) -> float:
    index = page.page_index.index
    return page.expected.f1([index[node] for node in nodes if node in index])


class _Numbering(dict[str, int]):
    """A bit for each bigram, in the order in which they come up."""

    def __missing__(self, bigram: str) -> int:
        bit = self[bigram] = 1 << len(self)
        return bit


def dice_scores(page_index: PageIndex, target: str) -> list[float]:
    """[BF] Algorithm 2: the Dice score of each element of the page against a target, in one linear pass.

    A page's bigrams are numbered as they come up, so a set of them is one Python integer: union is |, intersection &,
    size bit_count(). Going through the elements backwards reaches children before parents, which is all that the
    paper's post-order traversal is for. A node's bigrams are those of its text pieces: a pair of characters that
    only meets across a tag does not count.
    """
    numbering = _Numbering()
    wanted = reduce(or_, map(numbering.__getitem__, bigrams(target)), 0)
    size = wanted.bit_count()
    sets = [0] * len(page_index.elements)
    for leaf, owner in zip(page_index.leaves, page_index.owner, strict=True):
        sets[owner] = reduce(or_, map(numbering.__getitem__, bigrams(leaf)), sets[owner])
    scores = [0.0] * len(sets)
    for element in range(len(sets) - 1, -1, -1):
        own = sets[element]
        if not own:
            continue
        scores[element] = 2 * (own & wanted).bit_count() / (own.bit_count() + size)
        up = page_index.parent[element]
        if up >= 0:
            sets[up] |= own
    return scores
