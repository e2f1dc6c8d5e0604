"""A person decides what is a post: at once from captures, and in every later harvest."""

import pytest

import blogforever
from blogforever.actions._archive import list_blogs, open_archive
from blogforever.actions.curate.decide import Effect, exclude, include
from blogforever.actions.examine.why import why
from blogforever.actions.read_archive import PostFilter, list_addresses, list_posts, read_ledger, search_posts
from blogforever.actions.upkeep.rebuild import rebuild
from blogforever.errors import NotInArchive
from blogforever.model.ledger import DiscoveredVia, Outcome
from tests.end_to_end.loopback import Answer
from tests.end_to_end.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog

HTML = {"Content-Type": "text/html; charset=utf-8"}
ABOUT = b"<html><head><title>About</title></head><body><h1>About</h1><p>I write about tides.</p></body></html>"
POSTS = 8


@pytest.fixture
def blog():
    served = ServedBlog(make_blog(posts=POSTS, feed=5))
    served.special["/about/"] = lambda _: Answer(ABOUT, 200, HTML)
    with served.server.running():
        yield served


@pytest.fixture
def archive(blog, tmp_path):
    harvest(blog, tmp_path)
    return tmp_path


def harvest(blog, archive):
    return blogforever.harvest(blog.home, archive, delay=0, media=False)


def listed(archive):
    with open_archive(str(archive), None) as opened:
        posts = {line.url for line in list_posts(opened, PostFilter())}
        (blog,) = list_blogs(opened)
        assert blog.posts == len(posts)
        return posts


def address(blog, path):
    return blog.home.rstrip("/") + path


def test_an_excluded_post_is_no_longer_listed_found_or_exported_and_stays_so(blog, archive):
    post = address(blog, blog.post_paths[2])
    assert post in listed(archive)
    end = exclude(archive, None, post, reason="a test of mine")
    assert end.effect is Effect.LEFT_OUT
    assert post not in listed(archive)
    with open_archive(str(archive), None) as opened:
        (of_blog,) = list_blogs(opened)
        assert sum(number for _, number in read_ledger(opened, "1").summary.months) == POSTS - 1
        assert of_blog.comments == sum(line.comments for line in list_posts(opened, PostFilter()))
    assert exclude(archive, None, post).effect is Effect.NOT_KEPT
    with blogforever.Archive(archive) as opened:
        assert post not in {line.url for line in opened.posts()}
    report = harvest(blog, archive)
    assert post not in listed(archive)
    assert report.posts == POSTS - 1
    assert report.changes.posts.gone == report.changes.posts.unseen == 0
    with open_archive(str(archive), None) as opened:
        (finding,) = why(opened, post).findings
        assert finding.explanation.ledger_entry.outcome is Outcome.PAGE
        assert finding.explanation.ledger_entry.reason.startswith("excluded by a person on ")
        assert finding.versions  # nothing of it was deleted
        title = finding.explanation.post.title
        found = search_posts(opened, title, blog=None, limit=9, marks=("[", "]"))
        assert post not in {hit.post.url for hit in found}


def test_a_rebuilt_database_has_the_decisions_of_the_old_one(blog, archive):
    post = address(blog, blog.post_paths[2])
    exclude(archive, None, post)
    result = rebuild(archive, replace_old=True)
    assert result.is_in_place
    assert post not in listed(archive)
    harvest(blog, archive)
    assert post not in listed(archive)


def test_what_was_excluded_can_be_included_again(blog, archive):
    post = address(blog, blog.post_paths[2])
    exclude(archive, None, post)
    assert include(archive, None, post, reason="it is one").effect is Effect.LISTED
    assert post in listed(archive)
    with open_archive(str(archive), None) as opened:
        (finding,) = why(opened, post).findings
        assert finding.explanation.ledger_entry.outcome is Outcome.POST
        assert finding.explanation.ledger_entry.reason.endswith("it is one")
    harvest(blog, archive)
    assert post in listed(archive)


def test_a_captured_page_that_was_not_taken_for_a_post_becomes_one_at_once(blog, archive):
    page = address(blog, "/about/")
    assert page not in listed(archive)
    asked = len(blog.server.log)
    end = include(archive, None, page, reason="she writes about herself there")
    assert end.effect is Effect.KEPT
    assert len(blog.server.log) == asked
    assert page in listed(archive)
    harvest(blog, archive)
    assert page in listed(archive)


def test_an_address_that_no_harvest_saw_is_fetched_by_the_next_one(blog, archive):
    path = "/hidden/garden/"
    body, _ = blog._content(blog.post_paths[3])
    blog.special[path] = lambda _: Answer(body.replace(b"</body>", b"<p>Hidden.</p></body>"), 200, HTML)
    page = address(blog, path)
    with pytest.raises(NotInArchive, match=f"blogforever include {page} --blog {blog.home}$"):
        include(archive, None, page)
    assert include(archive, None, page, blog="1").effect is Effect.LATER
    assert page not in listed(archive)
    harvest(blog, archive)
    with open_archive(str(archive), None) as opened:
        (finding,) = why(opened, page).findings
    assert DiscoveredVia.PERSON in finding.explanation.ledger_entry.witnesses
    assert finding.explanation.ledger_entry.status == 200


def test_the_ledger_lists_addresses_by_outcome_and_source(blog, archive):
    with open_archive(str(archive), None) as opened:
        posts = [entry.address for entry in list_addresses(opened, "1", outcome=Outcome.POST)]
        named = [entry.address for entry in list_addresses(opened, "1", named_by=DiscoveredVia.FEED)]
        both = list(list_addresses(opened, "1", outcome=Outcome.LIST, named_by=DiscoveredVia.FEED))
    assert sorted(posts) == sorted(address(blog, path) for path in blog.post_paths)
    assert set(named) >= {address(blog, path) for path in blog.post_paths[:5]}
    assert both == []
