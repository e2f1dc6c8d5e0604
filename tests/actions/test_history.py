"""What happened to the posts of a blog that changes between harvests, told from what the archive holds."""

import shutil

import pytest

import blogforever
from blogforever.actions.upkeep.reextract import reextract
from blogforever.errors import NotInArchive
from tests.actions.film import Film
from tests.end_to_end.loopback import Answer
from tests.end_to_end.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog
from tests.store.archive import BLOG

HTML = {"Content-Type": "text/html; charset=utf-8"}
MOVED_TO = "/2020/01/a-new-home/"


class ChangedBlog:
    """Harvested four times: an edit, a loss and a move; nothing; the lost one is back."""

    def __init__(self, folder):
        self.folder = folder
        self.blog = ServedBlog(make_blog(posts=8, feed=5))
        self.edited, self.lost, self.moved = self.blog.post_paths[5:8]
        with self.blog.server.running():
            self.home = self.blog.home
            self._harvest()
            page, _ = self.blog._content(self.edited)
            title = next(post.title for address, post in self.blog.blog.truth.items() if address.endswith(self.edited))
            page = page.replace(title.encode(), b"Another title altogether")
            page = page.replace(b'<div class="entry-content">', b'<div class="entry-content"><p>Three words more.</p>')
            self.blog.special[self.edited] = lambda _: Answer(page, 200, HTML)
            self.blog.special[self.lost] = lambda _: Answer(b"<title>Nothing here</title>", 404, HTML)
            there = self.blog._content(self.moved)[0].replace(self.moved.encode(), MOVED_TO.encode())
            self.blog.special[MOVED_TO] = lambda _: Answer(there, 200, HTML)
            self.blog.special[self.moved] = lambda _: Answer(b"", 301, {"Location": self.home[:-1] + MOVED_TO})
            self._harvest()
            self._harvest()
            self.blog.special.pop(self.lost)
            self._harvest()

    def _harvest(self):
        blogforever.harvest(self.home, self.folder, delay=0)

    def address(self, path):
        return self.home[:-1] + path


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    return ChangedBlog(tmp_path_factory.mktemp("changed"))


@pytest.fixture
def archive(changed):
    with blogforever.Archive(changed.folder) as opened:
        yield opened


def told(history):
    return [(event.kind.value, event.harvest, event.version) for event in history.events]


def test_an_edit_says_what_was_edited(archive, changed):
    history = archive.versions(changed.address(changed.edited))
    assert told(history) == [("new", 1, 1), ("edited", 2, 2)]
    edit = history.events[1]
    assert [part.value for part in edit.parts] == ["title", "text"]
    assert (edit.words_added, edit.words_removed) == (3, 0)
    assert edit.words == history.events[0].words + 3
    assert history.standing.value == "there"


def test_a_post_that_goes_and_comes_back_has_one_version(archive, changed):
    history = archive.versions(changed.address(changed.lost))
    assert told(history) == [("new", 1, 1), ("gone", 2, None), ("back", 4, None)]
    assert history.events[1].note == "not found (status 404)"
    assert history.standing.value == "there"


def test_a_post_that_moved_is_one_post_under_both_addresses(archive, changed):
    old, new = changed.address(changed.moved), changed.address(MOVED_TO)
    assert old not in {line.url for line in archive.posts()}
    for address in (old, new):
        history = archive.versions(address)
        assert told(history) == [("new", 1, 1), ("moved", 2, 2)]
        assert (history.events[1].note, history.standing.value) == (f"from {old}", "there")


def test_the_history_of_a_blog_is_told_harvest_by_harvest(archive, changed):
    entries = list(archive.history(changed.home))
    harvests = [entry.harvest for entry in entries if entry.event is None]
    assert [line.id for line in harvests] == [4, 3, 2, 1]
    assert [(line.posts.new, line.posts.changed, line.posts.gone, line.posts.back) for line in harvests] == [
        (0, 0, 0, 1), (0, 0, 0, 0), (0, 2, 1, 0), (8, 0, 0, 0),
    ]  # fmt: skip
    found = {}
    for entry in entries:
        if entry.event:
            path = "/" + entry.url.removeprefix(changed.home)
            found.setdefault(entry.harvest.id, set()).add((entry.event.kind.value, path))
    assert found[4] == {("back", changed.lost)}
    assert 3 not in found
    assert found[2] == {("edited", changed.edited), ("gone", changed.lost), ("moved", MOVED_TO)}
    assert len(found[1]) == 8


def test_harvests_are_chosen_by_time(archive, changed):
    assert list(archive.history(changed.home, until="2001")) == []
    assert list(archive.history(changed.home, since="2999")) == []
    assert len(list(archive.history(changed.home, since="2001-02-03T04:05", until="2999"))) == 16
    with pytest.raises(ValueError, match="is not a point in time"):
        archive.history(changed.home, since="lately")
    with pytest.raises(NotInArchive):
        archive.history("https://elsewhere.example/")


def test_a_diff_shows_the_words(archive, changed):
    compared = archive.diff(changed.address(changed.edited))
    assert [piece.text.strip() for piece in compared.diff.text if piece.kind.value == "added"] == ["Three words more."]
    assert (compared.old.number, compared.new.number) == (1, 2)
    backwards = archive.diff(changed.address(changed.edited), earlier=2, later=1)
    assert backwards.diff.words_removed == 3


@pytest.mark.parametrize(
    "versions, problem",
    [
        ({"later": 7}, "there is no version 7"),
        ({"earlier": 2}, "is the newest"),
        ({"earlier": 1, "later": 1}, "itself"),
    ],
)
def test_versions_that_cannot_be_compared(archive, changed, versions, problem):
    with pytest.raises(NotInArchive, match=problem):
        archive.diff(changed.address(changed.edited), **versions)
    with pytest.raises(NotInArchive, match="has only one version"):
        archive.diff(changed.address(changed.lost))


def test_what_other_rules_find_in_the_same_capture_is_not_an_edit(tmp_path):
    film = Film(tmp_path).harvest("2012-04-01T12:00", ("a", "2012-01-10", "Some words of the post."))
    film.harvest("2012-04-01T12:00", ("a", "2012-01-10", "Some words of the post, and its footer."))
    film.harvest("2013-04-01T12:00", ("a", "2012-01-10", "Some words of the post!"))
    with blogforever.Archive(tmp_path) as archive:
        assert [event.kind.value for event in archive.versions(f"{BLOG}a").events] == ["new", "read again", "edited"]
        assert archive.diff(f"{BLOG}a", later=2).is_same_capture
        assert not archive.diff(f"{BLOG}a").is_same_capture


def test_reading_captures_again_is_told_as_such(changed, tmp_path):
    folder = shutil.copytree(changed.folder, tmp_path / "copy")
    reextract([changed.home], archive=folder)
    with blogforever.Archive(folder) as archive:
        newest = next(archive.history(changed.home))
        assert newest.harvest.is_offline
        assert told(archive.versions(changed.address(changed.lost)))[-1] == ("back", 4, None)
