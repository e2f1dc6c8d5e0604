"""What is said at the end of a harvest."""

import json
import re

import pytest

from blogforever.actions.harvest import HarvestEnd
from blogforever.cli.commands.harvest import print_ends, printable
from blogforever.errors import Unreachable
from blogforever.model.harvest import CommentChanges, GonePost, HarvestChanges, PostChanges, Report, Resumed, State

BLOG = "https://blog.example/"
REPORT = {"blog": BLOG, "state": State.DONE, "posts": 30, "media": 2, "pages": 340, "seconds": 9.0}


def said(capsys, **more):
    print_ends([HarvestEnd(address="a", report=Report(**REPORT | more))], only_errors=False, archive_arguments="")
    return capsys.readouterr().out


def test_comments_and_rendered_pages_are_told(capsys):
    told = said(capsys, comments=1_204, rendered=12)
    assert told.startswith("30 posts, 1,204 comments, 2 media files kept from https://blog.example/ in 9 s.\n")
    assert "\n  A browser rendered 12 of 340 pages (3.5 %).\n" in told
    assert "  A browser rendered 1 of 1 page (100.0 %).\n" in said(capsys, pages=1, rendered=1)


def test_a_harvest_without_comments_or_browser_says_nothing_of_them(capsys):
    assert not re.search("comment|browser", said(capsys))


def test_the_report_as_json_has_both():
    report = printable(HarvestEnd(address="a", report=Report(**REPORT, comments=5, rendered=2)))["report"]
    assert (report["comments"], report["rendered"]) == (5, 2)


def changes(comments=None, new_media=0, **posts):
    return HarvestChanges(posts=PostChanges(**posts), comments=CommentChanges(**comments or {}), new_media=new_media)


def test_a_first_harvest_says_what_it_kept_and_what_that_took(capsys):
    told = said(capsys, changes=changes(new=30), requests=412, bytes=12_345_678)
    assert told.startswith(f"30 posts, 2 media files kept from {BLOG} in 9 s.\n")
    assert "\n  340 pages read; 412 requests, 12 MB received.\n" in told


@pytest.mark.parametrize("found, line", [
    (changes(unchanged=30), "nothing new, 30 posts unchanged"),
    (changes(unchanged=1), "nothing new, 1 post unchanged"),
    (changes(new=2, unchanged=28), "2 new posts, 28 unchanged"),
    (changes(new=1, changed=2, back=1, gone=3, unchanged=26), "1 new post, 2 changed, 1 back, 3 gone, 26 unchanged"),
    (changes(changed=1, unchanged=29, new_media=1), "1 changed post, 29 unchanged; 1 new media file"),
    (changes(unchanged=30, comments={"new": 4, "changed": 1, "gone": 2}),
     "no new posts, 30 unchanged; 4 new comments, 1 changed, 2 gone"),
])  # fmt: skip
def test_a_later_harvest_says_what_is_different_and_never_that_it_kept_all_of_it_anew(capsys, found, line):
    told = said(capsys, comments=46, changes=found)
    assert told.startswith(f"{BLOG}: {line} (9 s).\n")
    assert "kept from" not in told


def test_posts_that_are_gone_are_named_with_the_reason_and_only_once(capsys):
    gone = tuple(
        GonePost(address=f"{BLOG}{number}", reason="not found (status 404)", is_new=number > 1) for number in range(7)
    )
    told = said(capsys, changes=changes(gone=5, unchanged=23, unseen=2), gone=gone)
    assert f"  Gone from the blog, kept in the archive: {BLOG}2 (not found (status 404)).\n" in told
    assert f"{BLOG}1 " not in told
    assert "  2 more are gone: `blogforever ledger https://blog.example/` names them all.\n" in told
    assert "  2 posts of earlier harvests were not found this time; the archive keeps what it has.\n" in told


def test_a_resumed_harvest_says_what_was_there(capsys):
    told = said(capsys, changes=changes(new=30), resumed=Resumed(posts=12, answers=40))
    assert "  Resumed: 12 posts and 40 answers were there from an earlier run, and were not asked for again.\n" in told


def test_what_a_blog_wrote_cannot_act_on_the_terminal(capsys):
    gone = (GonePost(address=f"{BLOG}\x1b[2J", reason="\x9b31m", is_new=True),)
    assert not re.search("[\x1b\x9b]", said(capsys, changes=changes(gone=1), gone=gone))


def test_the_report_as_json_names_every_change():
    gone = (GonePost(address=f"{BLOG}1", reason="not found (status 404)", is_new=True),)
    report = Report(**REPORT, changes=changes(new=1, gone=1, unchanged=29), gone=gone, requests=7, bytes=9)
    printed = json.loads(json.dumps(printable(HarvestEnd(address="a", report=report))["report"]))
    assert printed["changes"]["posts"] == {
        "new": 1, "changed": 0, "back": 0, "unchanged": 29, "gone": 1, "unseen": 0,
    }  # fmt: skip
    assert printed["gone"] == [{"address": f"{BLOG}1", "reason": "not found (status 404)", "is_new": True}]
    assert (printed["requests"], printed["bytes"], printed["resumed"]) == (7, 9, None)


def test_several_blogs_are_summed_up_in_a_line(capsys):
    done = HarvestEnd(address="a", report=Report(**REPORT, changes=changes(new=4, unchanged=26)))
    limit = HarvestEnd(address="b", report=Report(**REPORT | {"state": State.LIMIT, "posts": 1_000}))
    refused = HarvestEnd(address="c", error=Unreachable("c", "the server refuses the connection", "Check it."))
    print_ends([done, limit, refused, HarvestEnd(address="d")], only_errors=False, archive_arguments="")
    told = capsys.readouterr().out
    assert "\n4 blogs: 1 done, 1 stopped by a limit, 1 interrupted, 1 failed. 1,030 posts, 4 of them new.\n" in told
    print_ends([done], only_errors=False, archive_arguments="")
    assert "1 blog:" not in capsys.readouterr().out
