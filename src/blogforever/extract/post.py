"""A page to a post: this module only calls the steps in order.

bytes → tree → article nodes → title, authors, date, tags → comments → unpruned HTML → pruned: links, media, HTML
→ text → language → addresses → evidence and fit → Post
"""

from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache

from blogforever.dom.archival import archival_html, base_address, mend
from blogforever.dom.paths import host
from blogforever.dom.reading import reading_text
from blogforever.dom.tree import Document, Element, decode, parse_text
from blogforever.extract import fallback
from blogforever.extract.comments import apart_from, read_comments
from blogforever.extract.fields import Fields, Reader
from blogforever.extract.fit import address_signs, judge_fit, page_signs, text_signs
from blogforever.extract.head import Head, last_change
from blogforever.extract.identity import find_addresses, find_number
from blogforever.extract.language import article_language, declared_language
from blogforever.extract.links import find_links
from blogforever.extract.media import find_media
from blogforever.extract.robots_directives import robots_directives
from blogforever.model.comment import Discussion
from blogforever.model.page import Page
from blogforever.model.post import FieldEvidence, Link, MediaRef, Post, Source


def extract_post(page: Page, reader: Reader) -> Post:
    """The post that the page shows, with its comments. Raises NotHTML for what is no page."""
    written, problems = decode(page)
    look = Look(parse_text(written), page, reader)
    post = look.read(problems)
    return replace(post, comments=look.discussion.comments)


class Look:
    """A first look at a page: its values and signs, for those who want to know more before they read the article.

    Reading cuts what is no article out of the tree: who needs the whole page looks at it before.
    """

    def __init__(self, document: Document, page: Page, reader: Reader) -> None:
        self.document = document
        self._reader = reader
        self._head = Head(document)
        rules = reader.rules
        self.url, self._aliases = find_addresses(self._head, page.address, rules.hosts if rules else ())
        """Under which the page wants to be known."""
        self._address = page.address or self.url
        self._captured = page.captured
        self._directives = robots_directives(document, page.robots_directives)
        ready, self._found = reader.find_article(document)
        self._fields = reader.read_values(document, self._address, ready, page.captured)
        self.template = self._fields.template
        self._declared = declared_language(document, self._head)
        self.signs = page_signs(document, self._head, self._fields.template, self._fields)
        """What speaks for and against a post so far; the article's text can only speak against."""
        self.discussion = Discussion()
        """The page's comments, once it was read."""
        self.signs |= address_signs(self._address, rules)

    def read(self, problems: tuple[str, ...] = ()) -> Post:
        """The whole post; then `discussion` has its comments."""
        fields, rules = self._fields, self._reader.rules
        self.discussion = read_comments(
            self.document, address=self._address, learned=self._reader.comment_markups,
            day_first=self._reader.day_first, captured=self._captured,
            article=self._found[0] if self._found else None,
        )  # fmt: skip
        article = _read_article(self.document, self._found, fields, self._reader, self._address)
        self.discussion = apart_from(self.discussion, fields.text)
        language, sure, told_by = article_language(fields.text, self._declared, rules.language if rules else None)
        if language:
            fields.origins["language"] = (Source.GENERAL, told_by, sure)
        self.signs |= text_signs(fields.text, article.links)
        return Post(
            url=self.url,
            aliases=self._aliases,
            id=find_number(self._head, article.identity),
            title=fields.title,
            authors=fields.authors,
            published=fields.published,
            updated=last_change(self._head),
            content_html=article.html,
            content_html_unpruned=article.unpruned,
            content_text=fields.text,
            tags=fields.tags,
            language=language,
            declared_language=self._declared,
            links=article.links,
            media=article.media,
            fit=judge_fit(self.signs, with_rules=rules is not None),
            template=fields.template.name if fields.template else None,
            evidence=_evidence(fields),
            robots_directives=self._directives,
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
