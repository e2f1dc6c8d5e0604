"""The corpus on disk: saved blogs, each with its feed, its posts' pages and what people read on them.

<slug>.tar.xz + <slug>.gold.json.xz -> pages of the gold posts in the cache folder -> Blog
"""

import json
import lzma
import posixpath
import random
import re
import shutil
import tarfile
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

Gold = dict[str, Any]
SEED = 2026

_INDEXES = ("index.html", "index.htm", "index.xml", "index.rss", "index.atom")
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,40})""", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedPage:
    """A post's page as it was saved."""

    url: str
    """The post in the gold: path and query."""
    address: str
    """The same with the blog's own host."""
    file: Path

    def content(self) -> bytes:
        """The bytes as saved."""
        return self.file.read_bytes()

    def text(self) -> str:
        """The page decoded, for extractors that do not take bytes."""
        return decode(self.content())


@dataclass(frozen=True, slots=True, kw_only=True)
class Blog:
    """One blog of the corpus."""

    slug: str
    gold: Gold
    pages: tuple[SavedPage, ...]
    """One for each gold post whose page was saved, in the order of the gold."""
    feed_file: Path
    feed_address: str


def read_gold(corpus: Path, slug: str) -> Gold:
    """What people read on the blog's pages."""
    gold: Gold = json.loads(lzma.decompress((corpus / f"{slug}.gold.json.xz").read_bytes()))
    return gold


def read_index(corpus: Path) -> list[dict[str, Any]]:
    """What the corpus knows of each blog, sorted by slug."""
    abouts: list[dict[str, Any]] = json.loads((corpus / "INDEX.json").read_text("utf-8"))
    return sorted(abouts, key=lambda about: str(about["slug"]))


def load_blog(corpus: Path, about: Mapping[str, Any], cache: Path) -> Blog:
    """The blog, unpacked into the cache when it is not there yet."""
    slug = str(about["slug"])
    gold = read_gold(corpus, slug)
    folder = cache / "pages" / slug
    names = _unpack(corpus / f"{slug}.tar.xz", folder, [post["url"] for post in gold["posts"]], about["main_feed"])
    real = urlsplit(about["base_url"])
    origin = f"{real.scheme}://{real.netloc}"
    feed_path = re.sub(r"(^|/)index\.(html?|xml)$", r"\1", about["main_feed"])
    return Blog(
        slug=slug,
        gold=gold,
        pages=tuple(
            SavedPage(url=url, address=origin + url, file=folder / name)
            for url, name in names.items()
            if url  # the empty address is the feed's
        ),
        feed_file=folder / "feed",
        feed_address=f"{origin}/{feed_path}",
    )


def sample_pages(blog: Blog, most: int) -> tuple[SavedPage, ...]:
    """Up to `most` pages, half of them of posts in the feed where possible; the same ones on every run."""
    chance = random.Random(f"{SEED} {blog.slug}")  # noqa: S311 - a sample, not a secret
    in_feed = {post["url"] for post in blog.gold["posts"] if post.get("in_feed")}
    new = [page for page in blog.pages if page.url in in_feed]
    old = [page for page in blog.pages if page.url not in in_feed]
    chance.shuffle(new)
    chance.shuffle(old)
    half = most // 2
    chosen = new[: max(half, most - len(old))] + old[: max(most - half, most - len(new))]
    return tuple(chosen[:most])


def only_posts(gold: Gold, pages: Iterable[SavedPage]) -> Gold:
    """The gold of these pages alone."""
    urls = {page.url for page in pages}
    return {**gold, "posts": [post for post in gold["posts"] if post["url"] in urls]}


def decode(content: bytes) -> str:
    """UTF-8 where it is sound, else what the page declares, else windows-1252."""
    declared = _CHARSET.search(content, 0, 4096)
    for charset in ("utf-8-sig", declared.group(1).decode("ascii") if declared else "", "windows-1252"):
        try:
            return content.decode(charset)
        except (LookupError, UnicodeDecodeError):
            continue
    return content.decode("utf-8", "replace")


def _unpack(archive: Path, folder: Path, urls: list[str], feed: str) -> dict[str, str]:
    """Write the posts' pages and the feed into the folder; the file name of each."""
    manifest = folder / "pages.json"
    version = [archive.stat().st_size, archive.stat().st_mtime_ns, len(urls)]
    if manifest.is_file():
        known = json.loads(manifest.read_text("utf-8"))
        if known["version"] == version:
            names: dict[str, str] = known["names"]
            return names
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tarfile.open(archive) as tar:
        members = {member.name.removeprefix("site/"): member for member in tar.getmembers() if member.isfile()}
        wanted = {url: name for url in urls if (name := find_file(url, members.keys()))}
        files = {name: tar.extractfile(member) for name, member in members.items() if name in {*wanted.values(), feed}}
        contents = {name: file.read() for name, file in files.items() if file}
    names = {"": "feed"}
    (folder / "feed").write_bytes(contents.get(feed, b""))
    for number, (url, name) in enumerate(wanted.items()):
        names[url] = f"{number:04}.html"
        (folder / names[url]).write_bytes(contents[name])
    manifest.write_text(json.dumps({"version": version, "names": names}), "utf-8")
    return names


def find_file(url: str, files: Container[str]) -> str | None:
    """The file behind an address, found as a static host finds it: as named, with .html, or the folder's index."""
    for path in (unquote(urlsplit(url).path), url):  # some saved files keep the query or the escapes in their name
        name = posixpath.normpath(path.lstrip("/")) if path.strip("/") else "."
        folder = "" if name == "." else f"{name}/"
        tries = (
            [folder + index for index in _INDEXES]
            if path.endswith("/") or name == "."
            else [name, f"{name}.html", *[f"{name}/{index}" for index in _INDEXES]]
        )
        found = next((attempt for attempt in tries if attempt in files), None)
        if found:
            return found
    return None
