"""Training data: feed entries with their pages, and how much of each article the feed carries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from blogforever.classifier.blocks import Block
from blogforever.classifier.compare_pages import ComparedPage, compare_pages
from blogforever.classifier.expected_article import ExpectedArticle
from blogforever.classifier.features import Clues, coverage, is_title_line
from blogforever.dom.page_index import PageIndex
from blogforever.learn.concepts import find_wrapper
from blogforever.model.feed import FeedEntry, FeedText
from blogforever.model.moment import Moment
from blogforever.text.dates.read import find_date, same_day
from blogforever.text.words import fold, words

_FULL = 0.7
"""A feed that holds this share of the likely article holds all of it (the rest is what the classifier got wrong)."""
_WHOLE = 0.9
"""A short post is whole even in a feed of excerpts."""
_FOUND = 0.25
"""When less than this share of a full text stands on the page, it is another page."""
STANDING = ("#comments", ".comments", ".linenos", "nav")
"""Comments, line numbers and menus as common engines name them: never article, wherever they stand.

Each costs time on every page that is read, so there are few.
"""
_SMALL = 220
"""A title, byline or date stands in an element of at most so many characters."""
_SMALL_LEAVES = 12
_SUMMARY_WEIGHT = 0.3
_REPEATED = 0.7
"""A line of links with this share of the entry's authors and tags is the line that lists them."""
_LINE = 20
"""A byline or dateline has at most so many words."""


@dataclass(slots=True)
class TrainingPage:
    """A page, its feed entry, and the expected article words of the page."""

    address: str
    entry: FeedEntry
    compared: ComparedPage
    target: list[str]
    """The words of the entry's text."""
    share: float
    """The share of the likely article that the entry's text holds."""
    covered: list[int]
    """For each word of the page whether the entry's text has it, in the same run of words."""
    lines: set[int]
    """The blocks that only repeat what the entry states beside its text."""
    chances: list[float]
    """For each block the chance to be article, by the classifier."""
    expected: ExpectedArticle
    full: bool = False
    """True when the expected words are the entry's own full text, not an estimate."""
    small_texts: list[tuple[int, str]] = field(default_factory=list)
    """The elements with little text, each with it: where titles, bylines, dates and tags stand."""

    @property
    def page_index(self) -> PageIndex:
        """The page laid out."""
        return self.compared.page_index


def prepare(pairs: Sequence[tuple[str, FeedEntry, PageIndex]]) -> tuple[list[TrainingPage], FeedText, str]:
    """The training pages, and how much of its posts the feed carries as seen from their pages, with the reason."""
    pages = [
        _training_page(address, entry, compared)
        for (address, entry, _), compared in zip(
            pairs, compare_pages([page_index for *_, page_index in pairs]), strict=True
        )
    ]
    kind, reason = _judge(pages)
    if kind is FeedText.FULL:
        for page in pages:
            if page.share >= _FOUND:
                _use_full_text(page)
    else:
        for page in pages:
            if page.share >= _WHOLE:
                _use_full_text(page)
            elif kind is FeedText.SUMMARY:
                _use_summary(page)
    return pages, kind, reason


def _training_page(address: str, entry: FeedEntry, compared: ComparedPage) -> TrainingPage:
    target = words(entry.text)
    clues = Clues(title=entry.title or "", authors=entry.authors, excerpt=target)
    chances = compared.chances(clues)
    page_index, found = compared.page_index, compared.blocks
    covered = coverage(page_index.words, target) if target else [0] * len(page_index.words)
    lines = _stated_lines(compared, entry)
    never = _standing_leaves(page_index)
    chances = [
        0.0 if number in lines or compared.is_furniture(number) or found[number].first in never else chance
        for number, chance in enumerate(chances)
    ]
    likely = carried = 0.0
    for block, chance in zip(found, chances, strict=True):
        likely += chance * block.words
        carried += chance * sum(covered[page_index.word_start[block.first] : page_index.word_start[block.last]])
    decided = [_decided(chance) for chance in chances]
    return TrainingPage(
        address=address,
        entry=entry,
        compared=compared,
        target=target,
        share=carried / likely if likely else 0.0,
        covered=covered,
        lines=lines,
        chances=decided,
        expected=ExpectedArticle(page_index, found, decided),
        small_texts=list(_small_texts(page_index)),
    )


