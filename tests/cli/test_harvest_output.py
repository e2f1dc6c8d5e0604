"""What is said at the end of a harvest."""

import re

from blogforever.actions.harvest import HarvestEnd
from blogforever.cli.commands.harvest import print_ends, printable
from blogforever.model.harvest import Report, State

REPORT = {"blog": "https://blog.example/", "state": State.DONE, "posts": 30, "media": 2, "pages": 340, "seconds": 9.0}


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
