"""The connection that a harvest writes through: a server that is started again meanwhile does not end the harvest."""

import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from blogforever.errors import ArchiveBusy
from blogforever.store.database import Database
from blogforever.store.translate_errors import translate_errors

_PATIENCE = 120.0
"""Seconds to wait for a server that does not answer."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 8.0

_T = TypeVar("_T")
Lock = Callable[[Connection], None]


class LockingConnection:
    """A connection that locks its blog against other crawlers for as long as it lives.

    `lock` does so; it is called again on each new connection, and raises ArchiveBusy when another was faster.
    """

    def __init__(self, database: Database, connection: Connection, lock: Lock) -> None:
        self._database = database
        self._lock = lock
        self._taken: ArchiveBusy | None = None
        self.connection = connection

    def run(self, work: Callable[[Connection], _T]) -> _T:
        """Do the work in one transaction; once more from its beginning, if the server went away in the middle.

        Raises BadArchive when the server does not come back, and ArchiveBusy when another crawler has the blog now.
        """
        with translate_errors(self._database.subject):
            deadline, pause = 0.0, _FIRST_PAUSE
            while True:
                try:
                    if self.connection.closed:
                        self._connect_again()
                    if self._taken:
                        raise self._taken
                    with self.connection.begin():
                        return work(self.connection)
                except DBAPIError as error:
                    deadline = deadline or time.monotonic() + _PATIENCE
                    if not self._is_lost(error) or time.monotonic() + pause > deadline:
                        raise
                    self.connection.close()
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def lock_instead(self, lock: Lock) -> None:
        """Lock another blog from now on. Raises ArchiveBusy when another crawler has it."""
        self.run(lock)
        self._lock = lock

    def close(self) -> None:
        """Release the blog."""
        self.connection.close()

    def _connect_again(self) -> None:
        self.connection = self._database.engine.connect()
        try:
            with self.connection.begin():
                self._lock(self.connection)
        except ArchiveBusy as error:
            self._taken = error

    def _is_lost(self, error: DBAPIError) -> bool:
        """True when the server went away, or is not back yet."""
        on_server = self._database.engine.dialect.name == "postgresql"
        return on_server and (error.connection_invalidated or self.connection.closed)
