"""Make two blogs of an archive one: the same blog was harvested twice, from different addresses."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from blogforever.actions._files.records import Record
from blogforever.errors import DifferentBlogs
from blogforever.store.checks.soundness import damage_told
from blogforever.store.database import open_database, open_existing
from blogforever.store.lock import archive_lock
from blogforever.store.ports.merging import may_be_one
from blogforever.store.ports.merging import merge as merge_in_store
from blogforever.store.queries.blogs import find_blog


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeResult:
    """What became of two blogs that are one now."""

    number: int
    """Of the blog that remains."""
    url: str
    merged_number: int
    """Of the blog that became part of it; nothing has this number any more."""
    merged_url: str
    posts: int
    """That came with it."""
    joined: int
    """Of these, how many the first blog had too: each is one post now, with the versions of both."""
    harvests: int


def merge(archive: Path, store: str | None, into: str, other: str, *, may_differ: bool = False) -> MergeResult:
    """Make the other blog a part of the first one. Nothing is lost, and every address of both leads to it.

    Raises NotInArchive and AmbiguousBlog for the names, and DifferentBlogs if they name one blog, or two that share
    neither host nor feed nor post, unless these `may_differ`. Raises ArchiveBusy while a harvest is running.
    """
    open_existing(archive, store).close()  # no archive is made for names that cannot be in it
    with archive_lock(archive), closing(open_database(archive, store)) as database, damage_told(lambda: database):
        first, second = find_blog(database, into), find_blog(database, other)
        if first.id == second.id:
            problem = f"both names are of one blog, number {first.id} ({first.blog.url})"
            raise DifferentBlogs(f"{into} and {other}", problem, "See which blogs there are: blogforever blogs")
        if not may_differ and not may_be_one(database, first.id, second.id):
            subject = f"{first.id} ({first.blog.url}) and {second.id} ({second.blog.url})"
            problem = "they share neither host nor feed nor post, so they may be different blogs"
            command = f"blogforever blogs merge {first.id} {second.id} --yes"
            raise DifferentBlogs(subject, problem, f"If they are the same: {command}")
        counts = merge_in_store(database, archive, into=first.id, other=second.id)
    return MergeResult(
        number=first.id, url=first.blog.url, merged_number=second.id, merged_url=second.blog.url,
        posts=counts.posts, joined=counts.joined, harvests=counts.harvests,
    )  # fmt: skip


def merge_record(result: MergeResult) -> Record:
    """The result as a JSON object."""
    return {
        "number": result.number,
        "url": result.url,
        "merged_number": result.merged_number,
        "merged_url": result.merged_url,
        "posts": result.posts,
        "joined": result.joined,
        "harvests": result.harvests,
    }
