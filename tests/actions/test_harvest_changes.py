"""What harvests of a blog that changes between them say: new, changed, gone, back, unchanged, and what they cost."""

import pytest

import blogforever
from blogforever.actions._archive import open_archive
from blogforever.actions.read_archive import ledger_record, read_ledger
from blogforever.cli.views.ledger import ledger_lines
from blogforever.harvest.pages.gone_posts import UNNAMED
from tests.end_to_end.loopback import Answer
from tests.end_to_end.served_blog import ServedBlog
from tests.sample_blog.blog import make_blog

HTML = {"Content-Type": "text/html; charset=utf-8"}
NOTHING = Answer(b"<title>Nothing here</title>", 404, HTML)
POSTS = 8


@pytest.fixture
def blog():
    served = ServedBlog(make_blog(posts=POSTS, feed=5))
    with served.server.running():
        yield served


def harvest(blog, archive):
    return blogforever.harvest(blog.home, archive, delay=0)


def old_posts(blog):
    """The paths of the posts that the feed does not announce, oldest last."""
    return blog.post_paths[5:]


def rewrite(blog, path, old, new):
    body, _ = blog._content(path)
    assert old in body
    blog.special[path] = lambda _: Answer(body.replace(old, new), 200, HTML)


def test_the_first_harvest_of_a_blog_finds_everything_new_and_counts_what_it_asked_for(blog, tmp_path):
    report = harvest(blog, tmp_path)
    posts = report.changes.posts
    assert (posts.new, posts.changed, posts.back, posts.gone, posts.unchanged, posts.unseen) == (POSTS, 0, 0, 0, 0, 0)
    assert report.changes.comments.new == report.comments > 0
    assert report.changes.new_media == report.media == len(blog.media_paths)
    answered = [asked for asked in blog.server.log if asked.status == 200]
    pages = [asked for asked in answered if asked.path not in {"/feed/", "/robots.txt", *blog.media_paths}]
    assert report.requests == len(blog.server.log)
    assert report.pages == len({asked.path for asked in pages})
    assert report.bytes > sum(len(blog._content(path)[0]) for path in blog.post_paths)
    assert report.resumed is None


def test_a_harvest_of_a_blog_that_did_not_change_keeps_nothing_anew(blog, tmp_path):
    harvest(blog, tmp_path)
    asked = len(blog.server.log)
    again = harvest(blog, tmp_path)
    assert again.posts == again.changes.posts.unchanged == POSTS
    assert again.changes.posts.new == again.changes.comments.new == again.changes.new_media == 0
    assert again.requests == len(blog.server.log) - asked
    assert again.gone == ()


def test_posts_that_change_go_and_come_back_are_told_once(blog, tmp_path):
    harvest(blog, tmp_path)
    edited, lost, *_ = old_posts(blog)
    title = next(post.title for address, post in blog.blog.truth.items() if address.endswith(edited))
    rewrite(blog, edited, title.encode(), b"Another title altogether")
    blog.special[lost] = lambda _: NOTHING
    report = harvest(blog, tmp_path)
    posts = report.changes.posts
    assert (posts.new, posts.changed, posts.back, posts.gone, posts.unchanged) == (0, 1, 0, 1, POSTS - 2)
    assert [(post.address, post.reason, post.is_new) for post in report.gone] == [
        (blog.home[:-1] + lost, "not found (status 404)", True)
    ]
    assert report.missing == ()  # the archive has it
    with blogforever.Archive(tmp_path) as archive:
        assert archive.post(blog.home[:-1] + lost).post.content_text
    with open_archive(tmp_path) as archive:
        ledger = read_ledger(archive, blog.home)
    where = blog.home[:-1] + lost
    assert ledger_record(ledger)["gone"] == [{"url": where, "reason": "not found (status 404)"}]
    lines = list(ledger_lines(ledger))
    assert lines[-2:] == [where, "  not found (status 404)"]
    assert "Posts that are kept and that the blog no longer has: 1" in lines[-3]
    report = harvest(blog, tmp_path)
    assert (report.changes.posts.gone, report.changes.posts.unchanged) == (0, POSTS - 1)
    assert [post.is_new for post in report.gone] == [False]
    blog.special.clear()
    report = harvest(blog, tmp_path)
    posts = report.changes.posts
    assert (posts.new, posts.changed, posts.back, posts.gone, posts.unchanged) == (0, 1, 1, 0, POSTS - 2)
    assert report.gone == ()


def test_a_post_that_nothing_leads_to_any_more_is_gone_unless_a_part_of_the_blog_could_not_be_read(blog, tmp_path):
    harvest(blog, tmp_path)
    lost = old_posts(blog)[-1]
    for path in ["/", *blog.post_paths, "/about/"]:
        body, _ = blog._content(path)
        if body and lost.encode() in body:
            rewrite(blog, path, lost.encode(), b"/about/")
    broken = old_posts(blog)[0]
    sound = blog.special.get(broken)
    blog.special[broken] = lambda _: Answer(b"out of order", 500, HTML)
    blog.special[lost] = lambda _: NOTHING
    report = harvest(blog, tmp_path)
    assert (report.changes.posts.gone, report.changes.posts.unseen) == (0, 2)
    blog.special.pop(broken)
    if sound:
        blog.special[broken] = sound
    asked = len(blog.server.log)
    report = harvest(blog, tmp_path)
    assert lost not in [one.path for one in blog.server.log[asked:]]
    assert [(post.address, post.reason) for post in report.gone] == [(blog.home[:-1] + lost, UNNAMED)]
    assert (report.changes.posts.gone, report.changes.posts.unseen) == (1, 0)


def test_a_harvest_that_a_limit_stopped_says_what_was_there_when_it_is_resumed(blog, tmp_path):
    first = blogforever.harvest(blog.home, tmp_path, delay=0, max_pages=6)
    assert 0 < first.posts < POSTS
    asked = len(blog.server.log)
    second = harvest(blog, tmp_path)
    assert second.resumed.posts == first.posts
    assert 0 < second.resumed.answers <= asked
    assert second.requests == len(blog.server.log) - asked
    assert second.changes.posts.new == second.posts == POSTS
