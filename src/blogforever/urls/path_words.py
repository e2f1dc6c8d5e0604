"""What the words of an address show: that it is a list, that it is of a day."""

import re

from blogforever.urls.calendar import is_calendar, is_numeric_name
from blogforever.urls.paths import segments

_LIST_NAMES = frozenset({
    "tag", "tags", "category", "categories", "topic", "topics", "label", "labels", "archive", "archives", "author",
    "authors", "page", "search", "series", "feed", "feeds", "about", "contact", "404", "wp-content", "attachment",
})  # fmt: skip
_LIST_SEGMENT = re.compile(r"page-?\d+", re.IGNORECASE)
_DATED = re.compile(
    r"/(?:19|20)[0-9]{2}(?:/|[-_.]?(?:0[1-9]|1[0-2])(?:/|[-_.]))(?:[0-9]{1,2}[/_.-]){0,2}(?!index)[^/]*[^\W\d_][^/]*/?$",
    re.IGNORECASE,
)


def names_list(address: str) -> bool:
    """True for a home page, a year, month or day, and for what blogs call their lists."""
    parts, query = segments(address)
    if not parts:
        return not query
    if not query and parts[0].isdecimal() and (is_calendar(parts) or (len(parts) == 1 and len(parts[0]) <= 2)):
        return True
    return not _LIST_NAMES.isdisjoint(parts) or _LIST_SEGMENT.fullmatch(parts[-1]) is not None


def names_day(address: str) -> bool:
    """True for an address with a date and a name after it, as posts often have: /2010/05/rain/, /2010/05/17/969/."""
    parts, _ = segments(address)
    if is_calendar(parts):
        return False
    is_name = is_numeric_name(parts) and is_calendar(parts[:-1])
    return is_name or _DATED.search(address.partition("?")[0]) is not None
