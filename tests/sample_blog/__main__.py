"""Write a sample blog to a folder: `python -m tests.sample_blog FOLDER` (`--help` for more).

The folder then holds pages/ (a file per page), feed-KIND.FORMAT files, and truth.jsonl: what is true of each page.
"""

import argparse
import json
from pathlib import Path

from tests.sample_blog.blog import SampleBlog, make_blog
from tests.sample_blog.feeds import FORMATS, KINDS, FeedShape
from tests.sample_blog.themes import THEMES

_ENDINGS = {"rss": "xml", "rdf": "rdf", "atom": "atom", "json": "json"}


def main() -> None:
    """Read the arguments, write the folder."""
    parser = argparse.ArgumentParser(description="Write a small made-up blog to a folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", choices=THEMES, default="wordpress")
    parser.add_argument("--old-theme", choices=THEMES)
    parser.add_argument("--old-posts", type=int, default=0)
    parser.add_argument("--posts", type=int, default=24)
    parser.add_argument("--feed", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = vars(parser.parse_args())
    folder = given.pop("folder")
    blog = make_blog(**given)
    count = write_blog(blog, folder)
    print(f"{count} pages, {len(FORMATS) * len(KINDS)} feeds in {folder}")  # noqa: T201 - a program prints


def write_blog(blog: SampleBlog, folder: Path) -> int:
    """Write the blog, and return the number of pages."""
    pages = folder / "pages"
    pages.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, (address, content) in enumerate(blog.pages.items(), 1):
        name = f"{number:03}.html"
        (pages / name).write_bytes(content)
        post = blog.truth.get(address)
        known = {"file": f"pages/{name}", "address": address, "post": post is not None}
        if post is not None:
            known |= {
                "title": post.title,
                "authors": post.authors,
                "published": post.published.isoformat(),
                "tags": post.tags,
                "text": post.text,
            }
        lines.append(json.dumps(known, ensure_ascii=False))
    (folder / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for form in FORMATS:
        for kind in KINDS:
            content = blog.feed(FeedShape(format=form, kind=kind))
            (folder / f"feed-{kind}.{_ENDINGS[form]}").write_bytes(content)
    return len(blog.pages)


if __name__ == "__main__":
    main()
