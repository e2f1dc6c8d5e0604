"""Words of a blog that command the terminal, or the spreadsheet, of whoever reads them."""

import csv
import io
import os
import re
import subprocess
from html import escape

from tests.hostile.attack import attack
from tests.hostile.ground import PROGRAM, Ground
from tests.loopback import address, respond, serving

_EVIL = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b31m\u202egnp.exe\u2066\u200f\x85\x7f\rover"
"""Sets the title, clears the screen, paints, turns the direction of writing, and comes back to the line's start."""
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_OUR_STYLES = re.compile(r"\x1b\[[0-9;]*m")
_FORMULAS = ("=cmd|'/c calc'!A1", "+1+1", "-2+3", "@SUM(1)", "＝1", "a;=1+1", 'a;  "=1+1', "b\n=1+1", "\t=1")
_RUN = re.compile(r"(?:^|[;\t\r\n])[\s\"]*[=+\-@＝＋－＠]")
"""A cell, or what a spreadsheet of another country takes for one, that is run."""


@attack("terminals", "titles, authors, tags, comments and addresses full of escape codes", slow=True)
def escape_codes_everywhere(ground: Ground) -> None:
    with serving({}) as server:
        home = address(server)
        posts = [f"{home}post-{number}/" for number in range(4)]
        _fill(server.RequestHandlerClass.site, home, posts, _EVIL)
        runs = [ground.harvest(home, "--no-media"), ground.harvest(home, "--no-media", "--json")]
        assert runs[0].code == 0, runs[0].errors
        runs.append(ground.blogforever("probe", home, "--delay", 0))
        runs.append(ground.blogforever("probe", home, "--delay", 0, "--json"))
    for command in (
        ("blogs",), ("posts",), ("posts", "--comments"), ("show", posts[0]), ("show", "--evidence", posts[0]),
        ("show", "--versions", posts[0]), ("show", "--json", posts[0]), ("search", "words"), ("why", posts[0]),
        ("why", f"{home}nowhere{_EVIL.replace(chr(0), '')}"), ("ledger", home), ("ledger", home, "--json"),
        ("rules", home), ("rules", home, "--json"), ("export",), ("export", "--format", "csv"),
        ("export", "--comments"), ("doctor",), ("doctor", "--json"), ("reextract", home), ("show", _EVIL),
        ("posts", "--tag", _EVIL), ("--" + _EVIL,), ("versions", posts[0]), ("versions", posts[0], "--json"),
        ("versions", _EVIL), ("history", home), ("history", home, "--json"), ("at", home, "2099"), ("at", home, _EVIL),
    ):  # fmt: skip
        archive = () if command[0].startswith("--") else ("--archive", ground.archive)
        runs.append(ground.blogforever(*command, *archive))
    for run in runs:
        found = _OBEYED.search(run.output.replace("\r\n", "\n")) or _OBEYED.search(run.errors)
        assert not found, f"{found[0]!r} in {(run.output + run.errors)[max(0, found.start() - 60) :][:120]!r}"
        assert "Traceback" not in run.errors
    for command in (("show", posts[0]), ("show", "--html", posts[0]), ("posts",)):
        seen = _OUR_STYLES.sub("", _on_terminal(*command, "--archive", str(ground.archive)).replace("\r\n", "\n"))
        assert not _OBEYED.search(seen), seen


@attack("spreadsheets", "titles and tags that a spreadsheet runs")
def formulas_in_cells(ground: Ground) -> None:
    with serving({}) as server:
        home = address(server)
        posts = [f"{home}post-{number}/" for number in range(len(_FORMULAS))]
        _fill(server.RequestHandlerClass.site, home, posts, *_FORMULAS)
        assert ground.harvest(home, "--no-media").code == 0
    for options in ((), ("--comments",)):
        told = ground.blogforever("export", "--format", "csv", *options, "--archive", ground.archive).output
        rows = list(csv.reader(io.StringIO(told)))
        assert len(rows) > len(posts)
        assert not [cell for row in rows[1:] for cell in row if _RUN.search(cell)], rows
        elsewhere = [cell for row in csv.reader(io.StringIO(told), delimiter=";") for cell in row]
        assert not [cell for cell in elsewhere if _RUN.search(cell)], elsewhere


def _fill(site, home: str, posts: list[str], *evil: str) -> None:
    """A blog whose every word is hostile."""
    items, links = [], []
    for number, post in enumerate(posts):
        word = evil[number % len(evil)]
        title, text = escape(word + f" {number}"), f"{escape(word)} words of post {number}, " + "more and more " * 60
        links.append(f"<h2><a href='{post}'>{title}</a></h2><p>{text[:80]}</p>")
        said = (
            f"<li class='comment' id='comment-{number}'><cite class='fn'>{title}</cite><p>{escape(word)} said</p></li>"
        )
        site["/" + post.removeprefix(home)] = respond(
            200,
            f"<html lang='{escape(word)}'><head><title>{title}</title><meta name='author' content='{title}'>"
            f"<meta name='generator' content='WordPress {escape(word)}'></head><body><article class='post'>"
            f"<h1 class='entry-title'>{title}</h1><span class='author vcard'><a rel='author'>{title}</a></span>"
            f"<time datetime='2024-01-0{number % 9 + 1}'>{escape(word)}</time>"
            f"<div class='entry-content'><p>{text}</p></div><a rel='tag' href='/tag/x{number}'>{title}</a></article>"
            f"<ol class='commentlist'>{said}</ol></body></html>",
            Content_Type="text/html; charset=utf-8",
        )
        clean = "".join(character if character >= " " or character in "\t\n\r" else "&#xFFFD;" for character in title)
        summary = escape(f"<p>{clean} words of post {number}</p>")
        items.append(
            f"<item><title>{clean}</title><link>{post}</link><guid>{post}</guid><author>{clean}</author>"
            f"<category>{clean}</category><description>{summary}</description></item>"
        )
    feed = f"<rss version='2.0'><channel><title>{clean}</title><link>{home}</link>{''.join(items)}</channel></rss>"
    site["/feed"] = respond(200, feed.encode(), Content_Type="application/rss+xml; charset=utf-8")
    head = f"<title>{escape(evil[0])}</title><link rel='alternate' type='application/rss+xml' href='/feed'>"
    broken = f"<a href='/gone-{escape(evil[0])}'>gone</a>"
    page = f"<html><head>{head}</head><body>{''.join(links)}{broken}</body></html>"
    site["/"] = respond(200, page.encode("utf-8", "replace"), Content_Type="text/html; charset=utf-8")
    site["/robots.txt"] = respond(200, f"User-agent: *\nSitemap: {home}{evil[0]}.xml\n", Content_Type="text/plain")


def _on_terminal(*command: str) -> str:
    """What the command writes when its output is a terminal."""
    ours, theirs = os.openpty()
    with subprocess.Popen([PROGRAM, *command], stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL):
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            seen += part
    os.close(ours)
    return seen.decode("utf-8", "replace")
