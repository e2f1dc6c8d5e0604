"""A page to its comments: this module only calls the steps in order.

tree → markups that may fit → a reading by each → the best supported → threads → records; beside them the page's own
count and the addresses of the other pages of its comments
"""

import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from blogforever.dom.archival import base_address
from blogforever.dom.select import Within
from blogforever.dom.tree import Document, Element
from blogforever.extract.comments.declared_count import declared_count_of
from blogforever.extract.comments.drafts import CommentReading, Draft, read_by
from blogforever.extract.comments.parts import PageContext, split_selectors
from blogforever.extract.comments.phrases import NOUN, OTHER_PAGE
from blogforever.extract.comments.records import make_records
from blogforever.extract.comments.systems import SYSTEMS
from blogforever.extract.comments.unmarked import FOUND, find_comments
from blogforever.model.comment import CommentKind, CommentMarkup, Discussion
from blogforever.text.words import fold, tidy
from blogforever.urls.normalize import absolute

_OPENING = 80
"""Characters of a comment that are looked for in the article."""
_ENOUGH = 200
"""Comments that are looked for: looking for each of many in a long article would take the square of time."""


def read_comments(
    document: Document,
    *,
    address: str | None,
    learned: Sequence[CommentMarkup] = (),
    day_first: bool | None = None,
    captured: date | None = None,
    article: Element | None = None,
) -> Discussion:
    """The comments on a page. The document stays as it is.

    `article`: where the post's own words stand, if known. What has a known system's markup there is quoted, unless no
    comment stands elsewhere: some themes put all comments into the article's node.
    """
    context = PageContext(address=address, base=base_address(document, address), day_first=day_first, captured=captured)
    reading = best_reading(document, learned, context, article)
    comments = make_records(reading.drafts, _evidence_for(reading.name, learned), context)
    declared_count = declared_count_of(document, comments)
    return Discussion(
        comments=comments,
        declared_count=declared_count,
        more=other_pages(document, context) if comments or declared_count else (),
        cut=reading.cut,
        read_by=reading.name if comments else "",
    )


def _evidence_for(name: str, learned: Sequence[CommentMarkup]) -> str:
    """How the comments were found, for their evidence."""
    if any(markup.name == name for markup in learned):
        return f"learned rule: {name}"
    return f"{name} markup" if any(system.name == name for system in SYSTEMS) else name


def without_quotations(found: Discussion, article: str) -> Discussion:
    """The comments, unless they were found by their form alone and stand in the article: letters, quotations.

    Where the article's node holds the comments too, its rules cut them out of the text.
    """
    if found.read_by != FOUND.name:
        return found
    whole = fold(article)
    contents = [comment.content_text for comment in found.comments if comment.content_text]
    openings = [fold(content)[:_OPENING] for content in contents[:_ENOUGH]]
    return Discussion() if 2 * sum(opening in whole for opening in openings) >= len(openings) else found


_GOOD = 0.85
_POOR = 0.5


def best_reading(
    document: Document,
    learned: Sequence[CommentMarkup],
    context: PageContext,
    article: Element | None,
    systems: Sequence[CommentMarkup] = SYSTEMS,
) -> CommentReading:
    """The best supported reading of the page; no drafts when there are no comments."""
    best = CommentReading()
    weight = 0.0
    read: set[Element] = set()
    path = article.css_path() if article is not None else ""
    for markup in (*learned, *possible_markups(document, systems)):
        nodes = document.select(markup.comment)
        if not nodes or (_quality(best.drafts) >= _GOOD and _covers(read, nodes)):
            continue
        work = deepcopy(document)
        reading = read_by(work, markup, context, work.select_one(path) if path else None)
        if (support := _support(reading.drafts)) > weight and _is_sound(reading.drafts):
            best, weight, read = reading, support, set(nodes)
    if best.drafts:
        return best
    return find_comments(document, context)


def _support(drafts: list[Draft]) -> float:
    return sum(bool(draft.text) + 0.5 * bool(draft.author) + 0.5 * bool(draft.published) for draft in drafts)


def _quality(drafts: list[Draft]) -> float:
    """How complete the comments are that it read, between 0 and 1; pings need no words."""
    if not drafts:
        return 0.0
    pings = sum(1 for draft in drafts if draft.kind is not CommentKind.COMMENT and not draft.text)
    return (_support(drafts) / 2 + pings / 2) / len(drafts)


