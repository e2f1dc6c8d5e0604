"""The Python API: what `import blogforever` offers, with arguments in whatever form the caller has them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypedDict, Unpack, overload

from blogforever.actions import extract, learn, read_archive
from blogforever.actions import harvest as harvest_action
from blogforever.actions._archive import OpenArchive, archive_folder, list_blogs, name_archive
from blogforever.actions._files.records import ArchivedPost
from blogforever.actions._files.rules_file import load_rules
from blogforever.actions._files.saved_pages import PageFile, SavedPages, find_addresses, read_feed
from blogforever.actions.export import FORMATS, ExportCounts, choose_format, export
from blogforever.actions.harvest import HarvestEnd, HarvestJob
from blogforever.actions.history import blog_events, compare, post_events
from blogforever.actions.history.blog_events import HistoryEntry
from blogforever.actions.history.compare import ComparedVersions
from blogforever.actions.history.front_page import FrontPage, front_page
from blogforever.actions.history.point_in_time import PointInTime, as_point
from blogforever.actions.history.post_events import PostHistory
from blogforever.actions.read_archive import SEARCH_EXAMPLE, PostFilter, as_period, is_query
from blogforever.errors import BlogforeverError, NotHTML, NotInArchive
from blogforever.model.archive import ArchivedBlog, Hit, PostLine
from blogforever.model.feed import Feed
from blogforever.model.harvest import HarvestOptions, Progress, Render, Report, VisitKind
from blogforever.model.page import Page
from blogforever.model.post import Post
from blogforever.model.rules import RuleSet
from blogforever.sources.feeds.parse import parse_feed
from blogforever.store.checks.soundness import damage_told
from blogforever.store.database import open_existing
from blogforever.store.queries.blogs import find_blog

_STORES = ("postgresql://", "postgresql+psycopg://", "postgres://")

_LEAST = {"max_pages": 1, "max_time": 0, "max_size": 1, "delay": 0, "concurrency": 1, "timeout": 1}
"""The smallest value of each option that is a number, as on the command line."""

PageLike = Page | bytes | str | Path
"""A page, its bytes, its HTML as text, or the path of a file."""


class HarvestKeywords(TypedDict, total=False):
    """The fields of HarvestOptions as keyword arguments."""

    max_pages: int | None
    max_time: float | None
    max_size: int | None
    delay: float | None
    concurrency: int
    timeout: float
    obey_robots: bool
    respect_noarchive: bool
    media: bool
    warc: bool
    render: Render | str
    screenshots: bool
    browser: str | None
    contact: str | None
    offline: bool
    visit: VisitKind
    thorough: bool


@overload
def harvest(
    url: str,
    archive: Path | str | None = None,
    *,
    store: str | None = None,
    jobs: int = 2,
    watch: Callable[[Progress], None] | None = None,
    **options: Unpack[HarvestKeywords],
) -> Report: ...
@overload
def harvest(
    url: list[str] | tuple[str, ...],
    archive: Path | str | None = None,
    *,
    store: str | None = None,
    jobs: int = 2,
    watch: Callable[[Progress], None] | None = None,
    **options: Unpack[HarvestKeywords],
) -> list[HarvestEnd]: ...
def harvest(
    url: str | list[str] | tuple[str, ...],
    archive: Path | str | None = None,
    *,
    store: str | None = None,
    jobs: int = 2,
    watch: Callable[[Progress], None] | None = None,
    **options: Unpack[HarvestKeywords],
) -> Report | list[HarvestEnd]:
    """Harvest a blog, or several, into an archive.

    `url` is the address of a blog, which gives its Report, or a list of addresses, which gives one HarvestEnd for each
    blog with its report or its error: BadAddress, for example, for what is not the address of a blog. `archive` is the
    folder; None means the same one as on the command line: $BLOGFOREVER_ARCHIVE, or ./blogforever-archive. `store` is
    the address of a PostgreSQL database to use instead of the SQLite file in the folder. `jobs` is the number of blogs
    to harvest at the same time, and `watch` is called with the progress of each blog. All other keyword arguments are
    fields of HarvestOptions.

    Raises ValueError for an option out of range, and BlogforeverError if the only blog fails, or for whatever concerns
    all blogs: an archive that cannot be written, or an empty list. Raises KeyboardInterrupt if the only blog is
    interrupted before it has begun.
    """
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs!r}")
    addresses = [url] if isinstance(url, str) else list(url)
    named = (str(archive) if archive else None, store)
    with _naming(*named):
        job = HarvestJob(archive=archive_folder(archive), store=store, options=_harvest_options(options))
        ends = [_end_naming(end, *named) for end in harvest_action.harvest(addresses, job, jobs=jobs, watch=watch)]
    if not isinstance(url, str):
        return ends
    end = ends[0]
    if end.error is not None:
        raise end.error
    if end.report is None:
        raise KeyboardInterrupt
    return end.report


def learn_rules(feed: Feed | bytes | str | Path, pages: Iterable[PageLike | tuple[str, PageLike]]) -> RuleSet:
    """Learn the extraction rules of a blog from its feed and the pages of some of its posts.

    `feed` is a parsed Feed, the bytes or the text of a feed, or the path of a file. Each page is a Page, its bytes, its
    HTML as text, the path of a file, or a pair of its address and one of these. A page without an address gets the one
    that it states, or the one that its entry in the feed has.

    Raises NotAFeed, UnreadableFile, and NothingToLearnFrom if none of the pages belongs to an entry of the feed.
    """
    if isinstance(pages, str | bytes):
        raise TypeError("pages must be a list of pages; for one page, give a list of one")
    if isinstance(feed, str) and "<" in feed:
        feed = feed.encode("utf-8", "replace")
    if isinstance(feed, bytes):
        feed = parse_feed(feed)
    elif not isinstance(feed, Feed):
        feed = read_feed(feed)
    read = [_as_page(page[1], page[0]) if isinstance(page, tuple) else _as_page(page) for page in pages]
    return learn.learn_rules(feed, _with_addresses(read, feed))


def extract_post(page: PageLike, url: str | None = None, rules: RuleSet | Path | str | None = None) -> Post:
    """Extract the post from a page.

    `page` is a Page, its bytes, its HTML as text (a str that contains "<"), or the path of a file. `url` is the address
    that it was fetched from; without it, the address is the one that the page states, if any. `rules` are the blog's
    rules or the path of a file with saved rules; without rules, the general extractor reads the page.

    Raises NotHTML if it is not a web page, UnreadableFile and BadRules.
    """
    known = load_rules(rules) if isinstance(rules, Path | str) else rules
    [addressed] = _with_addresses([_as_page(page, url)], None)
    return extract.extract_post(addressed, known)


class Archive:
    """An archive, open for reading. Use it in a `with` statement, or call `close` at the end.

    `path_or_store` is the archive's folder, or the address of a PostgreSQL database (postgresql://…). None means the
    same folder as on the command line: $BLOGFOREVER_ARCHIVE, or ./blogforever-archive. `folder` is for PostgreSQL only:
    the folder that holds the media and WARC files. Raises NotInArchive if there is no archive.
    """

    def __init__(self, path_or_store: Path | str | None = None, *, folder: Path | str | None = None) -> None:
        store = path_or_store if isinstance(path_or_store, str) and path_or_store.startswith(_STORES) else None
        if store is None and folder is not None:
            raise TypeError("folder= is only for an archive in PostgreSQL: give the archive's folder alone")
        named = folder if store else path_or_store
        self._named = (str(named) if named else None, store)
        with _naming(*self._named):
            place = archive_folder(named)
            self._open = OpenArchive(folder=place, database=open_existing(place, store))
        self._is_closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the archive."""
        self._open.database.close()
        self._is_closed = True

    @property
    def _archive(self) -> OpenArchive:
        if self._is_closed:
            raise ValueError("the archive is closed: open it again with Archive(…)")
        return self._open

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with _naming(*self._named), damage_told(lambda: self._archive.database):
            yield

    def blogs(self) -> tuple[ArchivedBlog, ...]:
        """All blogs, in the order in which they were first harvested; none if the archive is empty."""
        with self._reading():
            try:
                return list_blogs(self._archive)
            except NotInArchive:
                return ()

    def posts(
        self,
        blog: str | None = None,
        *,
        since: date | str | None = None,
        until: date | str | None = None,
        tag: str | None = None,
        author: str | None = None,
        language: str | None = None,
    ) -> Iterator[PostLine]:
        """The posts of a blog, or of all, newest first; undated ones come last.

        `since` and `until` are a year, a month or a day ("2010", "2010-03", "2010-03-31" or a date), both inclusive.
        `tag` must match the whole tag, `author` any part of the name; `language` is an ISO 639 code such as "en".
        `blog` is its address, number, host or title, or a part of its address or title. Raises NotInArchive for an
        unknown blog, AmbiguousBlog for a name that fits several, and ValueError for what is not a date, or for a
        `since` that is later than `until`.
        """
        first, last = as_period(since, until)
        only = PostFilter(blog=blog, since=first, until=last, tag=tag, author=author, language=language)
        with self._reading():
            if blog is not None:
                find_blog(self._archive.database, blog)
        return self._lines(only)

    def _lines(self, only: PostFilter) -> Iterator[PostLine]:
        with self._reading():
            yield from read_archive.list_posts(self._archive, only)

    def post(self, url: str, *, version: int | None = None) -> ArchivedPost:
        """The post with this address, in its newest version or the given one. Raises NotInArchive."""
        with self._reading():
            return read_archive.read_post(self._archive, url, version)

    def versions(self, url: str) -> PostHistory:
        """What happened to the post with this address: its versions, and when it was gone, back or moved.

        Raises NotInArchive.
        """
        with self._reading():
            return post_events.read_events(self._archive, url)

    def diff(self, url: str, *, earlier: int | None = None, later: int | None = None) -> ComparedVersions:
        """What changed between two versions of a post, word by word; between the last two unless you name others.

        Raises NotInArchive if there are no such versions.
        """
        with self._reading():
            return compare.compare(self._archive, url, earlier=earlier, later=later)

    def history(
        self, blog: str, *, since: date | str | None = None, until: date | str | None = None
    ) -> Iterator[HistoryEntry]:
        """The harvests of a blog, newest first, each followed by what it found new, edited, moved, gone or back.

        `since` and `until` choose harvests by when they ended: "2012", "2012-05", "2012-05-16", "2012-05-16T14:30" (in
        UTC), a date or a datetime, both inclusive. Raises NotInArchive, AmbiguousBlog, and ValueError for other times.
        """
        begin, end = (None if one is None else as_point(one) for one in (since, until))
        with self._reading():
            find_blog(self._archive.database, blog)
        return self._entries(blog, begin, end)

    def _entries(self, blog: str, since: PointInTime | None, until: PointInTime | None) -> Iterator[HistoryEntry]:
        with self._reading():
            yield from blog_events.read_history(self._archive, blog, since=since, until=until)

    def front_page(self, blog: str, moment: date | str) -> FrontPage:
        """The front page of a blog as it was at a moment: captured, or reconstructed from the posts of that time.

        `moment` is written like `since` in `history`; a year, month or day means its end. The page itself is in
        `FrontPage.html`. Raises NotInArchive if the archive knows nothing from that time, AmbiguousBlog and ValueError.
        """
        point = as_point(moment)
        with self._reading():
            return front_page(self._archive, blog, point)

    def search(self, words: str, *, blog: str | None = None, limit: int = 20) -> list[Hit]:
        """The posts that contain all the words, "quoted phrases" and beginnings of words*, best match first.

        Posts that only have a comment with all of them come after the others; `Hit.comment` is that comment. [Brackets]
        mark the matches. Raises ValueError if there is no word to look for.
        """
        if not is_query(words):
            raise ValueError(f"there is no word in {words!r}; search for {SEARCH_EXAMPLE}")
        if limit < 1:
            raise ValueError(f"limit must be at least 1, not {limit!r}")
        with self._reading():
            return read_archive.search_posts(self._archive, words, blog=blog, limit=limit, marks=("[", "]"))

    def export(  # noqa: PLR0913 - the same choices as on the command line
        self,
        path: Path | str,
        format: str | None = None,  # noqa: A002 - the same word as on the command line
        blogs: Sequence[str] = (),
        *,
        since: date | str | None = None,
        until: date | str | None = None,
        tag: str | None = None,
        author: str | None = None,
        language: str | None = None,
        search: str | None = None,
        only_comments: bool = False,
        for_spreadsheets: bool = False,
    ) -> ExportCounts:
        """Write the posts of these blogs, or of all, to a file, and return how much was exported.

        `format` is "jsonl", "csv" or "parquet"; None means what the file's ending says: .jsonl, .csv or .parquet, the
        first two also with .gz. The filters are those of `posts`, and `search` those of `search`; a post must pass all
        of them. `only_comments` writes one record for each comment of the posts instead of each post.
        `for_spreadsheets` begins a CSV file with a byte order mark, by which spreadsheets recognise UTF-8.

        Raises NotInArchive for an unknown blog, or if no post passes the filters; UnreadableFile if the file cannot be
        written, or its ending contradicts the format or does not say one; and ValueError for other values.
        """
        if format is not None and format not in FORMATS:
            raise ValueError(f"{format!r} is not a format; choose one of {', '.join(FORMATS)}")
        if search is not None and not is_query(search):
            raise ValueError(f"there is no word in {search!r}; search for {SEARCH_EXAMPLE}")
        form = choose_format(path, format)
        if for_spreadsheets and form != "csv":
            raise ValueError(f"for_spreadsheets is for csv, not for {form}")
        first, last = as_period(since, until)
        only = PostFilter(since=first, until=last, tag=tag, author=author, language=language, search=search)
        selected = (blogs,) if isinstance(blogs, str) else blogs
        with self._reading():
            return export(
                self._archive, selected, form, path,
                only=only, only_comments=only_comments, for_spreadsheets=for_spreadsheets,
            )  # fmt: skip


