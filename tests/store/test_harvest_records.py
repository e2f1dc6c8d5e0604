from datetime import timedelta

import pytest
from warcio.archiveiterator import ArchiveIterator

from blogforever.errors import ArchiveBusy
from blogforever.learn.rules_json import rules_from_json
from blogforever.model.blog import Blog, KnownFeed, Platform
from blogforever.model.exchange import Exchange
from blogforever.model.feed import FeedText
from blogforever.model.harvest import HarvestOptions, KeptMedia, Report, State
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.model.post import Link, LinkKind, MediaRef
from blogforever.model.rules import LearnedField, Rule, RuleSet, Template
from blogforever.store.lock import archive_lock
from blogforever.store.queries.blogs import find_blog, list_blogs, newest_rules
from blogforever.store.queries.media import kept_files
from blogforever.store.queries.posts import find_post, post_versions
from blogforever.store.running import mark_stopped
from tests.store.archive import BLOG, NOON, Archive, post

PICTURE = MediaRef(address="https://blog.example/a.png", kind="image", text="a cat")
LINK = Link(address="https://other.example/", text="there", kind=LinkKind.ELSEWHERE)


def texts(archive, name="blog.example/a"):
    with archive.reading() as database:
        stored = find_post(database, name)
        return [version.post.content_text for version in post_versions(database, stored.id)]


def rules(css="article"):
    article = LearnedField(rules=(Rule(css=css, form="tag"),))
    template = Template(name="template 1", article=article)
    return RuleSet(blog=BLOG, title=None, feed_text=FeedText.FULL, feed_text_reason="", templates=(template,))


def test_what_was_saved_is_there_after_a_crash_and_the_rest_is_not(archive):
    records = archive.records()
    records.keep_post(post())
    records.save()
    records.keep_post(post("blog.example/b"))
    with archive.reading() as database, archive_lock(archive.folder):  # as the process of a harvest holds it
        (blog,) = list_blogs(database)
    assert (blog.posts, blog.state) == (1, State.RUNNING)
    records.close(None)


@pytest.mark.parametrize("state", [State.LIMIT, State.INTERRUPTED, State.RUNNING, State.STOPPED])
def test_an_unfinished_harvest_is_taken_up_again(archive, state):
    with archive.harvest(state=state) as first:
        pass
    with archive.harvest() as second:
        assert second.harvest == first.harvest


def test_a_harvest_without_a_report_is_taken_up_again(archive):
    first = archive.records()
    first.close(None)
    with archive.harvest() as second:
        assert second.harvest == first.harvest


@pytest.mark.parametrize("state", [State.DONE, State.FAILED])
def test_after_a_finished_harvest_a_new_one_begins(archive, state):
    with archive.harvest(state=state) as first:
        pass
    with archive.harvest() as second:
        assert second.harvest > first.harvest


def test_one_harvest_keeps_one_version(archive):
    with archive.harvest() as records:
        records.keep_post(post(text="first"))
        records.save()
        records.keep_post(post(text="second"))
    assert texts(archive) == ["second"]


def test_a_later_harvest_adds_a_version_only_when_the_post_changed(archive):
    for text in ("first", "first", "second"):
        with archive.harvest() as records:
            records.keep_post(post(text=text))
    assert texts(archive) == ["first", "second"]
    with archive.reading() as database:
        stored = find_post(database, "blog.example/a")
    assert (stored.first_seen, stored.last_seen, stored.newest.number) == (1, 3, 2)


def test_a_change_that_is_taken_back_in_the_same_harvest_leaves_no_version(archive):
    with archive.harvest() as records:
        records.keep_post(post(text="first", links=(LINK,)))
    with archive.harvest() as records:
        records.keep_post(post(text="second"))
        records.save()
        records.keep_post(post(text="first", links=(LINK,)))
    assert texts(archive) == ["first"]
    with archive.reading() as database:
        assert find_post(database, "blog.example/a").post.links == (LINK,)


@pytest.mark.parametrize("saved_between", [True, False])
def test_a_dropped_post_is_gone_with_all_its_parts(archive, saved_between):
    with archive.harvest() as records:
        records.keep_post(post(links=(LINK,), media=(PICTURE,), aliases=("https://blog.example/?p=1",)))
        if saved_between:
            records.save()
        records.drop_post("blog.example/a")
    tables = archive.tables()
    assert [name for name in ("posts", "versions", "aliases", "links", "media_refs") if tables[name]] == []


