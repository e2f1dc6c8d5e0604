"""Read an archive: its blogs, lists of posts, whole posts, and the rules and ledger of a blog."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from shlex import quote

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.records import ArchivedPost, Record, archived_posts, comment_record
from blogforever.errors import NotInArchive
from blogforever.learn.rules_json import rules_from_json
from blogforever.model.archive import ArchivedBlog, Hit, LedgerSummary, PostLine, PostVersion, StoredPost
from blogforever.model.harvest import GonePost, Missing
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.model.rules import RuleSet
from blogforever.store.queries import blogs, post_lists, posts, search
from blogforever.store.queries.blogs import find_blog
from blogforever.store.queries.ledger import each_entry, summarise
from blogforever.store.queries.reports import newest_report
from blogforever.store.queries.search import found_posts
from blogforever.text.search_words import read_query

_BATCH = 500
_DATE = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class PostFilter:
    """Which posts to list; None means no such condition."""

    blog: str | None = None
    since: str | None = None
    """A year, month or day (2010, 2010-03, 2010-03-31), inclusive."""
    until: str | None = None
    """The same, also inclusive."""
    tag: str | None = None
    """The whole tag, upper or lower case."""
    author: str | None = None
    """Any part of the name, upper or lower case."""
    language: str | None = None
    """The ISO 639 code that was identified from the text, such as "en"."""
    search: str | None = None
    """Words that the post or one of its comments holds, as for `search_posts`."""


EVERYTHING = PostFilter()


def is_date(text: str) -> bool:
    """True for a year, a month or a day, as PostFilter takes them."""
    return _DATE.fullmatch(text) is not None


def as_period(since: date | str | None, until: date | str | None) -> tuple[str | None, str | None]:
    """The first and the last day, month or year as text. Raises ValueError for others, and if they are swapped."""
    first, last = _as_date(since), _as_date(until)
    if first and last and is_later(first, last):
        raise ValueError(f"since {first!r} is later than until {last!r}: no post can match; swap them")
    return first, last


def is_later(since: str, until: str) -> bool:
    """True if the one date begins after the other has ended, so that no post can be between them."""
    exactness = min(len(since), len(until))  # 2010-03-31 is not later than 2010-03, which ends with it
    return since[:exactness] > until[:exactness]


def blog_record(blog: ArchivedBlog) -> Record:
    """The blog as a JSON object, with its number and the state of its newest harvest."""
    state = blog.state.value if blog.state else None
    figures = {
        "first_post": blog.first_post, "harvests": blog.harvests, "state": state,
        "harvest_began": blog.harvest_began, "harvest_ended": blog.harvest_ended,
        "next_visit": blog.next_visit, "next_visit_reason": blog.next_visit_reason,
    }  # fmt: skip
    return {"number": blog.id} | blogs.blog_record(blog) | figures


def list_posts(archive: OpenArchive, only: PostFilter) -> Iterator[PostLine]:
    """The posts that pass the filter, newest first, undated ones last. Raises NotInArchive for an unknown blog."""
    found = None if only.search is None else found_posts(archive.database, only.search)
    after = None
    while True:
        portion = post_lists.list_posts(
            archive.database,
            blog=only.blog,
            since=only.since,
            until=only.until,
            after=after,
            limit=_BATCH,
        )
        yield from (line for line in portion if (found is None or line.id in found) and _passes(line, only))
        if len(portion) < _BATCH:
            return
        after = portion[-1].id


def line_record(line: PostLine) -> Record:
    """A line of a list as a JSON object, with the same keys as the whole record."""
    return {
        "number": line.id,
        "blog": line.blog,
        "url": line.url,
        "title": line.title,
        "authors": list(line.authors),
        "published": line.published,
        "tags": list(line.tags),
        "language": line.language,
        "version": line.versions,
        "captured_at": line.captured_at,
        "from_feed": line.from_feed,
        "comments": line.comments,
        "comments_stated": line.comments_stated,
    }


def read_post(archive: OpenArchive, name: str, version: int | None = None) -> ArchivedPost:
    """The post with this address, alias, key or number, in its newest version or the given one."""
    stored = posts.find_post(archive.database, name)
    selected = stored.newest if version is None else _version(archive, stored, version)
    return next(archived_posts(archive, stored.blog, [(stored, selected)]))


def read_versions(archive: OpenArchive, name: str) -> tuple[ArchivedPost, ...]:
    """All versions of the post, oldest first."""
    stored = posts.find_post(archive.database, name)
    versions = posts.post_versions(archive.database, stored.id)
    return tuple(archived_posts(archive, stored.blog, [(stored, version) for version in versions]))


SEARCH_EXAMPLE = """lighthouse, "harbour wall" (words that follow each other) or archiv* (words that begin so)"""


def is_query(words: str) -> bool:
    """True if there is a word to look for."""
    return bool(read_query(words))


def search_posts(
    archive: OpenArchive, words: str, *, blog: str | None, limit: int, marks: tuple[str, str]
) -> list[Hit]:
    """The posts that contain all the words, "quoted phrases" and beginnings of words*, best match first.

    Posts that only have a comment with all of them come after the others.
    """
    return list(search.search(archive.database, words, blog=blog, limit=limit, marks=marks))


def hit_record(hit: Hit) -> Record:
    """A search result as a JSON object."""
    comment = comment_record(hit.comment) if hit.comment else None
    return line_record(hit.post) | {"snippet": hit.snippet, "comment": comment}


def read_rules(archive: OpenArchive, blog: str) -> RuleSet:
    """The rules with which the blog's pages were last read. Raises NotInArchive or BadRules."""
    text = blogs.newest_rules(archive.database, blog)
    if text is None:
        next_step = f"Its pages were read by the general extractor. See the result: blogforever ledger {quote(blog)}"
        raise NotInArchive(blog, "no rules were learned for this blog", next_step)
    return rules_from_json(text, subject=blog)


