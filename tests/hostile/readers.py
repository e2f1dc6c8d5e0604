"""Every reader of foreign text, with the documents that are meant to slow it down."""

import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

from blogforever.actions._crawl.blog_lists import read_list, read_opml
from blogforever.actions._files.rules_file import rules_from_json
from blogforever.changes.word_diff import diff_words, fold_pieces
from blogforever.classifier.compare_pages import compare_pages
from blogforever.classifier.features import Clues
from blogforever.classifier.place_names import readable
from blogforever.crawl.robots_rules import read_robots
from blogforever.dom.language import identify_language
from blogforever.dom.metadata import json_ld, published
from blogforever.dom.offline import localise
from blogforever.dom.page_index import PageIndex
from blogforever.dom.page_layout import safe_css, sanitised_body, show_page
from blogforever.dom.page_links import page_links
from blogforever.dom.parsed_page import parse
from blogforever.dom.players import is_player
from blogforever.dom.post_list import find_post_list, replace_list
from blogforever.dom.select import is_selector
from blogforever.dom.tree import decode
from blogforever.errors import BlogforeverError
from blogforever.extract.comments.phrases import is_label, name_beside_date, name_of, says_nothing, stated_count
from blogforever.extract.comments.read import read_comments
from blogforever.extract.fields import Reader as FieldReader
from blogforever.extract.language import article_language
from blogforever.extract.media import candidates
from blogforever.extract.post import extract_post, read_fields
from blogforever.frontier.pagination import split_numbers
from blogforever.frontier.traps import Traps
from blogforever.harvest.recall import page_of_exchange
from blogforever.learn.announcements import find_announcements
from blogforever.learn.concepts import concepts
from blogforever.learn.fields.tags import is_tag_address, tag_key
from blogforever.learn.lesson import outline
from blogforever.learn.page_clusters import signature
from blogforever.learn.ruleset import learn_rules
from blogforever.model.exchange import Exchange
from blogforever.model.page import Page
from blogforever.model.rules import RuleSet
from blogforever.sources.comments.feed_entries import by_post, read_comment_feed
from blogforever.sources.comments.find_feeds import find_comment_feeds
from blogforever.sources.comments.markup import read_comment_markup
from blogforever.sources.comments.wordpress import read_rest_comments
from blogforever.sources.feeds.discover import find_feeds
from blogforever.sources.feeds.markup import from_plain, read_markup, unescape_doubled, visible_text
from blogforever.sources.feeds.parse import parse_feed
from blogforever.sources.feeds.values import author_names, read_feed_date, repair_link, split_list, tag_names
from blogforever.sources.platforms import find_platform, platform_of_generator
from blogforever.sources.sitemap_locations import robots_sitemaps, sitemap_hint
from blogforever.sources.sitemaps import read_sitemap
from blogforever.sources.wordpress import read_rest_page, rest_address
from blogforever.store.warc import http_message
from blogforever.store.warc.cdxj import parse_line, surt, timestamp
from blogforever.store.warc.gzip_members import whole_members
from blogforever.store.warc.records import read_record
from blogforever.store.warc.walk import Notes, walk
from blogforever.text.bigrams import similarity
from blogforever.text.bylines import byline_name, is_worded
from blogforever.text.charsets import charset_of
from blogforever.text.comment_ids import comment_id, made_up_id
from blogforever.text.dates import read
from blogforever.text.words import fold, tidy, words
from blogforever.urls import normalize
from blogforever.urls.hash_routes import as_path, route_of
from blogforever.urls.path_words import names_day, names_list
from blogforever.urls.paths import file_ending, segments
from blogforever.urls.shape import shape_of
from blogforever.urls.variants import never_a_page, variant_of
from tests.hostile.documents import (
    FEEDS,
    HEADS,
    JSON_FEEDS,
    PACKED,
    PAGES,
    ROBOTS,
    SITEMAPS,
    TEXTS,
    Family,
    Maker,
    as_bytes,
)
from tests.sample_blog.blog import make_blog

