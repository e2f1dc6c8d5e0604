"""The sample blogs that the examples speak of, served for real, and one archive for all pages that read one."""

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from docs.examples.serve_hurt_blog import (
    edited_later,
    filled_by_scripts,
    with_lost_comments,
    with_lost_pages,
    without_feed,
)
from tests.sample_blog.serve import served

PLACES = {
    "http://127.0.0.1:8000/": dict,
    "http://127.0.0.1:8001/": with_lost_pages,
    "http://127.0.0.1:8002/": without_feed,
    "http://127.0.0.1:8003/": with_lost_comments,
    "http://127.0.0.1:8004/": filled_by_scripts,
    "http://127.0.0.1:8005/": edited_later,
}
"""The addresses that the pages show, and what is done to the sample blog that is served there."""


@pytest.fixture(scope="session")
def sample_blogs():
    """For each address that the pages show the one where the blog really is: ports are free ones."""
    with ExitStack() as stack:
        yield {shown: stack.enter_context(served(change=change)) for shown, change in PLACES.items()}


@pytest.fixture(scope="session")
def sample_archive(sample_blogs, tmp_path_factory):
    """The sample blog, harvested once."""
    archive = tmp_path_factory.mktemp("sample") / "blogforever-archive"
    command = [Path(sys.executable).with_name("blogforever"), "harvest", next(iter(sample_blogs.values()))]
    subprocess.run([*command, "--delay", "0", "--archive", archive], check=True, capture_output=True)
    return archive
