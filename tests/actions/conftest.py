import pytest

from blogforever.actions._archive import open_archive
from tests.actions.kept_blogs import make_archive


@pytest.fixture(scope="session")
def kept(tmp_path_factory):
    """A folder with an archive of two blogs; nobody writes to it."""
    return make_archive(tmp_path_factory.mktemp("kept") / "archive").folder


@pytest.fixture
def archive(kept):
    with open_archive(str(kept)) as opened:
        yield opened