HOME = "http://a.b/"
TODAY = date(2012, 3, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A public door through which foreign text comes in."""

    name: str
    run: Callable[[object], object]
    documents: Family
    quick: bool = True
    """Tried by `make test`; the others read what a quick one reads too, and only the benchmark tries them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A reader with one document."""

    reader: str
    document: str
    make: Maker
    run: Callable[[object], object]

    def __str__(self) -> str:
        return f"{self.reader}: {self.document}"


def all_cases() -> Iterator[Case]:
    """Every reader with each of its documents."""
    for reader in READERS:
        for document, make in reader.documents.items():
            yield Case(reader=reader.name, document=document, make=make, run=reader.run)


def _of_text(*functions: Callable[[str], object]) -> list[Reader]:
    return [Reader(name=one.__qualname__, run=_uncached(one), documents=TEXTS) for one in functions]


def _uncached(function: Callable[[str], object]) -> Callable[[str], object]:
    """What is remembered would only be slow once."""
    return getattr(function, "__wrapped__", function)


def _page(content: object) -> Page:
    return Page(content=content.encode("utf-8", "surrogatepass"), address=HOME, captured=TODAY)


def _of_pages(*, quick: bool, **functions: Callable[[Page], object]) -> list[Reader]:
    def over(function: Callable[[Page], object]) -> Callable[[object], object]:
        def run(content: object) -> object:
            with suppress(BlogforeverError):
                return function(_page(content))

        return run

    return [Reader(name=name, run=over(function), documents=PAGES, quick=quick) for name, function in functions.items()]


def _tree(page: Page):
    return parse(page).document


def _of_trees(**functions: Callable[[object], object]) -> list[Reader]:
    """Readers that leave a parsed page as it is: what parsing costs is not theirs."""

    def over(function: Callable[[object], object]) -> Callable[[object], object]:
        return lambda tree: None if tree is None else function(tree)

    return [
        Reader(name=name, run=over(function), documents=PARSED_PAGES, quick=False)
        for name, function in functions.items()
    ]


def _parsed(make: Maker) -> Maker:
    def parse(size: int) -> object:
        """None for what no parser takes."""
        with suppress(BlogforeverError):
            return _tree(_page(make(size)))

    return parse


PARSED_PAGES = {name: _parsed(make) for name, make in PAGES.items()}


@cache
def _sound() -> tuple[object, RuleSet, list]:
    blog = make_blog(posts=6, feed=4)
    feed = parse_feed(blog.feed())
    pages = [(address, parse(Page(content=blog.pages[address], address=address)).document) for address in blog.truth]
    return feed, learn_rules(feed, pages), pages


def _learn(page: Page) -> object:
    feed, _, pages = _sound()
    return learn_rules(feed, [(pages[0][0], _tree(page)), *pages[1:3]])


def _read_feed(content: object) -> object:
    with suppress(BlogforeverError):
        feed = parse_feed(content.encode("utf-8", "surrogatepass"), address=HOME + "feed")
        return read_comment_feed(feed), by_post(feed)


class _EveryLink(dict):
    """Every address leads to one of a few posts."""

    def get(self, address):
        return len(address) % 11


def _fill_anew(tree: object) -> object:
    found = find_post_list(tree, _EveryLink())
    return found and replace_list(found, ["<p>Another post.</p>"])


def _obey(content: bytes, address: str) -> object:
    rules = read_robots(content, HOME)
    return rules.delay, rules.allows(address)


def _unpack(body: object) -> object:
    headers = (("Content-Encoding", "gzip"), ("Content-Type", "text/html"))
    return page_of_exchange(
        Exchange(address=HOME, at=datetime(2012, 3, 6, tzinfo=UTC), status=200, response_headers=headers, body=body)
    )


def _walk_file(content: object) -> object:
    with tempfile.TemporaryDirectory() as folder, suppress(BlogforeverError):
        path = Path(folder, "x.warc.gz")
        path.write_bytes(content)
        return sum(1 for _ in walk(path, Notes()))


def _in_file(read: Callable[[Path], object]) -> Callable[[object], object]:
    def run(content: object) -> object:
        with tempfile.TemporaryDirectory() as folder, suppress(BlogforeverError):
            path = Path(folder, "list")
            path.write_bytes(content)
            return read(path)

    return run


def _refused(read: Callable[[object], object]) -> Callable[[object], object]:
    def run(content: object) -> object:
        with suppress(BlogforeverError):
            return read(content)

    return run


READERS: tuple[Reader, ...] = (
    *_of_text(
        byline_name,
        is_worded,
        comment_id,
        read.find_date,
        read.find_dates,
        read.read_machine_date,
        read.date_in_address,
        words,
        fold,
        tidy,
        normalize.canonical,
        normalize.post_key,
        normalize.path_key,
        normalize.host_of,
        normalize.is_tracking,
        names_list,
        names_day,
        segments,
        file_ending,
        is_player,
        as_path,
        route_of,
        identify_language,
        article_language,
        is_selector,
        name_of,
        name_beside_date,
        says_nothing,
        is_label,
        stated_count,
        candidates,
        visible_text,
        read_markup,
        unescape_doubled,
        from_plain,
        read_feed_date,
        repair_link,
        split_list,
        platform_of_generator,
        split_numbers,
        shape_of,
        variant_of,
        never_a_page,
        sitemap_hint,
        robots_sitemaps,
        concepts,
        tag_key,
        is_tag_address,
        charset_of,
        timestamp,
        readable,
        http_message.line,
        safe_css,
    ),
    Reader(name="diff_words", run=lambda text: fold_pieces(diff_words(text, text[::-1])), documents=TEXTS),
    Reader(name="diff_words, moved", run=lambda text: diff_words(text, text[7:] + "x"), documents=TEXTS),
    Reader(name="surt", run=lambda text: surt(text.encode("utf-8", "replace").decode()), documents=TEXTS),
    Reader(name="absolute", run=lambda text: normalize.absolute(text, HOME), documents=TEXTS),
    Reader(name="made_up_id", run=lambda text: made_up_id(text, text, text), documents=TEXTS),
    Reader(name="find_dates, counting back", run=lambda text: read.find_dates(text, now=TODAY), documents=TEXTS),
    Reader(name="similarity", run=lambda text: similarity(text, text), documents=TEXTS),
    Reader(name="author_names", run=lambda text: author_names([text]), documents=TEXTS),
    Reader(name="author_names of many", run=lambda text: author_names(text.split()), documents=TEXTS),
    Reader(name="tag_names of many", run=lambda text: tag_names(text.split()), documents=TEXTS),
    Reader(name="read_comment_markup", run=lambda text: read_comment_markup(text, HOME), documents=TEXTS),
    Reader(name="localise", run=lambda text: localise(text, {}), documents={**TEXTS, **PAGES}, quick=False),
    Reader(name="Traps.refuses", run=lambda text: Traps(this_year=2012).refuses(text), documents=TEXTS),
    *_of_pages(
        quick=True,
        page_links=lambda page: page_links(_tree(page), HOME),
        extract_post=lambda page: extract_post(page, FieldReader(None)),
        find_feeds=lambda page: find_feeds(decode(page)[0], address=HOME),
        find_announcements=lambda page: find_announcements(_tree(page), address=HOME),
        replace_list=lambda page: _fill_anew(_tree(page)),
        show_page=lambda page: show_page(sanitised_body(_tree(page).select_one("body")), {}),
    ),
    *_of_pages(
        quick=False,
        decode=decode,
        parse_text=_tree,
        extract_post_by_rules=lambda page: extract_post(page, FieldReader(_sound()[1])),
        read=lambda page: read_fields(parse(page), FieldReader(None)),
        read_comments=lambda page: read_comments(_tree(page), address=HOME, captured=TODAY),
        learn_rules=_learn,
    ),
    *_of_trees(
        PageIndex=PageIndex,
        outline=outline,
        json_ld=lambda tree: list(json_ld(tree)),
        published=published,
        compare_pages=lambda tree: compare_pages([PageIndex(tree)])[0].expected(Clues(title="Soup")),
        find_comment_feeds=lambda tree: find_comment_feeds(tree, address=HOME),
        find_platform=lambda tree: find_platform(tree, headers=(), address=HOME, feed_generator=None),
        rest_address=lambda tree: rest_address(tree, headers=(), address=HOME),
        signature=signature,
    ),
    Reader(name="parse_feed", run=_read_feed, documents={**FEEDS, **JSON_FEEDS}),
    Reader(name="read_markup of pages", run=read_markup, documents=PAGES, quick=False),
    Reader(
        name="read_comment_markup of pages",
        run=lambda text: read_comment_markup(text, HOME),
        documents=PAGES,
        quick=False,
    ),
    Reader(
        name="read_sitemap",
        run=lambda content: read_sitemap(content, address=HOME),
        documents={**SITEMAPS, **PACKED, **{f"a feed: {name}": make for name, make in as_bytes(FEEDS).items()}},
    ),
    Reader(name="read_opml", run=_in_file(read_opml), documents={**SITEMAPS, **as_bytes(FEEDS)}),
    Reader(name="read_list", run=_in_file(read_list), documents=as_bytes(TEXTS)),
    Reader(
        name="read_rest_page",
        run=lambda content: read_rest_page(content, headers=(("Link", content[:1].decode()),), address=HOME),
        documents=as_bytes(JSON_FEEDS),
    ),
    Reader(
        name="read_rest_comments",
        run=lambda content: read_rest_comments(content, headers=(), address=HOME),
        documents=as_bytes(JSON_FEEDS),
    ),
    Reader(name="rules_from_json", run=_refused(rules_from_json), documents=JSON_FEEDS),
    Reader(name="read_robots", run=lambda content: _obey(content, HOME + "a" * 1000), documents=ROBOTS),
    Reader(name="page_of_exchange", run=_unpack, documents=PACKED),
    Reader(
        name="whole_members",
        run=lambda content: sum(1 for _ in whole_members(io.BytesIO(content), 0, most=1 << 16)),
        documents=PACKED,
    ),
    Reader(name="walk", run=_walk_file, documents={**PACKED, **HEADS}),
    Reader(name="parse_response", run=http_message.parse_response, documents=HEADS),
    Reader(name="parse_request", run=http_message.parse_request, documents=HEADS),
    Reader(name="parse_warc_fields", run=http_message.parse_warc_fields, documents=HEADS),
    Reader(name="read_record", run=read_record, documents=HEADS),
    Reader(name="parse_line", run=parse_line, documents=as_bytes(JSON_FEEDS)),
)
