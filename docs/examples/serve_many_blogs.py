"""Serve sixteen made-up blogs: `python -m docs.examples.serve_many_blogs` prints their addresses, one a line.

They answer as slowly as real ones. One asks for three seconds between requests, one is slow, and one is not there.
"""

import threading
import time
from random import Random

from tests.sample_blog.blog import TITLE, make_blog
from tests.sample_blog.serve import OLD_THEME, THEME, Answer, Change, make_server

_TITLES = (
    "Tidewater Notebook", "The Allotment Year", "Brass and Bellows", "Letters from the Lock", "Rye & Company",
    "A Shed of One's Own", "Night Trains", "The Patient Bookbinder", "Signal Box Diary", "Ravens at Breakfast",
    "Maps I Drew Wrong", "Forty Kinds of Rain", "The Kettle Papers", "Wool, Mostly", "Harbour Radio", "Last Ferry Home",
)  # fmt: skip
_MOST_POSTS = 60
_POLITE, _SLOW = 3, 7
"""The places of the blog that asks for a delay, and of the one that is slow."""


class _Unhurried(dict[str, Answer]):
    """A site whose answers take their time."""

    seconds = 0.15

    def get(self, path: str, default: Answer | None = None) -> Answer | None:  # type: ignore[override]
        """The answer, after a while."""
        time.sleep(self.seconds)
        return super().get(path, default)


def _changed(number: int, title: str) -> Change:
    def change(site: dict[str, Answer]) -> dict[str, Answer]:
        renamed = {path: (body.replace(TITLE.encode(), title.encode()), kind) for path, (body, kind) in site.items()}
        if number == _POLITE:
            renamed["/robots.txt"] = (b"User-agent: *\nCrawl-delay: 3\n", "text/plain")
        unhurried = _Unhurried(renamed)
        unhurried.seconds = 4.0 if number == _SLOW else _Unhurried.seconds
        return unhurried

    return change


def main() -> None:
    """Serve until the process is ended."""
    chance = Random(16)  # noqa: S311 - lengths of blogs, no secret
    for number, title in enumerate(_TITLES, 1):
        posts = chance.randint(10, _MOST_POSTS)
        blog = make_blog(theme=THEME, old_theme=OLD_THEME, old_posts=posts // 3, posts=posts, seed=number)
        server, home = make_server(blog, _changed(number, title))
        print(home, flush=True)  # noqa: T201 - whoever started us reads it
        if number == len(_TITLES):
            server.server_close()  # nobody is there
        else:
            threading.Thread(target=server.serve_forever).start()


if __name__ == "__main__":
    main()
