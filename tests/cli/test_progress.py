"""What those who watch harvests see: on terminals of several sizes, and in a log."""

import re

import pytest
from rich.console import Console
from rich.live import Live

from blogforever.actions.harvest import HarvestEnd
from blogforever.cli.progress.display import Display
from blogforever.cli.progress.watching import watching
from blogforever.errors import Unreachable
from blogforever.model.harvest import HarvestChanges, Phase, PostChanges, Progress, Report, Resumed, State

BLOGS = [f"http://blog{number}.example/" for number in range(1, 17)]


class Screen:
    """A terminal of this size, and the display on it."""

    def __init__(self, width, height, blogs=BLOGS):
        self.console = Console(width=width, height=height, record=True, force_terminal=True, color_system=None)
        self.display = Display(Live(console=self.console, auto_refresh=False))
        self.display.plan(blogs, len(blogs))

    def lines(self):
        """What stands at the bottom of the screen now."""
        with self.console.capture() as shown:
            self.console.print(self.display)
        return shown.get().splitlines()

    def above(self, act):
        """What is printed above it."""
        with self.console.capture() as shown:
            act()
        return shown.get().splitlines()


def progress(blog, **more):
    figures = {"phase": Phase.FETCHING, "posts": 12, "pages": 30, "requests": 40, "seconds": 20.0, "waiting": 100}
    return Progress(blog=blog, **figures | more)


@pytest.mark.parametrize("width, height, rows", [(80, 24, 1), (120, 40, 2)])
def test_sixteen_blogs_at_once_are_all_in_view(width, height, rows):
    screen = Screen(width, height)
    for number, blog in enumerate(BLOGS):
        screen.display.show(progress(blog, title=f"The {number}th of Many Blogs With a Long Title to Shorten"))
    lines = screen.lines()
    assert len(lines) == rows * 16 + 1 < height
    assert all(len(line) <= width for line in lines)
    assert all(sum(f"The {number}th of" in line for line in lines) == 1 for number in range(16))
    assert lines[-1].startswith("0 of 16 blogs done, 16 running, ")
    assert "192 posts" in lines[-1]


def test_a_blog_that_only_answers_without_encryption_is_told_and_shown_once(capsys):
    secure, insecure = "https://blog1.example/", "http://blog1.example/"
    screen = Screen(100, 24, [secure])
    screen.display.show(Progress(blog=secure))
    told = screen.above(lambda: screen.display.show(Progress(blog=insecure, instead_of=secure)))
    assert told[0] == "no secure connection (https://blog1.example/): harvesting http://blog1.example/"
    screen.display.show(progress(insecure))
    assert sum("blog1.example" in line for line in screen.lines()) == 1
    with watching() as watcher:
        watcher.show(Progress(blog=insecure, instead_of=secure))
    assert capsys.readouterr().err == f"blogforever: {told[0]}\n"


def test_blogs_that_do_not_fit_are_counted():
    screen = Screen(80, 10)
    for blog in BLOGS:
        screen.display.show(progress(blog))
    lines = screen.lines()
    assert len(lines) <= 9
    shown = sum("blog" in line and ".example" in line for line in lines)
    assert lines[-2] == f"… and {16 - shown} more that run and do not fit here"
    assert lines[-1].startswith("0 of 16 blogs")


def test_a_blog_that_ended_leaves_the_list_with_a_line_above():
    screen = Screen(80, 24)
    for blog in BLOGS[:3]:
        screen.display.show(progress(blog, title="Tidewater" if blog == BLOGS[0] else ""))
    report = Report(
        blog=BLOGS[0], state=State.DONE, posts=30, seconds=9.0, changes=HarvestChanges(posts=PostChanges(new=30))
    )
    assert screen.above(lambda: screen.display.end(HarvestEnd(address=BLOGS[0], report=report))) == [
        "done    Tidewater: 30 posts, 0 media files, 9 s"
    ]
    refused = Unreachable(BLOGS[1], "the server refuses the connection", "Check the address.")
    assert screen.above(lambda: screen.display.end(HarvestEnd(address=BLOGS[1], error=refused))) == [
        f"failed  {BLOGS[1]}: the server refuses the connection"
    ]
    assert screen.above(lambda: screen.display.end(HarvestEnd(address=BLOGS[4]))) == [
        f"stopped {BLOGS[4]}: interrupted before its turn"
    ]
    text = "\n".join(screen.lines())
    assert "Tidewater" not in text
    assert BLOGS[2] in text
    assert "3 of 16 blogs done (1 failed), 1 running" in text


def test_one_blog_says_what_it_does_and_waits_for_and_how_long_it_will_take():
    screen = Screen(120, 24, BLOGS[:1])
    screen.display.show(Progress(blog=BLOGS[0]))
    assert f"{BLOGS[0]}  starting" in screen.lines()[0]
    screen.display.show(progress(BLOGS[0], title="Tidewater", waits_for="30 s more, as blog1.example asked"))
    head, figures = screen.lines()
    assert f"Tidewater  {BLOGS[0]}  fetching, waits for 30 s more, as blog1.example asked" in head
    assert re.search(r"12 posts, 30 pages, 0 media, \d+ s, at least 50 s left, 2\.0 requests/s *$", figures)
    screen.display.show(progress(BLOGS[0], resumed=Resumed(posts=7, answers=9), is_stopping=True))
    assert "resumed with 7 posts" in screen.lines()[1]
    assert "press Ctrl-C again to stop immediately" in screen.lines()[1]


def test_no_title_can_break_the_screen():
    screen = Screen(80, 24)
    screen.display.show(progress(BLOGS[0], title="Rain\x1b[2J\r\nand \x9b31m\u202eshine [bold]\U0001f327" + "é" * 500))
    screen.display.show(progress(BLOGS[1], title="\x1b\x07"))
    lines = screen.lines()
    assert len(lines) == 5
    assert not re.search("[\x1b\x9b\x07\r\u202e]", "".join(lines))
    assert "Rain [2J and  31m shine [bold]" in lines[0]
    assert BLOGS[1] in lines[2]


def test_a_log_gets_a_line_at_the_beginning_fewer_and_fewer_while_it_runs_and_one_at_the_end(capsys):
    with watching() as watcher:
        watcher.plan(BLOGS[:2], 2)
        for second in range(1_000):
            watcher.show(progress(BLOGS[0], seconds=float(second)))
        report = Report(
            blog=BLOGS[0], state=State.DONE, seconds=1_000, changes=HarvestChanges(posts=PostChanges(unchanged=5))
        )
        watcher.end(HarvestEnd(address=BLOGS[0], report=report))
    out, err = capsys.readouterr()
    first, *during, last = err.splitlines()
    assert out == ""
    assert first == "blogforever: harvesting 2 blogs, 2 at a time"
    assert 3 < len(during) < 10
    assert all(line.startswith(f"{BLOGS[0]}: fetching: 12 posts, 30 pages, ") for line in during)
    assert last == f"{BLOGS[0]}: done (1 of 2): nothing new, 5 posts unchanged, 16 min 40 s"
