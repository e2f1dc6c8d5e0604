"""Training data: feed entries with their pages, and how much of each article the feed tells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from blogforever.dom.survey import Survey
from blogforever.learn.concepts import find_wrapper
from blogforever.model.feed import FeedEntry, FeedText
from blogforever.model.moment import Moment
from blogforever.text.dates import find_date, same_day
from blogforever.text.words import fold, words
from blogforever.witness.blocks import Block
from blogforever.witness.mass import Mass
from blogforever.witness.signs import Clues, coverage, is_title_line
from blogforever.witness.testimony import Witness, call_witnesses

_FULL = 0.7
"""A feed that holds this share of the likely article holds all of it (the rest is what the witness got wrong)."""
_WHOLE = 0.9
"""A short post is told whole even by a feed of excerpts."""
_FOUND = 0.25
"""When less than this share of a full text stands on the page, it is another page."""
STANDING = ("#comments", ".comments", ".linenos", "nav")
"""Comments, line numbers and menus as common engines name them: never article, wherever they stand.

Each costs time on every page that is read, so there are few.
"""
_SMALL = 220
"""A title, byline or date stands in an element of at most so many characters."""
_SMALL_LEAVES = 12
_SUMMARY_SAYS = 0.3
_REPEATED = 0.7
"""A line of links with this share of the entry's authors and tags is the line that lists them."""
_LINE = 20
"""A byline or dateline has at most so many words."""


@dataclass(slots=True)
class TrainingPage:
    """A page, the entry that tells what is on it, and the expected article words of the page."""

    address: str
    entry: FeedEntry
    witness: Witness
    target: list[str]
    """The words of the entry's text."""
    told: float
    """The share of the likely article that the entry's text holds."""
    covered: list[int]
    """For each word of the page whether the entry's text has it, in the same run of words."""
    lines: set[int]
    """The blocks that only repeat what the entry states beside its text."""
    chances: list[float]
    """For each block the chance to be article, as the witness sees it."""
    mass: Mass
    full: bool = False
    """True when the mass is the entry's own full text, not an estimate."""
    small_texts: list[tuple[int, str]] = field(default_factory=list)
    """The elements with little text, each with it: where titles, bylines, dates and tags stand."""

    @property
    def survey(self) -> Survey:
        """The page laid out."""
        return self.witness.survey


def prepare(pairs: Sequence[tuple[str, FeedEntry, Survey]]) -> tuple[list[TrainingPage], FeedText, str]:
    """The training pages, and how much of its posts the feed carries as seen from their pages, with the reason."""
    pages = [
        _testify(address, entry, witness)
        for (address, entry, _), witness in zip(pairs, call_witnesses([survey for *_, survey in pairs]), strict=True)
    ]
    kind, reason = _judge(pages)
    if kind is FeedText.FULL:
        for page in pages:
            if page.told >= _FOUND:
                _take_at_its_word(page)
    else:
        for page in pages:
            if page.told >= _WHOLE:
                _take_at_its_word(page)
            elif kind is FeedText.SUMMARY:
                _hear_the_summary(page)
    return pages, kind, reason


def _testify(address: str, entry: FeedEntry, witness: Witness) -> TrainingPage:
    target = words(entry.text)
    clues = Clues(title=entry.title or "", authors=entry.authors, excerpt=target)
    chances = witness.chances(clues)
    survey, found = witness.survey, witness.blocks
    covered = coverage(survey.words, target) if target else [0] * len(survey.words)
    lines = _stated_lines(witness, entry)
    never = _standing_leaves(survey)
    chances = [
        0.0 if number in lines or witness.is_furniture(number) or found[number].first in never else chance
        for number, chance in enumerate(chances)
    ]
    likely = told = 0.0
    for block, chance in zip(found, chances, strict=True):
        likely += chance * block.words
        told += chance * sum(covered[survey.word_start[block.first] : survey.word_start[block.last]])
    decided = [_decided(chance) for chance in chances]
    return TrainingPage(
        address=address,
        entry=entry,
        witness=witness,
        target=target,
        told=told / likely if likely else 0.0,
        covered=covered,
        lines=lines,
        chances=decided,
        mass=Mass(survey, found, decided),
        small_texts=list(_small_texts(survey)),
    )


