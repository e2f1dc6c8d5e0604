"""Looks whether the files of captures and the database agree on the same harvests and pages."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select

from blogforever.model.fault import Area, Fault
from blogforever.model.harvest import State
from blogforever.store.checks.warc import CheckedFile
from blogforever.store.database import Database
from blogforever.store.tables.harvests import UNFINISHED, files_of_all, files_of_blog
from blogforever.store.tables.schema import harvests, posts, versions
from blogforever.store.warc.captures import FOLDER
from blogforever.store.warc.file_names import captures_in, file_number, foreign_files, harvest_files
from blogforever.store.warc.harvest_end import is_over
from blogforever.urls.hash_routes import without_route

_HARVEST_AGAIN = "Put the file back from your backup; without one, harvest the blog again."
_FOREIGN = "If blogforever wrote it, `blogforever rebuild` reads it too; else move it away."
_MOST_ADDRESSES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCaptures:
    """The files of captures that the database knows, and those that it does not."""

    files: tuple[tuple[int, Path], ...]
    """Each with the number of its harvest, in the order of writing."""
    foreign: tuple[Path, ...]
    unfinished: frozenset[int]
    """Harvests that the next one of their blog takes up, and whose files it mends."""
    lacking: tuple[Fault, ...]


def known_captures(database: Database, folder: Path, blog: int | None) -> KnownCaptures:
    """What lies in the folder of captures, of one blog or of all."""
    with database.transaction() as connection:
        everyone = files_of_all(connection)
        known = everyone if blog is None else files_of_blog(connection, blog)
        names = ("id", "state", "started", "wishes", "files", "old_files")
        columns = [harvests.c[name] for name in names]
        rows = connection.execute(select(*columns).order_by(harvests.c.id)).all()
    lying = captures_in(folder / FOLDER)
    files = harvest_files(folder / FOLDER, known)
    return KnownCaptures(
        files=tuple(files),
        foreign=tuple(foreign_files(lying, everyone)) if blog is None else (),
        unfinished=frozenset(row.id for row in rows if row.state in UNFINISHED),
        lacking=tuple(_lacking([row for row in rows if row.id in known], files, folder / FOLDER)),
    )


def check_foreign(foreign: Iterable[Path]) -> Iterator[Fault]:
    """A fault for each file that no harvest of the database wrote."""
    for path in foreign:
        yield _fault(f"{FOLDER}/{path.name}", "it belongs to no harvest of this database", _FOREIGN)


def check_references(database: Database, blog: int | None, checked: Mapping[int, list[CheckedFile]]) -> Iterator[Fault]:
    """Every page of a post must be captured, and every revisit must lead to a capture.

    `checked` has the files of each harvest.
    """
    files = [file for its in checked.values() for file in its]
    held = {digest for file in files for digest in file.payloads}
    for file in files:
        for digest, address in file.referred.items():
            if digest not in held:
                yield _fault(address, "what a revisit of it refers to is in none of the WARC files", _HARVEST_AGAIN)
    answered = {address for file in files for address in file.answered}
    for count, (url, harvest) in enumerate(_pages_of_posts(database, blog, checked, answered)):
        if count == _MOST_ADDRESSES:
            yield _fault(FOLDER, f"pages of more than {_MOST_ADDRESSES} posts are missing", _HARVEST_AGAIN)
            return
        yield _fault(
            url, f"harvest {harvest} kept a post of it, but its page is in none of the WARC files", _HARVEST_AGAIN
        )


def _pages_of_posts(
    database: Database, blog: int | None, checked: Mapping[int, list[CheckedFile]], answered: set[str]
) -> Iterator[tuple[str, int]]:
    wanted = select(versions.c.url, versions.c.harvest).where(versions.c.from_feed.is_(False))
    if blog is not None:
        wanted = wanted.join(posts, posts.c.id == versions.c.post).where(posts.c.blog == blog)
    with database.transaction() as connection:
        rows = connection.execute(wanted.order_by(versions.c.url)).all()
    for url, harvest in rows:
        # A harvest without files kept no captures, or its missing files were reported already.
        if url and harvest in checked and without_route(url) not in answered:
            yield url, harvest


def _lacking(rows: Iterable[Any], files: list[tuple[int, Path]], folder: Path) -> Iterator[Fault]:
    numbers: dict[int, list[int]] = {}
    for harvest, path in files:
        numbers.setdefault(harvest, []).append(file_number(path))
    for row in rows:
        began = f"harvest {row.id}, begun {row.started}"
        present = numbers.get(row.id, [])
        if not present and _should_have_files(row.state, row.wishes):
            yield _fault(FOLDER, f"the captures of {began}, are missing", _HARVEST_AGAIN)
        elif present and row.state == State.DONE and row.old_files is None and not is_over(folder, row.files):
            yield _fault(
                FOLDER, f"the end of {began}, is missing: its last file, or a part of it, is gone", _HARVEST_AGAIN
            )
        missing = sorted(set(range(max(present, default=-1) + 1)) - set(present))
        for number in missing:
            yield _fault(FOLDER, f"file {number} of {began}, is missing", _HARVEST_AGAIN)


def _should_have_files(state: str, options: str) -> bool:
    try:
        harvest_options = json.loads(options)
    except ValueError:
        return False
    return state == State.DONE and bool(harvest_options.get("warc")) and not harvest_options.get("offline")


def _fault(subject: str, problem: str, next_step: str) -> Fault:
    return Fault(area=Area.CAPTURES, subject=subject, problem=problem, next_step=next_step)
