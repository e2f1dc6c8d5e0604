"""Where a robots.txt lies, and what it says."""

import pytest

from blogforever.crawl.robots_rules import captured_robots, is_unreadable, read_robots, robots_address


@pytest.mark.parametrize(
    "address, place",
    [
        ("http://blog.example/a/b?c", "http://blog.example/robots.txt"),
        ("https://blog.example:443/", "https://blog.example/robots.txt"),
        ("http://blog.example:443/", "http://blog.example:443/robots.txt"),
        ("http://me:secret@Blog.example:8080/", "http://blog.example:8080/robots.txt"),
        ("http://[2001:db8::1]:8080/a", "http://[2001:db8::1]:8080/robots.txt"),
        ("https://[::1]/", "https://[::1]/robots.txt"),
    ],
)
def test_each_scheme_host_and_port_has_its_own(address, place):
    assert robots_address(address) == place


@pytest.mark.parametrize("status, unreadable", [(404, False), (403, False), (410, False), (429, True), (500, True)])
def test_an_error_of_the_server_is_no_permission(status, unreadable):
    assert is_unreadable(status) is unreadable


@pytest.mark.parametrize("written, delay", [("3", 3.0), ("1e9", 60.0), ("inf", None), ("nan", None), ("-5", None)])
def test_a_crawl_delay_is_sane_or_none(written, delay):
    assert read_robots(f"User-agent: *\nCrawl-delay: {written}".encode(), "http://blog.example/").delay == delay


def test_a_byte_order_mark_hides_nothing():
    rules = read_robots(
        b"\xef\xbb\xbfUser-agent: *\nDisallow: /feed/\nCrawl-delay: 3", "http://blog.example/robots.txt"
    )
    assert not rules.allows("http://blog.example/feed/")
    assert rules.delay == 3
    rules = read_robots(b"\xef\xbb\xbfSitemap: /posts.xml", "http://blog.example/robots.txt")
    assert rules.sitemaps == ("http://blog.example/posts.xml",)


def test_what_stands_after_half_a_megabyte_does_not_count():
    long = b"User-agent: *\nDisallow: /a\n" + b"# filler\n" * 60_000 + b"Disallow: /b\n"
    rules = read_robots(long, "http://blog.example/robots.txt")
    assert not rules.allows("http://blog.example/a")
    assert rules.allows("http://blog.example/b")


def test_nothing_captured_is_nothing_known():
    assert captured_robots(lambda _: None, "http://blog.example/") is None
