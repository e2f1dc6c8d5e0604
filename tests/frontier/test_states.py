"""What may become of an address after what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.frontier.frontier_url import FrontierUrl, Kind
from blogforever.frontier.states import TRANSITIONS, may_become
from blogforever.model.ledger import Outcome


def test_the_table_has_every_state():
    assert set(TRANSITIONS) == set(Outcome)


def test_every_state_can_be_reached_and_no_answer_makes_an_address_wait_but_a_failure():
    reached = set().union(*TRANSITIONS.values())
    assert reached == set(Outcome)
    answered = {Outcome.POST, Outcome.LIST, Outcome.PAGE, Outcome.FEED, Outcome.SITEMAP, Outcome.MEDIA}
    assert not any(may_become(outcome, Outcome.WAITING) for outcome in answered)
    assert may_become(Outcome.FAILED, Outcome.WAITING)


@given(st.sampled_from(Outcome), st.sampled_from(Outcome))
def test_an_address_changes_as_the_table_says_and_not_otherwise(before, after):
    target = FrontierUrl(0, "blog.example/a", "http://blog.example/a", Kind.PAGE, outcome=before)
    if may_become(before, after):
        target.become(after, "why")
        assert (target.outcome, target.reason) == (after, "why")
    else:
        with pytest.raises(ValueError, match="cannot change"):
            target.become(after)
        assert target.outcome is before
