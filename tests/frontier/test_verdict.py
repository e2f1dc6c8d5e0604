"""Post or not, when all pages of a blog are known."""

from hypothesis import given
from hypothesis import strategies as st

from blogforever.frontier.lines import Kind, Line
from blogforever.frontier.verdict import Sighting, judge_pages
from blogforever.model.ledger import Witness
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"


def sight(number, path, fit, *, feed=False, inbound=1, links=()):
    line = Line(number, path, path if "://" in path else B + path, Kind.PAGE, inbound=inbound)
    line.add(Witness.FEED if feed else Witness.LINK)
    return Sighting(line=line, fit=fit, links=links)


def blog():
    """Twenty posts, ten of them in the feed, with the pages around them."""
    posts = [sight(n, f"/{2000 + n}/05/a-walk-in-may/", 2.0, feed=n < 10, links=[(n + 1) % 20]) for n in range(20)]
    return [
        *posts,
        sight(20, "/", 1.0, inbound=24, links=range(20)),
        sight(21, "/about/", 0.5, inbound=24),
        sight(22, "/2003/05/", 1.0, links=[3]),
        sight(23, "/tag/walks/", 1.5, inbound=20, links=range(20)),
    ]


def judge(sightings):
    verdicts = judge_pages(
        sightings, entries=[one.line.address for one in sightings if one.line.named_by(Witness.FEED)]
    )
    return {one.line.address.removeprefix(B): verdicts[one.line.number] for one in sightings}


def test_posts_are_told_from_the_pages_around_them():
    verdicts = judge(blog())
    posts = {address for address, verdict in verdicts.items() if verdict.is_post}
    assert posts == {f"/{2000 + n}/05/a-walk-in-may/" for n in range(20)}
    assert verdicts["/tag/walks/"].announces == 20
    assert verdicts["/about/"].announces == 0


def test_the_reason_names_the_strongest_signs_first():
    verdicts = judge(blog())
    assert verdicts["/2005/05/a-walk-in-may/"].reason == "fits the rules, a date in its address, a feed names it"
    assert verdicts["/2003/05/"].reason.startswith("a year, month or day")
    assert (
        "links to more posts than posts do" in verdicts["/tag/walks/"].reason
        or "named like a list" in verdicts["/tag/walks/"].reason
    )


def test_posts_that_every_page_links_to_make_no_list():
    sightings = [sight(n, f"/post-{n}/", 2.0, inbound=20, links=range(20)) for n in range(20)]
    assert all(verdict.announces == 0 for verdict in judge(sightings).values())


def test_posts_that_only_a_parameter_tells_from_the_home_page_are_posts_even_when_every_page_links_to_them():
    posts = [sight(n, f"/?p={n}", 2.0, feed=n < 10, inbound=24 if n < 5 else 3, links=range(5)) for n in range(20)]
    about = sight(20, "/?page_id=2", 1.5, inbound=24)
    month = sight(21, "/?m=202405", 1.5, inbound=2, links=range(6))
    home = sight(22, "/", 1.0, inbound=24, links=range(10))
    verdicts = judge([*posts, about, month, home])
    assert {address for address, verdict in verdicts.items() if verdict.is_post} == {f"/?p={n}" for n in range(20)}


def test_no_pages_no_verdicts():
    assert judge_pages([], entries=[]) == {}


SIGHTINGS = st.lists(
    st.tuples(ADDRESSES, st.floats(-9, 9), st.booleans(), st.integers(0, 30), st.lists(st.integers(0, 11), max_size=6)),
    max_size=12,
)


@given(SIGHTINGS, st.randoms(use_true_random=False))
def test_the_verdicts_do_not_depend_on_the_order_of_the_pages(told, chance):
    sightings = [
        sight(number, path, fit, feed=feed, inbound=inbound, links=links)
        for number, (path, fit, feed, inbound, links) in enumerate(told)
    ]
    entries = [one.line.address for one in sightings if one.line.named_by(Witness.FEED)]
    first = judge_pages(sightings, entries=entries)
    assert set(first) == set(range(len(sightings)))
    for _ in range(3):
        chance.shuffle(sightings)
        chance.shuffle(entries)
        assert judge_pages(sightings, entries=entries) == first
