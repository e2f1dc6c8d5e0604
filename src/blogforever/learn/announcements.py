"""How a blog's own pages announce its posts: lists, archives and home pages link to a post by its title.

Beside such a link stand the post's date, an excerpt, sometimes the whole text. What belongs to one link is found from
the tree: the largest element around it in which no other post is announced, or, where titles and texts stand loose in
one element, everything up to the next title.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from blogforever.classifier.blocks import Block, blocks
from blogforever.dom.archival import base_address
from blogforever.dom.page_index import PageIndex
from blogforever.dom.tree import Document
from blogforever.model.moment import Moment
from blogforever.text.dates.read import find_date
from blogforever.text.words import tidy, words
from blogforever.urls.normalize import absolute, host_of, post_key

_MOST_LINKS = 1_500
_LONGEST_TITLE = 300
_MOST_WORDS = 3_000
_FEWEST_WORDS = 4
"""A line with fewer words is a byline, a number of comments, a tag."""
_LINE = 25
_SHORT = 200
_LINES_BEFORE = 4
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_LOWEST = 6
_FILES = (
    ".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".pdf", ".zip", ".mp3", ".mp4", ".xml", ".rss", ".atom", ".rdf",
    ".json", ".css", ".js", ".txt", ".gz", ".ico",
)  # fmt: skip
_SEVERAL = ""
"""Stands for the keys of several posts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What a list shows of one post."""

    address: str
    title: str
    """The text of the link that is most like a title; "" when every link is a picture."""
    published: Moment | None = None
    """A date beside the link."""
    text: str = ""
    """What the list shows of the post: nothing, an excerpt, or the whole of it."""
    headed: bool = False
    """The link stands in a heading, as that of a post does, not in a menu."""


@dataclass(frozen=True, slots=True)
class _Link:
    number: int
    """The element's number."""
    key: str
    address: str
    text: str
    level: int
    """The level of the heading that the link stands in or holds; 0 for none."""


def find_announcements(document: Document, *, address: str) -> tuple[Announcement, ...]:
    """What the page shows of each page of the same site that it links to, in the page's order."""
    page_index = PageIndex(document)
    found = blocks(page_index)
    links = list(_links(page_index, address))
    by_key: dict[str, list[_Link]] = {}
    for link in links:
        by_key.setdefault(link.key, []).append(link)
    titles = [max(own, key=_title_rank) for own in by_key.values()]
    headed = [link for link in titles if link.level]
    levels = Counter(link.level for link in headed)
    usual = max(levels, key=lambda level: (levels[level], -level), default=0)
    in_headings, anywhere = _Owners(page_index, headed, usual), _Owners(page_index, titles, _LOWEST)
    page = _Page(page_index, found)
    return tuple(page.announce(link, in_headings if link.level else anywhere) for link in titles)


def gather_announcements(lists: Sequence[tuple[str, Document]]) -> dict[str, Announcement]:
    """What all the lists together show, by the post's key: of each post the most informative announcement."""
    best: dict[str, Announcement] = {}
    for address, document in sorted(lists, key=lambda one: one[0]):
        for one in find_announcements(document, address=address):
            key = post_key(one.address)
            before = best.get(key)
            if before is None or _information(one) > _information(before):
                best[key] = one
    return best


def _information(one: Announcement) -> tuple[bool, bool, int]:
    return one.headed, one.published is not None, len(one.text)


def _title_rank(link: _Link) -> tuple[int, int]:
    """The highest heading is the title; else the longest text that is not a date."""
    return -link.level if link.level and link.text else -_LOWEST - 1, 0 if find_date(link.text) else len(link.text)


def _links(page_index: PageIndex, address: str) -> Iterator[_Link]:
    base, host, own = base_address(page_index.document, address), host_of(address), post_key(address)
    level: list[int] = []
    seen = 0
    for number, tag in enumerate(page_index.tags):
        up = page_index.parent[number]
        level.append(_HEADINGS.get(tag, level[up] if up >= 0 else 0))
        if tag != "a" or page_index.hidden[number]:
            continue
        target = absolute(page_index.elements[number].attr("href") or "", base)
        seen += target is not None
        if seen > _MOST_LINKS:
            return
        if target is None or host_of(target) != host or target.partition("?")[0].lower().endswith(_FILES):
            continue
        key = post_key(target)
        if key in {own, host}:
            continue
        shown = page_index.text(number)[:_LONGEST_TITLE]
        yield _Link(number, key, target.partition("#")[0], shown, level[number] or _level_inside(page_index, number))


def _level_inside(page_index: PageIndex, link: int) -> int:
    """The level of the heading in a link around a whole card; 0 for none."""
    number, end = link + 1, min(len(page_index.tags), link + 12)
    while number < end and page_index.contains(link, number):
        if page_index.tags[number] in _HEADINGS:
            return _HEADINGS[page_index.tags[number]]
        number += 1
    return 0