@contextmanager
def _naming(archive: str | None, store: str | None) -> Iterator[None]:
    """In the commands that an error suggests stands the archive that the caller named."""
    try:
        yield
    except BlogforeverError as error:
        error.next_step = name_archive(error.next_step, archive, store)
        raise


def _end_naming(end: HarvestEnd, archive: str | None, store: str | None) -> HarvestEnd:
    """The same in the error or the notes of a harvest."""
    if end.error is not None:
        end.error.next_step = name_archive(end.error.next_step, archive, store)
    if end.report is None:
        return end
    notes = tuple(name_archive(note, archive, store) for note in end.report.notes)
    return replace(end, report=replace(end.report, notes=notes))


def _harvest_options(options: HarvestKeywords) -> HarvestOptions:
    known = [field.name for field in fields(HarvestOptions)]
    unknown = [name for name in options if name not in known]
    if unknown:
        raise TypeError(f"harvest() has no option {unknown[0]!r}; its options are {', '.join(known)}")
    values: dict[str, Any] = dict(options)
    for name, least in _LEAST.items():
        value = values.get(name)
        if value is not None and (not isinstance(value, int | float) or value < least):
            raise ValueError(f"{name} must be a number of at least {least}, not {value!r}")
    render = values.get("render", Render.AUTO)
    if render not in list(Render):
        raise ValueError(f"render must be one of {', '.join(Render)}, not {render!r}")
    return HarvestOptions(**{**values, "render": Render(render)})


def _as_page(page: PageLike, url: str | None = None) -> Page:
    if isinstance(page, bytes):
        return Page(content=page, address=url)
    if isinstance(page, str) and "<" in page:
        return Page(content=page.encode("utf-8", "replace"), address=url, charset="utf-8")
    if not isinstance(page, Page):
        if not str(page):
            raise NotHTML("page", "is empty", "Give the page's HTML, or the path of a file.")
        [page] = SavedPages([PageFile(file=Path(page))])
    return replace(page, address=url) if url else page


def _with_addresses(pages: list[Page], feed: Feed | None) -> list[Page]:
    """The same pages; those without an address get the one that they state or that their feed entry has."""
    without = [place for place, page in enumerate(pages) if page.address is None]
    for number, address in find_addresses([pages[place] for place in without], feed).items():
        pages[without[number]] = replace(pages[without[number]], address=address)
    return pages
