"""The limit of CPU time, and who is told what is being read."""

import re
import threading
from contextlib import suppress

import pytest

from blogforever.harvest.reading_limit import ReadingLimit, TookTooLong
from blogforever.model.harvest import CrawlLimits

QUICK = CrawlLimits(reading=0.1, learning=0.1)


def loop():
    while True:
        pass


def regular_expression():
    re.match(r"(a|a)+$", "a" * 60 + "b")


def swallowing():
    while True:
        with suppress(Exception):  # what a reader of hostile input may do
            loop()


@pytest.mark.parametrize("read", [loop, regular_expression, swallowing])
def test_reading_without_end_is_broken_off(read):
    with pytest.raises(TookTooLong, match=r"more than 0\.1 seconds"), ReadingLimit(QUICK).limited():
        read()


def test_the_limit_strikes_only_where_it_was_asked_for():
    limit = ReadingLimit(QUICK)
    with limit.document("https://blog.example/"):
        with limit.limited():
            pass
        assert sum(range(20_000_000)) > 0  # far longer than the limit


def test_other_threads_read_without_a_limit():
    read = []

    def work():
        with ReadingLimit(QUICK).limited():
            read.append(sum(range(10_000_000)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert read


def test_the_supervisor_hears_what_is_read_and_what_comes_after():
    reported = []
    limit = ReadingLimit(QUICK, reported.append)
    with limit.learning("rules"), limit.document("https://blog.example/a"):
        pass
    assert reported == [("rules", True), ("https://blog.example/a", False), ("rules", True), None]


def test_steps_of_the_same_reading_are_told_once():
    reported = []
    limit = ReadingLimit(QUICK, reported.append)
    with limit.document("https://blog.example/a"), limit.document("https://blog.example/a"):
        pass
    assert reported == [("https://blog.example/a", False), None]
