"""Serve the sample blog with something amiss: `python -m docs.examples.serve_hurt_blog KIND` prints its address."""

import argparse
import re

from tests.sample_blog.serve import Answer, make_server

_GONE = ("/what-bruno-taught-me-about-rye/", "/brakes-in-fog/")
"""A post that the feed still announces, and an old one that only links lead to."""
_EDITED = "/2024/09/what-bruno-taught-me-about-rye/"
_QUIET = "/2021/05/a-thrifty-receiver-for-the-first-frost/"
_SCRIPTED = re.compile(r"/202[34]/\d\d/[^/]+/")
"""The three newest posts."""
_SHELL = b"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>Tidewater Notebook</title></head>
<body><div id="app"></div><script>
fetch("/whole" + location.pathname).then(answer => answer.text()).then(written => {
    const page = new DOMParser().parseFromString(written, "text/html");
    document.title = page.title;
    document.getElementById("app").append(...page.body.childNodes);
});
</script></body></html>"""


def without_feed(site: dict[str, Answer]) -> dict[str, Answer]:
    """The blog as if it never had a feed."""
    return {path: answer for path, answer in site.items() if path != "/feed/"}


def with_lost_pages(site: dict[str, Answer]) -> dict[str, Answer]:
    """The blog after the pages of two posts were lost."""
    return {path: answer for path, answer in site.items() if not path.endswith(_GONE)}


def with_lost_comments(site: dict[str, Answer]) -> dict[str, Answer]:
    """The blog with a post that speaks of more comments than it shows."""
    page, kind = site[_QUIET]
    return site | {_QUIET: (page.replace(b"4 thoughts", b"9 comments"), kind)}


def filled_by_scripts(site: dict[str, Answer]) -> dict[str, Answer]:
    """The blog after it began to send empty pages that a script fills."""
    shells = {path: (_SHELL, kind) for path, (_, kind) in site.items() if _SCRIPTED.fullmatch(path)}
    return site | {f"/whole{path}": site[path] for path in shells} | shells


class _EditedLater(dict[str, Answer]):
    """A site that is another one from the second time on that a harvest begins, by asking for robots.txt."""

    def __init__(self, first: dict[str, Answer], later: dict[str, Answer]) -> None:
        super().__init__(first)
        self._later = later
        self._harvests = 0

    def get(self, path: str, default: Answer | None = None) -> Answer | None:  # type: ignore[override] # all that a server asks
        self._harvests += path == "/robots.txt"
        return (self._later if self._harvests > 1 else dict(self)).get(path, default)


def edited_later(site: dict[str, Answer]) -> dict[str, Answer]:
    """The blog, in which a post is edited and another deleted after the first harvest."""
    page, kind = site[_EDITED]
    page = page.replace(b"more salt, less hurry, ask Ravi.", b"more salt, less hurry, and never ask Ravi again.", 1)
    page = page.replace(b"/tag/kitchen/", b"/tag/regrets/").replace(b">kitchen<", b">regrets<")
    later = {path: answer for path, answer in site.items() if not path.endswith(_GONE[1])}
    return _EditedLater(site, later | {_EDITED: (page, kind)})


KINDS = {
    "without-feed": without_feed,
    "with-lost-pages": with_lost_pages,
    "with-lost-comments": with_lost_comments,
    "filled-by-scripts": filled_by_scripts,
    "edited-later": edited_later,
}


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser(description="Serve the sample blog with something amiss.")
    parser.add_argument("kind", choices=KINDS)
    server, home = make_server(change=KINDS[parser.parse_args().kind])
    print(home, flush=True)  # noqa: T201 - whoever started us reads it
    server.serve_forever()


if __name__ == "__main__":
    main()
