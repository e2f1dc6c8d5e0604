"""A page to a post: this module only calls the steps in order, and changes nothing.

parsed page → first look: addresses, article nodes, title, authors, date, tags, features → Extraction: comments,
article, language, evidence and fit
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from blogforever.dom.parsed_page import ParsedPage, parse
from blogforever.dom.tree import Element
from blogforever.extract.article import Article, read_article
from blogforever.extract.comments.read import read_comments, without_quotations
from blogforever.extract.comments.services import comment_service
from blogforever.extract.fallback import Origin
from blogforever.extract.fields import Fields, PreparedTemplate, Reader
from blogforever.extract.fit import judge_fit, page_features, text_features, url_features
from blogforever.extract.head import Head, last_change
from blogforever.extract.identity import find_addresses, find_number
from blogforever.extract.language import article_language, declared_language
from blogforever.extract.robots_directives import robots_directives
from blogforever.model.blog import Platform
from blogforever.model.comment import Discussion
from blogforever.model.page import Page
from blogforever.model.post import FieldEvidence, Post, Source
from blogforever.model.rules import Template
from blogforever.sources.comments.find_feeds import find_comment_feeds
from blogforever.urls.paths import host


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLook:
    """What a page shows at little cost, for those who want to know more before its article is read."""

    parsed: ParsedPage
    reader: Reader
    url: str | None
    """The address under which the page wants to be known."""
    aliases: tuple[str, ...]
    head: Head
    fields: Fields
    prepared: PreparedTemplate | None
    """The template that fits the page; None when none does."""
    nodes: tuple[Element, ...]
    """The article's nodes by that template."""
    features: frozenset[str]
    """What shows so far that the page is a post, or is not one; the article's text can only add to the latter."""

    @property
    def template(self) -> Template | None:
        """The template that fits the page; None when none does."""
        return self.fields.template

    @property
    def address(self) -> str | None:
        """Where the page was fetched from, else the address that it states."""
        return self.parsed.address or self.url


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that was read from a post's page."""

    post: Post
    """Without comments: they stand in the discussion."""
    discussion: Discussion
    """The comments on the page, apart from what the article quotes."""
    features: frozenset[str]
    """What shows that the page is a post, or is not one, its text included."""
    comment_service: str | None
    """The JavaScript comment service that the page embeds."""
    comment_feeds: tuple[str, ...]
    """The feeds of the post's comments that the page names or its platform always has, best first."""


def look_at(parsed: ParsedPage, reader: Reader) -> FirstLook:
    """The page's addresses, values and features, before its article is read."""
    document, rules = parsed.document, reader.rules
    head = Head(document)
    url, aliases = find_addresses(head, parsed.address, rules.hosts if rules else ())
    address = parsed.address or url
    prepared, nodes = reader.find_article(document)
    fields = reader.read_values(document, address, prepared, parsed.captured)
    features = page_features(document, head, fields.template, fields) | url_features(address, rules)
    return FirstLook(
        parsed=parsed,
        reader=reader,
        url=url,
        aliases=aliases,
        head=head,
        fields=fields,
        prepared=prepared,
        nodes=nodes,
        features=frozenset(features),
    )


def extract(look: FirstLook, *, platform: Platform | None = None) -> Extraction:
    """The page's post and comments, and where more of its comments are."""
    post, discussion, features = _read(look)
    document, address = look.parsed.document, look.address
    return Extraction(
        post=post,
        discussion=discussion,
        features=features,
        comment_service=comment_service(document),
        comment_feeds=find_comment_feeds(document, address=address, platform=platform) if address else (),
    )


def extract_post(page: Page, reader: Reader) -> Post:
    """The post that the page shows, with its comments. Raises NotHTML for what is not a page."""
    post, discussion, _ = _read(look_at(parse(page), reader))
    return replace(post, comments=discussion.comments)


def read_fields(parsed: ParsedPage, reader: Reader) -> Fields:
    """The page's values and its article's text alone."""
    prepared, nodes = reader.find_article(parsed.document)
    fields = reader.read_values(parsed.document, parsed.address, prepared, parsed.captured)
    article = read_article(
        parsed.document, prepared, nodes, fields=fields, address=parsed.address, text_only=True
    )  # fmt: skip
    return replace(fields, text=article.text, origins=_origins(fields, article))


def _read(look: FirstLook) -> tuple[Post, Discussion, frozenset[str]]:
    """The post, its comments, and all features of the page."""
    parsed, reader, fields, address = look.parsed, look.reader, look.fields, look.address
    rules = reader.rules
    comments = read_comments(
        parsed.document, address=address, learned=reader.comment_markups, day_first=reader.day_first,
        captured=parsed.captured, article=look.nodes[0] if look.nodes else None,
    )  # fmt: skip
    article = read_article(
        parsed.document, look.prepared, look.nodes, fields=fields, address=address,
        own_hosts=frozenset({*(rules.hosts if rules else ()), host(address or "")}),
    )  # fmt: skip
    declared = declared_language(parsed.document, look.head)
    language, confidence, rule = article_language(article.text, declared, rules.language if rules else None)
    origins = _origins(fields, article)
    if language:
        origins["language"] = (Source.GENERAL, rule, confidence)
    features = look.features | text_features(article, look.features)
    post = Post(
        url=look.url,
        aliases=look.aliases,
        id=find_number(look.head, article.identity),
        title=fields.title,
        authors=fields.authors,
        published=fields.published,
        updated=last_change(look.head),
        content_html=article.html,
        content_html_unpruned=article.unpruned,
        content_text=article.text,
        tags=fields.tags,
        language=language,
        declared_language=declared,
        links=article.links,
        media=article.media,
        fit=judge_fit(set(features), with_rules=rules is not None),
        template=fields.template.name if fields.template else None,
        evidence={name: _evidence(*origin) for name, origin in origins.items()},
        robots_directives=robots_directives(parsed.document, parsed.header_directives),
        problems=parsed.problems,
    )
    return post, without_quotations(comments, article.text), features


def _origins(fields: Fields, article: Article) -> dict[str, Origin]:
    return {**fields.origins, "content": article.origin} if article.origin else dict(fields.origins)


@lru_cache(maxsize=1024)  # a blog's rules give the same evidence on page after page
def _evidence(source: Source, rule: str, confidence: float) -> FieldEvidence:
    return FieldEvidence(value_from=source, rule=rule, confidence=confidence)
