"""The author rule: names near the article, told apart from the same name in menus and footers [BF 3.5]."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from blogforever.classifier.blocks import PLACE_BITS
from blogforever.dom.metadata import AUTHOR
from blogforever.dom.select import values
from blogforever.learn.fields.proximity import Proximity
from blogforever.learn.fields.tags import leads_to_tag
from blogforever.learn.fields.values import Candidate, Trial, as_field, try_rules
from blogforever.learn.training import TrainingPage
from blogforever.model.feed import Feed
from blogforever.model.rules import LearnedField, Rule
from blogforever.text.bylines import byline_name, is_worded
from blogforever.text.words import words

_BYLINE = re.compile(r"author|byline|vcard|\bfn\b|creator|writer|contributor|posted-by|postedby|post-by", re.IGNORECASE)
_AUTHOR_ADDRESS = re.compile(
    r"(?!https?://(?:www\.)?(?:youtube|twitter|facebook|github|linkedin)\.).*?/(?:authors?|users?|people|team|profile|autor|auteur|contributors?)[/#]|[?&]author=",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"\b(?:comments?|posted|published|read|share|edit|tags?|categor\w+|home|blog|updated?|on|in|min|minutes?|more|permalink|reply|next|previous|"
    r"kommentar\w*|commentaires?|comentarios?|januar|views?|likes?|rss|feed|search)\b|[/=#]",
    re.IGNORECASE,
)
_BOX_WORDS = 30
_LONGEST_NAME = 60
_BYLINE_FLOOR = 0.05
"""How much a place must look like a byline when no feed vouches for the name."""
_JOINTS = frozenset({"and", "und", "et", "y", "e", "og", "och", "en"})


def learn_authors(
    pages: Sequence[TrainingPage], articles: Sequence[int], datelines: Sequence[int], feed: Feed
) -> LearnedField:
    """Where the blog names its posts' authors; the one author of the whole feed as a constant besides."""
    of_the_feed = feed.authors
    alone = len({name_words(entry.authors) for entry in feed.entries if entry.authors}) <= 1
    stated = [
        (page, article, page.entry.authors) for page, article in zip(pages, articles, strict=True) if page.entry.authors
    ]
    if 2 * len(stated) >= len(pages):
        field = _learn_stated(stated, alone=alone)
        if not field.rules:
            field = replace(field, rules=learn_unstated(pages, articles, datelines).rules)
        return field
    # An entry that names nobody has the feed's authors (RFC 4287 4.2.1), unless a byline on the page knows better.
    inherited = (
        [(page, article, of_the_feed) for page, article in zip(pages, articles, strict=True)] if of_the_feed else []
    )
    field = _learn_stated(inherited, alone=alone) if inherited else LearnedField()
    if field.rules and field.rules[0].attribute is None:
        return field
    shown = learn_unstated(pages, articles, datelines)
    return shown if shown.rules else field


def _learn_stated(stated: Sequence[tuple[TrainingPage, int, tuple[str, ...]]], *, alone: bool) -> LearnedField:
    """`alone`: the whole feed names only one author, not just the training pages."""
    pages = [page for page, _, _ in stated]
    proximity = {id(page): Proximity(page, article) for page, article, _ in stated}
    named = {id(page): names for page, _, names in stated}

    def candidates(page: TrainingPage) -> Iterator[Candidate]:
        return _candidates(page, named[id(page)], proximity[id(page)])

    def agreement(page: TrainingPage, found: list[str]) -> float:
        return float(bool(found) and name_words(found[:1]) == name_words(named[id(page)]))

    several = len(set(map(name_words, named.values()))) > 1
    trials = try_rules(pages, candidates, agreement)
    # One name on every page may stand anywhere; where names differ the rule has proved itself.
    field = as_field([trial for trial in trials if several or trial.rank > 0.8], pages, keep=2)
    if several or not alone:
        return field
    only = stated[0][2]
    return replace(field, constant=only, note=f"the feed names nobody but {', '.join(only)}")


