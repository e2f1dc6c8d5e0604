"""One feed from several of the same blog."""

from hypothesis import given
from hypothesis import strategies as st

from blogforever.model.feed import Enclosure, Feed, FeedEntry, FeedText
from blogforever.sources.feeds.merge import is_same_blog, merge_feeds
from blogforever.sources.feeds.parse import parse_feed
from tests.sample_blog.blog import make_blog
from tests.sample_blog.feeds import FeedShape

B = "http://blog.example"


def feed(*entries, **more):
    return Feed(address=f"{B}/feed", format="rss20", entries=entries, **more)


def entry(path, **more):
    return FeedEntry(address=path and B + path, **more)


def test_two_formats_of_one_blog_make_one_feed():
    blog = make_blog(posts=6, feed=6)
    titles, full = (parse_feed(blog.feed(FeedShape(format=form, kind=kind, tags=tags)), address=f"{B}/feed")
                    for form, kind, tags in (("rss", "titles", False), ("atom", "full", True)))  # fmt: skip
    assert is_same_blog(titles, full)
    merged = merge_feeds(titles, [full])
    assert merged.format == titles.format
    assert merged.text_kind is full.text_kind
    for one, post in zip(merged.entries, blog.in_feed, strict=True):
        assert one.title == post.title
        assert one.tags == post.tags
        assert len(one.text) > 100


def test_what_the_main_feed_states_stays():
    (one,) = merge_feeds(
        feed(entry("/a", title="A", tags=("x",), comment_count=0, text="as long as the other")),
        [feed(entry("/a", title="B", tags=("y",), comment_count=5, text="as long as this one"), authors=("Anna",))],
    ).entries
    assert (one.title, one.tags, one.comment_count, one.text) == ("A", ("x",), 0, "as long as the other")


def test_what_it_leaves_out_comes_from_the_others_in_turn():
    sound = Enclosure(address=f"{B}/a.mp3")
    merged = merge_feeds(
        feed(entry("/a")), [feed(entry("/a/", title="A")), feed(entry("/a.html", title="B", enclosures=(sound,)))]
    )
    assert (merged.entries[0].title, merged.entries[0].enclosures) == ("A", (sound,))


def test_the_kind_of_text_is_that_of_the_feed_that_gave_the_text():
    merged = merge_feeds(
        feed(entry("/a", text="short")),
        [
            feed(entry("/a", text="words"), text_kind=FeedText.SUMMARY),
            feed(entry("/a", text="a much longer text"), text_kind=FeedText.FULL),
        ],
    )
    assert merged.text_kind is FeedText.FULL


def test_entries_that_share_an_address_are_not_mixed_up():
    main = feed(entry("/", title="A", text="a"), entry("/", title="B", text="b"), entry(None, title="C", text="c"))
    other = feed(entry("/", title="A", text="the text of A"), entry("/", title="B", text="the longer text of B"))
    assert merge_feeds(main, [other]).entries == main.entries
    assert merge_feeds(main, [feed(entry("/", text="the home page"))]).entries == main.entries


def test_feeds_of_other_things_are_not_the_same_blog():
    posts = feed(*[entry(f"/{n}") for n in range(6)])
    assert not is_same_blog(posts, feed(*[entry(f"/comment-{n}") for n in range(6)], entry("/1")))
    assert is_same_blog(posts, feed(*[entry(f"/{n}") for n in range(3)]))
    assert not is_same_blog(posts, feed())
    assert not is_same_blog(feed(), feed())


ENTRIES = st.builds(
    entry, st.sampled_from([None, "/", "/a", "/a/", "/b", "/c"]), title=st.sampled_from([None, "A"]),
    text=st.text("ab ", max_size=12),
)  # fmt: skip
FEEDS = st.lists(ENTRIES, max_size=5).map(lambda entries: feed(*entries))


@given(FEEDS, st.lists(FEEDS, max_size=3))
def test_merging_keeps_every_entry_in_its_place_and_takes_nothing_away(main, others):
    merged = merge_feeds(main, others)
    assert [one.address for one in merged.entries] == [one.address for one in main.entries]
    for new, old in zip(merged.entries, main.entries, strict=True):
        assert len(new.text) >= len(old.text)
        assert new.title == old.title or old.title is None
