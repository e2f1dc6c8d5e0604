"""What held up a harvest is left out by whoever reads the same captures."""

from blogforever.model.exchange import Exchange
from blogforever.model.harvest import HarvestOptions, State
from blogforever.store.ports.rereading import open_ports
from blogforever.store.ports.supervision import end_from_outside, give_up_from_outside
from blogforever.store.queries.blogs import find_blog
from tests.store.archive import BLOG, NOON

REASON = "reading it took more than 90 seconds"
LONG = "https://blog.example/" + 2000 * "é"


def test_what_was_given_up_is_known_when_the_harvest_is_taken_up_and_not_to_the_next(archive):
    with archive.harvest(state=State.LIMIT) as first:
        first.give_up(LONG, REASON)
        assert first.given_up() == {LONG: REASON}
    give_up_from_outside(archive.folder, archive.store, BLOG, name="https://blog.example/b", reason="it crashed")
    with archive.harvest() as taken_up:
        assert taken_up.given_up() == {LONG: REASON, "https://blog.example/b": "it crashed"}
    with archive.harvest() as new:
        assert new.given_up() == {}


def test_reading_again_leaves_out_what_held_up_the_harvest_before_it(archive):
    with archive.harvest_ports() as (captures, records):
        captures.capture(Exchange(address=BLOG, at=NOON, status=200, response_headers=(), body=b"x"))
        records.give_up(LONG, REASON)
    for _ in range(2):
        options = HarvestOptions(offline=True)
        _, again = open_ports(BLOG, archive=archive.folder, store=archive.store, options=options)
        assert again.given_up() == {LONG: REASON}
        again.close(None)


def test_a_harvest_that_was_killed_gets_its_state_from_outside(archive):
    records = archive.records()
    end_from_outside(archive.folder, archive.store, BLOG, State.LIMIT)
    with archive.reading() as database:
        assert find_blog(database, BLOG).state is State.LIMIT
    records.close(None)


def test_a_state_that_the_harvest_told_itself_stays(archive):
    with archive.harvest():
        pass
    end_from_outside(archive.folder, archive.store, BLOG, State.INTERRUPTED)
    with archive.reading() as database:
        assert find_blog(database, BLOG).state is State.DONE


def test_nothing_is_noted_of_a_blog_that_the_archive_does_not_hold(archive):
    with archive.harvest():
        pass
    give_up_from_outside(archive.folder, archive.store, "https://other.example/", name=LONG, reason=REASON)
    end_from_outside(archive.folder, archive.store, "https://other.example/", State.LIMIT)
    with archive.harvest() as records:
        assert records.given_up() == {}
