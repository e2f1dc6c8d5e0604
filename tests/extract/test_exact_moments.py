import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.extract.comments.merge import most_precise
from blogforever.model.moment import Moment


@pytest.mark.parametrize(
    "told, best",
    [
        (["2024-03-19", "2024-03-19T02:48"], "2024-03-19T02:48"),
        (["2024-03-19T01:48:00+00:00", "2024-03-19T02:48:00+01:00"], "2024-03-19T02:48:00+01:00"),
        (["2024-03-19T02:48", "2024-03-19T01:48:31+00:00"], "2024-03-19T02:48:00+01:00"),
        (["2024-03-18T20:18", "2024-03-19T01:48:00Z"], "2024-03-18T20:18:00-05:30"),
        (["2024-03-17T02:48", "2024-03-19T01:48:00Z"], "2024-03-19T01:48:00Z"),
        (["2024-03-19T02:40", "2024-03-19T01:48:00Z"], "2024-03-19T01:48:00Z"),
        (["2024-03-19T01:48:00Z"], "2024-03-19T01:48:00Z"),
    ],
)
def test_the_exactest_wins_in_the_blogs_own_time(told, best):
    assert most_precise([Moment(written=iso, iso=iso) for iso in told]).iso == best


def test_nobody_tells_no_moment():
    assert most_precise([]) is None


@given(st.lists(st.text(alphabet="0123456789-T:+Z. ", max_size=25), min_size=1, max_size=4))
def test_whatever_is_written_one_of_the_moments_is_believed(told):
    assert most_precise([Moment(written=iso, iso=iso) for iso in told]).written in told
