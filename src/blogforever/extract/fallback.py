"""Where a rule gives nothing: the page's metadata, then what pages usually show, then the general extractor."""

import re
from datetime import date

from blogforever.classifier.compare_pages import compare_pages
from blogforever.classifier.expected_article import ExpectedArticle
from blogforever.classifier.features import Clues
from blogforever.dom import metadata
from blogforever.dom.page_index import PageIndex
from blogforever.dom.tree import Document, Element
from blogforever.model.moment import Moment
from blogforever.model.post import Source
from blogforever.text.bylines import byline_name, is_worded
from blogforever.text.dates.read import date_in_address, find_date
from blogforever.text.words import TITLE_SEPARATOR, fold, tidy

Origin = tuple[Source, str, float]
"""Where a value came from: the kind of source, its name, and how sure it is."""

_BYLINES = (
    ".byline, .author, .posted, .post-author, .entry-author, .meta, .post-meta, .entry-meta, .postmetadata,"
    ".entry-footer, .post-footer"
)
_HOME = re.compile(r"(?:https?:)?(?://[^/]+)?/?|\.{1,2}/?|(?:\.{0,2}/)*(?:index\.\w{3,5})?")
_LONGEST_TITLE = 300
_MOST_TAGS = 15
ORIGIN: Origin = (Source.GENERAL, "likeliest node", 0.5)
"""The evidence for an article that the general extractor found."""
_CUT = 0.3
"""Blocks that are article with less than this chance are cut from what the general extractor found."""


def title(document: Document, blog: str | None) -> tuple[str, Origin] | None:
    """The title that the page's metadata states, or the heading that its title element repeats."""
    stated = metadata.first(document, metadata.TITLE)
    if stated:
        return without_blog(stated[0], blog), (Source.METADATA, stated[1], 0.6)
    whole = page_title(document)
    shown = _shown_title(document, whole, blog)
    if shown:
        return shown, (Source.GENERAL, "heading and page title agree", 0.6)
    if whole and fold(whole) != fold(blog or ""):  # a page that only names the blog has no title
        return without_blog(whole, blog), (Source.GENERAL, "title", 0.4)
    return None


def page_title(document: Document) -> str:
    """The text of the title element."""
    node = document.select_one("title")
    return tidy(node.text) if node is not None else ""


def _shown_title(document: Document, whole: str, blog: str | None) -> str:
    """What the page's title and a heading have in common; of several the last, for the blog's name comes first."""
    folded, name = fold(whole), fold(blog or "")
    parts = [part for part in TITLE_SEPARATOR.split(whole) if fold(part) not in {"", name}]
    best = ""
    for node in document.select("h1, h2, h3, h4, .title, .entry-title, .post-title")[:40]:
        text = tidy(node.text)
        key = fold(text)
        if not 0 < len(key) < _LONGEST_TITLE or key == name or _leads_home(node) or node.closest("nav, aside, footer"):
            continue
        best = text if key in folded else next((part for part in parts if fold(part) in key), best)
    return best


def _leads_home(node: Element) -> bool:
    """True for a heading that links to the home page: the blog's name."""
    link = node.select_one("a[href]") or node.closest("a[href]")
    return link is not None and _HOME.fullmatch(link.attr("href") or "") is not None


def without_blog(text: str, blog: str | None) -> str:
    """A page title without the blog's name before or after it."""
    name = fold(blog or "")
    parts = TITLE_SEPARATOR.split(text)
    if name and len(parts) > 1:
        if fold(parts[-1]) == name:
            return text[: text.rindex(parts[-1])].strip(" |-–—·•«»:~/")
        if fold(parts[0]) == name:
            return text[len(parts[0]) :].strip(" |-–—·•«»:~/")
    return text


def tags(document: Document) -> tuple[tuple[str, ...], Origin] | None:
    """The tags that the page's links mark as such, unless there are so many that they are a tag cloud."""
    links = document.select("a[rel~='tag'], a[rel~='category']")
    if not 0 < len(links) <= _MOST_TAGS:
        return None
    names = dict.fromkeys(text for link in links if (text := tidy(link.text)))
    return tuple(names), (Source.METADATA, "rel=tag", 0.6)


def authors(document: Document) -> tuple[tuple[str, ...], Origin] | None:
    """The authors whom the page's markup, metadata or a byline names."""
    stated = metadata.first(document, metadata.AUTHOR)
    if stated:
        return (byline_name(stated[0]) or stated[0],), (Source.METADATA, stated[1], 0.6)
    for node in document.select(_BYLINES)[:8]:
        text = tidy(node.text)
        if len(text) < 200 and is_worded(text) and (name := byline_name(text)):
            return (name,), (Source.GENERAL, "byline", 0.4)
    return None


def published(
    document: Document, address: str | None, *, day_first: bool | None, captured: date | None = None
) -> tuple[Moment, Origin] | None:
    """The date that the page's metadata, its address or a time element states."""
    stated = metadata.published(document)
    if stated:
        return stated[0], (Source.METADATA, stated[1], 0.8)
    moment = date_in_address(address) if address else None
    if moment is not None:
        return moment, (Source.ADDRESS, "address", 0.8)
    for css in (
        ".date, .published, .post-date, .entry-date, .postdate, .dateline, .meta, .post-meta, .entry-meta, .byline",
        "h1 ~ *, h2 ~ *",
    ):
        for node in document.select(css)[:12]:
            text = tidy(node.text)
            if len(text) < 200 and (moment := find_date(text, day_first=day_first, now=captured)):
                return moment, (Source.GENERAL, css.split(",", 1)[0], 0.4)
    return None


def likeliest(document: Document, known_title: str | None) -> tuple[Element | None, list[Element]]:
    """The likeliest article node (None when there is no text) and what is unlikely inside it. Changes nothing."""
    page_index = PageIndex(document)
    compared = compare_pages([page_index])[0]
    chances = compared.chances(Clues(title=known_title or ""))
    expected = ExpectedArticle(page_index, compared.blocks, chances)
    best = expected.best()
    if best < 0:
        return None, []
    unlikely = []
    number, end = best + 1, len(page_index.elements)
    while number < end and page_index.contains(best, number):
        words = page_index.word_count(number)
        if words and expected.good(number) < _CUT * words:
            unlikely.append(page_index.elements[number])
            skip = number
            while number < end and page_index.contains(skip, number):
                number += 1
        else:
            number += 1
    return page_index.elements[best], unlikely
