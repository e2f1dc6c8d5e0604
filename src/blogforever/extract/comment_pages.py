"""The other pages of a post's comments."""

import re

from blogforever.dom.addresses import absolute
from blogforever.dom.tree import Document
from blogforever.extract.comment_parts import Setting
from blogforever.extract.comment_words import NOUN, OTHER_PAGE
from blogforever.text.words import tidy

_BY_ADDRESS = (
    "a[href*='comment-page-'], a[href*='cpage='], a[href*='commentPage='], #comments .pager a[href*='page='], "
    ".comment-wrapper .pager a[href*='page='], .comments .pager a[href*='page='], "
    "#comments .pagination a[href*='page='], .comments .pagination a[href*='page=']"
)
_BY_WORDS = "[id*='comment' i] a[href], [class*='comment' i] a[href], .paging-control-container a[href]"
_PLACE = re.compile(r"(?:li-|div-)?comment-?\d+|c\d+", re.IGNORECASE)
_MOST = 500
_LONGEST = 60


def other_pages(document: Document, setting: Setting) -> tuple[str, ...]:
    """Absolute addresses, in the page's order, without the page itself."""
    links = document.select(_BY_ADDRESS)
    links += [link for link in document.select(_BY_WORDS)[: 4 * _MOST] if _names_a_page(link.text)]
    own = (setting.address or "").partition("#")[0]
    found: dict[str, None] = {}
    for link in links:
        href = link.attr("href") or ""
        page, _, place = href.partition("#")
        if not page or _PLACE.fullmatch(place) or "replytocom=" in page:
            continue
        address = absolute(page, setting.base)
        if address and address != own:
            found[address] = None
    return tuple(found)[:_MOST]


def _names_a_page(words: str) -> bool:
    text = tidy(words)
    noun = NOUN.search(text) if len(text) < _LONGEST else None
    return noun is not None and text.strip(" «»←→‹›") != noun[0] and OTHER_PAGE.fullmatch(text) is not None
