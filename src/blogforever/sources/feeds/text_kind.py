"""How much of each post a feed carries, judged from the feed alone. Clues in order; the first that applies decides."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from blogforever.model.feed import FeedText
from blogforever.text.words import words

TITLES_ONLY_BELOW = 0.3
"""Share of entries with text below which a feed carries titles only."""
CUT_SHARE = 0.4
"""Share of entries that break off from which on the feed is cut. Authors end one post in ten with "…" at most."""
ANNOUNCED_SHARE = 0.3
LONG_MEDIAN = 250
"""Words: no excerpt is as long."""
SHORT_TOP = 150
"""Words that not even the longest summaries pass."""
EVEN_SPREAD = 0.6
"""Lengths are even when nine in ten differ by less than this share of the median: a machine cut them."""
FEWEST_FOR_SHAPE = 3
FEWEST_FOR_LENGTHS = 5

_ANNOUNCES = re.compile(
    r"\b(?:in (?:this|today's|my next) (?:blog )?(?:post|article|tutorial|part)\b.{0,120}\b(?:we|i|you)\b"
    r"|let['’]s (?:dive|get started|get coding)"
    r"|dans cet article|in diesem (?:beitrag|artikel)|en (?:este|esta) (?:artículo|post|entrada)"
    r"|in questo (?:articolo|post)|neste (?:artigo|post))",
    re.IGNORECASE | re.DOTALL,
)
"""How an introduction ends: it says what the post is going to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What the judge looks at in one entry."""

    text: str
    truncated: bool = False
    named_excerpt: bool = False
    """The markup itself says so (class="excerpt")."""
    blocks: int = 1
    paragraphs: int = 0
    pictures: int = 0
    links: int = 0
    has_separate_summary: bool = False
    """The entry carries a summary beside its text (description beside content:encoded)."""


PostVerdict = tuple[FeedText, str]


def judge_text(entries: Sequence[Traits]) -> PostVerdict:
    """The kind of text that the feed carries, and why in words."""
    if not entries:
        return FeedText.TITLES, "the feed has no entries"
    texts = [entry for entry in entries if entry.text]
    if len(texts) < TITLES_ONLY_BELOW * len(entries):
        return FeedText.TITLES, f"{len(texts)} of {len(entries)} entries carry text"
    lengths = sorted(word_count(entry.text) for entry in texts)
    for clue in _CLUES:
        if verdict := clue(texts, lengths):
            return verdict
    return FeedText.FULL, f"entries of {lengths[0]} to {lengths[-1]} words{_markup_in_words(texts)}"


def word_count(text: str) -> int:
    """How many words a text has; in scripts without spaces, about how many it would have in English."""
    return round(sum(0.6 if len(word) == 1 and word >= "\u3040" else 1 for word in words(text)))


def _breaks_off(texts: Sequence[Traits], _: list[int]) -> PostVerdict | None:
    cut = sum(entry.truncated for entry in texts)
    if cut < CUT_SHARE * len(texts):
        return None
    return FeedText.EXCERPT, f"{cut} of {len(texts)} entries end in a mark of omission or a link to read on"


def _says_excerpt(texts: Sequence[Traits], _: list[int]) -> PostVerdict | None:
    named = sum(entry.named_excerpt for entry in texts)
    if named < len(texts) / 2:
        return None
    return FeedText.EXCERPT, f"{named} of {len(texts)} entries call themselves excerpts in their markup"


def _announces(texts: Sequence[Traits], _: list[int]) -> PostVerdict | None:
    announced = sum(_ANNOUNCES.search(entry.text[-400:]) is not None for entry in texts)
    if len(texts) < FEWEST_FOR_LENGTHS or announced < ANNOUNCED_SHARE * len(texts):
        return None
    return FeedText.EXCERPT, f"{announced} of {len(texts)} entries end by saying what the post is about to say"


def _is_long(texts: Sequence[Traits], lengths: list[int]) -> PostVerdict | None:
    if median(lengths) < LONG_MEDIAN:
        return None
    return FeedText.FULL, f"half of the entries have {median(lengths):.0f} words or more{_markup_in_words(texts)}"


def _has_no_markup(texts: Sequence[Traits], lengths: list[int]) -> PostVerdict | None:
    marked = sum(entry.paragraphs > 1 or entry.links > 0 or entry.pictures > 0 for entry in texts)
    if len(texts) < FEWEST_FOR_SHAPE or marked > 0.1 * len(texts):
        return None
    kind = FeedText.EXCERPT if median(lengths) >= LONG_MEDIAN / 5 else FeedText.SUMMARY
    return (
        kind,
        f"{len(texts) - marked} of {len(texts)} entries have no paragraphs, links or pictures: software stripped them",
    )


def _has_even_lengths(texts: Sequence[Traits], lengths: list[int]) -> PostVerdict | None:
    if len(texts) < FEWEST_FOR_LENGTHS or median(lengths) > SHORT_TOP:
        return None
    tenths = quantiles(lengths, n=10)
    if tenths[-1] - tenths[0] > EVEN_SPREAD * median(lengths) or lengths[-1] > 2 * median(lengths):
        return None
    return FeedText.EXCERPT, f"all entries are about {median(lengths):.0f} words long, as if cut there"


def _is_short(texts: Sequence[Traits], lengths: list[int]) -> PostVerdict | None:
    separate = sum(entry.has_separate_summary for entry in texts)
    if len(texts) < FEWEST_FOR_LENGTHS or separate > len(texts) / 2 or quantiles(lengths, n=20)[-1] > SHORT_TOP:
        return None
    if median(entry.blocks for entry in texts) > 1:
        return None
    return FeedText.SUMMARY, f"entries of one paragraph, none over {lengths[-1]} words"


_CLUES: tuple[Callable[[Sequence[Traits], list[int]], PostVerdict | None], ...] = (
    _breaks_off, _says_excerpt, _announces, _is_long, _has_no_markup, _has_even_lengths, _is_short,
)  # fmt: skip


def _markup_in_words(texts: Sequence[Traits]) -> str:
    several = sum(entry.paragraphs > 1 for entry in texts)
    pictured = sum(entry.pictures > 0 for entry in texts)
    beside = sum(entry.has_separate_summary for entry in texts)
    found = [
        f"{several} of {len(texts)} with several paragraphs" if several else "",
        f"{pictured} with pictures" if pictured else "",
        f"{beside} with a summary beside them" if beside else "",
    ]
    return "".join(f", {part}" for part in found if part)
