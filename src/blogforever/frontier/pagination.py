"""Predicts list pages that nothing links to yet [BI IV-E1].

Addresses are split into what stands before a number, the number, and what stands after it. Addresses that differ in the
number alone form a group; a group that looks like pages of a list predicts the next numbers, until one of them fails or
brings nothing new. Numbers of days, posts and pictures are kept out.
"""

import re
from dataclasses import dataclass, field
from math import gcd

from blogforever.urls.shape import path_of

MOST_GROUPS = 5_000
MOST_NUMBERS = 3_000
"""Numbers that one group remembers, and with it the pages that it predicts."""
AT_ONCE = 3
"""Predictions of one group between two answers: a hole in the middle and the end, not the whole row on trust."""
ENOUGH_FOR_PAGES = 3
ENOUGH_FOR_OTHERS = 5
"""Different numbers that must be known before a group is believed; without a word for "page", in an unbroken row."""
LATEST_START = 20
"""A row of pages is met near its start; index3669.html is a copying program's name for something else."""

_LONGEST = 500
_NUMBER = re.compile(r"(?<![0-9])(?:0|[1-9][0-9]{0,4})(?![0-9])", re.ASCII)
_WORD_BACKWARDS = re.compile(r"[/=-]?([a-z0-9%_]*)", re.IGNORECASE | re.ASCII)
_AFTER_IN_PATH = re.compile(r"(?:/?|/index\.[a-z]{3,5}|\.[a-z]{3,5})(?:\?|$)", re.IGNORECASE)
"""Pages of a list have nothing below them."""
_FILE = re.compile(r"\.(?!html?$|php$|aspx?$|shtml$|xhtml$|jsp$)[a-z0-9]{1,5}$", re.IGNORECASE)

_PAGE_WORDS = frozenset({
    "page", "paged", "pages", "pg", "pageno", "pagenum", "pagenumber", "pageindex", "currentpage", "curpage", "seite",
    "pagina", "strona", "strana", "stranka", "sida", "side", "sivu", "oldal", "sayfa", "puslapis", "lehekulg", "trang",
    "halaman", "older", "index", "blogpage", "newspage", "listpage",
    "page_num", "page_no", "page_number",
    "%e3%83%9a%e3%83%bc%e3%82%b8", "%d1%81%d1%82%d1%80%d0%b0%d0%bd%d0%b8%d1%86%d0%b0",
})  # fmt: skip
_PAGE_PATH_WORDS = frozenset({"p"})
"""Words for a page in a path only: ?p=12 is a post."""
_OFFSET_WORDS = frozenset(
    {"offset", "start", "from", "skip", "first", "startrow", "limitstart", "begin", "startat", "st"}
)
_NEVER = frozenset({
    "year", "month", "day", "week", "date", "m", "y", "d", "yr", "w", "h", "width", "height", "size", "id", "postid",
    "pid", "node", "tid", "fid", "aid", "sid", "nid", "entryid", "article", "articleid", "story", "storyid", "cat",
    "catid", "tag", "author", "user", "uid", "comment", "c", "v", "ver", "version", "replytocom", "msg", "message",
    "thread", "issue", "results", "limit", "count", "posts", "perpage", "per_page",
})  # fmt: skip


@dataclass(slots=True)
class _Group:
    """Addresses that differ in one number."""

    word: str
    known: set[int] = field(default_factory=set)
    """Numbers with a page, as far as links and answers tell."""
    tried: set[int] = field(default_factory=set)
    """Numbers that were predicted, or failed."""
    end: int = 100_000
    """The lowest number that failed."""
    followed: bool = False
    """A page called one of these addresses its next page."""

    @property
    def step(self) -> int:
        """1 for pages; for offsets the step that all known numbers share."""
        if self.word not in _OFFSET_WORDS:
            return 1
        least = min(self.known)
        return gcd(*(number - least for number in self.known)) or 1

    @property
    def believable(self) -> bool:
        if len(self.known) < ENOUGH_FOR_PAGES:
            return False
        if self.followed or self.word in _OFFSET_WORDS:
            return True
        least = min(self.known)
        if self.word in _PAGE_WORDS:
            return least <= LATEST_START
        return len(self.known) >= ENOUGH_FOR_OTHERS and least <= 2 and max(self.known) - least < len(self.known)

    def next_numbers(self) -> list[int]:
        """The numbers after known ones, lowest first."""
        if len(self.known) + len(self.tried) >= MOST_NUMBERS:
            return []
        step = self.step
        after = sorted(
            number + step
            for number in self.known
            if number + step < self.end and number + step not in self.known and number + step not in self.tried
        )
        # The far end is as good a guess as the first hole.
        return after if len(after) <= AT_ONCE else [*after[: AT_ONCE - 1], after[-1]]