def test_dropping_a_post_leaves_what_earlier_harvests_kept(archive):
    with archive.harvest() as records:
        records.keep_post(post(text="first", links=(LINK,)))
    before = archive.tables()
    with archive.harvest() as records:
        records.keep_post(post(text="second"))
        records.save()
        records.drop_post("blog.example/a")
    after = archive.tables()
    assert all(before[name] == after[name] for name in ("posts", "versions", "links"))


def test_the_same_calls_twice_leave_the_same_tables(archive):
    def calls(records):
        records.keep_blog(Blog(url=BLOG, title="Blog", feeds=(KnownFeed(address=f"{BLOG}feed"),)))
        records.keep_rules(rules())
        records.keep_post(post(links=(LINK, LINK), media=(PICTURE,), aliases=("https://blog.example/?p=1",)))
        records.keep_post(post("blog.example/b"))
        records.keep_media(KeptMedia(address=PICTURE.address, content=b"png", media_type="image/png", captured_at=NOON))
        records.write_ledger(
            [LedgerEntry(key="blog.example/a", address="https://blog.example/a", outcome=Outcome.POST)]
        )
        records.save()
        records.keep_post(post("blog.example/c"))
        records.drop_post("blog.example/b")
        records.save()

    with archive.harvest() as records:
        calls(records)
    once = archive.tables()
    again = archive.records()
    assert again.harvest == 2
    again.close(Report(blog=BLOG, state=State.DONE))
    with archive.harvest(state=State.LIMIT) as records:
        calls(records)
    once_more = archive.tables()
    with archive.harvest(state=State.LIMIT) as records:
        calls(records)
    assert archive.tables() == once_more
    assert once["versions"] == once_more["versions"]


def test_the_last_word_on_an_address_counts(archive):
    key = "blog.example/a"
    with archive.harvest() as records:
        records.write_ledger([LedgerEntry(key=key, address=BLOG, outcome=Outcome.WAITING)])
        records.write_ledger(
            [LedgerEntry(key=key, address=BLOG, outcome=Outcome.FAILED, status=500, witnesses=(DiscoveredVia.FEED,))]
        )
        records.save()
        records.write_ledger([LedgerEntry(key=key, address=BLOG, outcome=Outcome.POST, status=200)])
    (line,) = archive.tables()["addresses"]
    assert dict(line)["outcome"] == "post"
    assert dict(line)["status"] == 200


def test_a_blog_comes_back_as_it_was_kept_with_figures_from_its_posts(archive):
    blog = Blog(
        url="https://new.example/",
        title="Blog",
        aliases=(BLOG,),
        platform=Platform(name="WordPress", version="6.1", reason="meta generator", sure=0.9),
        feeds=(KnownFeed(address="https://new.example/feed", format="rss20", entries=10),),
        sitemaps=("https://new.example/sitemap.xml",),
        authors=("Ann",),
        status_code=200,
    )
    with archive.harvest() as records:
        records.keep_blog(blog)
        for day in range(1, 11):
            records.keep_post(post(f"new.example/{day}", published=f"2024-04-{day:02d}T10:00:00+02:00"))
    with archive.reading() as database:
        found = find_blog(database, "http://www.new.example")
        assert found == find_blog(database, BLOG)
    assert (found.blog.title, found.blog.platform, found.blog.feeds) == (blog.title, blog.platform, blog.feeds)
    assert (found.blog.last_activity, found.blog.post_frequency) == ("2024-04-10", 33.82)
    assert (found.posts, found.versions, found.harvests, found.state) == (10, 10, 1, State.DONE)


def test_a_blog_that_moved_is_still_the_same_blog(archive):
    with archive.harvest() as records:
        records.keep_blog(Blog(url="https://new.example/", aliases=(BLOG,)))
    with archive.harvest("https://new.example") as records:
        records.keep_post(post())
    with archive.reading() as database:
        assert len(list_blogs(database)) == 1


def test_rules_come_back_as_they_were_kept(archive):
    for css in ("article", "main"):
        with archive.harvest() as records:
            records.keep_rules(rules(css))
    with archive.reading() as database:
        assert rules_from_json(newest_rules(database, BLOG)) == rules("main")


def test_media_of_a_post_name_the_files_that_were_kept(archive):
    lost = MediaRef(address="https://blog.example/lost.png", kind="image")
    with archive.harvest() as records:
        records.keep_post(post(media=(PICTURE, lost)))
        records.keep_media(KeptMedia(address=PICTURE.address, content=b"png", media_type="image/png", captured_at=NOON))
    with archive.reading() as database:
        files = kept_files(database, BLOG, find_post(database, "blog.example/a").post.media)
    kept = files[PICTURE.address]
    assert (archive.folder / kept.path).read_bytes() == b"png"
    assert (kept.text, kept.bytes, kept.media_type) == ("a cat", 3, "image/png")
    assert lost.address not in files


