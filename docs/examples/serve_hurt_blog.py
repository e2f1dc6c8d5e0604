"""Serve the sample blog with something missing: `python -m docs.examples.serve_hurt_blog KIND` prints its address."""

import argparse

from tests.sample_blog.serve import Answer, make_server

_GONE = ("/what-bruno-taught-me-about-rye/", "/brakes-in-fog/")
"""A post that the feed still announces, and an old one that only links lead to."""


def without_feed(site: dict[str, Answer]) -> dict[str, Answer]:
    """The blog as if it never had a feed."""
    return {path: answer for path, answer in site.items() if path != "/feed/"}


def with_lost_pages(site: dict[str, Answer]) -> dict[str, Answer]:
    """The blog after the pages of two posts were lost."""
    return {path: answer for path, answer in site.items() if not path.endswith(_GONE)}


KINDS = {"without-feed": without_feed, "with-lost-pages": with_lost_pages}


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser(description="Serve the sample blog with something missing.")
    parser.add_argument("kind", choices=KINDS)
    server, home = make_server(change=KINDS[parser.parse_args().kind])
    print(home, flush=True)  # noqa: T201 - whoever started us reads it
    server.serve_forever()


if __name__ == "__main__":
    main()
