"""Serve the sample blog with something amiss: `python -m docs.examples.serve_hurt_blog KIND` prints its address."""

import argparse
import re

from tests.sample_blog.serve import Answer, make_server

_GONE = ("/what-bruno-taught-me-about-rye/", "/brakes-in-fog/")
"""A post that the feed still announces, and an old one that only links lead to."""
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


KINDS = {
    "without-feed": without_feed,
    "with-lost-pages": with_lost_pages,
    "with-lost-comments": with_lost_comments,
    "filled-by-scripts": filled_by_scripts,
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
