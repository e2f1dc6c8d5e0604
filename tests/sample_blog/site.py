"""What every page of the blog shows besides its post: the blog's name, other posts, comments."""

import random
from dataclasses import dataclass
from html import escape

from tests.sample_blog.words import NEIGHBOURS
from tests.sample_blog.writing import SamplePost

_REMARKS = (
    "We had the same trouble last year and ended up moving to the coast.",
    "Lovely. Please write more about the second half, I got lost there.",
    "I disagree about the salt, but the pictures are very good.",
    "My grandfather did it exactly like this, only faster and with more swearing.",
    "Is there a list of parts anywhere? Asking for a friend with a shed.",
    "Seconded! Also the link at the bottom does not work for me.",
)


@dataclass(frozen=True, slots=True)
class Site:
    """The blog as its themes see it."""

    title: str
    home: str
    posts: tuple[SamplePost, ...]

    def others(self, post: SamplePost, count: int) -> list[SamplePost]:
        """Posts that a page recommends: not always the same, never itself."""
        chance = random.Random(post.number)  # noqa: S311 - a made-up blog needs no secrets
        others = [other for other in self.posts if other is not post]
        return chance.sample(others, min(count, len(others)))

    def comments(self, post: SamplePost) -> list[tuple[str, str]]:
        """Who commented on a post, and what."""
        chance = random.Random(post.number + 1)  # noqa: S311 - a made-up blog needs no secrets
        return [(chance.choice(NEIGHBOURS), remark) for remark in chance.sample(_REMARKS, chance.randint(0, 4))]


def link(address: str, text: str, attributes: str = "") -> str:
    """An anchor."""
    return f'<a{" " + attributes if attributes else ""} href="{escape(address)}">{escape(text)}</a>'


def by(post: SamplePost) -> str:
    """The authors as a byline names them."""
    return " and ".join(post.authors)


def name_path(name: str) -> str:
    """A name as a part of an address."""
    return name.lower().replace(" ", "-")
