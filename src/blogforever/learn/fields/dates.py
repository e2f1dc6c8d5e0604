"""The date rule: places that show the feed's day, in words, figures or attributes, in any language [BF 3.5]."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from blogforever.classifier.blocks import PLACE_BITS
from blogforever.dom.select import values
from blogforever.learn.fields.proximity import Proximity
from blogforever.learn.fields.values import Candidate, as_field, try_rules
from blogforever.learn.training import TrainingPage
from blogforever.model.moment import Moment
from blogforever.model.rules import LearnedField
from blogforever.text.dates.read import find_date, find_dates, same_day

_COMMON = frozenset({"span", "a", "div", "p"})
ATTRIBUTES = {
    "meta": ("content",),
    "time": ("datetime", "title", "content"),
    "abbr": ("title",),
    **dict.fromkeys(_COMMON, ("datetime", "title", "content", "data-date", "data-time", "data-datetime")),
}
"""Where each tag may keep a date; common tags are looked at only where their names speak of dates."""
_DATE_NAME = re.compile(r"date|time|publish|creat|issued", re.IGNORECASE)
_LINE = 200
_SHORT = 80
_HIDDEN = -0.08
"""What a place pays that no reader sees."""
_AMBIGUOUS = re.compile(r"\d\s?[./-]\s?\d")
_DIGIT = re.compile(r"\d")
_CHANGED = re.compile(
    r"updat|modif|edit|chang|aktualis|geändert|mis à jour|actuali|aggiorn|更新|修改|обновл", re.IGNORECASE
)


def learn_dates(
    pages: Sequence[TrainingPage], articles: Sequence[int], *, captured: date | None = None
) -> tuple[LearnedField, bool | None]:
    """Where the blog dates its posts, and whether its 3/4/2010 is the third of April."""
    stated = [(page, article) for page, article in zip(pages, articles, strict=True) if page.entry.dated]
    if 2 * len(stated) < len(pages):
        return _learn_unstated(pages, articles, "the feed states no dates"), None
    dated = [page for page, _ in stated]
    day_first = _day_first(dated)
    article_of = {id(page): article for page, article in stated}

    def candidates(page: TrainingPage) -> Iterator[Candidate]:
        return _candidates(page, Proximity(page, article_of[id(page)]), day_first=day_first)

    known: dict[str, Moment | None] = {}

    def agreement(page: TrainingPage, found: list[str]) -> float:
        if not found:
            return 0.0
        if found[0] not in known:
            known[found[0]] = find_date(found[0], day_first=day_first)
        return _agree(known[found[0]], page.entry.dated)

    field = as_field(try_rules(dated, candidates, agreement), dated, keep=3)
    if not field.rules and captured:
        field = _learn_relative(dated, article_of, captured)
    if not field.rules:
        field = _learn_unstated(pages, articles, "the pages do not show the feed's dates", day_first=day_first)
    return field, day_first


def _learn_unstated(
    pages: Sequence[TrainingPage], articles: Sequence[int], why: str, *, day_first: bool | None = None
) -> LearnedField:
    """The date rule where the feed cannot vouch for it: a date near the article of most pages, not the same on all."""
    near = {id(page): Proximity(page, article) for page, article in zip(pages, articles, strict=True)}
    seen: dict[int, dict[str, Moment]] = {id(page): {} for page in pages}
    found: dict[int, list[Candidate]] = {id(page): [] for page in pages}
    for page in pages:
        for candidate, shown, text in _all_dates(page, near[id(page)], day_first=day_first):
            seen[id(page)][text] = shown
            found[id(page)].append(candidate)

    def agreement(page: TrainingPage, read: list[str]) -> float:
        return float(bool(read) and read[0] in seen[id(page)])

    trials = []
    for trial in try_rules(pages, lambda page: found[id(page)], agreement):
        days = {
            find_date(text, day_first=day_first)
            for page in pages
            for text in values(page.page_index.document, trial.rule)[:1]
        }
        if len(days) > 1 or len(pages) == 1:
            trials.append(trial)
    return as_field(trials, pages, keep=1, floor=0.6, note=f"{why}: learned from dates near the articles")


def _counted_back(text: str, captured: date) -> Moment | None:
    """The day that the text counts back from `captured`; a day that it names itself needs no such tolerance."""
    return None if find_date(text) else find_date(text, now=captured)


def _learn_relative(pages: Sequence[TrainingPage], article_of: dict[int, int], captured: date) -> LearnedField:
    """The date rule of a blog that writes "3 years ago": right where that is as near the day as such words are."""

    def agreement(page: TrainingPage, found: list[str]) -> float:
        shown = _counted_back(found[0], captured) if found else None
        return _relatively_agree(shown, page.entry.dated, captured)

    def candidates(page: TrainingPage) -> Iterator[Candidate]:
        proximity = Proximity(page, article_of[id(page)])
        for number, text in page.small_texts:
            if len(text) < _SHORT and _relatively_agree(_counted_back(text, captured), page.entry.dated, captured):
                yield Candidate(number, prior=proximity.prior(number) - 0.001 * len(text))

    return as_field(try_rules(pages, candidates, agreement), pages, keep=1, note="the pages tell how long ago")


def _relatively_agree(shown: Moment | None, stated: Moment | None, captured: date) -> float:
    if shown is None or stated is None:
        return 0.0
    day = date.fromisoformat(shown.day)
    age = (captured - day).days
    coarse = next((unit for unit in (366, 31, 7) if age >= unit), 1)
    return 0.9 if abs((day - date.fromisoformat(stated.day)).days) <= coarse else 0.0


def _all_dates(
    page: TrainingPage, proximity: Proximity, *, day_first: bool | None
) -> Iterator[tuple[Candidate, Moment, str]]:
    """The dates that stand alone or in a short line, outside menus, comments and the article's own text."""
    places = page.compared.places
    for number, text in page.small_texts:
        if (
            len(text) > _SHORT
            or not _DIGIT.search(text)
            or proximity.is_elsewhere(number)
            or proximity.is_inside(number)
        ):
            continue
        dates = find_dates(text, day_first=day_first, most=2)
        if dates and not _CHANGED.search(text):
            shown, start, _ = dates[0]
            marked = (
                0.05 if places.own[number] & PLACE_BITS["credits"] or page.page_index.tags[number] == "time" else 0.0
            )
            alone = -0.001 * (len(text) - len(shown.written))
            yield Candidate(number, before=text[:start], prior=proximity.prior(number) + marked + alone), shown, text
    for number, tag in enumerate(page.page_index.tags):
        if tag in {"time", "abbr"} and not proximity.is_elsewhere(number):
            attribute = "datetime" if tag == "time" else "title"
            value = page.page_index.elements[number].attr(attribute) or ""
            if len(value) < _SHORT and (shown_here := find_date(value, day_first=day_first)):
                prior = proximity.prior(number) + 0.05
                yield Candidate(number, attribute, prior=prior), shown_here, " ".join(value.split())


