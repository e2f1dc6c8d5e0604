"""Find a data object from a summary in other words, by concepts and n-grams [OS 4].

The entry's title and description give n-grams (runs of words) and concepts (outstanding words). Leaf nodes that hold
one are conceptual; the sum of their densities (matches for each word of text) weighs the blocks around them; the
heaviest block that holds at least half of the concepts wraps the object. Runs of three words are tried first; where
the summary has other words than the article, the concepts themselves.

What the paper does with stop word lists and stemmers, one for each language, is done here without them: a concept is a
word of some length, known by its first letters, and the more often the summary says it the more it counts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from blogforever.dom.page_index import INLINE, PageIndex
from blogforever.text.words import words

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
"""The title stands in one of these, with all of its words: what it heads is meant, not the heading."""
_RUN = 3
_STEM = 6
_SHORTEST = 4
_MOST_CONCEPTS = 12
_CONSISTENT = 0.5
"""A wrapper holds at least this share of the concepts."""


def concepts(text: str) -> tuple[str, ...]:
    """The outstanding words of a text as stems, the most frequent first."""
    counted = Counter(stem for word in words(text) if (stem := _stem(word)))
    return tuple(stem for stem, _ in counted.most_common(_MOST_CONCEPTS))


def find_wrapper(page_index: PageIndex, title: str, description: str) -> int:
    """The element that wraps the object that title and description are about; -1 when none does."""
    wanted = set(concepts(f"{title} {description}"))
    if not wanted:
        return -1
    own = words(f"{title} {description}")
    runs = set(zip(*(own[i:] for i in range(_RUN)), strict=False))
    for matches in (_count_runs(page_index, runs), _count_concepts(page_index, wanted)):
        wrapper = _heaviest_zone(page_index, matches)
        while wrapper > 0 and not _is_consistent(page_index, wrapper, wanted):
            wrapper = page_index.parent[wrapper]
        if wrapper > 0:
            return wrapper
    return -1


def _stem(word: str) -> str:
    """The first letters of a word long enough to mean something; a Chinese or Japanese character is a word itself."""
    if len(word) == 1 and not word.isascii():
        return word
    return word[:_STEM] if len(word) >= _SHORTEST else ""


def _count_runs(page_index: PageIndex, runs: set[tuple[str, ...]]) -> list[int]:
    """For each leaf how many of its runs of words the entry has too."""
    return [
        sum(run in runs for run in zip(*(own[i:] for i in range(_RUN)), strict=False)) for own in _leaves(page_index)
    ]


def _count_concepts(page_index: PageIndex, wanted: set[str]) -> list[int]:
    return [sum(_stem(word) in wanted for word in own) for own in _leaves(page_index)]


def _leaves(page_index: PageIndex) -> Iterable[Sequence[str]]:
    starts = page_index.word_start
    return (page_index.words[starts[leaf] : starts[leaf + 1]] for leaf in range(len(page_index.leaves)))


def _heaviest_zone(page_index: PageIndex, matches: Sequence[int]) -> int:
    """The block whose conceptual leaves, its own and those below it, are densest taken together."""
    density: dict[int, float] = defaultdict(float)
    starts = page_index.word_start
    for leaf, count in enumerate(matches):
        if count:
            zone = page_index.owner[leaf]
            while (page_index.tags[zone] in INLINE or page_index.tags[zone] in _HEADINGS) and page_index.parent[
                zone
            ] >= 0:
                zone = page_index.parent[zone]
            density[zone] += count / (starts[leaf + 1] - starts[leaf])
    # The lowest common block of dense neighbours: a zone counts for its parent too, but less, so that one paragraph
    # does not wrap an article of many, nor the whole page win by holding everything.
    total: dict[int, float] = defaultdict(float)
    for zone, weight in density.items():
        for step, up in enumerate((zone, *page_index.ancestors(zone))):
            total[up] += weight * 0.8**step
    return max(total, key=lambda zone: (total[zone], zone), default=-1)


def _is_consistent(page_index: PageIndex, element: int, wanted: set[str]) -> bool:
    starts = page_index.word_start
    held = {
        _stem(word) for word in page_index.words[starts[page_index.first[element]] : starts[page_index.last[element]]]
    }
    return len(wanted & held) >= _CONSISTENT * len(wanted)