def _standing_leaves(survey: Survey) -> set[int]:
    """The leaves that stand in what is never article."""
    never: set[int] = set()
    reach = 0
    for number in sorted({survey.index.get(node, -1) for node in survey.document.select(",".join(STANDING))} - {-1}):
        never.update(range(max(reach, survey.first[number]), survey.last[number]))
        reach = max(reach, survey.last[number])
    return never


def _small_texts(survey: Survey) -> Iterator[tuple[int, str]]:
    leaves, hidden, last = survey.leaves, survey.hidden, survey.last
    for number, first in enumerate(survey.first):
        if first < last[number] <= first + _SMALL_LEAVES and not hidden[number]:
            text = " ".join("".join(leaves[first : last[number]]).split())
            if 0 < len(text) <= _SMALL:
                yield number, text


def _decided(chance: float) -> float:
    """An estimate that has made up its mind: doubt about every word of a long text must not add up to pages."""
    return min(1.0, max(0.0, 0.5 + 2.5 * (chance - 0.45)))


def _judge(pages: Sequence[TrainingPage]) -> tuple[FeedText, str]:
    with_text = [page for page in pages if len(page.target) >= 5]
    if 2 * len(with_text) < len(pages):
        return FeedText.TITLES, f"only {len(with_text)} of {len(pages)} entries carry text"
    told = median(page.told for page in with_text)
    seen = f"the entries hold {told:.0%} of their articles (median of {len(with_text)} pages)"
    if told >= _FULL:
        return FeedText.FULL, seen
    inside = median(_share_found(page) for page in with_text)
    if inside >= 0.5:
        return FeedText.EXCERPT, f"{seen}, in the article's own words"
    return FeedText.SUMMARY, f"{seen}; only {inside:.0%} of their words stand on the page in that order"


def _share_found(page: TrainingPage) -> float:
    return sum(coverage(page.target, page.survey.words)) / len(page.target)


def _take_at_its_word(page: TrainingPage) -> None:
    """Replace the estimate by the entry's full text: a block is article as far as the feed has it."""
    survey, found, covered = page.survey, page.witness.blocks, page.covered
    chances = [
        0.0
        if number in page.lines or page.witness.is_furniture(number)
        else sum(covered[survey.word_start[block.first] : survey.word_start[block.last]]) / max(1, block.words)
        for number, block in enumerate(found)
    ]
    page.mass = Mass(survey, found, chances, article=len(page.target))
    page.full = True


def _hear_the_summary(page: TrainingPage) -> None:
    """A summary in other words points to the blocks that speak of the same things: believe them a little more."""
    survey = page.survey
    wrapper = find_wrapper(survey, page.entry.title or "", page.entry.text)
    if wrapper < 0:
        return
    page.chances = [
        chance + (1 - chance) * _SUMMARY_SAYS if chance > 0 and survey.contains(wrapper, block.element) else chance
        for block, chance in zip(page.witness.blocks, page.chances, strict=True)
    ]
    page.mass = Mass(survey, page.witness.blocks, page.chances)


def _stated_lines(witness: Witness, entry: FeedEntry) -> set[int]:
    """The blocks that only repeat what the entry states beside its text: title, date, authors and tags."""
    survey, title = witness.survey, fold(entry.title or "")
    stated = {word for name in (*entry.authors, *entry.tags) for word in words(name)}
    lines = set()
    for number, block in enumerate(witness.blocks):
        if block.linked > block.words / 2 and stated and _repeats(survey, block, stated):
            lines.add(number)
        elif block.words <= _LINE:
            text = "".join(survey.leaves[block.first : block.last]).strip()
            if is_title_line(text, title) or (entry.dated and _is_dateline(text, entry.dated)):
                lines.add(number)
    return lines


def _repeats(survey: Survey, block: Block, stated: set[str]) -> bool:
    own = survey.words[survey.word_start[block.first] : survey.word_start[block.last]]
    return sum(word in stated for word in own) >= _REPEATED * len(own)


def _is_dateline(text: str, published: Moment) -> bool:
    shown = find_date(text) if any(map(str.isdigit, text)) else None
    return shown is not None and same_day(shown, published)
