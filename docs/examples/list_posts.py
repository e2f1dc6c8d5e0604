"""Read the lines of `blogforever extract` and list the posts: day, fit, language, length, authors, title and tags."""

import json
import sys
from collections.abc import Iterable, Iterator

LAYOUT = "{:<10}  {:>4}  {:<2}  {:>6}  {:<17}  {}"


def listing(lines: Iterable[str]) -> Iterator[str]:
    """A line for each post, below a line of headings."""
    yield LAYOUT.format("published", "fit", "in", "length", "authors", "title [tags]")
    for line in lines:
        post = json.loads(line)
        about = f"{post['title'] or 'no title'} [{', '.join(post['tags'])}]"
        yield LAYOUT.format(
            (post["published"] or "no date")[:10],
            f"{post['fit']:.2f}",
            post["language"] or "?",
            len(post["content_text"]),
            _short(", ".join(post["authors"]) or "nobody named", 17),
            about if post["fit"] >= 0.5 else f"{post['title'] or 'no title'} (probably no post)",
        )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


if __name__ == "__main__":
    for row in listing(sys.stdin):
        sys.stdout.write(row + "\n")
