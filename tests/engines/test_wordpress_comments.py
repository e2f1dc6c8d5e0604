"""Every comment of a real WordPress is kept, whatever the owner closed and whichever theme shows them."""

from collections import Counter

import pytest

from tests.end_to_end.command import export, harvest
from tests.engines.wordpress_posts import MOST_COMMENTS, plain

pytestmark = pytest.mark.slow

OPEN = {}
WITHOUT_API = {"closed_to_machines": 1}
PAGES_ALONE = {"closed_to_machines": 1, "closed_feeds": 1}


@pytest.mark.parametrize("theme", ["twentytwentyone", "twentytwentytwo", "twentytwentythree"])
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(OPEN, id="all open"),
        pytest.param(WITHOUT_API, id="feeds and pages"),
        pytest.param(PAGES_ALONE, id="pages alone"),
    ],
)
def test_every_comment_is_kept_with_author_date_text_and_the_one_it_answers(wordpress, tmp_path, theme, options):
    wordpress.change(theme=theme, **options)
    harvest(wordpress.home, tmp_path, "--delay", 0, "--no-media")
    kept = {record["title"]: _as_kept(record["comments"]) for record in export(tmp_path)}
    written = {post.title: _as_written(post.comments) for post in wordpress.posts}
    assert {title: len(comments) for title, comments in kept.items()} == {
        title: len(comments) for title, comments in written.items()
    }
    assert kept == written
    assert [address for address, times in Counter(wordpress.asked()).items() if times > 1] == []


def test_the_blog_is_as_talkative_as_the_test_needs(wordpress):
    counts = [len(post.comments) for post in wordpress.posts]
    assert (len(counts), max(counts), min(counts)) == (60, MOST_COMMENTS, 0)
    assert 540 <= sum(counts) <= 600
    assert len({post.author for post in wordpress.posts}) == 4


def _as_written(comments):
    told = [
        (
            comment.author,
            comment.url or None,
            f"{comment.published:%Y-%m-%dT%H:%M}",
            plain(comment.text),
            None if comment.answers is None else plain(comments[comment.answers].text),
        )
        for comment in comments
    ]
    return sorted(told, key=str)


def _as_kept(comments):
    texts = {comment["id"]: plain(comment["content_text"]) for comment in comments}
    told = [
        (
            comment["author"],
            comment["author_url"],
            comment["published"][:16],
            plain(comment["content_text"]),
            None if comment["parent"] is None else texts[comment["parent"]],
        )
        for comment in comments
    ]
    return sorted(told, key=str)
