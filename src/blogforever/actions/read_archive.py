"""Read an archive: its blogs, its posts in lists, one post whole, and the rules of a blog."""

from collections.abc import Iterator
from dataclasses import dataclass

from blogforever.actions.archived_posts import archived_posts
from blogforever.actions.archived_record import ArchivedPost
from blogforever.actions.open_archive import OpenArchive
from blogforever.actions.record import Record
from blogforever.actions.rules_file import rules_from_json
from blogforever.errors import NotInArchive
from blogforever.model.archive import ArchivedBlog, Hit, PostLine, PostVersion, StoredPost
from blogforever.model.rules import RuleSet
from blogforever.store import blogs, post_lists, posts, search

_AT_ONCE = 500
_HARVEST_FIRST = "Harvest a blog first: blogforever harvest URL"


@dataclass(frozen=True, slots=True, kw_only=True)
class PostsWanted:
    """Which posts to list; None for no such condition."""

    blog: str | None = None
    since: str | None = None
    """A year, a month or a day, included."""
    until: str | None = None
    """The same, included as well."""
    tag: str | None = None
    """In any case, whole."""
    author: str | None = None
    """In any case, a part of the name is enough."""


def list_blogs(archive: OpenArchive) -> tuple[ArchivedBlog, ...]:
    """All blogs, in the order in which they came. Raises NotInArchive when there is none."""
    found = blogs.list_blogs(archive.database)
    if not found:
        raise NotInArchive(archive.database.subject, "the archive holds no blog yet", _HARVEST_FIRST)
    return found


def blog_record(blog: ArchivedBlog) -> Record:
    """The blog as a JSON object, with the state of its newest harvest."""
    state = blog.state.value if blog.state else None
    return blogs.blog_record(blog) | {"first_post": blog.first_post, "harvests": blog.harvests, "state": state}


def list_posts(archive: OpenArchive, wanted: PostsWanted) -> Iterator[PostLine]:
    """The posts that are wanted, newest first, those without a date last. Raises NotInArchive for an unknown blog."""
    after = None
    while True:
        portion = post_lists.list_posts(
            archive.database,
            blog=wanted.blog,
            since=wanted.since,
            until=wanted.until,
            after=after,
            limit=_AT_ONCE,
        )
        yield from (line for line in portion if _is_wanted(line, wanted))
        if len(portion) < _AT_ONCE:
            return
        after = portion[-1].id


def line_record(line: PostLine) -> Record:
    """A line of a list as a JSON object, named as in the whole record."""
    return {
        "number": line.id,
        "blog": line.blog,
        "url": line.url,
        "title": line.title,
        "authors": list(line.authors),
        "published": line.published,
        "tags": list(line.tags),
        "version": line.versions,
        "captured_at": line.captured_at,
        "from_feed": line.from_feed,
        "comments": line.comments,
        "comments_stated": line.comments_stated,
    }


def read_post(archive: OpenArchive, name: str, version: int | None = None) -> ArchivedPost:
    """The post with this address, alias, key or number, in its newest version or the one asked for."""
    stored = posts.find_post(archive.database, name)
    wanted = stored.newest if version is None else _version(archive, stored, version)
    return next(archived_posts(archive, stored.blog, [(stored, wanted)]))


def read_versions(archive: OpenArchive, name: str) -> tuple[ArchivedPost, ...]:
    """All versions of the post, oldest first."""
    stored = posts.find_post(archive.database, name)
    found = posts.post_versions(archive.database, stored.id)
    return tuple(archived_posts(archive, stored.blog, [(stored, one) for one in found]))


def search_posts(
    archive: OpenArchive, words: str, *, blog: str | None, limit: int, marks: tuple[str, str]
) -> list[Hit]:
    """The posts that hold all words and "quoted phrases", best first."""
    return list(search.search(archive.database, words, blog=blog, limit=limit, marks=marks))


def hit_record(hit: Hit) -> Record:
    """What a search found, as a JSON object."""
    return line_record(hit.post) | {"snippet": hit.snippet}


def read_rules(archive: OpenArchive, blog: str) -> RuleSet:
    """The rules that the blog's pages were last read by. Raises NotInArchive or BadRules."""
    text = blogs.newest_rules(archive.database, blog)
    if text is None:
        next_step = f"Its pages were read by the general extractor; see how: blogforever ledger {blog}"
        raise NotInArchive(blog, "no rules were learned for this blog", next_step)
    return rules_from_json(text, subject=blog)


def _is_wanted(line: PostLine, wanted: PostsWanted) -> bool:
    if wanted.tag is not None and wanted.tag.casefold() not in {tag.casefold() for tag in line.tags}:
        return False
    return wanted.author is None or any(wanted.author.casefold() in name.casefold() for name in line.authors)


def _version(archive: OpenArchive, stored: StoredPost, number: int) -> PostVersion:
    found = [one for one in posts.post_versions(archive.database, stored.id) if one.number == number]
    if not found:
        subject = stored.post.url or stored.key
        problem = f"the archive holds no version {number} of it; the newest is {stored.newest.number}"
        raise NotInArchive(subject, problem, f"See them: blogforever show {stored.id} --versions")
    return found[0]
