"""Two blogs that become one: every version, comment, address and file of both is still there."""

import pytest

from blogforever.actions._archive import open_archive
from blogforever.actions.curate.merge import merge
from blogforever.actions.read_archive import read_ledger, read_post, read_versions, search_posts
from blogforever.actions.upkeep.verify import verify
from blogforever.errors import DifferentBlogs, NotInArchive
from blogforever.model.blog import Blog, KnownFeed
from blogforever.model.comment import Comment
from blogforever.model.harvest import KeptComments, KeptMedia
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.store.queries.blogs import find_blog, list_blogs
from tests.store.archive import BLOG, NOON, post

FEED = "https://blog.example/feed"
BOTH = "blog.example/a"


def said(name, text, **more):
    return Comment(id=name, content_text=text, content_html=f"<p>{text}</p>", **more)


def discussion(*comments):
    return KeptComments(key=BOTH, comments=comments, captured_at=NOON)


def line(key, outcome, reason):
    return LedgerEntry(
        key=key, address=f"https://{key}", outcome=outcome, witnesses=(DiscoveredVia.FEED,), reason=reason
    )


@pytest.fixture
def doubles(archive):
    """The blog by its home page, then by its feed, then by its home page again; a post of it changes each time."""
    with archive.harvest(BLOG) as records:
        records.keep_blog(Blog(url=BLOG, title="Blog", feeds=(KnownFeed(address=FEED),)))
        records.keep_post(post(BOTH, text="first words", aliases=("https://blog.example/?p=1",)))
        records.keep_comments(discussion(said("1", "Hello"), said("2", "Old")))
        records.write_ledger([line(BOTH, Outcome.POST, "kept"), line("blog.example/x", Outcome.FAILED, "first")])
    with archive.harvest(FEED) as records:
        records.keep_blog(Blog(url=FEED, feeds=(KnownFeed(address=FEED), KnownFeed(address=f"{FEED}/older"))))
        records.keep_post(post(BOTH, text="second words", aliases=("https://blog.example/?p=2",)))
        records.keep_post(post("blog.example/b", text="only by the feed"))
        records.keep_comments(discussion(said("1", "Hello"), said("2", "Edited"), said("3", "New")))
        records.keep_media(
            KeptMedia(address="https://blog.example/b.png", content=b"b", media_type="image/png", captured_at=NOON)
        )
        records.write_ledger([line(BOTH, Outcome.OUTSIDE, "not"), line("blog.example/x", Outcome.FAILED, "second")])
    with archive.harvest(BLOG) as records:
        records.keep_post(post(BOTH, text="third words"))
        records.keep_comments(discussion(said("1", "Hello"), said("2", "Old")))
    return archive


def test_everything_of_both_is_there_in_the_order_of_the_harvests(doubles):
    result = merge(doubles.folder, doubles.store, "1", "2")
    assert (result.posts, result.joined, result.harvests) == (2, 1, 1)
    with open_archive(doubles.folder, doubles.store) as opened:
        (blog,) = list_blogs(opened.database)
        assert (blog.id, blog.blog.url, blog.posts, blog.harvests, blog.comments) == (1, BLOG, 2, 3, 3)
        assert [feed.address for feed in blog.blog.feeds] == [FEED, f"{FEED}/older"]
        assert find_blog(opened.database, FEED).id == 1
        texts = [version.post.content_text for version in read_versions(opened, f"https://{BOTH}")]
        assert texts == ["first words", "second words", "third words"]
        shown = read_post(opened, "https://blog.example/?p=2")
        assert shown.post.content_text == "third words"
        comments = {one.comment.id: (one.comment.content_text, one.version) for one in shown.discussion.comments}
        assert comments == {"1": ("Hello", 1), "2": ("Edited", 2), "3": ("New", 1)}
        assert [hit.post.key for hit in search_posts(opened, "third", blog=None, limit=5, marks=("", ""))] == [BOTH]
        assert not search_posts(opened, "second", blog=None, limit=5, marks=("", ""))
        assert read_ledger(opened, "1").summary.outcomes == {Outcome.POST: 1, Outcome.FAILED: 1}
        assert blog.media == 1


def test_a_merged_archive_is_sound(doubles):
    merge(doubles.folder, doubles.store, "1", "2")
    faults = [fault for fault in verify(doubles.folder, doubles.store).faults if fault.area != "captures"]
    assert faults == []  # no pages were captured here


def test_the_other_way_round_is_merged_as_well(doubles):
    merge(doubles.folder, doubles.store, FEED, BLOG)
    with open_archive(doubles.folder, doubles.store) as opened:
        assert [(blog.id, blog.posts) for blog in list_blogs(opened.database)] == [(2, 2)]
        assert read_post(opened, f"https://{BOTH}").version.number == 3


def test_a_harvest_after_the_merge_goes_on_with_the_one_blog(doubles):
    merge(doubles.folder, doubles.store, "1", "2")
    with doubles.harvest(FEED) as records:
        records.keep_post(post(BOTH, text="fourth words"))
    with open_archive(doubles.folder, doubles.store) as opened:
        (blog,) = list_blogs(opened.database)
        assert (blog.harvests, blog.versions) == (4, 5)


@pytest.mark.parametrize("into, other, error, said", [
    ("1", BLOG, DifferentBlogs, "both names are of one blog"),
    ("1", "7", NotInArchive, "no such blog"),
    ("1", "3", DifferentBlogs, "they may be different blogs"),
])  # fmt: skip
def test_nonsense_is_refused_and_changes_nothing(doubles, into, other, error, said):
    with doubles.harvest("https://elsewhere.example/") as records:
        records.keep_post(post("elsewhere.example/1"))
    before = doubles.tables()
    with pytest.raises(error, match=said):
        merge(doubles.folder, doubles.store, into, other)
    assert doubles.tables() == before
