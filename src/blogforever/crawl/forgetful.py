"""A sink that keeps everything in memory and nothing on disk: what a look at a blog needs."""

from collections.abc import Iterable

from blogforever.model.blog import Blog
from blogforever.model.exchange import Exchange
from blogforever.model.harvest import KeptComments, KeptMedia, KeptPost, Report, Wishes
from blogforever.model.ledger import Fate, Witness
from blogforever.model.rendering import Rendering
from blogforever.model.rules import RuleSet


class Notebook:
    """A `Sink` (model/ports.py) that can be read when the crawl is over."""

    def __init__(self) -> None:
        self.exchanges: dict[str, Exchange] = {}
        """By the question that was asked."""
        self.blog: Blog | None = None
        self.rules: RuleSet | None = None
        self.posts: dict[str, KeptPost] = {}
        self.comments: dict[str, KeptComments] = {}
        self.renderings: dict[str, Rendering] = {}
        self.fates: dict[str, Fate] = {}
        self._given_up: dict[str, str] = {}

    def recall(self, address: str) -> Exchange | None:
        """What came for the address in this look."""
        return self.exchanges.get(address)

    def recall_older(self, address: str) -> None:
        """Nothing: every look is the first."""

    def capture(self, exchange: Exchange) -> None:
        """Remember the exchange."""
        self.exchanges[exchange.key] = exchange

    def keep_blog(self, blog: Blog) -> None:
        """What the blog is."""
        self.blog = blog

    def keep_rules(self, rules: RuleSet) -> None:
        """The rules that the blog's pages are read by."""
        self.rules = rules

    def keep_post(self, post: KeptPost) -> None:
        """A post of a training page."""
        self.posts[post.key] = post

    def complete_post(self, key: str, *, aliases: tuple[str, ...], witnesses: tuple[Witness, ...]) -> None:
        """Of no interest here."""

    def drop_post(self, key: str) -> None:
        """The page turned out to be no post."""
        self.posts.pop(key, None)

    def keep_comments(self, comments: KeptComments) -> None:
        """The comments of a training page's post."""
        self.comments[comments.key] = comments

    def keep_rendering(self, rendering: Rendering) -> None:
        """Remember what the browser showed."""
        self.renderings[rendering.address] = rendering

    def recall_rendering(self, address: str) -> Rendering | None:
        """What the browser showed in this look."""
        return self.renderings.get(address)

    def keep_media(self, media: KeptMedia) -> None:
        """Of no interest here."""

    def tell(self, fates: Iterable[Fate]) -> None:
        """Lines of the ledger."""
        self.fates.update((fate.key, fate) for fate in fates)

    def give_up(self, name: str, reason: str) -> None:
        """Remember what is not tried again."""
        self._given_up[name] = reason

    def given_up(self) -> dict[str, str]:
        """What was given up in this look."""
        return self._given_up

    def save(self) -> None:
        """Nothing is to be saved."""

    def why_full(self) -> str:
        """Nothing fills up."""
        return ""

    def notes(self) -> tuple[str, ...]:
        """Nothing is kept that could be damaged."""
        return ()

    def close(self, report: Report | None) -> None:
        """The end."""


def open_notebook(blog: str, *, wishes: Wishes, notebook: Notebook) -> Notebook:  # noqa: ARG001 - as sinks are made
    """The notebook itself: whoever asked for the crawl holds it too."""
    return notebook
