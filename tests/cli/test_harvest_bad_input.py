"""Every bad end of a harvest, as a user meets it: one line that names the thing and the next step, and an exit code."""

import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.loopback import address, respond, serving
from tests.sample_blog.blog import make_blog
from tests.sample_blog.serve import make_site, served

SMALL = make_blog(posts=14, feed=8)
PROGRAM = Path(sys.executable).with_name("blogforever")


def run(*arguments, **options):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120, **options
    )


def harvest(archive, *arguments, **options):
    return run("harvest", "--archive", archive, "--delay", "0", *arguments, **options)


def told(answer):
    """The one line on stderr, but for those that say how far the harvest is."""
    progress = re.compile(r"blogforever: harvesting |\S+: .* requests/s")
    lines = [line for line in answer.stderr.splitlines() if not progress.match(line)]
    assert len(lines) == 1, answer.stderr
    assert lines[0].startswith("blogforever: ")
    assert answer.stdout == ""
    return lines[0]


def sample(home, **changed):
    """The sample blog's answers, some of them changed."""
    site = {path: respond(200, body, Content_Type=kind) for path, (body, kind) in make_site(home, SMALL).items()}
    return site | changed


@pytest.mark.parametrize("typed", ["not an address", "ftp://blog.example/", "https://", "http://[::1", "/blog.html"])
def test_what_is_no_address_is_refused_before_anything_is_made(tmp_path, typed):
    answer = harvest(tmp_path / "archive", typed)
    assert answer.returncode == 2
    assert "is not the address of a blog" in told(answer)
    assert "https://blog.example.org/" in told(answer)
    assert not (tmp_path / "archive").exists()


def test_a_bad_line_of_a_list_is_named_and_the_others_are_harvested(tmp_path):
    listed = tmp_path / "blogs.txt"
    reader = tmp_path / "reader.opml"
    with served(SMALL) as home:
        listed.write_text(f"# my blogs\n{home} # the first\nhttps://two.example/ https://three.example/\n")
        reader.write_text("<opml><body>\n<outline htmlUrl='javascript:void(0)'/>\n</body></opml>")
        answer = harvest(tmp_path / "archive", "also bad", "--list", listed, "--opml", reader)
    assert answer.returncode == 2
    assert answer.stdout.startswith("14 posts")
    bad = answer.stderr.splitlines()
    assert [line.partition(": is not ")[0] for line in bad if ": is not " in line] == [
        "blogforever: also bad",
        f"blogforever: {listed}, line 3: https://two.example/ https://three.example/",
        f"blogforever: {reader}, line 2: javascript:void(0)",
    ]


def test_no_address_at_all_is_wrong_usage(tmp_path):
    answer = harvest(tmp_path / "archive")
    assert answer.returncode == 2
    assert "Give the address of a blog" in answer.stderr


@pytest.mark.parametrize("delay", ["nan", "inf", "-1"])
def test_a_delay_that_is_no_span_of_time(tmp_path, delay):
    ended = harvest(tmp_path / "archive", "https://blog.example/", "--delay", delay)
    assert ended.returncode == 2
    assert "--delay" in ended.stderr


def test_an_unknown_host(tmp_path):
    answer = harvest(tmp_path / "archive", "http://blog.invalid/")
    assert answer.returncode == 4
    assert "there is no such host" in told(answer)
    assert "Check the address" in told(answer)


def test_a_refused_connection(tmp_path):
    with serving({}) as server:
        gone = address(server)
    answer = harvest(tmp_path / "archive", gone)
    assert answer.returncode == 4
    assert "refuses the connection" in told(answer)


def test_nobody_there_is_found_out_before_a_process_is_started_and_leaves_no_blog(tmp_path):
    with serving({}) as server:
        gone = address(server)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = harvest(tmp_path / "archive", gone)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert "refuses the connection" in told(answer)
    # A process that loads Scrapy takes three times as long.
    assert after.ru_utime - before.ru_utime < 2
    assert "does not contain a blog yet" in run("blogs", "--archive", tmp_path / "archive").stderr


@pytest.mark.parametrize("command", ["harvest", "probe"])
def test_an_address_without_a_scheme_falls_back_to_http_at_once(tmp_path, command):
    with served(SMALL) as home:
        typed = home.removeprefix("http://")
        keeping = ["--archive", tmp_path / "archive"] if command == "harvest" else []
        answer = run(command, typed, "--delay", "0", *keeping)
    assert answer.returncode == 0, answer.stderr
    assert home in answer.stdout


def test_an_address_without_a_scheme_is_https_first(tmp_path):
    answer = harvest(tmp_path / "archive", "127.0.0.1:9")
    assert told(answer).startswith("blogforever: https://127.0.0.1:9/: the server refuses the connection")


