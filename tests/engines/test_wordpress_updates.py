"""A real WordPress whose owner does two hundred things: the archive's versions are what the owner's log says."""

import json
import random
import subprocess
from contextlib import closing
from dataclasses import dataclass, field

import pytest

from blogforever.store.database import open_existing
from blogforever.store.queries.blogs import list_blogs
from blogforever.store.queries.posts import each_post, post_versions
from tests.end_to_end.command import PROGRAM, harvest
from tests.engines.wordpress_posts import plain

SEED = 11
WORDS = ("shed", "rain", "ladder", "bees", "varnish", "hinge", "plum", "kettle", "gravel", "thatch", "moss", "pipe")
THEMES = ("twentytwentyone", "twentytwentytwo", "twentytwentythree")
USUAL = {  # how often the owner does each
    "publish": 6, "edit": 6, "typo": 4, "retitle": 3, "tag": 3, "move": 2, "delete": 2, "restore": 3, "comment": 6,
    "theme": 1, "widget": 2,
}  # fmt: skip


@dataclass
class Diary:
    """A post of the owner, and what the archive should hold of it."""

    id: int
    address: str
    title: str
    words: list[str]
    tags: list[str]
    is_public: bool = True
    comments: list[str] = field(default_factory=list)
    versions: list[tuple] = field(default_factory=list)
    """What a reader could have seen at each visit, each time it was something else."""

    @property
    def html(self):
        half = len(self.words) // 2
        return f"<p>{' '.join(self.words[:half])}.</p>\n<p>{' '.join(self.words[half:])}.</p>"

    def visited(self):
        now = (self.address, self.title, tuple(self.words), tuple(sorted(self.tags)))
        if self.is_public and (not self.versions or self.versions[-1] != now):
            self.versions.append(now)


class Owner:
    """Does things by chance, and writes down what they mean."""

    def __init__(self, blog):
        self.blog = blog
        self.chance = random.Random(SEED)  # noqa: S311 - what an owner does, no secret
        self.posts = []
        self.log = []

    def act(self):
        does = self.chance.choices(list(USUAL), list(USUAL.values()))[0]
        public = [post for post in self.posts if post.is_public]
        trash = [post for post in self.posts if not post.is_public]
        if does == "publish" or (not public and does not in {"theme", "widget"}):
            does = "publish"
            self.publish()
        elif does == "theme":
            self.blog.operate(does="theme", theme=self.chance.choice(THEMES))
        elif does == "widget":
            self.blog.operate(does="widget", text=f"{self.chance.randrange(9_999)} visitors like {self._words(3)}")
        elif does == "restore":
            if trash:
                self._restore(self.chance.choice(trash))
        else:
            getattr(self, f"_{does}")(self.chance.choice(public))
        self.log.append(does)

    def _words(self, count):
        return " ".join(self.chance.choices(WORDS, k=count))

    def publish(self):
        title, words = f"{self._words(2).capitalize()} {len(self.posts)}", self._words(60).split()
        post = Diary(0, "", title, words, [self.chance.choice(WORDS)])
        done = self.blog.operate(does="publish", title=title, html=post.html, tags=post.tags)
        post.id, post.address = done["id"], done["address"]
        self.posts.append(post)

    def _edit(self, post):
        place = self.chance.randrange(len(post.words))
        post.words[place:place] = self._words(8).split()
        self.blog.operate(does="edit", id=post.id, html=post.html)

    def _typo(self, post):
        place = self.chance.randrange(len(post.words))
        post.words[place] = post.words[place][::-1]
        self.blog.operate(does="edit", id=post.id, html=post.html)

    def _retitle(self, post):
        post.title = f"{post.title.split(':')[0]}: {self._words(2)}"
        self.blog.operate(does="retitle", id=post.id, title=post.title)

    def _tag(self, post):
        post.tags = sorted(set(self.chance.choices(WORDS, k=3)))
        self.blog.operate(does="tag", id=post.id, tags=post.tags)

    def _move(self, post):
        slug = f"{self._words(2).replace(' ', '-')}-{post.id}-{len(self.log)}"
        post.address = self.blog.operate(does="move", id=post.id, slug=slug)["address"]

    def _delete(self, post):
        self.blog.operate(does="delete", id=post.id)
        post.is_public = False

    def _restore(self, post):
        post.address = self.blog.operate(does="restore", id=post.id)["address"]
        post.is_public = True

    def _comment(self, post):
        text = f"{self._words(6).capitalize()}, comment {len(self.log)}."
        self.blog.operate(does="comment", id=post.id, author="Neighbour", text=text)
        post.comments.append(text)


def update(archive):
    command = [PROGRAM, "update", "--all", "--thorough", "--archive", archive, "--delay", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr


def held(archive):
    """Every version of every post: address, title, words, tags."""
    with closing(open_existing(archive, None)) as database:
        (blog,) = [archived.blog.url for archived in list_blogs(database)]
        return {
            stored.post.url: [_as_kept(version.post) for version in post_versions(database, stored.id)]
            for stored in each_post(database, blog)
        }


def _as_kept(post):
    words = plain(post.content_text).replace(".", " ").split()
    return post.url, plain(post.title or ""), tuple(words), tuple(sorted(set(post.tags) - {"Diary"}))


def comments(archive):
    done = subprocess.run([PROGRAM, "export", "--archive", archive], check=True, capture_output=True, text=True)
    posts = [json.loads(line) for line in done.stdout.splitlines()]
    return {
        post["url"]: sorted(comment["content_text"] for comment in post["comments"])
        for post in posts
        if post["type"] == "post"
    }


@pytest.mark.parametrize("operations", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_the_archive_has_the_versions_of_the_owners_log(wordpress, tmp_path, operations):
    wordpress.change()
    owner = Owner(wordpress)
    for _ in range(3):
        owner.publish()
    harvest(wordpress.home, tmp_path, "--delay", 0, "--no-media")
    for post in owner.posts:
        post.visited()
    for number in range(operations):
        owner.act()
        if owner.chance.random() < 0.4 or number == operations - 1:
            update(tmp_path)
            for post in owner.posts:
                post.visited()
    expected = {post.versions[-1][0]: post.versions for post in owner.posts if post.versions}
    archived = held(tmp_path)
    found = {address: versions for address, versions in archived.items() if address in expected}
    assert found == expected
    others = {len(versions) for address, versions in archived.items() if address not in expected}
    assert others == {1}, "posts that the owner never touched have new versions"
    said = comments(tmp_path)
    public = [post for post in owner.posts if post.is_public]
    assert {post.address: said[post.address] for post in public} == {
        post.address: sorted(post.comments) for post in public
    }