def learn_unstated(pages: Sequence[TrainingPage], articles: Sequence[int], datelines: Sequence[int]) -> LearnedField:
    """The author rule of a blog whose feed names nobody: places marked or worded as bylines on most pages.

    `datelines`: the node that shows the date on each page, -1 where none does; a name often stands beside it.
    """
    seen: dict[int, list[Candidate]] = {}
    shown: dict[int, set[str]] = {}
    for page, article, dateline in zip(pages, articles, datelines, strict=True):
        proximity = Proximity(page, article)
        beside = _beside(page, dateline)
        site = set(words(page.page_index.document_title())) - set(words(page.entry.title or ""))
        found = seen[id(page)] = []
        texts = shown[id(page)] = set()
        for number, text in page.small_texts:
            weight = _looks_like_byline(page, number, text)
            if number in beside and _may_be_name(page, number, text) and set(words(text)) <= site:
                weight += 2.0  # the blog's name often holds its author's
            if weight > 0 and not proximity.is_elsewhere(number, foot=True, side=not is_worded(text)):
                found.append(Candidate(number, prior=0.1 * weight - 0.003 * min(proximity.distance(number), 20)))
                texts.add(text)

    def candidates(page: TrainingPage) -> Iterator[Candidate]:
        return iter(seen[id(page)])

    def agreement(page: TrainingPage, found: list[str]) -> float:
        return float(bool(found) and found[0] in shown[id(page)])

    trials = [trial for trial in try_rules(pages, candidates, agreement) if trial.rank - trial.mean > _BYLINE_FLOOR]
    field = as_field(trials, pages, keep=1, floor=0.6, note="the feed names no authors: learned from bylines")
    if not field.rules:
        return as_field(
            _stated_for_machines(pages),
            pages,
            keep=1,
            floor=0.5,
            note="the feed names no authors: the pages' metadata does",
        )
    return replace(field, rules=tuple(replace(rule, byline=_reads_worded(pages, rule)) for rule in field.rules))


def _stated_for_machines(pages: Sequence[TrainingPage]) -> list[Trial]:
    """Rules for what the pages' metadata states, each with the pages that have it."""
    trials = []
    for css, attribute, _ in AUTHOR:
        rule = Rule(css=css, form="attribute", attribute=attribute)
        scores = tuple(float(bool(values(page.page_index.document, rule))) for page in pages)
        trials.append(Trial(rule, scores, 0.0))
    return trials


def _reads_worded(pages: Sequence[TrainingPage], rule: Rule) -> bool:
    """True when the rule reads "by Anna", not just "Anna"."""
    return any(is_worded(text) for page in pages for text in values(page.page_index.document, rule)[:1])


def _beside(page: TrainingPage, dateline: int) -> range:
    """The elements of the short line or box in which the date stands."""
    page_index = page.page_index
    if dateline < 0:
        return range(0)
    box = dateline
    for up in page_index.ancestors(dateline)[:4]:
        if page_index.word_count(up) > _BOX_WORDS:
            break
        box = up
    end = box + 1
    while end < len(page_index.elements) and page_index.contains(box, end):
        end += 1
    return range(box, end)


def _may_be_name(page: TrainingPage, number: int, text: str) -> bool:
    """True for one to four words without figures that do not link to a tag and stand alone in their element."""
    element = page.page_index.elements[number]
    return (
        len(text.split()) <= 4
        and not any(map(str.isdigit, text))
        and not leads_to_tag(element)
        and byline_name(text) == text
        and page.page_index.tags[number] != "i"  # icon fonts spell their pictures out
        and not _NO_NAME.search(text)
    )


def _looks_like_byline(page: TrainingPage, number: int, text: str) -> float:
    """How much an element looks like a byline, by its wording, its names and where its link leads."""
    page_index = page.page_index
    element = page_index.elements[number]
    worded = is_worded(text)
    if not worded and (len(text) > _LONGEST_NAME or _NO_NAME.search(text)):
        return 0.0
    weight = 2.0 if worded else 0.0
    if "author" in (element.attr("rel") or "") or _AUTHOR_ADDRESS.match(element.attr("href") or ""):
        weight += 2.0
    own = page.compared.places.own
    for step, up in enumerate((number, *page_index.ancestors(number)[:2])):
        if own[up] & PLACE_BITS["credits"] or page_index.elements[up].attr("itemprop"):
            marked = " ".join(
                filter(None, (page_index.elements[up].attr(name) for name in ("class", "itemprop", "id")))
            )
            if _BYLINE.search(marked):
                weight += 2.0 - 0.5 * step
                break
    return weight if weight and byline_name(text) else 0.0


def name_words(names: Sequence[str]) -> frozenset[str]:
    """The words of all the names, so that "A and B" equals ["A", "B"]."""
    return frozenset(words(" ".join(names))) - _JOINTS


def _candidates(page: TrainingPage, names: tuple[str, ...], proximity: Proximity) -> Iterator[Candidate]:
    wanted = name_words(names)
    name = names[0]
    for number, text in page.small_texts:
        if not wanted <= set(words(text)):
            continue
        before, found, after = text.partition(name)
        if found:
            yield Candidate(number, None, before, after, prior=_prior(page, number, proximity))
        elif name_words([text]) == wanted:
            yield Candidate(number, None, prior=_prior(page, number, proximity))
    for number, tag in enumerate(page.page_index.tags):
        if tag == "meta" and name_words([page.page_index.elements[number].attr("content") or ""]) == wanted:
            yield Candidate(number, "content", prior=-0.1)


def _prior(page: TrainingPage, number: int, proximity: Proximity) -> float:
    element = page.page_index.elements[number]
    marked = " ".join(filter(None, (element.attr(name) for name in ("class", "rel", "itemprop", "id"))))
    return proximity.prior(number) + (0.08 if _BYLINE.search(marked) else 0.0)
