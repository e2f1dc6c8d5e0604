"""What a short article repeats is not its text: the post's own title, byline, date and tags, and links to other posts.

A long article may well mention all of these. In a post of one line, or of a picture, they would outweigh what the
author wrote, or stand in for it.
"""

from blogforever.dom.page_index import INLINE
from blogforever.dom.reading import UNREAD
from blogforever.dom.tree import Element, Node, Text
from blogforever.extract.fields import Fields
from blogforever.text.bylines import byline_name, is_worded
from blogforever.text.dates.read import find_date, same_day
from blogforever.text.words import fold, words
from blogforever.urls.paths import host

_SHORT = 60
"""Words of an article up to which it is looked at."""
_MOST_CHARACTERS = 4_000
_MOST_ELEMENTS = 500
"""A short article has no more; what each of them says is looked at."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_SHOWN = "img, picture, video, audio, iframe, embed, object, canvas, svg, math"
"""What an element may hold beside words: then it is not cut as a whole."""
_LONGEST_BYLINE = 15
_SPARE_WORDS = 3
"""Words of a byline beside name and date, and of a list of tags beside the tags: "posted in", "Kategorien"."""
_FEWEST_LINKS = 3


def cut_repetitions(article: Element, fields: Fields, base: str | None, own_hosts: frozenset[str]) -> bool:
    """Cut them out of the article, if it is short; True when something was cut."""
    text = article.text
    if len(text) > _MOST_CHARACTERS or len(words(text)) > _SHORT or len(article.select("*")) > _MOST_ELEMENTS:
        return False
    repetitions = _Repetitions(fields, own_hosts | {host(base or "")})
    cut = False
    waiting = _children(article)
    while waiting:
        element = waiting.pop()
        if element.tag in UNREAD or not element.text.strip():
            continue
        if element.select_one(_SHOWN) is None and _stands_alone(element) and repetitions.include(element):
            element.decompose()
            cut = True
        else:
            waiting += _children(element)
    return cut


def _children(element: Element) -> list[Element]:
    """The last first."""
    return [child for child in reversed(element.children) if isinstance(child, Element)]


def _stands_alone(element: Element) -> bool:
    """True unless the element is part of a line: a name that is linked in a sentence repeats nothing."""
    if element.tag not in INLINE:
        return True
    beside = [*element.previous_siblings, *element.next_siblings]
    return not any(node.text.strip() for node in beside if isinstance(node, Text) or _is_inline(node))


def _is_inline(node: Node) -> bool:
    return isinstance(node, Element) and node.tag in INLINE


def _introduced(element: Element) -> bool:
    """True when the words before end with a colon."""
    before = next((node.text for node in element.previous_siblings if node.text.strip()), "")
    return before.rstrip().endswith((":", "："))


class _Repetitions:
    """What is known of a post apart from its article."""

    def __init__(self, fields: Fields, own_hosts: frozenset[str]) -> None:
        self._title = fold(fields.title or "")
        self._names = {fold(name) for name in fields.authors}
        self._published = fields.published
        self._tags = {fold(tag).lstrip("#") for tag in fields.tags}
        self._own_hosts = own_hosts

    def include(self, element: Element) -> bool:
        """True for an element that says nothing else."""
        return self._is_title(element) or self._is_byline(element) or self._are_tags(element) or self._lists(element)

    def _is_title(self, element: Element) -> bool:
        """A paragraph that says what the title says may be all that the author wrote: only headings repeat it."""
        heading = element.tag in _HEADINGS or "title" in (element.attr("class") or "").lower()
        return heading and bool(self._title) and fold(element.text) == self._title

    def _is_byline(self, element: Element) -> bool:
        text = element.text
        found = words(text)
        if not 0 < len(found) <= _LONGEST_BYLINE:
            return False
        named = fold(text) in self._names or (is_worded(text) and fold(byline_name(text)) in self._names)
        if named and self._published is None:
            return True
        date = find_date(text)
        if date is None:
            return named and len(found) <= _SPARE_WORDS + max(len(name.split()) for name in self._names)
        known = {*words(date.written), *(word for name in self._names for word in words(name))}
        rest = [word for word in found if word not in known and not word.isdigit()]
        return self._published is not None and same_day(date, self._published) and len(rest) <= _SPARE_WORDS

    def _are_tags(self, element: Element) -> bool:
        """Tags with a label before them and no words behind: what goes on is a sentence."""
        links = [link.text for link in element.select("a")]
        if not links or not self._tags.issuperset(fold(link).lstrip("#") for link in links):
            return False
        text = element.text
        linked = sum(len(words(link)) for link in links)
        return len(words(text)) <= linked + _SPARE_WORDS and not words(text.rpartition(links[-1])[2])

    def _lists(self, element: Element) -> bool:
        """Nothing but links, all within the blog, and no words that introduce them: other posts, not this one."""
        links = [link for link in element.select("a[href]") if link.text.strip()]
        if len(links) < _FEWEST_LINKS or not all(map(self._is_internal, links)) or _introduced(element):
            return False
        linked = sum(len(words(link.text)) for link in links)
        return len(words(element.text)) <= linked + _SPARE_WORDS

    def _is_internal(self, link: Element) -> bool:
        address = (link.attr("href") or "").strip()
        return host(address) in self._own_hosts or ":" not in address
