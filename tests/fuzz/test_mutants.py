"""Some of the mutants that `make fuzz` tries: no exception but our own, no page over its time limit."""

import pytest

from tests.fuzz import pipeline
from tests.fuzz.mutators import MUTATORS
from tests.fuzz.pipeline import make_mutant, split, try_mutants

COUNT = 2000
"""Those of `make test-all`; `make test` tries one share, `make fuzz` twenty thousand."""
FIRST, *OTHERS = split(COUNT, 8)


@pytest.mark.parametrize(
    "numbers", [FIRST, *(pytest.param(share, marks=pytest.mark.slow) for share in OTHERS)], ids=str
)
def test_mutants_are_read_or_refused(numbers):
    summary = try_mutants(numbers)
    assert summary.failures == []
    assert summary.results.total() == len(numbers)


def test_an_exception_that_is_not_ours_is_a_failure(monkeypatch):
    monkeypatch.setattr(pipeline, "extract_post", lambda page, _: {}[page.address])
    failures = try_mutants(range(10)).failures
    assert failures
    assert all("KeyError" in failure.what for failure in failures)


def test_a_page_over_its_time_limit_is_a_failure(monkeypatch):
    monkeypatch.setattr(pipeline, "TIME_LIMIT", 0.0)
    assert len(try_mutants(range(10)).failures) == 10


def test_the_same_number_gives_the_same_mutant():
    assert [make_mutant(number) for number in range(20)] == [make_mutant(number) for number in range(20)]


def test_every_mutator_is_used():
    used = {name for number in range(COUNT) for name in make_mutant(number).mutations}
    assert used == {mutator.__name__ for mutator in MUTATORS}