def _passes(line: PostLine, only: PostFilter) -> bool:
    if only.tag is not None and only.tag.casefold() not in {tag.casefold() for tag in line.tags}:
        return False
    if only.language is not None and only.language.casefold() != (line.language or "").casefold():
        return False
    return only.author is None or any(only.author.casefold() in name.casefold() for name in line.authors)


def _version(archive: OpenArchive, stored: StoredPost, number: int) -> PostVersion:
    matching = [one for one in posts.post_versions(archive.database, stored.id) if one.number == number]
    if not matching:
        subject = stored.post.url or stored.key
        problem = f"there is no version {number}; the newest is {stored.newest.number}"
        raise NotInArchive(subject, problem, f"List them: blogforever show {stored.id} --versions")
    return matching[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """How complete a blog is, as far as the archive can tell."""

    blog: ArchivedBlog
    summary: LedgerSummary
    missing: tuple[Missing, ...] = ()
    """Posts that some source names but that the newest harvest could not keep."""
    gone: tuple[GonePost, ...] = ()
    """Posts that the archive holds and that the blog no longer has."""
    missing_count: int = 0
    """All of them: of many, `missing` has the first thousand."""
    left_out: tuple[Missing, ...] = ()
    """Pages that may be posts, and were not kept as such."""
    left_out_count: int = 0
    shortfalls: tuple[str, ...] = ()
    """What else the newest harvest could not get."""
    notes: tuple[str, ...] = ()
    """Notes of the newest harvest."""

    @property
    def gaps(self) -> tuple[str, ...]:
        """Months without posts between the first and the last post."""
        return tuple(month for month, posts in self.summary.months if not posts)


def read_ledger(archive: OpenArchive, blog: str) -> Ledger:
    """The ledger of the blog. Raises NotInArchive."""
    report = newest_report(archive.database, blog)
    return Ledger(
        blog=find_blog(archive.database, blog),
        summary=summarise(archive.database, blog),
        missing=report.missing if report else (),
        missing_count=report.missing_count if report else 0,
        left_out=report.left_out if report else (),
        left_out_count=report.left_out_count if report else 0,
        shortfalls=report.shortfalls if report else (),
        gone=report.gone if report else (),
        notes=report.notes if report else (),
    )


def list_addresses(
    archive: OpenArchive, blog: str, *, outcome: Outcome | None = None, named_by: DiscoveredVia | None = None
) -> Iterator[LedgerEntry]:
    """The addresses of the blog that met this end, and that this source names. Raises NotInArchive."""
    return each_entry(archive.database, blog, outcome=outcome, named_by=named_by)


def entry_record(entry: LedgerEntry) -> Record:
    """An address as a JSON object."""
    return {
        "url": entry.address,
        "outcome": entry.outcome.value,
        "reason": entry.reason,
        "status": entry.status,
        "leads_to": entry.leads_to,
        "witnesses": [via.value for via in entry.witnesses],
        "referrer": entry.referrer,
        "hops": entry.hops,
    }


def ledger_record(ledger: Ledger) -> Record:
    """The ledger as a JSON object."""
    summary = ledger.summary
    return {
        "blog": ledger.blog.blog.url,
        "state": ledger.blog.state.value if ledger.blog.state else None,
        "posts": ledger.blog.posts,
        "addresses": ledger.blog.addresses,
        "outcomes": {outcome.value: count for outcome, count in summary.outcomes.items()},
        "known_by": {via.value: count for via, count in summary.known_by.items()},
        "only_by": {via.value: count for via, count in summary.only_by.items()},
        "overlap": [
            {"sources": [one.value, other.value], "posts": count} for (one, other), count in summary.overlap.items()
        ],
        "months": dict(summary.months),
        "gaps": list(ledger.gaps),
        "undated": summary.undated,
        "missing": _not_kept_records(ledger.missing),
        "missing_count": ledger.missing_count,
        "left_out": _not_kept_records(ledger.left_out),
        "left_out_count": ledger.left_out_count,
        "shortfalls": list(ledger.shortfalls),
        "gone": [{"url": post.address, "reason": post.reason} for post in ledger.gone],
        "notes": list(ledger.notes),
    }


def _not_kept_records(addresses: tuple[Missing, ...]) -> list[Record]:
    return [
        {"url": one.address, "witnesses": [via.value for via in one.witnesses], "reason": one.reason}
        for one in addresses
    ]


def _as_date(value: date | str | None) -> str | None:
    if isinstance(value, date):  # a datetime is a date too
        return f"{value:%Y-%m-%d}"
    if value is not None and not is_date(str(value)):
        raise ValueError(f"{value!r} is not a year, a month or a day, such as 2010, 2010-03 or 2010-03-31")
    return None if value is None else str(value)