class Pagination:
    """Sees addresses, predicts others. Tell it how the predicted ones fared: `see`, `failed` or `fruitless`."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], _Group] = {}
        self._changed: dict[tuple[str, str], None] = {}

    def see(self, address: str, *, as_next: bool = False) -> None:
        """An address that a page links to, or that answered; `as_next` when a list page called it its next."""
        for before, number, after in split_numbers(address):
            key = (before, after)
            group = self._groups.get(key)
            if group and number in group.known and not as_next:
                continue
            if group is None:
                self._make_room()
                group = self._groups[key] = _Group(_word(before))
            if len(group.known) < MOST_NUMBERS:
                group.known.add(number)
            group.followed = group.followed or as_next
            if group.believable:
                self._changed[key] = None

    def predict(self) -> list[str]:
        """Addresses that probably exist, each named once: for every row of pages the numbers after known ones."""
        found = []
        for key in self._changed:
            group = self._groups.get(key)
            for number in group.next_numbers() if group else ():
                self._groups[key].tried.add(number)
                found.append(f"{key[0]}{number}{key[1]}")
        self._changed.clear()
        return found

    def failed(self, address: str) -> None:
        """The address answered with an error: there is nothing from this number on."""
        for before, number, after in split_numbers(address):
            group = self._groups.get((before, after))
            if group and (number in group.tried or group.believable):
                group.known.discard(number)
                group.tried.add(number)
                group.end = min(group.end, number)

    def fruitless(self, address: str) -> None:
        """The address answered with what is known already: servers show the last page for any higher number."""
        self.failed(address)

    def _make_room(self) -> None:
        """Forget the group that was met first and is not believed; if all are, the very first."""
        if len(self._groups) < MOST_GROUPS:
            return
        oldest = list(self._groups)[:100]
        forgotten = next((key for key in oldest if not self._groups[key].believable), oldest[0])
        del self._groups[forgotten]
        self._changed.pop(forgotten, None)


def split_numbers(address: str) -> list[tuple[str, int, str]]:
    """Each number that may count pages, with what stands before and after it."""
    address = address.partition("#")[0]
    head = address.partition("?")[0]
    if len(address) > _LONGEST or _FILE.search(head[-12:]):
        return []
    low = len(head) - len(path_of(head))
    return [
        (address[: found.start()], int(found.group()), address[found.end() :])
        for found in _NUMBER.finditer(address, low)
        if _may_count(address, found.start(), found.end(), in_path=found.end() <= len(head))
    ]


def _may_count(address: str, start: int, end: int, *, in_path: bool) -> bool:
    if not _AFTER_IN_PATH.match(address, end) if in_path else address[end : end + 1] not in {"", "&"}:
        return False
    number = address[start:end]
    if len(number) == 4 and number[:2] in {"19", "20"}:
        return False
    word = _word(address[:start])
    return bool(word) and word not in _NEVER


def _word(before: str) -> str:
    """The word right before the number; nothing when there is none, as in /2011/5/."""
    found = _WORD_BACKWARDS.match(before[:-60:-1])
    whole = found.group(1)[::-1].lower().strip("_") if found else ""
    if whole in _PAGE_PATH_WORDS and before.endswith((f"/{whole}/", f"/{whole}")):
        return "page"
    word = whole if whole in _NEVER or whole in _PAGE_WORDS else whole.rpartition("_")[2]
    return "" if word.isdecimal() else word
