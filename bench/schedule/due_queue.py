"""How long it takes to find the next visits among millions, in both databases."""

import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import text

from blogforever.store.database import Database, open_database
from blogforever.store.tables.schema import visits
from blogforever.store.visits import due_blogs
from tests.store.private_postgresql import find_programs, make_store, running_server

START = datetime(2026, 1, 1, tzinfo=UTC)
LIMIT = 100
_TRIES = 50
_BLOG = "INSERT INTO blogs (id, random_id, url, aliases, sitemaps, authors)"
_VISIT = "INSERT INTO visits (blog, next_visit, reason, failures)"
_REASON = "it publishes about every 3 days"


def measure(rows: int) -> list[dict[str, Any]]:
    """Milliseconds for each database, with so many blogs."""
    with tempfile.TemporaryDirectory(prefix="bench-due-") as name:
        folder = Path(name)
        found = [_measure("SQLite", folder / "file", None, rows)]
        programs = find_programs()
        if programs:
            with running_server(programs) as server:
                found.append(_measure("PostgreSQL", folder / "server", make_store(server), rows))
    return found


def _measure(name: str, folder: Path, store: str | None, rows: int) -> dict[str, Any]:
    with closing(open_database(folder, store)) as database:
        began = time.perf_counter()
        (_fill_server if store else _fill_file)(database, rows)
        filled = time.perf_counter() - began
        # Half of the blogs are due: the worst case, for a query that had to sort them would sort five million.
        moments = [START + timedelta(seconds=rows // 2 + number) for number in range(_TRIES)]
        took = sorted(_timed(lambda now=now: due_blogs(database, now, LIMIT)) for now in moments)  # type: ignore[misc]
    return {
        "database": name,
        "rows": rows,
        "filled": filled,
        "fastest": took[0],
        "median": median(took),
        "slowest": took[-1],
    }


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def _fill_file(database: Database, rows: int) -> None:
    """Visits are not planned in the order of the blogs' numbers; the index is made at the end, which is quicker."""
    (by_time,) = visits.indexes
    series = f"WITH RECURSIVE series(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM series LIMIT {rows})"  # noqa: S608 - ours
    second = f"{START.timestamp():.0f} + number * 7919 % {rows}"
    moment = f"strftime('%Y-%m-%dT%H:%M:%S', {second}, 'unixepoch') || '+00:00'"
    columns = "number, '', 'https://blog-' || number || '.example/', '[]', '[]', '[]'"
    with database.engine.begin() as connection:
        by_time.drop(connection)
        run = connection.connection.cursor().execute
        run("PRAGMA cache_size = -400000")
        run(f"{_BLOG} {series} SELECT {columns} FROM series")  # noqa: S608 - as above
        run(f"{_VISIT} {series} SELECT number, {moment}, '{_REASON}', 0 FROM series")  # noqa: S608 - as above
        by_time.create(connection)


def _fill_server(database: Database, rows: int) -> None:
    series = f"FROM generate_series(1, {rows}) AS number"
    moment = (
        f"to_char(timestamp '{START:%Y-%m-%d}' + (number::bigint * 7919 % {rows}) * interval '1 second', "
        '\'YYYY-MM-DD"T"HH24:MI:SS"+00:00"\')'
    )
    with database.engine.begin() as connection:
        run = connection.connection.cursor().execute
        run(f"{_BLOG} SELECT number, '', 'https://blog-' || number || '.example/', '[]', '[]', '[]' {series}")
        run(f"{_VISIT} SELECT number, {moment}, '{_REASON}', 0 {series}")
    with database.engine.begin() as connection:
        connection.execute(text("ANALYZE blogs"))
        connection.execute(text("ANALYZE visits"))