class _Owners:
    """For each element of a page the one post that is announced in it, if there is just one.

    A heading that announces nothing, of `level` or above, begins something else and belongs to no post.
    """

    def __init__(self, page_index: PageIndex, titles: Sequence[_Link], level: int) -> None:
        self._page_index = page_index
        self.key: list[str | None] = [None] * len(page_index.elements)
        for link in titles:
            self.key[link.number] = link.key
        for number in range(len(page_index.elements) - 1, 0, -1):
            up, own = page_index.parent[number], self.key[number]
            if (
                own is None
                and _HEADINGS.get(page_index.tags[number], _LOWEST + 1) <= level
                and not self._in_link(number)
            ):
                own = self.key[number] = _SEVERAL
            if up >= 0 and own is not None:
                self.key[up] = own if self.key[up] in {None, own} else _SEVERAL

    def _in_link(self, heading: int) -> bool:
        return any(
            self.key[up] is not None and self._page_index.tags[up] == "a"
            for up in self._page_index.ancestors(heading)[:4]
        )

    def around(self, link: _Link) -> int:
        """The largest element around the link in which nothing else is announced."""
        best = link.number
        for up in self._page_index.ancestors(link.number):
            if self.key[up] != link.key or self._page_index.tags[up] in {"body", "html"}:
                break
            best = up
        return best


class _Page:
    """A list with its blocks."""

    def __init__(self, page_index: PageIndex, found: list[Block]) -> None:
        self._page_index = page_index
        self._blocks = found
        self._block_of_leaf = [0] * (len(page_index.leaves) + 1)
        for number, block in enumerate(found):
            self._block_of_leaf[block.first : block.last] = [number] * (block.last - block.first)
        self._next_alike = _next_alike(page_index)
        self._followers = frozenset(self._next_alike)

    def announce(self, link: _Link, owners: _Owners) -> Announcement:
        page_index = self._page_index
        element = owners.around(link)
        first, last = page_index.first[element], page_index.last[element]
        if first < last and page_index.word_count(element) - len(words(link.text)) < _FEWEST_WORDS:
            last = self._up_to_the_next(element)
        text, dated = self._read(link, first, last)
        beside = self._dated_beside(link)
        # Of a lone link in a line of several, what follows it may be the next one's date.
        published = beside or dated if element == link.number else dated or beside
        return Announcement(
            address=link.address,
            title=link.text,
            published=published or self._dated_before(first, owners),
            text=text,
            headed=bool(link.level),
        )

    def _up_to_the_next(self, element: int) -> int:
        """The leaf at which what follows a lone title ends: at the next title like it, or with the row of titles."""
        page_index = self._page_index
        follower = self._next_alike[element]
        if follower >= 0:
            return page_index.first[follower]
        return page_index.last[page_index.parent[element]] if element in self._followers else page_index.last[element]

    def _read(self, link: _Link, first: int, last: int) -> tuple[str, Moment | None]:
        """The text that follows the title up to a leaf, without short lines, and the first date in a short line."""
        leaves = self._page_index.leaves
        lines: list[str] = []
        published, total = None, 0
        for block in self._between(first, last):
            shown = "".join(leaves[max(first, block.first) : min(last, block.last)])
            dated = find_date(shown) if block.words <= _LINE else None
            published = published or dated
            only_date = dated is not None and 2 * len(dated.written) > len(shown.strip())
            prose = block.words >= _FEWEST_WORDS and 2 * block.linked < block.words and not only_date
            if prose and block.first > self._page_index.first[link.number]:
                lines.append(tidy(shown))
                total += block.words
            if total > _MOST_WORDS:
                break
        return "\n".join(lines), published

    def _between(self, first: int, last: int) -> Iterator[Block]:
        if first < last:
            for number in range(self._block_of_leaf[first], len(self._blocks)):
                if self._blocks[number].first >= last:
                    return
                yield self._blocks[number]

    def _dated_beside(self, link: _Link) -> Moment | None:
        """The date in the words right before the link ("3 May 2004 – Title") or right after it."""
        page_index = self._page_index
        start, end = page_index.first[link.number], page_index.last[link.number]
        beside = page_index.leaves[max(0, start - 1) : start] + page_index.leaves[end : end + 1]
        return next(filter(None, (find_date(text) for text in beside if len(text) < _SHORT)), None) if end else None

    def _dated_before(self, first: int, owners: _Owners) -> Moment | None:
        """The date of a heading under which the post stands: the nearest line before that announces nothing."""
        if first >= len(self._page_index.leaves):
            return None
        number = self._block_of_leaf[first]
        for block in self._blocks[max(0, number - _LINES_BEFORE) : number][::-1]:
            if block.words <= _LINE and self._announces_nothing(block.element, owners):
                moment = find_date("".join(self._page_index.leaves[block.first : block.last]))
                if moment is not None:
                    return moment
        return None

    def _announces_nothing(self, element: int, owners: _Owners) -> bool:
        return owners.key[element] is None or (
            owners.key[element] == _SEVERAL and self._page_index.tags[element] in _HEADINGS
        )


def _next_alike(page_index: PageIndex) -> list[int]:
    """For each element the next sibling with the same tag and classes, -1 when there is none."""
    following = [-1] * len(page_index.elements)
    latest: dict[tuple[int, str, str], int] = {}
    for number in range(len(page_index.elements) - 1, -1, -1):
        form = (page_index.parent[number], page_index.tags[number], page_index.elements[number].attr("class") or "")
        following[number] = latest.get(form, -1)
        latest[form] = number
    return following
