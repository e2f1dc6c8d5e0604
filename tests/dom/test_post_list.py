"""Where a page lists posts, and other posts in their place."""

import pytest

from blogforever.dom.post_list import find_post_list, replace_list
from blogforever.dom.tree import parse_text

POSTS = {"/1": 1, "/2": 2, "/3": 3}
SIDEBAR = (
    '<aside><h3>Recent</h3><ul><li><a href="/1">One</a></li><li><a href="/2">Two</a></li>'
    '<li><a href="/3">Three</a></li></ul></aside>'
)
CARDS = (
    '<main><article class="card post-1"><h2 class="t"><a href="/1">One</a></h2>'
    '<div class="text"><p>Words of the first post.</p></div></article><hr>'
    '<article class="post-2 card"><h2 class="t"><a href="/2">Two</a></h2>'
    '<div class="text"><p>Words of the second.</p></div></article><nav><a href="/page/2">Older</a></nav></main>'
)
LOOSE = (
    '<main><h1>Blog</h1><h3><a href="/1">One</a></h3><p>Words of the first.</p><p>More of them.</p>'
    '<h3><a href="/2">Two</a></h3><p>Words of the second.</p>'
    '<div class="pagination"><a href="/page/2">Older</a></div></main>'
)
ROWS = '<table><tr><td><a href="/1">One</a></td></tr><tr><td><a href="/2">Two</a></td></tr></table>'
WRAPPED = '<div><a href="/1"><h2>One</h2><p>Words here.</p></a><a href="/2"><h2>Two</h2><p>Words there.</p></a></div>'
LONE = '<div class="hentry"><h2><a href="/1">One</a></h2><p>Words of the only post.</p></div><p>About</p>'


@pytest.mark.parametrize(
    "page, posts, item, heading",
    [
        (CARDS + SIDEBAR, [1, 2], ("article", "card"), ("h2", "t")),
        (SIDEBAR + CARDS, [1, 2], ("article", "card"), ("h2", "t")),
        (LOOSE + SIDEBAR, [1, 2], None, ("h3", "")),
        (ROWS, [1, 2], ("tr", ""), None),
        (WRAPPED, [1, 2], ("div", ""), ("h2", "")),
        (LONE, [1], ("div", "hentry"), ("h2", "")),
        (SIDEBAR, [1, 2, 3], ("li", ""), None),
    ],
)
def test_the_list_of_posts_is_found(page, posts, item, heading):
    found = find_post_list(parse_text(page), POSTS)
    assert [one.post for one in found.posts] == posts
    assert (found.item and (found.item.tag, found.item.css_class)) == item
    assert (found.heading and (found.heading.tag, found.heading.css_class)) == heading


@pytest.mark.parametrize("page", ["", "<p>No links.</p>", '<p><a href="/1">One</a></p>', '<a href="/other">x</a>'])
def test_a_page_without_a_list(page):
    assert find_post_list(parse_text(page), POSTS) is None


@pytest.mark.parametrize(
    "page, item, kept, gone",
    [
        (CARDS + SIDEBAR, "<article>New</article>", ["Older", "Recent", 'href="/3"'], ["first post", "<hr>"]),
        (LOOSE, "<h3>New</h3><p>Text</p>", ["<h1>Blog</h1>", "Older"], ["first", "More", "second"]),
        (ROWS, "<tr><td>New</td></tr>", ["<table>"], ["One", "Two"]),
    ],
)
def test_other_posts_take_their_place(page, item, kept, gone):
    document = parse_text(page)
    replace_list(find_post_list(document, POSTS), [item, item])
    shown = document.select_one("body").inner_html
    assert shown.count(item) == 2
    assert all(part in shown for part in kept)
    assert not any(part in shown.partition("<aside>")[0] for part in gone)


def test_how_much_the_list_shows_is_measured():
    assert find_post_list(parse_text(CARDS), POSTS).usual_words == 4
    assert find_post_list(parse_text(LOOSE), POSTS).usual_words == 7
    assert find_post_list(parse_text(ROWS), POSTS).usual_words == 0
    assert find_post_list(parse_text(CARDS), POSTS).content.css_class == "text"
