"""What was kept can be read: lists, whole posts, versions, reasons."""

from dataclasses import replace

import pytest

from blogforever.actions._archive import archive_folder, list_blogs, open_archive
from blogforever.actions._files.offline_html import write_offline
from blogforever.actions._files.records import archived_record
from blogforever.actions.examine.why import why, why_record
from blogforever.actions.read_archive import (
    PostFilter,
    blog_record,
    ledger_record,
    list_posts,
    read_ledger,
    read_post,
    read_rules,
    read_versions,
    search_posts,
)
from blogforever.errors import NotInArchive, UnreadableFile
from tests.actions.kept_blogs import CAT, DIARY, FORMULA, HOSTILE, MISSING, NEWS, PNG, rules
from tests.store.archive import Archive, post


def titles(archive, **wanted):
    return [line.title for line in list_posts(archive, PostFilter(**wanted))]


def test_the_archive_is_where_the_user_says_else_the_environment_else_here(monkeypatch):
    monkeypatch.setenv("BLOGFOREVER_ARCHIVE", "/from/environment")
    assert str(archive_folder("said")) == "said"
    assert str(archive_folder(None)) == "/from/environment"
    monkeypatch.delenv("BLOGFOREVER_ARCHIVE")
    assert str(archive_folder(None)) == "blogforever-archive"


def test_blogs_come_with_their_days_and_the_state_of_their_harvest(archive):
    diary, news = map(blog_record, list_blogs(archive))
    assert (diary["title"], diary["posts"], diary["first_post"], diary["last_activity"], diary["state"]) == (
        "A diary",
        3,
        "2023-12-24T10:00:00+01:00",
        "2024-03-05",
        "done",
    )
    assert (news["url"], news["state"], news["platform"]) == (NEWS, "stopped by a limit", None)


@pytest.mark.parametrize(
    "wanted, expected",
    [
        ({}, ["Only in the feed", FORMULA, "The cat", HOSTILE]),
        ({"blog": DIARY}, [FORMULA, "The cat", HOSTILE]),
        ({"since": "2024", "until": "2024-03-05"}, [FORMULA]),
        ({"tag": "cats"}, ["The cat"]),
        ({"tag": "cat"}, []),
        ({"author": "archivist"}, ["The cat"]),
        ({"author": "bob", "tag": "nothing"}, []),
    ],
)
def test_posts_are_listed_as_they_are_wanted(archive, wanted, expected):
    assert titles(archive, **wanted) == expected


def test_a_long_list_is_read_to_its_end(tmp_path):
    kept = Archive(folder=tmp_path, store=None)
    with kept.harvest() as records:
        for number in range(1_003):
            records.keep_post(post(f"blog.example/{number}", tags=("odd" if number % 2 else "even",)))
    with open_archive(str(tmp_path)) as opened:
        assert len(titles(opened)) == 1_003
        assert len(titles(opened, tag="odd")) == 501


@pytest.mark.parametrize("name", ["https://diary.example/cat", "https://diary.example/?p=7", "diary.example/cat", "1"])
def test_a_post_is_found_by_any_of_its_names(archive, name):
    assert read_post(archive, name).post.title == "The cat"


def test_the_record_of_a_post_names_the_files_that_were_kept(archive, kept):
    record = archived_record(read_post(archive, "diary.example/cat"))
    cat, lost = record["media"]
    assert (kept / cat["file"]).read_bytes() == PNG
    assert (cat["bytes"], cat["media_type"], len(cat["sha256"])) == (len(PNG), "image/png", 64)
    assert (lost["text"], lost["file"], lost["sha256"], lost["bytes"], lost["media_type"]) == ("a dog", *[None] * 4)
    assert (record["version"], record["blog"], record["witnesses"]) == (2, DIARY, ["feed", "sitemap"])


def test_older_versions_can_be_read(archive):
    assert [one.version.number for one in read_versions(archive, "1")] == [1, 2]
    assert read_post(archive, "1", 1).post.content_text == "A tabby cat slept."
    assert archived_record(read_post(archive, "1", 1))["version"] == 1
    with pytest.raises(NotInArchive, match=r"no version 3; the newest is 2.*--versions"):
        read_post(archive, "1", 3)


