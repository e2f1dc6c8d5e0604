"""Feed entries made for pages that are in no feed: from the lists that announce them and from the pages themselves."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from blogforever.classifier.blocks import blocks
from blogforever.dom import metadata
from blogforever.dom.page_index import PageIndex
from blogforever.dom.tree import Document
from blogforever.learn.announcements import Announcement, find_announcements
from blogforever.learn.fields.tags import is_tag_address
from blogforever.model.feed import FeedEntry
from blogforever.model.moment import Moment
from blogforever.text.dates.read import date_in_address, find_date
from blogforever.text.words import TITLE_SEPARATOR, fold, tidy, words

_FEWEST_WORDS = 8
"""A text of fewer words does not show where the article is."""
_LONGEST_TITLE = 400
_HEADINGS = "h1, h2, h3, h4, .title, .entry-title, .post-title"
_MOST_HEADINGS = 40
_DESCRIPTIONS = (
    ("meta[property='og:description']", "content", "og:description"),
    ("meta[name='description']", "content", "description"),
)
_BEFORE = re.compile(r".*[|\-–—·•«»:~/]\s")
_AFTER = re.compile(r"\s?[|\-–—·•«»:~/]\s.*")
_PAGE_NUMBER = re.compile(r"\W*+(?:(?:page|seite|página|pagina|strona)\W*+)?\d++\W*+", re.IGNORECASE)
_LIST_ADDRESS = re.compile(r"/(?:page[/-]?\d+|authors?/[^/]+|search)/?(?:\.html?)?$|/feed/?$", re.IGNORECASE)
_PROSE = 12
"""A block of so many words is prose."""


def make_entries(
    pages: Sequence[tuple[str, Document]], announcements: Sequence[Announcement | None]
) -> tuple[FeedEntry, ...]:
    """For each page of a group the entry that a feed would have for it, as far as is known."""
    documents = [document for _, document in pages]
    titles = _titles(documents, announcements)
    texts = _texts(documents, announcements)
    return tuple(
        FeedEntry(
            address=address,
            title=title or None,
            published=own_date(document, address) or (announcement.published if announcement else None),
            text=text,
        )
        for (address, document), announcement, title, text in zip(pages, announcements, titles, texts, strict=True)
    )


def is_post(document: Document, address: str, entry: FeedEntry) -> bool:
    """True when the page has a title that is more than a date, and is not a list."""
    if not entry.title or _names_archive(entry.title) or _LIST_ADDRESS.search(address) or is_tag_address(address):
        return False
    return not _is_list(document, address)


def _names_archive(title: str) -> bool:
    """True for the title of an archive: "May 2004", "2004-05-01", "Page 3"."""
    if _PAGE_NUMBER.fullmatch(title):
        return True
    shown = find_date(title) or find_date(f"1 {title}")
    return shown is not None and 2 * len(shown.written) >= len(title)


def _is_list(document: Document, address: str) -> bool:
    """True when most of what there is to read announces other pages."""
    own = fold(_title_element(document))
    announced = sum(
        len(words(one.text))
        for one in find_announcements(document, address=address)
        if one.headed and not (one.title and fold(one.title) in own)  # a post may link to itself by another address
    )
    page_index = PageIndex(document)
    prose = sum(block.words for block in blocks(page_index) if block.words >= _PROSE and 2 * block.linked < block.words)
    return announced > prose / 2


def _titles(documents: Sequence[Document], announcements: Sequence[Announcement | None]) -> list[str]:
    """Each page's title: as a list announces it, else what the title element or a heading has of its own."""
    whole = [_title_element(document) for document in documents]
    headings = [[tidy(node.text) for node in document.select(_HEADINGS)[:_MOST_HEADINGS]] for document in documents]
    seen = Counter(text for page in zip(whole, headings, strict=True) for text in {page[0], *page[1]})
    found = []
    for n, (document, announcement, part) in enumerate(
        zip(documents, announcements, _without_constant(whole), strict=True)
    ):
        folded = [fold(heading) for heading in headings[n]]
        announced = fold(announcement.title) if announcement else ""
        if announcement and announced and (announced in fold(whole[n]) or announced in folded):
            found.append(announcement.title)
        elif whole[n] and seen[whole[n]] == 1:
            found.append(_stated(document, whole[n]) or _shown(folded, part) or part)
        else:
            found.append(next((text for text in headings[n] if fold(text) and seen[text] == 1), ""))
    return found


def _title_element(document: Document) -> str:
    node = document.select_one("title")
    return tidy(node.text)[:_LONGEST_TITLE] if node is not None else ""


def _stated(document: Document, full: str) -> str:
    """The title in the page's metadata, if it is a part of the title element: on lists it is that of the first post."""
    stated = metadata.first(document, metadata.TITLE)
    return stated[0] if stated and fold(stated[0]) in fold(full) and fold(stated[0]) != fold(full) else ""


def _shown(headings: Sequence[str], title: str) -> str:
    """The title, or the part of it, that a heading shows; of several the last: the blog's name comes first."""
    if fold(title) in headings:
        return title
    parts = [part for part in TITLE_SEPARATOR.split(title) if fold(part)]
    shown = [part for heading in headings for part in parts if fold(part) == heading]
    within = [part for heading in headings for part in parts if fold(part) in heading]
    best = within if len(set(within)) > len(set(shown)) else shown
    return best[-1] if best else ""


def _without_constant(titles: Sequence[str]) -> list[str]:
    """The titles without what a good part of them have before or after a separator: the blog's name."""
    return [_cut(title, [other for n, other in enumerate(titles) if n != own]) for own, title in enumerate(titles)]


def _cut(title: str, others: Sequence[str]) -> str:
    enough = max(2, len(others) // 3)
    before = _BEFORE.match(title[: _shared([_common(title, other) for other in others], enough)])
    after = _AFTER.search(
        title[len(title) - _shared([_common(title[::-1], other[::-1]) for other in others], enough) :]
    )
    start, end = before.end() if before else 0, len(title) - len(after.group()) if after else len(title)
    return title[start:end].strip() if start < end else title


def _shared(lengths: Sequence[int], enough: int) -> int:
    """How long the part is that at least `enough` of the others share."""
    return sorted(lengths, reverse=True)[enough - 1] if len(lengths) >= enough else 0


def _common(one: str, other: str) -> int:
    """With how many characters in common two titles begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _texts(documents: Sequence[Document], announcements: Sequence[Announcement | None]) -> list[str]:
    """Of each page what a list shows of it, else its own description; what several pages share is left out."""
    found = []
    for document, announcement in zip(documents, announcements, strict=True):
        text = announcement.text if announcement else ""
        if len(words(text)) < _FEWEST_WORDS:
            described = metadata.first(document, _DESCRIPTIONS)
            text = described[0] if described else ""
        found.append(text if len(words(text)) >= _FEWEST_WORDS else "")
    return [text if found.count(text) == 1 else "" for text in found]


def own_date(document: Document, address: str) -> Moment | None:
    """The day in the page's address, else the date that it states for machines (which may be another post's)."""
    stated = metadata.published(document)
    return date_in_address(address) or (stated[0] if stated else None)