def _is_sound(drafts: list[Draft]) -> bool:
    """True when most comments are whole, and have the date or number that other things called comments lack."""
    known = sum(bool(draft.published or draft.number or draft.kind is not CommentKind.COMMENT) for draft in drafts)
    return _quality(drafts) >= _POOR and known >= _POOR * len(drafts)


def _covers(read: set[Element], nodes: list[Element]) -> bool:
    within = Within(read)
    return all(node in within for node in nodes)


_NAMED = "[class*='comment' i], [id*='comment' i]"
_CLASS = re.compile(r"\.([\w-]*comment[\w-]*)", re.IGNORECASE)
_ID = re.compile(r"#([\w-]*comment[\w-]*)|\[id\^='([\w-]*comment[\w-]*)'\]", re.IGNORECASE)
_INNER = re.compile(r":(?:has|not|is)\([^()]*\)")


@dataclass(frozen=True, slots=True)
class _Need:
    """What must be on a page for one selector to find anything."""

    classes: frozenset[str]
    starts: tuple[str, ...]
    """How ids must begin."""


def possible_markups(document: Document, markups: Sequence[CommentMarkup]) -> list[CommentMarkup]:
    """The markups that may find a comment on the page, in their order."""
    classes: set[str] = set()
    ids: set[str] = set()
    for element in document.select(_NAMED):
        classes.update((element.attr("class") or "").split())
        ids.add(element.attr("id") or "")
    needs = [_needs(markup.comment) for markup in markups]
    unnamed = ", ".join(dict.fromkeys(selector for need in needs for selector in need[1]))
    others = document.select_one(unnamed) is not None if unnamed else False
    found = []
    for markup, (named, plain) in zip(markups, needs, strict=True):
        if any(_is_met(need, classes, ids) for need in named) or (others and _finds(document, plain)):
            found.append(markup)
    return found


def _is_met(need: _Need, classes: set[str], ids: set[str]) -> bool:
    return need.classes <= classes and all(any(name.startswith(start) for name in ids) for start in need.starts)


def _finds(document: Document, selectors: tuple[str, ...]) -> bool:
    return bool(selectors) and document.select_one(", ".join(selectors)) is not None


@lru_cache(maxsize=512)
def _needs(selectors: str) -> tuple[tuple[_Need, ...], tuple[str, ...]]:
    """The needs of the selectors that name a comment in a class or id, and the selectors that do not."""
    named: list[_Need] = []
    plain: list[str] = []
    for selector in split_selectors(selectors):
        outer = _INNER.sub("", selector)
        classes = frozenset(_CLASS.findall(outer))
        starts = tuple(exact or start for exact, start in _ID.findall(outer))
        if classes or starts:
            named.append(_Need(classes, starts))
        else:
            plain.append(selector)
    return tuple(named), tuple(plain)


_BY_ADDRESS = (
    "a[href*='comment-page-'], a[href*='cpage='], a[href*='commentPage='], #comments .pager a[href*='page='], "
    ".comment-wrapper .pager a[href*='page='], .comments .pager a[href*='page='], "
    "#comments .pagination a[href*='page='], .comments .pagination a[href*='page=']"
)
_BY_WORDS = "[id*='comment' i] a[href], [class*='comment' i] a[href], .paging-control-container a[href]"
_PLACE = re.compile(r"(?:li-|div-)?comment-?\d+|c\d+", re.IGNORECASE)
_MOST = 500
_LONGEST = 60


def other_pages(document: Document, context: PageContext) -> tuple[str, ...]:
    """Absolute addresses, in the page's order, without the page itself."""
    links = document.select(_BY_ADDRESS)
    links += [link for link in document.select(_BY_WORDS)[: 4 * _MOST] if _names_a_page(link.text)]
    own = (context.address or "").partition("#")[0]
    found: dict[str, None] = {}
    for link in links:
        href = link.attr("href") or ""
        page, _, place = href.partition("#")
        if not page or _PLACE.fullmatch(place) or "replytocom=" in page:
            continue
        address = absolute(page, context.base)
        if address and address != own:
            found[address] = None
    return tuple(found)[:_MOST]


def _names_a_page(words: str) -> bool:
    text = tidy(words)
    noun = NOUN.search(text) if len(text) < _LONGEST else None
    return noun is not None and text.strip(" «»←→‹›") != noun[0] and OTHER_PAGE.fullmatch(text) is not None
