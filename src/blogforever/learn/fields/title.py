"""The title rule: the shown heading first, then the page's head [BF 3.3, BI IV-D]."""

from collections.abc import Iterator, Sequence

from blogforever.learn.fields.proximity import Proximity
from blogforever.learn.fields.values import Candidate, as_field, try_rules
from blogforever.learn.training import TrainingPage
from blogforever.model.rules import LearnedField
from blogforever.text.bigrams import similarity
from blogforever.text.words import fold, tidy

_HEADINGS = {"h1": 0.06, "h2": 0.05, "h3": 0.04, "h4": 0.03, "h5": 0.02, "h6": 0.02}
_HEAD = {"title": -0.4, "meta": -0.38}
_ALIKE = 0.65
_MOST_AROUND = 60
"""A heading may hold so many characters besides the title (a number of comments, the blog's name)."""


def learn_title(pages: Sequence[TrainingPage], articles: Sequence[int]) -> LearnedField:
    """Where the blog shows its posts' titles."""
    stated = [(page, article) for page, article in zip(pages, articles, strict=True) if page.entry.title]
    if not stated:
        return LearnedField(note="the feed states no titles")
    article_of = {id(page): article for page, article in stated}

    def candidates(page: TrainingPage) -> Iterator[Candidate]:
        return _candidates(page, Proximity(page, article_of[id(page)]))

    titled = [page for page, _ in stated]
    return as_field(try_rules(titled, candidates, _agreement), titled, keep=3)


def _agreement(page: TrainingPage, found: list[str]) -> float:
    shown, stated = fold(found[0]) if found else "", fold(page.entry.title or "")
    if shown == stated:
        return 1.0
    # A heading that differs a little from the feed is still what the reader sees as the title.
    return 0.9 if shown and similarity(shown, stated) > _ALIKE else 0.0


def _candidates(page: TrainingPage, proximity: Proximity) -> Iterator[Candidate]:
    title = tidy(page.entry.title or "")
    folded = fold(title)
    for number, text in page.small_texts:
        if not len(title) / 2 <= len(text) <= len(title) + _MOST_AROUND:
            continue
        if split := _split(text, title, folded):
            yield Candidate(
                number, None, *split, prior=_HEADINGS.get(page.page_index.tags[number], 0.0) + proximity.prior(number)
            )
        elif page.page_index.tags[number] in _HEADINGS and similarity(fold(text), folded) > _ALIKE:
            yield Candidate(
                number, agreement=0.9, prior=_HEADINGS[page.page_index.tags[number]] + proximity.prior(number)
            )
    for number, tag in enumerate(page.page_index.tags):
        if tag == "body":
            break
        if tag in _HEAD:
            element = page.page_index.elements[number]
            text = tidy(element.text if tag == "title" else element.attr("content") or "")
            if len(text) <= 400 and (split := _split(text, title, folded)):
                yield Candidate(number, None if tag == "title" else "content", *split, prior=_HEAD[tag])


def _split(text: str, title: str, folded: str) -> tuple[str, str] | None:
    """What stands around the title in a text; None when the text does not hold it."""
    if fold(text) == folded:
        return "", ""
    if not folded:
        return None
    before, found, after = text.partition(title)
    return (before, after) if found else None
