"""What is true about the posts of the WordPress blog: sixty in five years, some with pictures, some with comments."""

import datetime as dt
import struct
import zlib
from dataclasses import dataclass
from html import escape

from tests.sample_blog.words import NEIGHBOURS, PEOPLE
from tests.sample_blog.writing import SamplePost, write_posts

COUNT = 60
WITH_PICTURE = range(0, COUNT, 6)
"""Places of posts, the newest is 0."""
MOST_COMMENTS = 45
_COMMENTS = {3: MOST_COMMENTS} | {place: 2 + place % 5 for place in range(1, COUNT, 5)}
_NEWEST = dt.datetime(2024, 9, 17, 9, 30)  # noqa: DTZ001 - WordPress keeps the blog's own time
_STEP = dt.timedelta(days=5 * 365 / COUNT, minutes=77)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPost:
    """A post as its author wrote it."""

    title: str
    slug: str
    author: str
    published: dt.datetime
    category: str
    tags: tuple[str, ...]
    html: str
    text: str
    picture: str | None
    """The path of the picture that it shows."""
    comments: tuple[str, ...]

    @property
    def path(self) -> str:
        """Where the post is, with permalinks by month and name."""
        return f"/{self.published:%Y/%m}/{self.slug}/"

    def as_seed(self) -> dict[str, object]:
        """The post for seed.php."""
        return {
            "type": "post",
            "title": escape(self.title, quote=False),
            "slug": self.slug,
            "html": self.html,
            "date": f"{self.published:%Y-%m-%d %H:%M:%S}",
            "author": self.author,
            "categories": [self.category],
            "tags": self.tags,
            "comments": [
                {
                    "author": NEIGHBOURS[place % len(NEIGHBOURS)],
                    "text": text,
                    "date": f"{self.published + dt.timedelta(hours=3 * place + 1):%Y-%m-%d %H:%M:%S}",
                }
                for place, text in enumerate(self.comments)
            ],
        }


def write_blog() -> tuple[WrittenPost, ...]:
    """The posts, newest first."""
    return tuple(_written(place, post) for place, post in enumerate(write_posts(COUNT, seed=6)))


def as_seed(posts: tuple[WrittenPost, ...]) -> dict[str, object]:
    """The whole blog for seed.php: its people, its posts, the oldest first, and two pages that are no posts."""
    about = "<p>Four people and a shed. We write down what breaks, what grows and what we had for tea.</p>"
    contact = "<p>Knock at the green door, or leave a letter with the ferryman. We answer when the tide is out.</p>"
    pages = [_page("About", "about", about), _page("Contact", "contact", contact)]
    return {"people": PEOPLE, "posts": [*pages, *(post.as_seed() for post in reversed(posts))]}


def picture_bytes(place: int) -> bytes:
    """A small PNG; no two are alike."""
    width, height = 120, 80
    colour = bytes(((place * 37) % 256, (place * 91) % 256, 128))
    rows = b"".join(b"\x00" + colour * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _written(place: int, post: SamplePost) -> WrittenPost:
    blocks = [block for block in post.blocks if "/media/" not in block.html]
    html = [block.html.replace('"/notes/"', '"/about/"') for block in blocks]
    picture = f"/wp-content/uploads/shed-{place}.png" if place in WITH_PICTURE else None
    if picture:
        html.insert(1, f'<figure><img src="{picture}" alt="The shed" width="120" height="80"></figure>')
    category, *tags = post.tags
    return WrittenPost(
        title=post.title,
        slug=f"{post.slug or 'post'}-{place}",
        author=post.authors[0],
        published=_NEWEST - place * _STEP,
        category=category.capitalize(),
        tags=tuple(tags),
        html="\n\n".join(html),
        text="\n".join(block.text for block in blocks),
        picture=picture,
        comments=tuple(
            f"Remark {number} on {post.title.lower()}: we tried the same last year and it ended in mud."
            for number in range(_COMMENTS.get(place, 0))
        ),
    )


def _page(title: str, slug: str, html: str) -> dict[str, object]:
    page = {"type": "page", "title": title, "slug": slug, "html": html, "date": "2019-08-01 12:00:00"}
    return {**page, "author": PEOPLE[0], "categories": [], "tags": [], "comments": []}
