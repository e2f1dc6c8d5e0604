"""Where a page lists posts: which of its elements stands for which post, and how such an element is made.

links to known posts → the largest element around each in which no other post is linked → the most of them side by side
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from blogforever.dom.page_index import PageIndex
from blogforever.dom.tree import Document, Element

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_SEVERAL = -1
_MOST_LINKS = 2_000
_OUTER = frozenset({"body", "html"})
_POST_LIKE = re.compile(r"\b(?:h?entry|post|article)\b", re.IGNORECASE)
_AFTER_THE_LIST = frozenset({"nav", "footer", "aside", "form"})
_NAVIGATION = re.compile(r"nav|pag|foot|side|older|newer|widget", re.IGNORECASE)
_PLAIN_TAG = re.compile(r"[a-z][a-z0-9]{0,20}")
_MOST_OF_IT = 0.6
_PROSE = frozenset({"p", "ul", "ol", "dl", "blockquote", "pre", "table", "figure"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """An element's tag and class: enough for the page's style to find another that is made alike."""

    tag: str
    css_class: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPost:
    """A post in a list."""

    post: int
    element: Element
    words: int
    """What the list shows of it beside the title, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostList:
    """The place of the posts on a page."""

    posts: tuple[ListedPost, ...]
    """In the order of the page."""
    item: Shape | None
    """What is around each post; None where title and text stand loose."""
    heading: Shape | None
    """What is around each title; None for a list without headings."""
    content: Shape
    """What is around the text."""

    @property
    def usual_words(self) -> int:
        """How many words the list usually shows of a post beside its title."""
        return int(median(one.words for one in self.posts))


def find_post_list(document: Document, posts: Mapping[str, int]) -> PostList | None:
    """Where the page lists posts, if it does; `posts`: the numbers of known posts by what links to them say."""
    index = PageIndex(document)
    links = _links(index, posts)
    headed = [link for link in links if _heading_of(index, link[0], 0) is not None]
    for chosen in (headed, links):
        items = _side_by_side(index, chosen)
        if len(items) > 1:
            return _post_list(index, items)
    items = _lone(index, headed)
    return _post_list(index, items) if items else None


def replace_list(found: PostList, items: Sequence[str]) -> None:
    """Put the HTML of other posts into the place of those that the page lists."""
    first, last = found.posts[0].element, found.posts[-1].element
    first.insert_adjacent_html("beforebegin", "".join(items))
    node = first.next_sibling
    replaced = [first]
    is_behind = first == last
    while node is not None:
        if is_behind and (found.item is not None or _ends_list(node)):
            break
        is_behind = is_behind or node == last
        if isinstance(node, Element):
            replaced.append(node)
        node = node.next_sibling
    for element in replaced:
        element.decompose()


def _ends_list(node: object) -> bool:
    if not isinstance(node, Element):
        return False
    names = f"{node.attr('class') or ''} {node.attr('id') or ''}"
    return node.tag in _AFTER_THE_LIST or _NAVIGATION.search(names) is not None


_Link = tuple[int, int]
"""The number of the element, and that of the post."""


def _links(index: PageIndex, posts: Mapping[str, int]) -> list[_Link]:
    found = []
    for number, tag in enumerate(index.tags):
        if tag == "a" and not index.hidden[number]:
            post = posts.get((index.elements[number].attr("href") or "").strip())
            if post is not None:
                found.append((number, post))
            if len(found) >= _MOST_LINKS:
                break
    return found


def _heading_of(index: PageIndex, link: int, item: int) -> int | None:
    """The heading around the link, not beyond the item, or in it."""
    for up in index.ancestors(link):
        if up < item:
            break
        if index.tags[up] in _HEADINGS:
            return up
    inside = link + 1
    while inside < min(len(index.tags), link + 12) and index.contains(link, inside):
        if index.tags[inside] in _HEADINGS:
            return inside
        inside += 1
    return None


def _side_by_side(index: PageIndex, links: Sequence[_Link]) -> list[tuple[int, _Link]]:
    """Each item of the longest list with the link in it; of two that are equally long, the wordier."""
    owner: list[int | None] = [None] * len(index.elements)
    for number, post in links:
        owner[number] = post
    for number in range(len(owner) - 1, 0, -1):
        up, own = index.parent[number], owner[number]
        if up >= 0 and own is not None:
            owner[up] = own if owner[up] in {None, own} else _SEVERAL
    groups: dict[int, dict[int, _Link]] = {}
    for link in links:
        item = link[0]
        for up in index.ancestors(link[0]):
            if owner[up] != link[1] or index.tags[up] in _OUTER:
                break
            item = up
        groups.setdefault(index.parent[item], {}).setdefault(item, link)
    best = max(groups.values(), key=lambda group: (len(group), sum(map(index.word_count, group))), default={})
    return sorted(best.items())


def _lone(index: PageIndex, links: Sequence[_Link]) -> list[tuple[int, _Link]]:
    """The only post of a page that says of an element that it is a post."""
    if len({post for _, post in links}) != 1:
        return []
    for up in index.ancestors(links[0][0]):
        if index.tags[up] == "article" or _POST_LIKE.search(index.elements[up].attr("class") or ""):
            return [(up, links[0])]
    return []


def _post_list(index: PageIndex, items: Sequence[tuple[int, _Link]]) -> PostList:
    is_loose = all(index.tags[item] in _HEADINGS for item, _ in items)
    listed: list[ListedPost] = []
    for place, (item, (link, post)) in enumerate(items):
        words = index.word_count(item) - index.word_count(link)
        if is_loose and place + 1 < len(items):
            words += index.word_start[index.first[items[place + 1][0]]] - index.word_start[index.last[item]]
        elif is_loose and listed:  # where the text of the last one ends, nothing says
            words = listed[-1].words
        listed.append(ListedPost(post=post, element=index.elements[item], words=max(0, words)))
    item, (link, _) = items[0]
    heading = _heading_of(index, link, item)
    return PostList(
        posts=tuple(listed),
        item=None if is_loose else _shape(*(index.elements[number] for number, _ in items)),
        heading=None if heading is None else _shape(index.elements[heading]),
        content=_content(index, item, heading),
    )


def _content(index: PageIndex, item: int, heading: int | None) -> Shape:
    """The innermost element of an item that holds most of its text."""
    title = 0 if heading is None else index.word_count(heading)
    enough = _MOST_OF_IT * (index.word_count(item) - title)
    best: Element | None = None
    number = item + 1
    while number < len(index.tags) and index.contains(item, number):
        if index.word_count(number) - title * (heading is not None and index.contains(number, heading)) >= enough > 0:
            if index.tags[number] in _PROSE:
                break
            best = index.elements[number]
        number += 1
    return Shape(tag="div", css_class=(best.attr("class") or "") if best is not None else "")


def _shape(element: Element, *others: Element) -> Shape:
    """The shape of the elements: of their classes those that all have, since some say which post it is."""
    # In a link around a whole card there would be no room for another link.
    tag = element.tag if element.tag != "a" and _PLAIN_TAG.fullmatch(element.tag) else "div"
    shared = (element.attr("class") or "").split()
    for other in others:
        own = set((other.attr("class") or "").split())
        shared = [name for name in shared if name in own]
    return Shape(tag=tag, css_class=" ".join(shared))
