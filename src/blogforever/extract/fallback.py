"""Where a rule gives nothing: the page's metadata, then what pages usually show, then the general extractor."""

import re
from datetime import date

from blogforever.dom import metadata
from blogforever.dom.reading import reading_text
from blogforever.dom.survey import Survey
from blogforever.dom.tree import Document, Element
from blogforever.model.moment import Moment
from blogforever.model.post import Source
from blogforever.text.bylines import byline_name, is_worded
from blogforever.text.dates import date_in_address, find_date
from blogforever.text.words import TITLE_SEPARATOR, fold, tidy
from blogforever.witness.mass import Mass
from blogforever.witness.signs import Clues
from blogforever.witness.testimony import call_witnesses

Origins = dict[str, tuple[Source, str, float]]

_BYLINES = (
    ".byline, .author, .posted, .post-author, .entry-author, .meta, .post-meta, .entry-meta, .postmetadata,"
    ".entry-footer, .post-footer"
)
_HOME = re.compile(r"(?:https?:)?(?://[^/]+)?/?|\.{1,2}/?|(?:\.{0,2}/)*(?:index\.\w{3,5})?")
_LONGEST_TITLE = 300
_MOST_TAGS = 15
ORIGIN = (Source.GENERAL, "likeliest node", 0.5)
"""The evidence for an article that the general extractor found."""
_CUT = 0.3
"""Blocks that are article with less than this chance are cut from what the general extractor found."""


def title(document: Document, blog: str | None, origins: Origins) -> str | None:
    """The title that the page's metadata states, or the heading that its title element repeats."""
    stated = metadata.first(document, metadata.TITLE)
    if stated:
        origins["title"] = (Source.METADATA, stated[1], 0.6)
        return without_blog(stated[0], blog)
    whole = page_title(document)
    shown = _shown_title(document, whole, blog)
    if shown:
        origins["title"] = (Source.GENERAL, "heading and page title agree", 0.6)
        return shown
    if whole and fold(whole) != fold(blog or ""):  # a page that only says the blog's name has no title
        origins["title"] = (Source.GENERAL, "title", 0.4)
        return without_blog(whole, blog)
    return None


def page_title(document: Document) -> str:
    """What the title element says."""
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


def tags(document: Document, origins: Origins) -> tuple[str, ...]:
    """The tags that the page's links mark as such, unless there are so many that they are a tag cloud."""
    links = document.select("a[rel~='tag'], a[rel~='category']")
    if not 0 < len(links) <= _MOST_TAGS:
        return ()
    found = dict.fromkeys(text for link in links if (text := tidy(link.text)))
    origins["tags"] = (Source.METADATA, "rel=tag", 0.6)
    return tuple(found)


def authors(document: Document, origins: Origins) -> tuple[str, ...]:
    """The authors whom the page's markup, metadata or a byline names."""
    found = metadata.first(document, metadata.AUTHOR)
    if found:
        origins["authors"] = (Source.METADATA, found[1], 0.6)
        return (byline_name(found[0]) or found[0],)
    for node in document.select(_BYLINES)[:8]:
        text = tidy(node.text)
        if len(text) < 200 and is_worded(text) and (name := byline_name(text)):
            origins["authors"] = (Source.GENERAL, "byline", 0.4)
            return (name,)
    return ()


def published(
    document: Document, address: str | None, origins: Origins, *, day_first: bool | None, captured: date | None = None
) -> Moment | None:
    """The date that the page's metadata, its address or a time element states."""
    found = metadata.published(document)
    if found:
        origins["published"] = (Source.METADATA, found[1], 0.8)
        return found[0]
    moment = date_in_address(address) if address else None
    if moment is not None:
        origins["published"] = (Source.ADDRESS, "address", 0.8)
        return moment
    for css in (
        ".date, .published, .post-date, .entry-date, .postdate, .dateline, .meta, .post-meta, .entry-meta, .byline",
        "h1 ~ *, h2 ~ *",
    ):
        for node in document.select(css)[:12]:
            text = tidy(node.text)
            if len(text) < 200 and (moment := find_date(text, day_first=day_first, now=captured)):
                origins["published"] = (Source.GENERAL, css.split(",", 1)[0], 0.4)
                return moment
    return None


def text(document: Document, known_title: str | None, origins: Origins) -> str:
    """The article's text as the general extractor sees it. Cuts what is no article out of the tree."""
    node = article(document, known_title)
    if node is None:
        return ""
    origins["content"] = ORIGIN
    return reading_text(node)


def article(document: Document, known_title: str | None) -> Element | None:
    """The likeliest article node, with what is unlikely cut out of it; None when there is no text."""
    node, unlikely = likeliest(document, known_title)
    for part in unlikely:
        part.decompose()
    return node


def likeliest(document: Document, known_title: str | None) -> tuple[Element | None, list[Element]]:
    """The likeliest article node (None when there is no text) and what is unlikely inside it. Changes nothing."""
    survey = Survey(document)
    witness = call_witnesses([survey])[0]
    chances = witness.chances(Clues(title=known_title or ""))
    mass = Mass(survey, witness.blocks, chances)
    best = mass.best()
    if best < 0:
        return None, []
    unlikely = []
    number, end = best + 1, len(survey.elements)
    while number < end and survey.contains(best, number):
        words = survey.word_count(number)
        if words and mass.good(number) < _CUT * words:
            unlikely.append(survey.elements[number])
            skip = number
            while number < end and survey.contains(skip, number):
                number += 1
        else:
            number += 1
    return survey.elements[best], unlikely