def exchange(body=b"<p>page</p>", at=NOON):
    return Exchange(address=BLOG, at=at, status=200, body=body, response_headers=(("Content-Type", "text/html"),))


def test_captures_are_recalled_within_a_harvest_and_by_the_next_one(archive):
    first, records = archive.ports()
    first.capture(exchange())
    records.close(None)
    with archive.harvest_ports() as (taken_up, _):
        assert taken_up.recall(BLOG).body == b"<p>page</p>"
        assert taken_up.recall_older(BLOG) is None
    with archive.harvest_ports() as (later, _):
        assert later.recall(BLOG) is None
        assert later.recall_older(BLOG).body == b"<p>page</p>"


def test_without_warc_captures_last_until_the_harvest_is_done(archive):
    options = HarvestOptions(warc=False)
    with archive.harvest_ports(state=State.LIMIT, options=options) as (captures, _):
        captures.capture(exchange())
    with archive.harvest_ports(options=options) as (captures, _):
        assert captures.recall(BLOG)
        captures.capture(exchange(at=NOON + timedelta(hours=1)))
    with archive.harvest_ports() as (captures, _):
        assert captures.recall_older(BLOG) is None


def test_much_is_saved_before_it_fills_the_memory(archive):
    records = archive.records()
    for number in range(501):
        records.keep_post(post(f"blog.example/{number}"))
    with archive.reading() as database:
        assert list_blogs(database)[0].posts == 500
    records.close(None)


def test_two_harvests_write_into_one_archive_at_the_same_time(archive):
    one, other = archive.records(), archive.records("https://other.example/")
    for number in range(3):
        one.keep_post(post(f"blog.example/{number}"))
        other.keep_post(post(f"other.example/{number}"))
        one.save()
        other.save()
    one.close(None)
    other.close(None)
    with archive.reading() as database:
        assert [blog.posts for blog in list_blogs(database)] == [3, 3]


def test_addresses_without_end_are_kept(archive):
    endless = "blog.example/" + "é" * 50_000
    with archive.harvest() as records:
        records.keep_post(post(endless, aliases=(f"https://{endless}x",), media=(PICTURE,)))
        records.write_ledger([LedgerEntry(key=endless, address=f"https://{endless}", outcome=Outcome.POST)])
    with archive.reading() as database:
        assert find_post(database, endless).post.url == f"https://{endless}"


def test_crawlers_on_several_machines_keep_off_each_others_blogs(new_store, tmp_path):
    store = new_store()
    here, there = Archive(tmp_path / "here", store), Archive(tmp_path / "there", store)
    records = here.records()
    with pytest.raises(ArchiveBusy, match="another crawler is harvesting this blog"):
        there.records()
    there.records("https://other.example/").close(None)
    records.close(None)
    there.records().close(None)


def test_the_warc_files_tell_why_a_page_was_kept_as_a_post(archive):
    why = LedgerEntry(
        key="blog.example/a", address=BLOG, outcome=Outcome.POST, reason="fits", witnesses=(DiscoveredVia.FEED,)
    )
    captures, records = archive.ports()
    captures.capture(exchange())
    records.write_ledger(
        [why, LedgerEntry(key="blog.example/b", address=f"{BLOG}b", outcome=Outcome.POST, reason="never captured")]
    )
    records.close(Report(blog=BLOG, state=State.DONE))
    (warc,) = (archive.folder / "warc").glob("*.warc.gz")
    with warc.open("rb") as file:
        told = [one.raw_stream.read() for one in ArchiveIterator(file) if one.rec_type == "metadata"]
    decisions = [one for one in told if one.startswith(b"outcome: ")]
    assert decisions == [b"outcome: post\r\nreason: fits\r\nnamed-by: feed\r\n"]


def test_a_harvest_that_was_killed_does_not_count_as_running(archive):
    running = archive.records()
    running.save()
    with archive_lock(archive.folder):  # as the process of a harvest holds it
        assert state_of(archive) is State.RUNNING
        mark_stopped(archive.folder, archive.store)  # by another process on another machine, where there is a server
        assert state_of(archive) is (State.RUNNING if archive.store else State.STOPPED)
    running._session.close()  # as if the process had been killed
    assert state_of(archive) is State.STOPPED
    with archive_lock(archive.folder):
        mark_stopped(archive.folder, archive.store)
        assert state_of(archive) is State.STOPPED
    with archive.harvest() as resumed:
        assert (resumed.harvest, resumed.taken_up()) == (running.harvest, 0)
    assert state_of(archive) is State.DONE


def state_of(archive):
    with archive.reading() as database:
        return find_blog(database, BLOG).state
