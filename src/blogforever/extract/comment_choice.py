"""The best supported of the possible readings of a page.

Every markup that may fit reads its own copy of the page. A reading counts for each comment with words, an author and
a date; of two equal ones the first listed counts, and learned markups are listed before known systems. A later markup
is not tried when the best one so far reads well and already covers all that it would find.
"""

from collections.abc import Sequence
from copy import deepcopy

from blogforever.dom.select import Within
from blogforever.dom.tree import Document, Element
from blogforever.extract.comment_finder import find_comments
from blogforever.extract.comment_gate import possible_markups
from blogforever.extract.comment_parts import Setting
from blogforever.extract.comment_reading import Draft, Reading, read_by
from blogforever.extract.comment_systems import SYSTEMS
from blogforever.model.comment import CommentKind, CommentMarkup

_GOOD = 0.85
_POOR = 0.5


def best_reading(
    document: Document,
    learned: Sequence[CommentMarkup],
    setting: Setting,
    article: Element | None,
    systems: Sequence[CommentMarkup] = SYSTEMS,
) -> Reading:
    """The reading of the page that most speaks for; no drafts when there are no comments."""
    best = Reading()
    weight = 0.0
    read: set[Element] = set()
    path = article.css_path() if article is not None else ""
    for markup in (*learned, *possible_markups(document, systems)):
        nodes = document.select(markup.comment)
        if not nodes or (_quality(best.drafts) >= _GOOD and _covers(read, nodes)):
            continue
        work = deepcopy(document)
        reading = read_by(work, markup, setting, work.select_one(path) if path else None)
        if (support := _support(reading.drafts)) > weight and _is_sound(reading.drafts):
            best, weight, read = reading, support, set(nodes)
    if best.drafts:
        return best
    return find_comments(document, setting)


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
