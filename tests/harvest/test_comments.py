"""A post's comments come home from wherever they are, and no order of answers changes what is kept."""

import json

import pytest

from blogforever.harvest.comments.collector import MOST_PAGES_OF_A_POST
from blogforever.model.comment import CommentSource, CommentStatus
from blogforever.model.ledger import Outcome
from blogforever.sources.comments.wordpress import comments_query
from blogforever.sources.wordpress import posts_query
from tests.harvest.commented_blog import HOME, ON_PAGE, address_of, blog, comment_feed, post_html, remark
from tests.harvest.small_web import Crawled
from tests.sample_blog.words import NEIGHBOURS


def texts(crawled):
    return {
        number: [comment.content_text for comment in crawled.comments[address_of(number)]]
        for number in range(len(crawled.posts))
    }


def wanted(counts):
    return {number: [remark(number, place)[2] for place in range(count)] for number, count in enumerate(counts)}


COUNTS = (4, 0, 7, 1, 9, 3, 0, 2, 6, 5)


def test_comments_of_the_page_are_kept_with_all_that_it_shows():
    crawled = Crawled(blog(COUNTS), HOME)
    assert texts(crawled) == wanted(COUNTS)
    first = crawled.comments[address_of(2)][0]
    assert (first.id, first.author, first.published.iso) == ("200", NEIGHBOURS[0], "2020-05-02T10:00:00+00:00")
    assert first.status is CommentStatus.SHOWN


def test_comments_that_the_page_does_not_show_come_from_the_feed():
    crawled = Crawled(blog(COUNTS, shown=2), HOME)
    assert texts(crawled) == wanted(COUNTS)
    assert all(kept.complete for kept in crawled.archive.comments.values())


def test_feeds_of_posts_whose_comments_are_all_on_the_page_are_left_alone():
    crawled = Crawled(blog(COUNTS), HOME)
    asked = [address for address in crawled.asked if address.endswith("/feed/") and "post-" in address]
    assert len(asked) <= 5  # those from which the markup is learned


def paged(counts):
    """Each post shows its last comments; links lead to the pages before."""
    site = blog(counts)
    for number, count in enumerate(counts):
        pages = [range(start, min(start + ON_PAGE, count)) for start in range(0, count, ON_PAGE)] or [range(0)]
        for page, places in enumerate(pages, 1):
            before = f'<a class="prev" href="{address_of(number)}comment-page-{page - 1}/#comments">Older comments</a>'
            more = f'<nav class="comment-navigation">{before}</nav>' if page > 1 else ""
            site.page(f"{address_of(number)}comment-page-{page}/", post_html(number, places, more=more))
            if page == len(pages):
                site.page(address_of(number), post_html(number, places, more=more))
        del site.answers[f"{address_of(number)}feed/"]
    return site


def test_all_pages_of_comments_are_read_and_none_of_them_is_a_post():
    counts = (17, 3, 0, 23)
    crawled = Crawled(paged(counts), HOME)
    kept = {number: sorted(said) for number, said in texts(crawled).items()}
    assert kept == {number: sorted(said) for number, said in wanted(counts).items()}
    assert sorted(crawled.posts) == [address_of(number) for number in range(4)]
    ledger_entry = crawled.ledger_entries[f"{address_of(3)}comment-page-2/"]
    assert ledger_entry.outcome in {Outcome.COMMENTS, Outcome.DUPLICATE}


def with_api(counts):
    site = blog(counts, shown=1)
    listed = [{"id": 500 + number, "link": address_of(number)} for number in range(len(counts))]
    said = [
        {
            "id": identity, "post": 500 + number, "parent": identity - 1 if place % 3 == 1 else 0,
            "author_name": author, "author_url": "", "date": f"2020-05-02T12:{place:02d}:00",
            "date_gmt": f"2020-05-02T10:{place:02d}:00", "content": {"rendered": f"<p>{text}</p>"},
            "link": f"{address_of(number)}#comment-{identity}", "type": "comment", "status": "approved",
        }
        for number, count in enumerate(counts)
        for place in range(count)
        for identity, author, text in [remark(number, place)]
    ]  # fmt: skip
    site.answers[posts_query(f"{HOME}wp-json/", 1)] = _json(listed, pages=1)
    pages = [said[start : start + 20] for start in range(0, len(said), 20)]
    for number, page in enumerate(pages, 1):
        site.answers[comments_query(f"{HOME}wp-json/", number)] = _json(page, pages=len(pages), total=len(said))
    return site


def _json(content, *, pages, total=None):
    headers = {"Content-Type": "application/json", "X-WP-TotalPages": str(pages)}
    return 200, headers | {"X-WP-Total": str(len(content) if total is None else total)}, json.dumps(content).encode()


def test_the_platforms_api_has_them_all_with_parents_and_no_feed_is_asked_for_them():
    crawled = Crawled(with_api(COUNTS), HOME)
    assert texts(crawled) == wanted(COUNTS)
    answers = {comment.id: comment.parent for comment in crawled.comments[address_of(4)]}
    assert answers == {str(400 + place): str(399 + place) if place % 3 == 1 else None for place in range(9)}
    assert crawled.comments[address_of(4)][3].published.iso == "2020-05-02T12:03:00+02:00"
    asked = [address for address in crawled.asked if address.endswith("/feed/") and "post-" in address]
    assert len(asked) <= 5


@pytest.mark.parametrize("make_site", [lambda: blog(COUNTS, shown=2), lambda: paged((17, 3, 0, 23)),
                                       lambda: with_api(COUNTS)], ids=["feeds", "pages", "api"])  # fmt: skip
