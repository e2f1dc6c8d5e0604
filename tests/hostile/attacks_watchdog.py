"""Documents that stop the process that reads them: no harvest may hang, none may end before its time."""

import signal
import time
from contextlib import ExitStack
from dataclasses import replace

from tests.hostile.attack import attack
from tests.hostile.ground import Ground
from tests.hostile.hostile_blog import POSTS, hostile_blog
from tests.hostile.poisoned import FROM_INSIDE, PATIENT, Poisoned, poisoned_page
from tests.loopback import respond
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import make_site

LIMIT, INTERRUPTED = 5, 130
FAMILY = "hanging readers"
PATH = "/2014/05/tea/"


def _sick_blog():
    return hostile_blog({PATH: respond(200, poisoned_page())})


def _survives(program: Poisoned, *, doses: int, reason: str) -> None:
    """The harvest keeps all other posts and says why; neither taking it up nor reading again drinks once more."""
    with _sick_blog() as (home, _):
        first = program.run("harvest", home, "--max-pages", 14, within=120)
        drunk = program.doses
        assert (first.code, drunk) == (LIMIT, doses), first.errors
        run = program.run("harvest", home, within=120)
    assert run.code == 0, run.errors
    assert program.posts() == POSTS
    assert [told for told in program.reasons(PATH) if told.startswith("failed: reading it") and reason in told]
    again = program.run("reextract", within=120)
    assert again.code == 0, again.errors
    assert program.posts() == POSTS
    assert program.doses == drunk


@attack(FAMILY, "a page on which Python code loops for ever", slow=True)
def endless_loop(ground: Ground) -> None:
    _survives(Poisoned(ground, "loop", limits=FROM_INSIDE), doses=1, reason="took more than 1 seconds")


@attack(FAMILY, "a page on which a regular expression never ends", slow=True)
def endless_regex(ground: Ground) -> None:
    _survives(Poisoned(ground, "regex", limits=FROM_INSIDE), doses=1, reason="took more than 1 seconds")


@attack(FAMILY, "a page on which C code hangs and holds the interpreter's lock")
def endless_c_code(ground: Ground) -> None:
    _survives(Poisoned(ground, "c"), doses=1, reason="took more than 5 seconds")


@attack(FAMILY, "a page that crashes the process", slow=True)
def crash(ground: Ground) -> None:
    _survives(Poisoned(ground, "abort"), doses=2, reason="ended the process (SIGABRT)")


@attack(FAMILY, "a page that takes all memory", slow=True)
def all_memory(ground: Ground) -> None:
    _survives(Poisoned(ground, "memory", limits=PATIENT), doses=1, reason="0.7 GB of memory")
    assert ground.peak_mb < 1200


@attack(FAMILY, "a feed on which C code hangs", slow=True)
def hanging_feed(ground: Ground) -> None:
    feed = "<rss version='2.0'><channel><title>hemlock</title></channel></rss>"
    program = Poisoned(ground, "c", at="feed")
    with hostile_blog({"/rss.xml": respond(200, feed, Content_Type="application/rss+xml")}) as (home, _):
        run = program.run("harvest", home, within=120)
    assert (run.code, program.posts(), program.doses) == (0, POSTS, 1), run.errors


@attack(FAMILY, "a home page on which C code hangs", slow=True)
def hanging_home(ground: Ground) -> None:
    program = Poisoned(ground, "c", at="feed")  # every home page is tried as a feed
    home_page = poisoned_page().replace("</article>", "</article><a href='/feed/'>Feed</a>")
    with hostile_blog({"/": respond(200, home_page)}) as (home, _):
        run = program.run("harvest", home, within=120)
    assert (run.code, program.posts(), program.doses) == (0, POSTS, 1), run.errors


@attack(FAMILY, "training pages on which learning hangs in C code", slow=True)
def hanging_lesson(ground: Ground) -> None:
    program = Poisoned(ground, "c", at="learning")
    with hostile_blog({}) as (home, server):
        for path, (body, kind) in make_site(home, make_blog(posts=POSTS, feed=4)).items():
            if path.startswith("/20"):
                marked = body.replace(b"<body", b"<body data-cup=hemlock", 1)
                server.RequestHandlerClass.site[path] = respond(200, marked, Content_Type=kind)
        run = program.run("harvest", home, within=150)
    assert (run.code, program.posts(), program.doses) == (0, POSTS, 1), run.errors
    assert "learning the blog's rules was left out: it took more than" in run.output


