"""Every test of the database runs on SQLite and on a private PostgreSQL server."""

import tempfile
from functools import partial
from pathlib import Path

import pytest

from tests.needs import absent, apt_install
from tests.store.archive import IN_MEMORY, Archive
from tests.store.private_postgresql import find_programs, make_store, running_server


@pytest.fixture
def quick_folder():
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        yield Path(folder)


def _programs():
    """The folder of the server's programs, installed where we may."""
    if not find_programs():
        apt_install("postgresql")
    return find_programs() or absent("PostgreSQL is not installed: apt-get install postgresql")


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
