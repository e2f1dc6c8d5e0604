"""What readers of an archive ask beside posts and ledger: reports, kept files, known addresses."""

from blogforever.model.harvest import KeptMedia, Missing, Report, State
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.model.post import MediaRef
from blogforever.store.queries.blogs import find_blog
from blogforever.store.queries.known_urls import addresses_on
from blogforever.store.queries.media import kept_files
from blogforever.store.queries.post_lists import list_posts
from blogforever.store.queries.reports import newest_report
from tests.store.archive import BLOG, NOON, post


def test_the_newest_report_comes_back_as_it_was_given(archive):
    missing = Missing(
        address="https://blog.example/x", witnesses=(DiscoveredVia.FEED, DiscoveredVia.LINK), reason="gone"
    )
    report = Report(
        blog=BLOG,
        state=State.LIMIT,
        posts=3,
        seconds=1.5,
        outcomes={Outcome.POST: 3, Outcome.FAILED: 1},
        known_by={DiscoveredVia.FEED: 2},
        only_by={DiscoveredVia.FEED: 1},
        missing=(missing,),
        notes=("a note",),
    )
    archive.records().close(report)
    with archive.reading() as database:
        assert newest_report(database, BLOG) == report
    archive.records("https://other.example/").close(None)
    with archive.reading() as database:
        assert newest_report(database, "https://other.example/") is None


def test_kept_files_are_found_by_all_addresses_of_a_picture(archive):
    shown = MediaRef(
        address="https://blog.example/large.png", kind="image", alternatives=("https://blog.example/s.png",)
    )
    lost = MediaRef(address="https://blog.example/lost.png", kind="image")
    with archive.harvest() as records:
        records.keep_media(
            KeptMedia(address=shown.alternatives[0], content=b"png", media_type="image/png", captured_at=NOON)
        )
    with archive.reading() as database:
        ((address, file),) = kept_files(database, BLOG, [shown, lost]).items()
        assert kept_files(database, BLOG, []) == {}
    assert (address, file.kind, (archive.folder / file.path).read_bytes()) == (shown.alternatives[0], "image", b"png")


def test_the_addresses_of_a_host_are_known(archive):
    with archive.harvest() as records:
        records.write_ledger(
            LedgerEntry(key=f"{host}/{number}", address=f"https://{host}/{number}", outcome=Outcome.POST)
            for host in ("blog.example", "blog.examplf", "blog.exampl")
            for number in range(3)
        )
    with archive.reading() as database:
        assert list(addresses_on(database, "blog.example")) == [f"https://blog.example/{number}" for number in range(3)]
        assert list(addresses_on(database, "\ud800")) == []


def test_a_blog_knows_its_first_post_and_a_line_its_tags(archive):
    with archive.harvest() as records:
        for day in ("2024-03-01", "2023", None):
            records.keep_post(post(f"blog.example/{day}", published=day, tags=("one", "two")))
    with archive.reading() as database:
        assert find_blog(database, BLOG).first_post == "2023"
        assert {line.tags for line in list_posts(database)} == {("one", "two")}
