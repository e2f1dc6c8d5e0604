import pytest

from tests.engines.wordpress import PACKAGES, is_installed, running_wordpress
from tests.needs import absent, apt_install


@pytest.fixture(scope="session")
def wordpress():
    """The blog; the program is installed where we may."""
    if not is_installed():
        apt_install(*PACKAGES)
    if not is_installed():
        absent(f"WordPress is not installed: apt-get install {' '.join(PACKAGES)}")
    with running_wordpress() as blog:
        yield blog
