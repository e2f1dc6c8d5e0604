"""Other views of a page, and what is no page."""

import pytest
from hypothesis import given

from blogforever.urls.variants import never_a_page, variant_of
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"


@pytest.mark.parametrize(
    "address, original, what",
    [
        ("/post/print/", "/post/", "print view"),
        ("/2011/post.html?print=1", "/2011/post.html", "print view"),
        ("/print/2011/post", "/2011/post", "print view"),
        ("/post/amp", "/post/", "AMP view"),
        ("/post/?amp=1", "/post/", "AMP view"),
        ("/post.amp", "/post", "AMP view"),
        ("/post.html/amp", "/post.html", "AMP view"),
        ("/?p=5&replytocom=17", "/?p=5", "reply form"),
        ("/post/comment-page-3/", "/post/", "page of comments"),
        ("/post/#comment-3", "/post/", "place in a page"),
        ("/post;jsessionid=AB12?x=1", "/post?x=1", "session"),
        ("/post?PHPSESSID=0123456789abcdef", "/post", "session"),
        ("/post?sid=0123456789abcdef01", "/post", "session"),
        ("/post?share=facebook&nb=1", "/post", "share button"),
        ("/2011/post.html?m=1", "/2011/post.html", "view for phones"),
        ("/post/index.html", "/post/", "index file of a folder"),
        ("/index.php", "/", "index file of a folder"),
        ("/post/trackback/", "/post/", "trackback"),
        ("/post?format=pdf", "/post", "view as pdf"),
        ("/post/feed/", "/post/", "feed of a page"),
        ("/post/?feed=rss2", "/post/", "feed of a page"),
        ("/post/embed/", "/post/", "embedded view"),
        ("/post?like_comment=4&_wpnonce=1", "/post?_wpnonce=1", "like button"),
        ("/post/amp/index.html", "/post/", "index file of a folder"),
        ("/post?", "/post", "empty query"),
    ],
)
def test_a_view_leads_to_its_page(address, original, what):
    assert variant_of(B + address) == (B + original, what)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/",
        "/post/",
        "/?p=5",
        "/?m=201105",  # WordPress's list of a month
        "/?sid=12",
        "/index.php?p=5",
        "/feed/",
        "/amp/",
        "/print/posters",
        "/blog/2011/printing-with-amps",
        "/#!/post/5",
        "/search?updated-max=2011-05-01T00:00:00&max-results=7",
    ],
)
def test_a_page_of_its_own_has_no_twin(address):
    assert variant_of(B + address) is None


@pytest.mark.parametrize(
    "address, reason",
    [
        ("/photo.JPG", "a file: .jpg"),
        ("/talk.pdf?download=1", "a file: .pdf"),
        ("/sitemap.xml", "a file for machines"),
        ("/robots.txt", "a file for machines"),
        ("/wp-login.php?redirect_to=x", "WordPress form"),
        ("/blog/wp-admin/post.php", "WordPress's own files"),
        ("/xmlrpc.php", "programming interface"),
        ("/wp-json/wp/v2/posts", "programming interface"),
        ("/cdn-cgi/l/email-protection", "server's own files"),
        ("/mt/mt-search.cgi?tag=x", "Movable Type form"),
        ("/user/login", "login"),
        ("/feed/", "feed"),
        ("/?s=rain", "a search"),
        ("/?attachment_id=12", "a form or a file's page"),
    ],
)
def test_files_and_forms_are_never_pages(address, reason):
    assert never_a_page(B + address) == reason


@pytest.mark.parametrize("address", ["mailto:a@b.example", "javascript:void(0)", "tel:123", "ftp://blog.example/a"])
def test_what_is_not_the_web_is_never_a_page(address):
    assert "is not the web" in never_a_page(address)


@pytest.mark.parametrize(
    "address",
    ["/", "/a.html", "/a.htm", "/a.php", "/a.asp", "/a.shtml", "/a", "/a/node.js/", "/search/label/rain",
     "/?q=node/12", "/2011/05/wp-admin-tips", "/2011/feed-me", "/search?updated-max=2011-05-01&max-results=7"],
)  # fmt: skip
def test_what_may_be_a_page_is_let_through(address):
    assert never_a_page(B + address) is None


@given(ADDRESSES)
def test_any_string_is_answered_and_an_original_has_no_twin(address):
    never_a_page(address)
    found = variant_of(address)
    assert found is None or (found[0] != address and variant_of(found[0]) is None)