def test_an_offline_post_holds_what_it_shows(archive, tmp_path):
    page = write_offline(archive, read_post(archive, "1"), tmp_path / "new" / "folder")
    html = page.read_text("utf-8")
    (picture,) = (page.parent / "media").iterdir()
    assert picture.read_bytes() == PNG
    assert f'<img src="media/{picture.name}" alt="the cat">' in html
    assert '<a href="https://diary.example/lost.png">a dog</a>' in html
    assert "default-src 'none'" in html


def test_an_offline_post_cannot_be_written_over_a_file(archive, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnreadableFile, match="cannot be written"):
        write_offline(archive, read_post(archive, "1"), tmp_path / "file")


def test_a_title_cannot_break_out_of_an_offline_page(tmp_path):
    kept = Archive(folder=tmp_path / "archive", store=None)
    with kept.harvest() as records:
        records.keep_post(post(title="</title><script>x</script>", authors=('"><img src=x>',), tags=("<b>",)))
    with open_archive(str(kept.folder)) as opened:
        html = write_offline(opened, read_post(opened, "1"), tmp_path / "page").read_text("utf-8")
    assert "<script" not in html
    assert "<img" not in html
    assert "<b>" not in html


def test_a_search_finds_posts_and_marks_the_words(archive):
    (hit,) = search_posts(archive, "cats TABBY", blog=None, limit=5, marks=("<", ">"))
    assert hit.snippet == "A <tabby> cat slept. It woke up again."
    assert search_posts(archive, "tabby", blog=NEWS, limit=5, marks=("<", ">")) == []


def test_rules_come_from_the_newest_harvest(archive):
    assert read_rules(archive, DIARY) == rules()
    with pytest.raises(NotInArchive, match="no rules were learned"):
        read_rules(archive, NEWS)


def test_why_tells_what_became_of_an_address_and_when_a_post_was_kept(archive):
    (told,) = why_record(why(archive, "https://diary.example/cat"))["told"]
    assert (told["outcome"], told["reason"], told["witnesses"]) == ("post", "fits the rules", ["feed", "sitemap"])
    assert [one["version"] for one in told["versions"]] == [1, 2]
    (redirect,) = why_record(why(archive, "https://diary.example/?p=7"))["told"]
    assert (redirect["outcome"], redirect["is_alias"], redirect["post"]) == (
        "redirect",
        True,
        "https://diary.example/cat",
    )


def test_why_names_the_nearest_addresses_it_knows(archive):
    answer = why(archive, "https://diary.example/formulas")
    assert (answer.findings, answer.nearest) == ((), ("https://diary.example/formula",))
    assert why(archive, "https://nobody.example/formula").nearest == ()
    assert why(archive, "").nearest == ()


def test_the_ledger_says_what_is_missing_and_where_the_gaps_are(archive):
    record = ledger_record(read_ledger(archive, DIARY))
    assert record["known_by"] == {"feed": 1, "sitemap": 3}
    assert record["only_by"] == {"sitemap": 2}
    assert record["overlap"] == [{"sources": ["feed", "sitemap"], "posts": 1}]
    assert record["months"] == {"2023-12": 1, "2024-01": 0, "2024-02": 0, "2024-03": 1}
    assert (record["gaps"], record["undated"]) == (["2024-01", "2024-02"], 1)
    assert record["missing"] == [{"url": MISSING.address, "witnesses": ["feed"], "reason": MISSING.reason}]
    assert record["notes"] == ["robots.txt forbids /private"]
    with pytest.raises(NotInArchive, match="no such blog"):
        read_ledger(archive, "https://nobody.example/")


def test_a_picture_outside_the_archive_is_not_copied(archive, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("x")
    post = read_post(archive, "1")
    (kept,) = post.files.values()
    for path in (str(secret), "../" * 20 + str(secret)):
        moved = replace(post, files={CAT: replace(kept, path=path)})
        write_offline(archive, moved, tmp_path / "out")
    assert list((tmp_path / "out" / "media").iterdir()) == []
