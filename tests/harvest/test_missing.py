"""What a harvest says it did not keep: posts that are missing, pages worth a look, and what else is not complete."""

import pytest

from blogforever.model.harvest import HarvestOptions, State
from blogforever.urls.shape import likeness
from tests.harvest.small_web import Crawled, Site
from tests.harvest.tangled_site import HOME, plain_site


def report(site: Site, **options):
    return Crawled(site, HOME, options=HarvestOptions(media=False, **options)).harvest.report(State.DONE, 1.0)


def link(site: Site, page: str, *addresses: str) -> None:
    status, headers, body = site.answers[page]
    links = "".join(f'<a href="{address}">more</a> ' for address in addresses)
    site.answers[page] = (status, headers, body.replace(b"</body>", links.encode() + b"</body>"))


def addresses(told):
    return {one.address for one in told}


def test_a_post_that_is_linked_and_gone_is_missing():
    site, posts = plain_site()
    gone = f"{HOME}2013/04/a-walk-to-the-lock/"
    link(site, posts[3], gone)
    end = report(site)
    assert addresses(end.missing) == {gone}
    assert end.missing_count == 1
    assert not addresses(end.left_out)


@pytest.mark.parametrize(
    "path",
    [
        "about/",
        "tag/rain/",
        "category/boats/",
        "page/9/",
        "2013/04/a-walk/print/",
        "2013/04/a-walk.html%3FshowComment=1367.html",
        "2013/04/a-walk%23comments",
        "2013/04/www.example.org",
        "2013/04/(https:/example.org)",
        "2013/04/walk.rb",
    ],
)
def test_what_is_no_post_is_never_called_a_missing_one(path):
    site, posts = plain_site()
    plain, mark, _ = path.partition("print/")
    if mark:
        site.page(HOME + plain, site.answers[posts[2]][2])
    link(site, posts[3], HOME + path)
    assert report(site).missing == ()


def test_a_page_that_every_page_links_to_is_not_a_missing_post():
    site, _ = plain_site()
    lost = f"{HOME}2013/colophon/"
    for address, (_, headers, _) in list(site.answers.items()):
        if "html" in headers["Content-Type"]:
            link(site, address, lost)
    assert report(site).missing == ()


def test_a_page_that_a_sitemap_names_and_that_is_no_post_is_listed_for_a_look():
    site, _ = plain_site()
    page = f"{HOME}ferry-times/"
    site.page(page, "<html><title>Ferry times</title><body><table><tr><td>8:00<td>9:30</table></body></html>")
    site.page(
        f"{HOME}sitemap.xml",
        f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{page}</loc></url></urlset>",
        "application/xml",
    )
    end = report(site)
    (told,) = [one for one in end.left_out if one.address == page]
    assert told.reason.startswith("not taken for a post: ")
    assert end.left_out_count == len(end.left_out)
    assert page not in addresses(end.missing)


def test_posts_in_a_folder_named_like_a_list_are_missing_posts_too():
    site, posts = plain_site()
    moved = {}
    for address, (status, headers, body) in site.answers.items():
        for post in posts:
            body = body.replace(post.encode(), post.replace(HOME, f"{HOME}archives/").encode())  # noqa: PLW2901
        moved[address.replace(HOME, f"{HOME}archives/") if address in posts else address] = (status, headers, body)
    site = Site(moved)
    gone = f"{HOME}archives/2013/04/a-walk-to-the-lock/"
    link(site, posts[3].replace(HOME, f"{HOME}archives/"), gone)
    assert addresses(report(site).missing) == {gone}


def test_a_sitemap_that_robots_txt_names_and_that_is_gone_is_a_shortfall():
    site, _ = plain_site()
    assert report(site).shortfalls == ()  # places where sitemaps often lie were asked in vain: that is no shortfall
    site.page(
        f"{HOME}sitemap.xml",
        f"<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>{HOME}posts.xml</loc></sitemap>"
        "</sitemapindex>",
        "application/xml",
    )
    (told,) = report(site).shortfalls
    assert told.startswith(f"{HOME}posts.xml could not be read: ")


def test_lists_that_could_not_be_read_are_a_shortfall():
    site, posts = plain_site()
    link(site, posts[3], f"{HOME}tag/rain/", f"{HOME}tag/fog/")
    (told,) = report(site).shortfalls
    assert told.startswith("2 pages that may list posts could not be read, such as ")


def test_media_that_could_not_be_had_are_a_shortfall():
    site, posts = plain_site()
    status, headers, body = site.answers[posts[0]]
    site.answers[posts[0]] = (status, headers, body.replace(b"<p>", b"<p><img src='/lost.jpg'>", 1))
    end = Crawled(site, HOME, options=HarvestOptions(media=True)).harvest.report(State.DONE, 1.0)
    assert any("media files could not be had" in told and "/lost.jpg" in told for told in end.shortfalls)


@pytest.mark.parametrize(
    "one, other",
    [
        ("http://b.example/recipes/soup.html", "http://b.example/recipes/bread.html"),
        ("http://b.example/2010/05/rain/", "http://b.example/1999/12/the-last-one/"),
        ("http://b.example/?p=5", "http://b.example/?p=6000"),
        ("http://b.example/archives/000123.html", "http://b.example/archives/000999.html"),
    ],
)
def test_addresses_of_one_kind_are_alike(one, other):
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(
    "one, other",
    [
        ("http://b.example/recipes/soup.html", "http://b.example/recipes/"),
        ("http://b.example/2010/05/rain/", "http://b.example/2010/05/"),
        ("http://b.example/posts/rain", "http://b.example/tag/rain"),
        ("http://b.example/posts/rain", "http://b.example/posts/rain.rb"),
        ("http://b.example/posts/rain", "http://b.example/posts/www.example.org"),
        ("http://b.example/?p=5", "http://b.example/?cat=5"),
    ],
)
def test_addresses_of_different_kinds_are_not(one, other):
    assert likeness(one)[0] != likeness(other)[0]


def test_a_list_whose_further_pages_are_lost_is_asked_for_its_own_feed():
    site, posts = plain_site()
    hidden, lost = posts[9], f"{HOME}tag/boats/page/2/"
    for address, (status, headers, body) in site.answers.items():
        if b"<rss" not in body[:200]:
            site.answers[address] = (status, headers, body.replace(hidden.encode(), b"#"))
    feed = site.answers[f"{HOME}feed/"][2]
    item = f"<item><title>A hidden one</title><link>{hidden}</link></item></channel>"
    site.page(f"{HOME}tag/boats/feed/", feed.replace(b"</channel>", item.encode()), "application/rss+xml")
    own = '<link rel="alternate" type="application/rss+xml" href="feed/">'
    shown = "".join(f'<p><a href="{address}">{address}</a></p>' for address in posts[:4])
    site.page(f"{HOME}tag/boats/", f"<head>{own}<title>boats</title></head><body>{shown}<a href='{lost}'>2</a></body>")
    link(site, HOME, f"{HOME}tag/boats/")
    crawled = Crawled(site, HOME)
    assert f"{HOME}tag/boats/feed/" in crawled.asked
    assert hidden in crawled.posts