def _standing_leaves(page_index: PageIndex) -> set[int]:
    """The leaves that stand in what is never article."""
    never: set[int] = set()
    reach = 0
    for number in sorted(
        {page_index.index.get(node, -1) for node in page_index.document.select(",".join(STANDING))} - {-1}
    ):
        never.update(range(max(reach, page_index.first[number]), page_index.last[number]))
        reach = max(reach, page_index.last[number])
    return never


def _small_texts(page_index: PageIndex) -> Iterator[tuple[int, str]]:
    leaves, hidden, last = page_index.leaves, page_index.hidden, page_index.last
    for number, first in enumerate(page_index.first):
        if first < last[number] <= first + _SMALL_LEAVES and not hidden[number]:
            text = " ".join("".join(leaves[first : last[number]]).split())
            if 0 < len(text) <= _SMALL:
                yield number, text


def _decided(chance: float) -> float:
    """A more decided estimate: small doubts about every word of a long text must not add up to pages."""
    return min(1.0, max(0.0, 0.5 + 2.5 * (chance - 0.45)))


def _judge(pages: Sequence[TrainingPage]) -> tuple[FeedText, str]:
    with_text = [page for page in pages if len(page.target) >= 5]
    if 2 * len(with_text) < len(pages):
        return FeedText.TITLES, f"only {len(with_text)} of {len(pages)} entries carry text"
    share = median(page.share for page in with_text)
    seen = f"the entries hold {share:.0%} of their articles (median of {len(with_text)} pages)"
    if share >= _FULL:
        return FeedText.FULL, seen
    inside = median(_share_found(page) for page in with_text)
    if inside >= 0.5:
        return FeedText.EXCERPT, f"{seen}, in the article's own words"
    return FeedText.SUMMARY, f"{seen}; only {inside:.0%} of their words stand on the page in that order"


def _share_found(page: TrainingPage) -> float:
    return sum(coverage(page.target, page.page_index.words)) / len(page.target)


def _use_full_text(page: TrainingPage) -> None:
    """Replace the estimate by the entry's full text: a block is article as far as the feed has it."""
    page_index, found, covered = page.page_index, page.compared.blocks, page.covered
    chances = [
        0.0
        if number in page.lines or page.compared.is_furniture(number)
        else sum(covered[page_index.word_start[block.first] : page_index.word_start[block.last]]) / max(1, block.words)
        for number, block in enumerate(found)
    ]
    page.expected = ExpectedArticle(page_index, found, chances, article=len(page.target))
    page.full = True


def _use_summary(page: TrainingPage) -> None:
    """A summary in other words points to the blocks on the same things: their chances rise a little."""
    page_index = page.page_index
    wrapper = find_wrapper(page_index, page.entry.title or "", page.entry.text)
    if wrapper < 0:
        return
    page.chances = [
        chance + (1 - chance) * _SUMMARY_WEIGHT
        if chance > 0 and page_index.contains(wrapper, block.element)
        else chance
        for block, chance in zip(page.compared.blocks, page.chances, strict=True)
    ]
    page.expected = ExpectedArticle(page_index, page.compared.blocks, page.chances)


def _stated_lines(compared: ComparedPage, entry: FeedEntry) -> set[int]:
    """The blocks that only repeat what the entry states beside its text: title, date, authors and tags."""
    page_index, title = compared.page_index, fold(entry.title or "")
    stated = {word for name in (*entry.authors, *entry.tags) for word in words(name)}
    lines = set()
    for number, block in enumerate(compared.blocks):
        if block.linked > block.words / 2 and stated and _repeats(page_index, block, stated):
            lines.add(number)
        elif block.words <= _LINE:
            text = "".join(page_index.leaves[block.first : block.last]).strip()
            if is_title_line(text, title) or (entry.dated and _is_dateline(text, entry.dated)):
                lines.add(number)
    return lines


def _repeats(page_index: PageIndex, block: Block, stated: set[str]) -> bool:
    own = page_index.words[page_index.word_start[block.first] : page_index.word_start[block.last]]
    return sum(word in stated for word in own) >= _REPEATED * len(own)


def _is_dateline(text: str, published: Moment) -> bool:
    shown = find_date(text) if any(map(str.isdigit, text)) else None
    return shown is not None and same_day(shown, published)