def test_https_where_only_http_is_spoken(tmp_path):
    with serving({}) as server:
        answer = harvest(tmp_path / "archive", address(server, scheme="https"))
    assert answer.returncode == 4
    assert "secure connection fails" in told(answer)


def test_a_certificate_that_nobody_vouches_for(tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    if not (openssl := shutil.which("openssl")):
        pytest.skip("this system has no openssl to make a certificate with")
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        capture_output=True, check=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with serving({"/": respond(200, "<title>Hello</title>")}, tls=context) as server:
        answer = harvest(tmp_path / "archive", address(server, scheme="https"))
    assert answer.returncode == 4
    assert "secure connection fails (certificate or TLS)" in told(answer)


@pytest.mark.parametrize("second", ["/", "/other"])
def test_a_redirect_loop(tmp_path, second):
    site = {"/": respond(302, Location=second), "/other": respond(302, Location="/")}
    with serving(site) as server:
        answer = harvest(tmp_path / "archive", address(server))
        assert len(server.asked) < 20
    assert answer.returncode == 4
    assert "redirects without end" in told(answer)


def test_redirects_that_always_lead_on(tmp_path):
    def onward(handler):
        respond(302, Location=f"/{len(handler.asked)}")(handler)

    with serving({"*": onward, "/robots.txt": respond(404)}) as server:
        answer = harvest(tmp_path / "archive", address(server))
    assert answer.returncode == 4
    assert "redirects without end" in told(answer)


@pytest.mark.parametrize("status, said, next_step", [
    (404, "not found", "Check the address"),
    (401, "asks for a password", "without a password"),
    (403, "access is denied", "without a password"),
])  # fmt: skip
def test_a_home_page_that_is_an_error(tmp_path, status, said, next_step):
    with serving({"*": respond(status, "<title>No</title>")}) as server:
        answer = harvest(tmp_path / "archive", address(server))
    assert answer.returncode == 4
    assert said in told(answer)
    assert next_step in told(answer)


def test_a_page_that_is_only_a_login_form(tmp_path):
    form = "<title>Log in</title><form><input name=user><input type=password name=pass><button>Log in</button></form>"
    with serving({"/": respond(200, form)}) as server:
        answer = harvest(tmp_path / "archive", address(server))
    assert answer.returncode == 4
    assert "only a login form" in told(answer)


def test_robots_that_forbid_everything_and_the_way_around(tmp_path):
    with serving(
        sample("http://blog.example/", **{"/robots.txt": respond(200, "User-agent: *\nDisallow: /")})
    ) as server:
        answer = harvest(tmp_path / "archive", address(server))
        assert server.asked == ["/robots.txt"]
    assert answer.returncode == 4
    assert "robots.txt forbids it" in told(answer)
    assert told(answer).strip().endswith(" --ignore-robots")


def test_a_site_without_posts(tmp_path):
    page = "<title>Prices</title><h1>Prices</h1><p>Apples 2, pears 3.</p><a href=/imprint>Imprint</a>"
    site = {"/": respond(200, page), "/imprint": respond(200, "<title>Imprint</title><p>We are here.</p>")}
    with serving(site) as server:
        answer = harvest(tmp_path / "archive", address(server))
    assert answer.returncode == 3
    assert "no posts were found" in told(answer)
    assert "Give the address of the blog itself" in told(answer)


def test_html_where_the_feed_should_be_is_noted_and_the_harvest_goes_on(tmp_path):
    with serving({}) as server:
        home = address(server)
        server.RequestHandlerClass.site = sample(home, **{"/feed/": respond(200, "<title>Feed</title><p>Soon.</p>")})
        answer = harvest(tmp_path / "archive", home, "--json")
    report = json.loads(answer.stdout)["harvests"][0]["report"]
    assert any("/feed/ is not a feed" in note for note in report["notes"])
    assert report["pages"] > 14


def test_a_page_without_end_is_one_line_in_the_ledger(tmp_path):
    def endless(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        for _ in range(1024):
            handler.wfile.write(b"<p>more" * 150_000)

    with serving({}) as server:
        home = address(server)
        server.RequestHandlerClass.site = site = sample(home)
        site["/about/"] = endless
        answer = harvest(tmp_path / "archive", home)
    assert answer.returncode == 0
    assert answer.stdout.startswith("14 posts")
    ledger = sqlite3.connect(tmp_path / "archive" / "archive.sqlite")
    line = ledger.execute("SELECT outcome, reason FROM addresses WHERE address = ?", [f"{home}about/"]).fetchone()
    ledger.close()
    assert line == ("failed", "the answer is larger than 16 MB")


def test_a_page_that_drips_is_given_up_in_time(tmp_path):
    def drip(handler):
        handler.send_response(200)
        handler.end_headers()
        while True:
            handler.wfile.write(b".")
            time.sleep(0.05)

    with serving({"*": drip, "/robots.txt": respond(404)}) as server:
        answer = harvest(tmp_path / "archive", address(server), "--timeout", "0.3")
    assert answer.returncode == 4
    assert "no complete answer in time" in told(answer)


@pytest.mark.slow
def test_a_server_that_dies_half_way_is_resumed_by_the_same_command(tmp_path):
    with serving({}) as server:
        home, port = address(server), server.server_port
        whole = sample(home)

        def last_words(handler):
            whole["/page/2/"] = respond(200, "")
            server.socket.close()  # nobody is let in any more
            handler.close_connection = True

        server.RequestHandlerClass.site = whole | {"/page/2/": last_words}
        answer = harvest(tmp_path / "archive", home)
    assert answer.returncode == 4
    assert "went out of reach" in told(answer)
    assert "the same command goes on" in told(answer)
    with serving(sample(home), port=port) as server:
        answer = harvest(tmp_path / "archive", home)
        assert answer.returncode == 0
        assert answer.stdout.startswith("14 posts")
        assert "/" not in server.asked


def test_a_folder_that_cannot_be_written():
    answer = harvest("/proc/nowhere/archive", "http://blog.invalid/")
    assert answer.returncode == 6
    assert "cannot be written" in told(answer)
    assert "--archive" in told(answer)


def test_a_file_in_the_place_of_the_folder(tmp_path):
    (tmp_path / "archive").write_text("a letter")
    answer = harvest(tmp_path / "archive", "http://blog.invalid/")
    assert answer.returncode == 6
    assert "is a file, not a folder" in told(answer)
    assert (tmp_path / "archive").read_text() == "a letter"
    for command in ("blogs", "verify", "rebuild", "export"):
        read = run(command, "--archive", tmp_path / "archive")
        assert (read.returncode, "is a file, not a folder" in told(read)) == (6, True)


def test_an_address_in_the_place_of_the_folder():
    answer = run("blogs", "--archive", "postgresql://ann:secret@db.example/blogs")
    assert answer.returncode == 6
    assert "with --store" in told(answer)
    assert "secret" not in answer.stderr


@pytest.mark.parametrize("arguments", [
    ("harvest", "--list", "https://blog.example/list.txt"),
    ("harvest", "--from-warc", "https://blog.example/list.txt"),
    ("rules", "--feed", "https://blog.example/list.txt", "page.html"),
    ("extract", "--rules", "rules.json", "https://blog.example/list.txt"),
])  # fmt: skip
def test_a_web_address_in_the_place_of_a_file(tmp_path, arguments):
    (tmp_path / "rules.json").write_text('{"blogforever_rules": 1}')
    answer = run(*arguments, cwd=tmp_path)
    assert answer.returncode == 2
    if arguments[0] != "extract":
        assert "https://blog.example/list.txt: is a web address, but " in told(answer)


def test_an_archive_of_a_newer_version(tmp_path):
    with served(SMALL) as home:
        assert harvest(tmp_path, home, "--max-pages", "3").returncode == 5
        database = sqlite3.connect(tmp_path / "archive.sqlite")
        database.execute("INSERT INTO migrations (name, applied_at) VALUES ('9999 from tomorrow', '2099-01-01')")
        database.commit()
        database.close()
        answer = harvest(tmp_path, home)
    assert answer.returncode == 6
    assert "made by a newer version" in told(answer)
    assert "Update blogforever" in told(answer)


@pytest.mark.slow
def test_two_harvests_of_one_archive_at_once(tmp_path):
    with served(SMALL) as home:
        first = subprocess.Popen(
            [PROGRAM, "harvest", home, "--archive", tmp_path, "--delay", "3"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            deadline = time.monotonic() + 120
            while not (tmp_path / "warc").exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            answer = harvest(tmp_path, home)
            assert answer.returncode == 6
            assert f"process {first.pid} is at work in it" in told(answer)
            doctor = run("doctor", "--archive", tmp_path)
            assert "a harvest is running" in doctor.stdout
        finally:
            first.send_signal(signal.SIGINT)
            first.communicate(timeout=120)
    assert first.returncode == 130


def test_a_full_disk_stops_the_harvest_and_is_named(tmp_path):
    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # then writing fails instead of killing the process
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    with served(SMALL) as home:
        answer = subprocess.run(
            [PROGRAM, "harvest", home, "--archive", tmp_path, "--delay", "0"], capture_output=True, text=True,
            check=False, timeout=60, preexec_fn=small_files, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        assert answer.returncode == 6
        assert str(tmp_path) in told(answer)
        answer = harvest(tmp_path, home)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("14 posts")
