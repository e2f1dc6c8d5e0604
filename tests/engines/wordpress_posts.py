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
_COMMENTS = {place: 4 + 7 * place % 11 for place in range(COUNT)} | {3: MOST_COMMENTS, 10: 0}
_DEEPEST = 5
"""So deep WordPress nests answers; deeper ones would be shown beside the one that they answer."""
_TYPOGRAPHY = str.maketrans("‘’“”″–—", '\'\'"""--')
_NEWEST = dt.datetime(2024, 9, 17, 9, 30)  # noqa: DTZ001 - WordPress keeps the blog's own time
_STEP = dt.timedelta(days=5 * 365 / COUNT, minutes=77)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenComment:
    """A comment as somebody wrote it."""

    author: str
    url: str
    text: str
    published: dt.datetime
    answers: int | None
    """The place of the comment that it answers, among those of the post."""


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
    comments: tuple[WrittenComment, ...]

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
                    "author": comment.author,
                    "url": comment.url,
                    "text": escape(comment.text, quote=False),
                    "date": f"{comment.published:%Y-%m-%d %H:%M:%S}",
                    "answers": comment.answers,
                }
                for comment in self.comments
            ],
        }


def write_blog() -> tuple[WrittenPost, ...]:
    """The posts, newest first."""
    return tuple(_written(place, post) for place, post in enumerate(write_posts(COUNT, seed=6)))


def plain(text: str) -> str:
    """The text before WordPress made its quotes and dashes typographic, in one line."""
    return " ".join(text.translate(_TYPOGRAPHY).split())


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
    published = _NEWEST - place * _STEP
    return WrittenPost(
        title=post.title,
        slug=f"{post.slug or 'post'}-{place}",
        author=post.authors[0],
        published=published,
        category=category.capitalize(),
        tags=tuple(tags),
        html="\n\n".join(html),
        text="\n".join(block.text for block in blocks),
        picture=picture,
        comments=_comments(place, post.title, published),
    )


def _comments(place: int, title: str, published: dt.datetime) -> tuple[WrittenComment, ...]:
    """A lively thread: many answer the one before, some an earlier one, none deeper than WordPress shows."""
    written: list[WrittenComment] = []
    depths: list[int] = []
    for number in range(_COMMENTS[place]):
        answers = {1: number - 1, 2: number // 2}.get((number + place) % 4) if number else None
        if answers is not None and depths[answers] >= _DEEPEST:
            answers = None
        depths.append(1 if answers is None else depths[answers] + 1)
        neighbour = NEIGHBOURS[(number + place) % len(NEIGHBOURS)]
        text = f"Remark {number} on {title.lower()}: we tried the same last year and it ended in mud."
        more = f"Write to {neighbour} before you start." if number % 5 == 4 else ""
        written.append(
            WrittenComment(
                author=neighbour,
                url=f"http://{neighbour.lower()}.example/" if number % 3 == 0 else "",
                text="\n\n".join(filter(None, [text, more])),
                published=published + dt.timedelta(hours=3 * number + 1),
                answers=answers,
            )
        )
    return tuple(written)


def _page(title: str, slug: str, html: str) -> dict[str, object]:
    page = {"type": "page", "title": title, "slug": slug, "html": html, "date": "2019-08-01 12:00:00"}
    return {**page, "author": PEOPLE[0], "categories": [], "tags": [], "comments": []}
