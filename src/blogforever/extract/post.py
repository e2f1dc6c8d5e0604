"""A page to a post: this module only calls the steps in order.

bytes → tree → article nodes → title, authors, date, tags → unpruned HTML → pruned: links, media, HTML
→ text → language → addresses → evidence and fit → Post
"""

from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache

from blogforever.dom.archival import archival_html, base_address, mend
from blogforever.dom.reading import reading_text
from blogforever.dom.tree import Document, Element, decode, parse_text
from blogforever.extract import fallback
from blogforever.extract.fields import Fields, Reader
from blogforever.extract.fit import address_signs, judge_fit, page_signs, text_signs
from blogforever.extract.head import Head, last_change
from blogforever.extract.identity import find_addresses, find_number
from blogforever.extract.language import article_language, declared_language
from blogforever.extract.links import find_links
from blogforever.extract.media import find_media
from blogforever.extract.paths import host
from blogforever.model.page import Page
from blogforever.model.post import FieldEvidence, Link, MediaRef, Post, Source


def extract_post(page: Page, reader: Reader) -> Post:
    """The post that the page shows. Raises NotHTML for what is no page."""
    written, problems = decode(page)
    document = parse_text(written)
    head = Head(document)
    rules = reader.rules
    url, aliases = find_addresses(head, page.address, rules.hosts if rules else ())
    ready, found = reader.find_article(document)
    fields = reader.read_values(document, page.address or url, ready, page.captured)
    declared = declared_language(document, head)
    signs = page_signs(document, head, fields.template, fields)
    article = _read_article(document, found, fields, reader, page.address or url)
    language, sure, told_by = article_language(fields.text, declared, rules.language if rules else None)
    if language:
        fields.origins["language"] = (Source.GENERAL, told_by, sure)
    signs |= address_signs(page.address or url, rules) | text_signs(fields.text, article.links)
    return Post(
        url=url,
        aliases=aliases,
        id=find_number(head, article.identity),
        title=fields.title,
        authors=fields.authors,
        published=fields.published,
        updated=last_change(head),
        content_html=article.html,
        content_html_unpruned=article.unpruned,
        content_text=fields.text,
        tags=fields.tags,
        language=language,
        declared_language=declared,
        links=article.links,
        media=article.media,
        fit=judge_fit(signs, with_rules=rules is not None),
        template=fields.template.name if fields.template else None,
        evidence=_evidence(fields),
        problems=problems,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Article:
    """What the article's nodes hold besides their text."""

    identity: str | None = None
    unpruned: str = ""
    html: str = ""
    links: tuple[Link, ...] = ()
    media: tuple[MediaRef, ...] = ()


def _read_article(
    document: Document, found: list[Element], fields: Fields, reader: Reader, address: str | None
) -> _Article:
    """The article by the rule's nodes, else by the general extractor; its text goes into the fields."""
    base = base_address(document, address)
    hosts = frozenset({*(reader.rules.hosts if reader.rules else ()), host(address or "")})
    if found and fields.template is not None:
        article = _read_nodes(found, fields, base, hosts, ",".join(fields.template.exclusions))
        if fields.text:
            rule, learned = fields.template.article.rules[0], fields.template.article.evidence
            fields.origins["content"] = (Source.RULE, rule.css, learned.confidence if learned else 0.0)
            return article
    node, unlikely = fallback.likeliest(document, fields.title)
    if node is None:
        return _Article()
    article = _read_nodes([node], fields, base, hosts, unlikely)
    fields.origins["content"] = fallback.ORIGIN
    return article


def _read_nodes(
    nodes: list[Element], fields: Fields, base: str | None, hosts: frozenset[str], cut: str | list[Element]
) -> _Article:
    """HTML before and after pruning, links and media; then the text, whose reading changes the nodes."""
    unpruned: list[str] = []
    pruned: list[str] = []
    links: list[Link] = []
    media: list[MediaRef] = []
    texts: list[str] = []
    for node in nodes:
        if _has(node, cut):
            whole = deepcopy(node)
            unpruned.append(archival_html(whole, mend(whole, base), base))
            del whole  # of a large page two copies at once are one too many
            _prune(node, cut)
        shown = mend(node, base)
        links += (own := find_links(node, base, hosts))
        media += find_media(shown, own)
        pruned.append(archival_html(node, shown, base))
        if len(unpruned) < len(pruned):
            unpruned.append(pruned[-1])
        texts.append(reading_text(node))
    fields.text = "\n".join(filter(None, texts))
    return _Article(
        identity=nodes[0].attr("id"),
        unpruned="\n".join(unpruned),
        html="\n".join(pruned),
        links=tuple(links),
        media=tuple(media),
    )


def _has(node: Element, cut: str | list[Element]) -> bool:
    return bool(cut) and (not isinstance(cut, str) or node.select_one(cut) is not None)


def _prune(node: Element, cut: str | list[Element]) -> None:
    if isinstance(cut, str):
        node.remove(cut)
    else:
        for part in cut:
            part.decompose()


def _evidence(fields: Fields) -> dict[str, FieldEvidence]:
    return {name: _testimony(*origin) for name, origin in fields.origins.items()}


@lru_cache(maxsize=1024)  # a blog's rules testify to the same on page after page
def _testimony(source: Source, rule: str, sure: float) -> FieldEvidence:
    return FieldEvidence(value_from=source, rule=rule, confidence=sure)