def _agree(shown: Moment | None, stated: Moment | None) -> float:
    if shown is None or stated is None:
        return 0.0
    if same_day(shown, stated):
        return 1.0
    # A feed in UTC is a day off for posts written late or early; a place that shows that is still the right one.
    apart = abs((date.fromisoformat(shown.day) - date.fromisoformat(stated.day)).days)
    return 0.95 if apart == 1 else 0.0


def _day_first(pages: Sequence[TrainingPage]) -> bool | None:
    """Which order of day and month makes more of the pages' figures agree with the feed."""
    votes = {True: 0, False: 0}
    for page in pages:
        stated = page.entry.dated
        for text in {text for _, text in page.small_texts if len(text) < _SHORT and _AMBIGUOUS.search(text)}:
            for order in votes:
                shown = find_date(text, day_first=order)
                votes[order] += shown is not None and stated is not None and shown.day == stated.day
    return None if votes[True] == votes[False] else votes[True] > votes[False]


def _candidates(page: TrainingPage, proximity: Proximity, *, day_first: bool | None) -> Iterator[Candidate]:
    yield from _in_texts(page, proximity, day_first=day_first)
    yield from _in_attributes(page, proximity, day_first=day_first)


def _in_texts(page: TrainingPage, proximity: Proximity, *, day_first: bool | None) -> Iterator[Candidate]:
    read: dict[str, list[tuple[Moment, int, int]]] = {}
    for number, text in page.small_texts:
        if not _DIGIT.search(text):
            continue
        if text not in read:
            read[text] = find_dates(text, day_first=day_first, most=3)
        agreed = [(_agree(shown, page.entry.dated), -rank, start) for rank, (shown, start, _) in enumerate(read[text])]
        agreement, rank, start = max(agreed, default=(0.0, 0, 0))
        if agreement:
            changed = 0.1 if _CHANGED.search(text[max(0, start - 20) : start]) else 0.0
            long = min(0.1, 0.002 * max(0, len(text) - 25))  # the date's own node, not the line around it
            marked = 0.02 if page.page_index.tags[number] == "time" else 0.0
            prior = proximity.prior(number) - changed - long + marked + 0.01 * rank
            # "Updated 3 May, published 1 April": the words before the date distinguish it from the others.
            yield Candidate(number, before=text[:start], prior=prior)


def _in_attributes(page: TrainingPage, proximity: Proximity, *, day_first: bool | None) -> Iterator[Candidate]:
    own = page.compared.places.own
    for number, tag in enumerate(page.page_index.tags):
        attributes = ATTRIBUTES.get(tag)
        if attributes is None or (tag in _COMMON and not own[number] & PLACE_BITS["credits"]):
            continue
        element = page.page_index.elements[number]
        names = " ".join(filter(None, (element.attr(key) for key in ("property", "name", "itemprop"))))
        if tag == "meta" and not _DATE_NAME.search(names):
            continue
        changed = 0.1 if _CHANGED.search(names) else 0.0
        for attribute in attributes:
            value = element.attr(attribute) or ""
            if len(value) >= _SHORT or not _DIGIT.search(value):
                continue
            if _agree(find_date(value, day_first=day_first), page.entry.dated):
                exact = _attribute_prior(page, number, value, day_first=day_first)
                prior = _HIDDEN if tag == "meta" else proximity.prior(number) + exact
                yield Candidate(number, attribute, prior=prior - changed)


def _attribute_prior(page: TrainingPage, number: int, value: str, *, day_first: bool | None) -> float:
    """An attribute is more exact than the text it stands on and quicker to read, as long as both name one day."""
    shown = find_date(page.page_index.text(number)[:_LINE], day_first=day_first)
    stated = find_date(value, day_first=day_first)
    return 0.03 if shown and stated and shown.day == stated.day else -0.015
