"""Posts come back as they were kept, and are found, listed and exported."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.errors import NotInArchive
from blogforever.model.ledger import DiscoveredVia
from blogforever.model.moment import Moment
from blogforever.model.post import FieldEvidence, Link, LinkKind, MediaRef, Post, Source
from blogforever.store.queries.blogs import blog_record, find_blog
from blogforever.store.queries.post_lists import list_posts
from blogforever.store.queries.posts import each_post, find_post
from tests.examples import examples
from tests.store.archive import BLOG, NOON, post

SIGN = st.one_of(st.characters(), st.sampled_from("\0\ud800\udfff\ufffe\U0001f600\\\"'\n\u2028"))
TEXT = st.text(SIGN, max_size=30)
MAYBE = st.none() | TEXT
MANY = st.lists(TEXT, max_size=3).map(tuple)
SHARE = st.floats(0, 1)
MOMENT = st.none() | st.builds(Moment, written=TEXT, iso=TEXT)
POSTS = st.builds(
    Post,
    url=MAYBE,
    aliases=MANY,
    id=MAYBE,
    title=MAYBE,
    subtitle=MAYBE,
    authors=MANY,
    published=MOMENT,
    updated=MOMENT,
    content_html=TEXT,
    content_html_unpruned=TEXT,
    content_text=TEXT,
    tags=MANY,
    language=MAYBE,
    declared_language=MAYBE,
    links=st.lists(st.builds(Link, address=TEXT, text=TEXT, kind=st.sampled_from(LinkKind)), max_size=3).map(tuple),
    media=st.lists(st.builds(MediaRef, address=TEXT, kind=TEXT, alternatives=MANY, text=TEXT), max_size=3).map(tuple),
    fit=SHARE,
    template=MAYBE,
    evidence=st.dictionaries(
        TEXT, st.builds(FieldEvidence, value_from=st.sampled_from(Source), rule=MAYBE, confidence=SHARE), max_size=3
    ),
    problems=MANY,
)


def storable(value):
    """The value with U+FFFD for what databases do not keep."""
    if isinstance(value, str) and type(value) is str:
        return "".join(
            "\ufffd" if character == "\0" or "\ud800" <= character <= "\udfff" else character for character in value
        )
    if isinstance(value, tuple):
        return tuple(storable(part) for part in value)
    if isinstance(value, dict):
        return {storable(name): storable(part) for name, part in value.items()}
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return type(value)(**{field.name: storable(getattr(value, field.name)) for field in fields})
    return value


def test_what_is_kept_comes_back_exactly(archive):
    records = archive.records()
    with archive.reading() as database:

        @given(kept=POSTS)
        @examples(60)
        def comes_back(kept):
            records.keep_post(dataclasses.replace(post(), post=kept))
            records.save()
            assert find_post(database, "blog.example/a").post == storable(kept)

        comes_back()
    records.close(None)


def test_what_the_archive_knows_of_a_post_comes_back(archive):
    named = (DiscoveredVia.FEED, DiscoveredVia.SITEMAP)
    with archive.harvest() as records:
        records.keep_post(post(witnesses=named, from_feed=True, status_code=None))
    with archive.reading() as database:
        stored = find_post(database, "blog.example/a")
    assert (stored.witnesses, stored.newest.from_feed, stored.blog) == (named, True, BLOG)
    newest = stored.newest
    assert (newest.number, newest.captured_at, newest.status_code) == (1, NOON.isoformat(), None)


@pytest.mark.parametrize(
    "name",
    [
        "https://www.blog.example/a/?utm_source=x",
        "blog.example/a",
        "https://blog.example/?p=7",
        "1",
        "http://blog.example/a.html",
    ],
)
def test_a_post_is_found_by_all_its_names(archive, name):
    with archive.harvest() as records:
        records.keep_post(post(aliases=("https://blog.example/?p=7",)))
    with archive.reading() as database:
        assert find_post(database, name).key == "blog.example/a"
        assert find_post(database, name, blog=BLOG).key == "blog.example/a"


@pytest.mark.parametrize("name", ["https://blog.example/b", "2", "99999999999999999999", "", "\0\ud800"])
def test_a_post_that_is_not_there_is_told_with_the_next_step(archive, name):
    with archive.harvest() as records:
        records.keep_post(post())
    with archive.reading() as database, pytest.raises(NotInArchive, match=r"no such post.*blogforever (?:search|why)"):
        find_post(database, name)


def test_a_blog_that_is_not_there_is_told_with_the_next_step(archive):
    with archive.harvest():
        pass
    with archive.reading() as database, pytest.raises(NotInArchive, match=r"no such blog.*blogforever blogs"):
        find_blog(database, "https://nowhere.example")


def dated(archive, **wanted):
    with archive.reading() as database:
        return [line.published for line in list_posts(database, **wanted)]


@pytest.fixture
def diary(archive):
    with archive.harvest() as records:
        for number, day in enumerate(["2023-12-31", "2024-03-01T10:00:00+02:00", "2024-03-31", "2024-04-01", None]):
            records.keep_post(post(f"blog.example/{number}", published=day))
    with archive.harvest("https://other.example") as records:
        records.keep_post(post("other.example/1", published="2024-03-15"))
    return archive


@pytest.mark.parametrize(
    "wanted, days",
    [
        ({}, ["2024-04-01", "2024-03-31", "2024-03-15", "2024-03-01T10:00:00+02:00", "2023-12-31", None]),
        ({"blog": BLOG, "limit": 2}, ["2024-04-01", "2024-03-31"]),
        ({"blog": BLOG, "limit": 2, "offset": 3}, ["2023-12-31", None]),
        ({"since": "2024-03-31"}, ["2024-04-01", "2024-03-31"]),
        ({"until": "2024-03-01"}, ["2024-03-01T10:00:00+02:00", "2023-12-31"]),
        ({"blog": BLOG, "since": "2024-03", "until": "2024-03"}, ["2024-03-31", "2024-03-01T10:00:00+02:00"]),
        ({"since": "\ud800"}, []),
    ],
)
def test_posts_are_listed_newest_first(diary, wanted, days):
    assert dated(diary, **wanted) == days


def test_a_list_goes_on_behind_its_last_post(diary):
    whole, after = [], None
    with diary.reading() as database:
        while portion := list_posts(database, limit=2, after=after):
            whole += portion
            after = portion[-1].id
        assert tuple(whole) == list_posts(database)


def test_all_posts_are_exported_in_portions_while_others_write(archive):
    with archive.harvest() as records:
        for number in range(250):
            records.keep_post(post(f"blog.example/{number:03d}", aliases=(f"https://blog.example/?p={number}",)))
    other = archive.records("https://other.example/")
    found = []
    with archive.reading() as database:
        for stored in each_post(database, BLOG):
            found.append(stored)
            if stored.id % 50 == 0:
                other.keep_post(post(f"other.example/{stored.id}"))
                other.save()
        assert len(list(each_post(database, BLOG, after="blog.example/239"))) == 10
    other.close(None)
    assert [stored.post.aliases for stored in found] == [
        (f"https://blog.example/?p={number}",) for number in range(250)
    ]
    assert {stored.newest.status_code for stored in found} == {200}


def test_the_record_of_a_blog_has_all_its_attributes(diary):
    with diary.reading() as database:
        record = blog_record(find_blog(database, BLOG))
    expected = (
        "type url title subtitle language platform platform_version feeds sitemap encoding last_activity "
        "post_frequency update_frequency rights license aliases status_code hosting_ip"
    )
    assert set(expected.split()) <= record.keys()
    assert (record["type"], record["url"], record["posts"], record["last_activity"]) == ("blog", BLOG, 5, "2024-04-01")
