"""A real WordPress on loopback, with a database of its own; both are thrown away."""

import json
import os
import shutil
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.engines.processes import LONGEST, answers, free_port, running, wait_for
from tests.engines.wordpress_posts import WITH_PICTURE, as_seed, picture_bytes, write_blog

PACKAGES = (
    "wordpress", "wordpress-l10n-", "php-cli", "php-mysql", "php-gd", "php-xml", "php-mbstring", "php-curl",
    "mariadb-server", "mariadb-client", "wordpress-theme-twentytwentyone", "wordpress-theme-twentytwentytwo",
    "wordpress-theme-twentytwentythree",
)  # fmt: skip
_WORDPRESS = Path("/usr/share/wordpress")
_PHP = Path(__file__).with_name("php")
_USUAL = {
    "blogdescription": "Notes from four people and a shed",
    "permalink_structure": "/%year%/%monthnum%/%postname%/",
    "timezone_string": "Europe/Berlin",
    "posts_per_page": 10,
    "posts_per_rss": 10,
    "rss_use_excerpt": 0,
    "page_comments": 1,
    "comments_per_page": 10,
    "thread_comments": 1,
    "closed_to_machines": 0,
    "closed_feeds": 0,
}


def is_installed():
    """True when all that it takes is on this machine."""
    themes = (_WORDPRESS / "wp-content" / "themes").glob("twentytwenty*")
    return all(map(shutil.which, ("php", "mariadbd", "mariadb-install-db", "mariadb"))) and len(list(themes)) >= 3


class WordPress:
    """A blog that runs. `posts` are what its authors wrote, newest first."""

    def __init__(self, folder, home):
        self.home = home
        self.posts = write_blog()
        self._folder = folder
        self._log = folder / "requests.log"
        self.environment = {
            **os.environ,
            "BLOG_FOLDER": str(folder / "wp"),
            "BLOG_HOME": home.rstrip("/"),
            "BLOG_LOG": str(self._log),
            "BLOG_SOCKET": str(folder / "socket"),
            "PHP_CLI_SERVER_WORKERS": "4",
        }

    def set_up(self):
        """The program with its settings, the tables, and everything that was written."""
        place = self._folder / "wp"
        shutil.copytree(_WORDPRESS, place, ignore_dangling_symlinks=True)
        (place / "wp-config.php").unlink()  # Debian's own
        shutil.copy(_PHP / "wp-config.php", place)
        (place / "wp-content" / "mu-plugins").mkdir()
        shutil.copy(_PHP / "closed.php", place / "wp-content" / "mu-plugins")
        (place / "wp-content" / "uploads").mkdir(exist_ok=True)
        for number in WITH_PICTURE:
            (place / self.posts[number].picture.lstrip("/")).write_bytes(picture_bytes(number))
        self._run("install.php", {})
        self.change()
        self._run("seed.php", as_seed(self.posts))

    def change(self, *, theme="twentytwentyone", **options):
        """The owner changes the theme and some options; all others are as usual again. The log begins anew."""
        self._run("change.php", {"theme": theme, "options": {**_USUAL, **options}})
        self._log.write_text("")

    def asked(self):
        """What was asked for since the last change, in its order."""
        return self._log.read_text(encoding="utf-8").splitlines()

    def operate(self, **told):
        """The owner does something; the number of the post that it concerns, and its address."""
        return json.loads(self._said("operate.php", told))

    def _run(self, script, said):
        said_back = self._said(script, said)
        assert said_back == "", f"{script}: {said_back}"

    def _said(self, script, said):
        done = subprocess.run(
            ["php", "-d", "display_errors=stderr", _PHP / script],  # noqa: S607
            input=json.dumps(said),
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        assert done.returncode == 0, f"{script}: {done.stdout} {done.stderr}"
        return done.stdout.strip()


@contextmanager
def running_wordpress():
    """A blog with sixty posts, ready to be read."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.enter_context(_running_database(folder))
        port = free_port()
        blog = WordPress(folder, f"http://127.0.0.1:{port}/")
        blog.set_up()
        command = ["php", "-S", f"127.0.0.1:{port}", "-t", folder / "wp", _PHP / "router.php"]
        stack.enter_context(running(command, env=blog.environment))
        wait_for(lambda: answers(blog.home), "WordPress")
        yield blog


@contextmanager
def _running_database(folder):
    """MariaDB with an empty database, on a socket in the folder."""
    whose = ["--user=root"] if os.geteuid() == 0 else []
    data = f"--datadir={folder / 'data'}"
    make = ["mariadb-install-db", "--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"]
    subprocess.run([*make, *whose, data], check=True, capture_output=True, timeout=LONGEST)
    careless = ["--innodb-flush-log-at-trx-commit=0", "--skip-networking"]
    reached = [f"--socket={folder / 'socket'}"]
    with running(["mariadbd", "--no-defaults", *whose, data, *reached, *careless]):
        ask = ["mariadb", "--no-defaults", "--user=root", *reached, "-e"]

        def is_up():
            made = [*ask, "CREATE DATABASE IF NOT EXISTS wordpress"]
            return subprocess.run(made, check=False, capture_output=True, timeout=LONGEST).returncode == 0

        wait_for(is_up, "MariaDB")
        yield
