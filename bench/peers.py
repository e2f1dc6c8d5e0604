"""Other extractors, one small function each: a page in, a record as the judge reads it out.

Each loader imports its library, so that a library is paid for only where it is used.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bench.corpus import SavedPage

Record = dict[str, Any]
Material = bytes | str
Read = Callable[[Material, str], Record]
"""Content and address in, record out."""

# fmt: off
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "br", "dd", "details", "dialog", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav",
    "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
})
# fmt: on
_UNSEEN = frozenset({"head", "noscript", "script", "style", "template", "title"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """An extractor to compare with."""

    name: str
    load: Callable[[], Read]
    gives: tuple[str, ...]
    """The judge's fields that it claims to give; the others are left blank, not counted as wrong."""
    package: str
    """The distribution, whose version the report names."""
    takes_bytes: bool = True

    def material(self, page: SavedPage) -> Material:
        """The page in the form that the extractor takes; decoding is not counted as its time."""
        return page.content() if self.takes_bytes else page.text()


def read_safely(read: Read, material: Material, address: str) -> Record:
    """The record, empty when the extractor fails on this page."""
    try:
        return read(material, address)
    except Exception:
        return {}


def load_turbohtml() -> Read:
    """Its article record; a date from its date finder where the record has none."""
    from turbohtml import parse
    from turbohtml.extract import DateExtraction, dates

    options = DateExtraction(original=True)

    def read(content: Material, _address: str) -> Record:
        document = parse(content)
        article = document.article()
        published = article.date
        if published is None:
            text = content if isinstance(content, str) else content.decode(document.encoding or "utf-8", "replace")
            found = dates(text, options)
            published = found.date if found else None
        return {
            "title": article.title,
            "authors": [article.byline] if article.byline else [],
            "published": published,
            "content_text": article.text,
            "tags": list(article.tags),
        }

    return read


def load_turbohtml_article() -> Read:
    """Its article record alone: the quickest that it can be."""
    from turbohtml import parse

    def read(content: Material, _address: str) -> Record:
        article = parse(content).article()
        return {
            "title": article.title,
            "authors": [article.byline] if article.byline else [],
            "published": article.date,
            "content_text": article.text,
            "tags": list(article.tags),
        }

    return read


def load_trafilatura() -> Read:
    """Default settings, without the comments."""
    return _trafilatura(favor_precision=False)


def load_trafilatura_precision() -> Read:
    """The setting that prefers less text, without the comments."""
    return _trafilatura(favor_precision=True)


def _trafilatura(*, favor_precision: bool) -> Read:
    from trafilatura import bare_extraction

    def read(content: Material, address: str) -> Record:
        document = bare_extraction(
            content, url=address, favor_precision=favor_precision, include_comments=False, with_metadata=True
        )
        if document is None or isinstance(document, dict):
            return {}
        return {
            "title": document.title,
            "authors": [name.strip() for name in (document.author or "").split(";") if name.strip()],
            "published": document.date,
            "content_text": document.text,
            "tags": [*(document.categories or []), *(document.tags or [])],
        }

    return read


def load_readability() -> Read:
    """The port to lxml."""
    from readability import Document

    def read(content: Material, address: str) -> Record:
        document = Document(content, url=address)
        author = document.author() if hasattr(document, "author") else None
        return {
            "title": document.short_title(),
            "authors": [author] if author and author != "[no-author]" else [],
            "content_text": text_of(document.summary(html_partial=True)),
        }

    return read


def load_newspaper() -> Read:
    """Default settings, no pictures fetched."""
    from newspaper import Article

    def read(content: Material, address: str) -> Record:
        article = Article(address, fetch_images=False)
        article.download(input_html=content)
        article.parse()
        return {
            "title": article.title,
            "authors": list(article.authors),
            "published": article.publish_date.isoformat() if article.publish_date else None,
            "content_text": article.text,
        }

    return read


def load_resiliparse() -> Read:
    """Main content as plain text; it reads nothing else."""
    from resiliparse.extract.html2text import extract_plain_text

    def read(content: Material, _address: str) -> Record:
        text = extract_plain_text(
            content, main_content=True, links=False, alt_texts=False, list_bullets=False, comments=False
        )
        return {"content_text": text}

    return read


_TEXT = ("article", "f1", "article_old")
_TITLE = ("title", "title_old")
PEERS: dict[str, Peer] = {
    peer.name: peer
    for peer in (
        Peer(
            name="turbohtml",
            load=load_turbohtml,
            gives=(*_TEXT, *_TITLE, "author", "date", "tags"),
            package="turbohtml",
        ),
        Peer(
            name="turbohtml, article() only",
            load=load_turbohtml_article,
            gives=(*_TEXT, *_TITLE, "author", "date", "tags"),
            package="turbohtml",
        ),
        Peer(
            name="trafilatura",
            load=load_trafilatura,
            gives=(*_TEXT, *_TITLE, "author", "date", "tags"),
            package="trafilatura",
        ),
        Peer(
            name="trafilatura, precision",
            load=load_trafilatura_precision,
            gives=(*_TEXT, *_TITLE, "author", "date", "tags"),
            package="trafilatura",
        ),
        Peer(
            name="readability-lxml",
            load=load_readability,
            gives=(*_TEXT, *_TITLE, "author"),
            package="readability-lxml",
            takes_bytes=False,
        ),
        Peer(
            name="newspaper4k",
            load=load_newspaper,
            gives=(*_TEXT, *_TITLE, "author", "date"),
            package="newspaper4k",
            takes_bytes=False,
        ),
        Peer(
            name="resiliparse",
            load=load_resiliparse,
            gives=_TEXT,
            package="resiliparse",
            takes_bytes=False,
        ),
    )
}


def text_of(html: str) -> str:
    """What a reader sees: inline text joined as it stands, a new line at every block."""
    from lxml.html import document_fromstring

    if not html.strip():
        return ""
    return "".join(_pieces(document_fromstring(html)))


def _pieces(element: Any) -> Iterator[str]:
    if isinstance(element.tag, str) and element.tag not in _UNSEEN:
        block = element.tag in _BLOCKS
        if block:
            yield "\n"
        yield element.text or ""
        for child in element:
            yield from _pieces(child)
        if block:
            yield "\n"
    yield element.tail or ""
