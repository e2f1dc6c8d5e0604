"""A page to its comments: this module only calls the steps in order.

tree → markups that may fit → a reading by each → the best supported → threads → records; beside them the page's own
count and the addresses of the other pages of its comments
"""

from collections.abc import Sequence
from datetime import date

from blogforever.dom.archival import base_address
from blogforever.dom.tree import Document, Element
from blogforever.extract.comment_choice import best_reading
from blogforever.extract.comment_count import count_stated
from blogforever.extract.comment_finder import FOUND
from blogforever.extract.comment_pages import other_pages
from blogforever.extract.comment_parts import Setting
from blogforever.extract.comment_records import make_records
from blogforever.extract.comment_systems import SYSTEMS
from blogforever.model.comment import CommentMarkup, Discussion
from blogforever.text.words import fold

_OPENING = 80
"""Letters of a comment that are looked for in the article."""
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
    setting = Setting(address=address, base=base_address(document, address), day_first=day_first, captured=captured)
    reading = best_reading(document, learned, setting, article)
    comments = make_records(reading.drafts, _told(reading.name, learned), setting)
    stated = count_stated(document, comments)
    return Discussion(
        comments=comments,
        stated=stated,
        more=other_pages(document, setting) if comments or stated else (),
        cut=reading.cut,
        read_by=reading.name if comments else "",
    )


def _told(name: str, learned: Sequence[CommentMarkup]) -> str:
    """How the comments were found, for their evidence."""
    if any(markup.name == name for markup in learned):
        return f"learned rule: {name}"
    return f"{name} markup" if any(system.name == name for system in SYSTEMS) else name


def apart_from(found: Discussion, article: str) -> Discussion:
    """The comments, unless nothing but their form speaks for them and the article's text has them: letters, quotations.

    Where the article's node holds the comments too, its rules cut them out of the text.
    """
    if found.read_by != FOUND.name:
        return found
    told = fold(article)
    contents = [comment.content_text for comment in found.comments if comment.content_text]
    spoken = [fold(content)[:_OPENING] for content in contents[:_ENOUGH]]
    return Discussion() if 2 * sum(words in told for words in spoken) >= len(spoken) else found
