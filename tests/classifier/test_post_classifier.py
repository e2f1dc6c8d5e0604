"""Post or not, when all pages of a blog are known."""

from hypothesis import given
from hypothesis import strategies as st

from blogforever.classifier.post_classifier import BlogPages, ReadPage, classify_pages
from blogforever.classifier.post_weights import POST_WEIGHTS
from blogforever.classifier.thresholds import PostThresholds
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"


def read_page(number, path, fit, *, feed=False, inbound=1, links=()):
    address = path if "://" in path else B + path
    return ReadPage(number=number, address=address, is_named_as_post=feed, inbound=inbound, fit=fit, links=links)


def blog():
    """Twenty posts, ten of them in the feed, with the pages around them."""
    posts = [read_page(n, f"/{2000 + n}/05/a-walk-in-may/", 2.0, feed=n < 10, links=[(n + 1) % 20]) for n in range(20)]
    return [
        *posts,
        read_page(20, "/", 1.0, inbound=24, links=range(20)),
        read_page(21, "/about/", 0.5, inbound=24),
        read_page(22, "/2003/05/", 1.0, links=[3]),
        read_page(23, "/tag/walks/", 1.5, inbound=20, links=range(20)),
    ]


def judge(pages):
    verdicts = classify_pages(pages, entries=[page.address for page in pages if page.is_named_as_post])
    return {page.address.removeprefix(B): verdicts[page.number] for page in pages}


def test_posts_are_told_from_the_pages_around_them():
    verdicts = judge(blog())
    posts = {address for address, verdict in verdicts.items() if verdict.is_post}
    assert posts == {f"/{2000 + n}/05/a-walk-in-may/" for n in range(20)}
    assert verdicts["/tag/walks/"].announces == 20
    assert verdicts["/about/"].announces == 0


def test_the_reason_names_the_strongest_features_first():
    verdicts = judge(blog())
    assert verdicts["/2005/05/a-walk-in-may/"].reason == "fits the rules, a date in its address, a feed names it"
    assert verdicts["/2003/05/"].reason.startswith("a year, month or day")
    assert (
        "links to more posts than posts do" in verdicts["/tag/walks/"].reason
        or "named like a list" in verdicts["/tag/walks/"].reason
    )


def test_posts_that_every_page_links_to_make_no_list():
    pages = [read_page(n, f"/post-{n}/", 2.0, inbound=20, links=range(20)) for n in range(20)]
    assert all(verdict.announces == 0 for verdict in judge(pages).values())


def test_posts_that_only_a_parameter_tells_from_the_home_page_are_posts_even_when_every_page_links_to_them():
    posts = [read_page(n, f"/?p={n}", 2.0, feed=n < 10, inbound=24 if n < 5 else 3, links=range(5)) for n in range(20)]
    about = read_page(20, "/?page_id=2", 1.5, inbound=24)
    month = read_page(21, "/?m=202405", 1.5, inbound=2, links=range(6))
    home = read_page(22, "/", 1.0, inbound=24, links=range(10))
    verdicts = judge([*posts, about, month, home])
    assert {address for address, verdict in verdicts.items() if verdict.is_post} == {f"/?p={n}" for n in range(20)}


def test_no_pages_no_verdicts():
    assert classify_pages([], entries=[]) == {}


PAGES = st.lists(
    st.tuples(ADDRESSES, st.floats(-9, 9), st.booleans(), st.integers(0, 30), st.lists(st.integers(0, 11), max_size=6)),
    max_size=12,
)


@given(PAGES, st.randoms(use_true_random=False))
def test_the_verdicts_do_not_depend_on_the_order_of_the_pages(drawn, chance):
    pages = [
        read_page(number, path, fit, feed=feed, inbound=inbound, links=links)
        for number, (path, fit, feed, inbound, links) in enumerate(drawn)
    ]
    entries = [page.address for page in pages if page.is_named_as_post]
    first = classify_pages(pages, entries=entries)
    assert set(first) == set(range(len(pages)))
    for _ in range(3):
        chance.shuffle(pages)
        chance.shuffle(entries)
        assert classify_pages(pages, entries=entries) == first


def test_every_feature_has_a_weight():
    pages = BlogPages(blog(), [])
    assert {name for features in pages.first_features().values() for name in features} == set(POST_WEIGHTS)


def test_a_threshold_can_be_varied():
    in_menus = [read_page(n, f"/post-{n}/", 2.0, inbound=8, links=range(20)) for n in range(20)]
    numbers = set(range(20))
    _, usual = BlogPages(in_menus, []).features(numbers)
    _, higher = BlogPages(in_menus, [], PostThresholds(well_known=0.5)).features(numbers)
    assert (usual[0], higher[0]) == (0, 20)
