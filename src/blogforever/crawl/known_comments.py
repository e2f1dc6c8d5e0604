"""What a harvest knows of one post's comments, besides the comments themselves."""

from dataclasses import dataclass, field

from blogforever.crawl.comment_answers import Answer


@dataclass(slots=True)
class KnownComments:
    """What is known of one post's comments."""

    shown: int = 0
    """On the page itself."""
    kept: int = 0
    said: int = 0
    """Of those that are kept, how many have words."""
    stated: int | None = None
    """How many there are by the word of the page, or of a feed of posts."""
    feeds: tuple[str, ...] = ()
    asked: dict[str, bool] = field(default_factory=dict)
    """Addresses of feeds and further pages with comments of this post, and whether they answered."""
    answers: list[Answer] = field(default_factory=list)
    """What came for them."""
    merged: int = 0
    """How many answers the kept comments were made of, besides the page."""
    feed_asked: bool = False
    fed: int = 0
    """In its feed."""
    cut: bool = False
    """The feed has fewer than there are."""
    is_read: bool = False
    """The page was read in this harvest."""
    limited: bool = False
    """A limit of ours cut the page or its further pages off."""
    hidden: bool = False
    """The page leaves its comments to a service, and no browser showed them."""

    @property
    def is_complete(self) -> bool:
        """True unless comments are known to be missing."""
        enough = self.stated is None or self.kept >= self.stated
        overflows = self.cut and self.shown < self.fed
        return enough and not overflows and not self.hidden and self.is_heard

    @property
    def is_heard(self) -> bool:
        """True when the page and all its further pages were read to their end."""
        return self.is_read and not self.limited and all(self.asked.values())

    def state(self, count: int | None) -> None:
        """Somebody says how many comments there are."""
        if count is not None:
            self.stated = max(count, self.stated or 0)

    def hear(self, other: "KnownComments") -> None:
        """The same of another address of the post."""
        self.state(other.stated)
        self.feeds = tuple(dict.fromkeys([*self.feeds, *other.feeds]))
        self.asked = other.asked | self.asked
        self.answers += [answer for answer in other.answers if answer not in self.answers]