@attack(FAMILY, "a hanging page while the time of the harvest runs out", slow=True)
def max_time(ground: Ground) -> None:
    program = Poisoned(ground, "c", limits=PATIENT)
    with _sick_blog() as (home, _):
        run = program.run("harvest", home, "--max-time", 6, within=40)
        assert (run.code, program.state()) == (LIMIT, "stopped by a limit"), run.errors
        run = program.run("harvest", home, within=120)
    assert (run.code, program.posts(), program.doses) == (0, POSTS, 1), run.errors


@attack(FAMILY, "a hanging page that Ctrl-C, twice, must stop at once", slow=True)
def two_interrupts(ground: Ground) -> None:
    _is_stopped(ground, [signal.SIGINT, signal.SIGINT])


@attack(FAMILY, "a hanging page that one SIGTERM must stop soon", slow=True)
def one_sigterm(ground: Ground) -> None:
    _is_stopped(ground, [signal.SIGTERM])


def _is_stopped(ground: Ground, signals: list[signal.Signals]) -> None:
    """The page hangs for longer than we wait: only a stop ends the harvest."""
    # Once it was asked to stop it is waited for a while; a second request must not wait for that.
    limits = replace(PATIENT, grace=600.0) if len(signals) > 1 else PATIENT
    program = Poisoned(ground, "c", limits=limits)
    with _sick_blog() as (home, _):
        running = program.start("harvest", home)
        for number in signals:
            running.send_signal(number)
            time.sleep(0.6)
        said, _ = running.communicate(timeout=60)
        assert (running.returncode, program.state()) == (INTERRUPTED, "interrupted"), said
        assert "Run the same command to continue" in said
        assert program.left_over() == []
        sane = ground.harvest(home)
    assert (sane.code, program.posts()) == (0, POSTS + (len(signals) > 1)), sane.errors


@attack(FAMILY, "a hanging page whose reader must not outlive the program")
def killed_parent(ground: Ground) -> None:
    program = Poisoned(ground, "c", limits=PATIENT)
    with _sick_blog() as (home, _):
        running = program.start("harvest", home)
        running.kill()
        running.communicate(timeout=60)
        assert program.left_over() == []
        running = program.start("harvest", home, home.replace("127.0.0.1", "localhost"), "--jobs", 2)
        running.kill()
        running.communicate(timeout=60)
        assert program.left_over() == []


@attack(FAMILY, "two blogs that hang and hold all jobs", slow=True)
def held_jobs(ground: Ground) -> None:
    program = Poisoned(ground, "c")
    with ExitStack() as stack:
        sick = [stack.enter_context(_sick_blog())[0] for _ in range(2)]
        sane = [stack.enter_context(hostile_blog({}))[0] for _ in range(3)]
        run = program.run("harvest", *sick, *sane, "--jobs", 2, within=150)
    assert (run.code, program.posts(), program.doses) == (0, 5 * POSTS, 2), run.errors


@attack(FAMILY, "a look at a blog whose feed hangs", slow=True)
def hanging_look(ground: Ground) -> None:
    program = Poisoned(ground, "c", at="feed")
    with hostile_blog({"/": respond(200, poisoned_page())}) as (home, _):
        run = program.run("probe", home, "--json", within=120)
    assert run.code == 0, run.errors
    assert program.doses == 1


@attack(FAMILY, "a hanging page while a browser runs", slow=True)
def with_browser(ground: Ground) -> None:
    program = Poisoned(ground, "c")
    with _sick_blog() as (home, _):
        run = program.run("harvest", home, "--render", "always", within=200)
        assert (run.code, program.posts()) == (0, POSTS), run.errors
        for kind in ("abort", "c"):
            hanging = Poisoned(ground, kind, limits=PATIENT)
            running = hanging.start("harvest", home, "--render", "always")
            if kind == "c":
                running.kill()
            with_end = running.communicate(timeout=120)
            assert hanging.left_over() == [], with_end
