"""The article of a page: its text, and as a record also its HTML, links and media. The page stays as it is.

article nodes → copies → unpruned HTML → pruned: links, media, HTML → text

A post of pictures has no text: where a template's nodes hold none, no other text of the page takes its place.
"""

from copy import deepcopy
from dataclasses import dataclass, replace

from blogforever.dom.archival import archival_html, base_address, mend
from blogforever.dom.reading import reading_text
from blogforever.dom.tree import Document, Element
from blogforever.extract import fallback
from blogforever.extract.fallback import Origin
from blogforever.extract.fields import Fields, PreparedTemplate
from blogforever.extract.links import find_links
from blogforever.extract.media import find_media
from blogforever.extract.short_article import cut_repetitions
from blogforever.extract.wordless import gather_pictures
from blogforever.model.post import Link, MediaRef, Source

_FEW_WORDS = 10
"""With fewer, an article without pictures is likely to have had some."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """What the article's nodes hold."""

    text: str = ""
    origin: Origin | None = None
    """What found the nodes; None when nothing did."""
    identity: str | None = None
    """The id of the first node."""
    html: str = ""
    unpruned: str = ""
    links: tuple[Link, ...] = ()
    media: tuple[MediaRef, ...] = ()


def read_article(  # noqa: PLR0913 - what a page, its rules and its address are known by
    document: Document,
    prepared: PreparedTemplate | None,
    nodes: tuple[Element, ...],
    *,
    fields: Fields,
    address: str | None,
    own_hosts: frozenset[str] = frozenset(),
    text_only: bool = False,
) -> Article:
    """The article by the template's nodes, else by the general extractor; with `text_only` its text alone."""
    base = base_address(document, address)
    shape = _Shape(fields=fields, base=base, own_hosts=own_hosts, text_only=text_only)
    if prepared is not None:
        css = prepared.contextual_exclusions
        parts = [(node, node.select(css) if css else []) for node in nodes]
        article = shape.read(parts, prepared.origin, prepared.local_exclusions)
        if article.media or text_only or len(article.text.split()) >= _FEW_WORDS:
            return article
        pictures = gather_pictures(document, nodes, beyond=not article.text)
        return article if pictures is None else _with_pictures(article, shape.read([(pictures, [])], prepared.origin))
    node, unlikely = fallback.likeliest(document, fields.title)
    return Article() if node is None else shape.read([(node, unlikely)], fallback.ORIGIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """What to read of an article's nodes, and how to understand its addresses."""

    fields: Fields
    base: str | None
    own_hosts: frozenset[str]
    text_only: bool

    def read(self, parts: list[tuple[Element, list[Element]]], origin: Origin, css: str = "") -> Article:
        """The article from nodes, each with the elements inside it that are to be cut out, as is what `css` selects."""
        texts: list[str] = []
        html: list[str] = []
        unpruned: list[str] = []
        links: list[Link] = []
        media: list[MediaRef] = []
        for node, cut in parts:
            copy = _copy_without(node, cut)
            is_cut = bool(cut) or (bool(css) and node.select_one(css) is not None)
            if css and is_cut:
                copy.remove(css)
            is_cut |= cut_repetitions(copy, self.fields, self.base, self.own_hosts)
            if is_cut and not self.text_only:
                whole = deepcopy(node)
                unpruned.append(archival_html(whole, mend(whole, self.base), self.base))
                del whole  # of a large page two copies at once are one too many
            if not self.text_only:
                shown = mend(copy, self.base)
                own_links = find_links(copy, self.base, self.own_hosts)
                links += own_links
                media += find_media(shown, own_links)
                html.append(archival_html(copy, shown, self.base))
                if not is_cut:
                    unpruned.append(html[-1])
            texts.append(reading_text(copy))
        text = "\n".join(filter(None, texts))
        return Article(
            text=text,
            origin=origin if text else (Source.NO_TEXT, *origin[1:]),
            identity=parts[0][0].attr("id"),
            html="\n".join(html),
            unpruned="\n".join(unpruned),
            links=tuple(links),
            media=tuple(media),
        )


def _with_pictures(article: Article, pictures: Article) -> Article:
    html = "\n".join(filter(None, (article.html, pictures.html)))
    return replace(article, html=html, media=pictures.media, unpruned=article.unpruned or html)


def _copy_without(node: Element, cut: list[Element]) -> Element:
    """A copy of the node without the copies of some elements inside it."""
    copy = deepcopy(node)
    if cut:
        # Selectors may depend on what is around the node, which a copy does not have: so they were applied to the node.
        dropped = set(cut)
        pairs = zip(node.select("*"), copy.select("*"), strict=True)
        for twin in [twin for own, twin in pairs if own in dropped]:
            twin.decompose()
    return copy