def test_no_order_of_answers_changes_the_comments(make_site):
    first = Crawled(make_site(), HOME)
    for seed in range(6):
        other = Crawled(make_site(), HOME, seed=seed)
        assert other.comments == first.comments
        assert len(other.asked) == len(set(other.asked))


def test_when_a_page_of_comments_is_lost_the_rest_is_kept_as_incomplete():
    counts = (17, 3, 0, 23)
    site = paged(counts)
    site.gone(f"{address_of(0)}comment-page-2/")
    crawled = Crawled(site, HOME)
    kept = {kept.key: kept for kept in crawled.archive.comments.values()}
    lost = kept[next(key for key in kept if key.endswith("post-0"))]
    assert not lost.complete
    assert 0 < len(lost.comments) < 17


def test_posts_of_which_only_the_feed_is_left_keep_their_comments_too():
    site = blog(COUNTS)
    site.gone(address_of(4))
    crawled = Crawled(site, HOME)
    assert texts(crawled)[4] == wanted(COUNTS)[4]


def test_a_feed_with_fewer_than_there_are_leaves_the_comments_incomplete():
    counts = (14, 3)
    site = blog(counts, shown=0)
    _, headers, feed = site.answers[f"{HOME}feed/"]
    site.answers[f"{HOME}feed/"] = (200, headers, feed.replace(b"<slash:comments>14</slash:comments>", b""))
    crawled = Crawled(site, HOME)
    kept = {kept.key.rpartition("-")[2]: kept for kept in crawled.archive.comments.values()}
    assert (len(kept["0"].comments), kept["0"].complete) == (10, False)
    assert (len(kept["1"].comments), kept["1"].complete) == (3, True)


def kept_of(crawled, number):
    return next(kept for kept in crawled.archive.comments.values() if kept.key.endswith(f"post-{number}"))


def test_an_api_that_fails_leaves_its_comments_in_doubt():
    site = with_api(COUNTS)
    whole = kept_of(Crawled(site, HOME), 4)
    assert (whole.complete, whole.exhausted) == (True, {CommentSource.PAGE, CommentSource.API})
    for address in [address for address in site.answers if "/comments?" in address]:
        site.answers[address] = (500, {}, b"")
    for number in range(len(COUNTS)):
        del site.answers[f"{address_of(number)}feed/"]
    lost = kept_of(Crawled(site, HOME), 4)
    assert (lost.complete, CommentSource.API in lost.exhausted) == (False, False)


def test_an_api_that_is_closed_has_nothing_to_say():
    site = blog(COUNTS)
    site.answers[comments_query(f"{HOME}wp-json/", 1)] = (403, {}, b"closed")
    kept = kept_of(Crawled(site, HOME), 4)
    assert (kept.complete, kept.exhausted) == (True, {CommentSource.PAGE})


def test_a_list_of_the_api_that_never_ends_is_left():
    site = with_api((3,))
    status, headers, body = site.answers[comments_query(f"{HOME}wp-json/", 1)]
    for page in range(1, 50):
        endless = headers | {"X-WP-TotalPages": "999999", "X-WP-Total": "99999900"}
        site.answers[comments_query(f"{HOME}wp-json/", page)] = (status, endless, body)
    crawled = Crawled(site, HOME)
    assert len([address for address in crawled.asked if "/comments?" in address]) == 2


def test_a_page_of_comments_that_is_lost_is_missed_whatever_else_answered():
    counts = (17, 17, 17)
    site = paged(counts)
    for number, count in enumerate(counts):
        feed = comment_feed(number, range(count)[-10:])
        site.page(f"{address_of(number)}feed/", feed, "application/rss+xml")
        site.answers[f"{address_of(number)}comment-page-1/"] = (500, {}, b"")
        _, headers, said = site.answers[f"{HOME}feed/"]
        site.answers[f"{HOME}feed/"] = (200, headers, said.replace(b"<slash:comments>17</slash:comments>", b""))
    crawled = Crawled(site, HOME)
    for number in range(len(counts)):
        assert (kept_of(crawled, number).complete, kept_of(crawled, number).exhausted) == (False, frozenset())


def test_pages_of_comments_without_end_are_cut_and_count_as_incomplete():
    site = blog((1,))
    more = '<nav class="comment-navigation"><a class="prev" href="{}">Older comments</a></nav>'
    for page in range(1, 400):
        older = more.format(f"{address_of(0)}comment-page-{page + 1}/")
        place = address_of(0) if page == 1 else f"{address_of(0)}comment-page-{page}/"
        site.page(place, post_html(0, [page], more=older))
    crawled = Crawled(site, HOME)
    assert len([address for address in crawled.asked if "comment-page-" in address]) <= MOST_PAGES_OF_A_POST
    assert not kept_of(crawled, 0).complete


def test_letters_in_an_article_are_no_comments_whoever_else_tells_of_comments():
    letters = "".join(
        f"<li><b>{author}</b> <time datetime='2020-04-0{place + 1}'>April</time><p>Letter {place} about mud.</p></li>"
        for place, author in enumerate(NEIGHBOURS[:4])
    )
    site = blog((0, 2, 3, 2))
    _, _, body = site.answers[address_of(0)]
    site.page(
        address_of(0), body.replace(b"</div></article>", f"<h2>Replies</h2><ul>{letters}</ul></div></article>".encode())
    )
    site.page(f"{HOME}comments/feed/", comment_feed(0, [7]), "application/rss+xml")
    crawled = Crawled(site, HOME)
    assert "Letter 3 about mud." in crawled.posts[address_of(0)].content_text
    assert texts(crawled)[0] == [remark(0, 7)[2]]
