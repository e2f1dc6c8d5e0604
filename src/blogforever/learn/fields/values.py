"""Rules for short values (title, author, date): every place that shows the feed's value is a candidate.

A field says where it saw its value on each page (candidates), how a text is read, and how well a reading agrees with
the feed; this module makes rules of the candidates and validates each on every page, as the article does.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from blogforever.dom.select import values
from blogforever.learn.candidates import FORM_COST, rules_for
from blogforever.learn.training import TrainingPage
from blogforever.model.rules import LearnedField, Rule, RuleEvidence

_FIGURE = re.compile(r"\d")
_FIRST_WORD = re.compile(r"\W*\w*\s*")
_LAST_WORD = re.compile(r"(?<!\w)\w++$")
_MOST_RULES = 20
_WORKING_PAGES = 8
"""Candidates come from this many pages; all pages validate them."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """The feed's value seen on a page."""

    number: int
    attribute: str | None = None
    before: str = ""
    after: str = ""
    agreement: float = 1.0
    """How well what stands there agrees with the feed."""
    prior: float = 0.0
    """How much a reader would take this place for the field's own, against others that show the same."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A rule with its score on each page where the feed states the value."""

    rule: Rule
    scores: tuple[float, ...]
    rank: float
    """The mean score less the cost of its form, plus the prior of its places."""

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(self.scores) / len(self.scores)


def try_rules(
    pages: Sequence[TrainingPage],
    candidates: Callable[[TrainingPage], Iterable[Candidate]],
    agreement: Callable[[TrainingPage, list[str]], float],
) -> list[Trial]:
    """Every rule for the candidates with its scores, best first. `pages`: those whose entry states the value."""
    promise: dict[tuple[str, str | None], list[tuple[Rule, Candidate]]] = defaultdict(list)
    for page in pages[:: max(1, len(pages) // _WORKING_PAGES)][:_WORKING_PAGES]:
        seen: set[tuple[str, str | None]] = set()
        for candidate in candidates(page):
            for rule in rules_for(page.page_index, candidate.number):
                key = rule.css, candidate.attribute
                if key not in seen:
                    seen.add(key)
                    promise[key].append((rule, candidate))
    ranked = sorted(
        promise.items(),
        key=lambda item: (-sum(s.agreement + s.prior for _, s in item[1]), FORM_COST[item[1][0][0].form]),
    )
    trials: list[Trial] = []
    for (_, attribute), found in ranked[:_MOST_RULES]:
        rule = found[0][0]
        prior = sum(candidate.prior for _, candidate in found) / len(found)
        for before, after in _affixes([candidate for _, candidate in found]):
            if trials and trials[-1].rule.css == rule.css and min(trials[-1].scores) == 1.0:
                break  # without affixes it is right everywhere
            tried = Rule(css=rule.css, form=rule.form, attribute=attribute, before=before, after=after)
            scores = tuple(agreement(page, values(page.page_index.document, tried)) for page in pages)
            mean = sum(scores) / len(scores)
            if mean:
                trials.append(Trial(tried, scores, mean + prior - FORM_COST[rule.form] - 0.01 * bool(before or after)))
    trials.sort(key=lambda trial: trial.rank, reverse=True)
    return trials


def _affixes(found: Sequence[Candidate]) -> Iterator[tuple[str, str]]:
    """What stands before and after the value in its node: nothing, or what all candidates share [BI IV-D]."""
    yield "", ""
    after = _shared_start([candidate.after for candidate in found])
    before = _shared_start([candidate.before[::-1] for candidate in found])[::-1]
    if before.strip() or after.strip():
        yield before if before.strip() else "", after if after.strip() else ""


def _shared_start(texts: Sequence[str]) -> str:
    """What all texts begin with, in whole words and up to the first figure: figures differ from post to post."""
    shared = "".join(
        features[0] for features in takewhile(lambda features: len(set(features)) == 1, zip(*texts, strict=False))
    )
    figure = _FIGURE.search(shared)
    if figure:
        shared = shared[: figure.start()]
    if len(texts) == 1:  # one page cannot tell what is common to all: " on Friday, " is " on "
        shared = _FIRST_WORD.match(shared).group()  # type: ignore[union-attr]  # it matches anything
    if any(shared[-1:].isalnum() and text[len(shared) : len(shared) + 1].isalnum() for text in texts):
        shared = shared[: len(shared) - len(_LAST_WORD.search(shared).group())]  # type: ignore[union-attr]  # it ends so
    return shared


def as_field(
    trials: Sequence[Trial], pages: Sequence[TrainingPage], *, keep: int = 2, floor: float = 0.5, note: str = ""
) -> LearnedField:
    """The best rules as the field's, with evidence; further rules only where they do better on some page."""
    chosen: list[Trial] = []
    for trial in trials:
        if trial.mean < (floor if not chosen else 0.15) or len(chosen) == keep:
            continue
        if not chosen or any(a > max(c.scores[i] for c in chosen) + 0.5 for i, a in enumerate(trial.scores)):
            chosen.append(trial)
    if not chosen:
        return LearnedField(note=note or "no place on the pages shows what the feed states")
    first = chosen[0]
    other = next((trial for trial in trials if trial.rule.css != first.rule.css), None)
    examples = [value for page in pages[:3] for value in values(page.page_index.document, first.rule)[:1]]
    return LearnedField(
        rules=tuple(trial.rule for trial in chosen),
        evidence=RuleEvidence(
            confidence=round(first.mean, 4),
            scores=tuple((page.address, round(score, 4)) for page, score in zip(pages, first.scores, strict=True)),
            examples=tuple(examples),
            runner_up=other.rule if other else None,
            runner_up_confidence=round(other.mean, 4) if other else 0.0,
        ),
        note=note,
    )
