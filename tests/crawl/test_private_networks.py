import pytest

from blogforever.actions._crawl.inputs import start_address
from blogforever.crawl.errors import NotAWebUrl
from blogforever.crawl.middlewares.private_networks import check_address
from blogforever.crawl.resolver import GuardedResolver, PrivateBlog, private_blog

PUBLIC, OTHER_PUBLIC = "93.184.215.14", "2606:2800:21f::1"
BLOG = PrivateBlog(host="blog.lan", addresses=("192.168.1.5",))


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd", "FILE:///etc/passwd", "ftp://host/", "data:text/html,x", "s3://bucket/x", "javascript:x",
        "http://", "http:///path", "http://[::bad", "http://host:port/", "http://host:99999/", "//host/", "", "host",
        "http://host/" + 20_000 * "a",
    ],
)  # fmt: skip
def test_what_is_not_of_the_web_does_not_pass(address):
    with pytest.raises(NotAWebUrl):
        check_address(address)


@pytest.mark.parametrize("address, host", [("https://blog.example/a?b", "blog.example"), ("http://[::1]:8080/", "::1")])
def test_what_is_of_the_web_passes(address, host):
    assert check_address(address) == host


@pytest.mark.parametrize(
    "blog, addresses, by_crawl, by_script",
    [
        (None, (PUBLIC,), True, True),
        (None, (PUBLIC, "10.0.0.1"), True, True),  # the connection goes to the public one
        (None, ("10.0.0.1", "::1"), False, False),
        (BLOG, ("192.168.1.5",), True, True),
        (BLOG, (PUBLIC, OTHER_PUBLIC), True, True),
        (BLOG, ("192.168.1.1",), True, False),
        (BLOG, ("127.0.0.1",), True, False),
        (BLOG, ("192.168.1.5", "127.0.0.1"), True, False),
        (BLOG, (PUBLIC, "169.254.169.254"), True, False),
    ],
)
def test_hosts_are_judged_by_their_addresses(blog, addresses, by_crawl, by_script):
    resolver = GuardedResolver(None, blog, timeout=1)
    assert (not resolver.refuses(addresses)) == by_crawl
    assert (not resolver.refuses(addresses, for_script=True)) == by_script


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST.", "::1", "2130706433", "0x7f.1", "127.1"])
def test_a_blog_on_this_machine_is_private_in_every_spelling(host):
    assert set(private_blog(host).addresses) <= {"127.0.0.1", "::1"}


@pytest.mark.parametrize("host", [PUBLIC, "", "a" * 300, "a b"])
def test_a_blog_elsewhere_or_nowhere_is_not(host):
    assert private_blog(host) is None


@pytest.mark.parametrize(
    "written, address",
    [
        ("http://[::1]:8080/", "http://[::1]:8080/"),
        ("http://[2606:2800:21f::1]", "http://[2606:2800:21f::1]/"),
        ("[::1]:8080", "https://[::1]:8080/"),
    ],
)
def test_a_blog_may_live_at_an_ipv6_address(written, address):
    assert start_address(written) == address
