"""Every test of the database runs on SQLite and on a private PostgreSQL server."""

import os
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path

import pytest

from tests.store.archive import IN_MEMORY, Archive
from tests.store.private_postgresql import find_programs, make_store, running_server


@pytest.fixture
def quick_folder():
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        yield Path(folder)


def _without_postgresql(reason):
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _programs():
    """The folder of the server's programs; on a machine of our own (we are root) it is installed when absent."""
    if not find_programs() and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-qq", "-y", "postgresql"], check=False, capture_output=True)  # noqa: S607
    if not find_programs():
        _without_postgresql("PostgreSQL is not installed: apt-get install postgresql")
    return find_programs()


@pytest.fixture(scope="session")
def postgresql():
    """The address of a server without a database name."""
    with running_server(_programs()) as server:
        yield server


@pytest.fixture(scope="session")
def new_store(postgresql):
    """Makes an empty place on the server and gives its address."""
    return partial(make_store, postgresql)


@pytest.fixture(params=["sqlite", "postgresql"])
def archive(request, quick_folder):
    """An empty archive, and doors to write and read it."""
    store = request.getfixturevalue("new_store")() if request.param == "postgresql" else None
    return Archive(folder=quick_folder / "archive", store=store)
