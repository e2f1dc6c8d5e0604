"""A page with the comments that a feed has of it, and the spots where they stand."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from blogforever.dom.survey import Survey
from blogforever.dom.tree import Document, Element
from blogforever.learn.comment_matching import Similarities, Weights
from blogforever.model.comment import Comment, Discussion
from blogforever.text.words import words

MOST_COMMENTS = 60
"""More comments of one page teach nothing new."""

_ANCHOR = 4
_FEWEST_WORDS = 3
"""Shorter comments stand in too many places."""
_HELD = 0.8
"""The share of a comment's words that follow on the page where it is said to begin."""
_MOST_PLACES = 20


class CommentPage:
    """One post's page, laid out, with its comments by the word of a feed."""

    __slots__ = ("_rows", "_similarities", "address", "comments", "end", "runs", "spots", "survey", "targets")

    def __init__(self, address: str, document: Document, discussion: Discussion) -> None:
        self.address = address
        self.survey = Survey(document)
        self.end = _ends(self.survey)
        """For each element the number of the first one after all that lie below it."""
        self.comments: list[Comment] = []
        """Those that were spotted."""
        self.targets: list[list[str]] = []
        """Their words."""
        self.spots: list[int] = []
        """The smallest elements that hold them."""
        self.runs: list[tuple[int, int]] = []
        """The words of the page that are theirs: from the first up to, not including, the last."""
        self._spot(discussion)
        self._similarities = Similarities([" ".join(target) for target in self.targets])
        self._rows: dict[int, Weights] = {}

    def weights(self, nodes: Sequence[int]) -> Weights:
        """How alike each node (rows) and each spotted comment (columns) are; nodes of many rules are compared once."""
        new = [node for node in dict.fromkeys(nodes) if node not in self._rows]
        if new:
            self._rows.update(zip(new, self._similarities.of([self.words_of(node) for node in new]), strict=True))
        return np.stack([self._rows[node] for node in nodes])

    def number_of(self, elements: list[Element]) -> list[int]:
        """The elements as numbers in document order; without those that nobody sees."""
        index, hidden = self.survey.index, self.survey.hidden
        found = {index[element] for element in elements if element in index}
        return sorted(number for number in found if not hidden[number])

    def words_of(self, number: int) -> str:
        """The words of an element, as they are compared."""
        survey = self.survey
        return " ".join(survey.words[survey.word_start[survey.first[number]] : survey.word_start[survey.last[number]]])

    def share_outside(self, nodes: Sequence[int]) -> float:
        """The share of the nodes that lie outside the smallest element around all spots: 0 for a single spot."""
        if len(self.spots) < 2 or not nodes:
            return 0.0
        area = self.spots[0]
        while not all(area <= spot < self.end[area] for spot in self.spots):
            area = self.survey.parent[area]
        return sum(not area <= node < self.end[area] for node in nodes) / len(nodes)

    def _spot(self, discussion: Discussion) -> None:
        page_words = self.survey.words
        places: dict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(page_words):
            places[word].append(place)
        taken: set[int] = set()
        for comment in discussion.comments[:MOST_COMMENTS]:
            target = words(comment.content_text)
            if len(target) < _FEWEST_WORDS:
                continue
            best = max(self._held(target, places, taken), default=None)
            if best is not None and best[0] >= _HELD:
                start = best[1]
                taken.add(start)
                run = start, min(start + len(target), len(page_words))
                self.comments.append(comment)
                self.targets.append(target)
                self.runs.append(run)
                self.spots.append(self._smallest(*run))

    def _held(
        self, target: list[str], places: dict[str, list[int]], taken: set[int]
    ) -> Iterator[tuple[float, int]]:  # fmt: skip
        """How much of the comment follows each place where it may begin, and the place."""
        page_words, head = self.survey.words, target[:_ANCHOR]
        begins = (place for place in places.get(target[0], ()) if page_words[place : place + len(head)] == head)
        for place, _ in zip((place for place in begins if place not in taken), range(_MOST_PLACES), strict=False):
            follow = page_words[place : place + len(target)]
            yield sum(a == b for a, b in zip(follow, target, strict=False)) / len(target), place

    def _smallest(self, start: int, end: int) -> int:
        survey = self.survey
        first, last = (bisect_right(survey.word_start, place) - 1 for place in (start, end - 1))
        element = survey.owner[first]
        while not survey.first[element] <= first <= last < survey.last[element]:
            element = survey.parent[element]
        return element


def _ends(survey: Survey) -> list[int]:
    ends = list(range(1, len(survey.elements) + 1))
    for number in range(len(ends) - 1, 0, -1):
        up = survey.parent[number]
        if up >= 0:
            ends[up] = max(ends[up], ends[number])
    return ends
