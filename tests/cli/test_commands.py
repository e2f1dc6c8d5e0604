"""The commands as a user types them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from blogforever.cli.main import blogforever
from tests.actions import small_blog

PROGRAM = Path(sys.executable).with_name("blogforever")


def run(*arguments, cwd=None):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60, cwd=cwd
    )


def posts(answer):
    return [json.loads(line) for line in answer.stdout.splitlines()]


@pytest.fixture(scope="module")
def blog(tmp_path_factory):
    folder = tmp_path_factory.mktemp("blog")
    (folder / "feed.xml").write_bytes(small_blog.feed())
    for number in range(1, 13):
        (folder / f"{number}.html").write_bytes(small_blog.post(number))
    (folder / "home.html").write_bytes(small_blog.home())
    return folder


def pages(blog, numbers=range(1, 13)):
    return [blog / f"{number}.html" for number in numbers]


def test_extract_prints_one_post_per_page_in_the_order_given(blog):
    answer = run("extract", "--feed", blog / "feed.xml", *pages(blog, [12, 1, 5, 2, 3, 4]))
    assert answer.returncode == 0
    assert answer.stderr == ""
    assert [post["title"] for post in posts(answer)] == [small_blog.title(n) for n in (12, 1, 5, 2, 3, 4)]
    assert [post["evidence"]["content"]["value_from"] for post in posts(answer)] == ["rule"] * 6


def test_extract_takes_the_address_from_the_page_the_argument_or_the_feed(blog, tmp_path):
    bare = tmp_path / "bare.html"
    bare.write_bytes(small_blog.post(3).replace(b'rel="canonical"', b'rel="stylesheet"'))
    answer = run(
        "extract",
        "--feed",
        blog / "feed.xml",
        *pages(blog, [1, 2]),
        bare,
        f"https://blog.example/?a=1&p=4={blog / '4.html'}",
    )
    assert [post["url"] for post in posts(answer)] == [small_blog.address(n) for n in (1, 2, 3, 4)]
    assert posts(answer)[3]["aliases"] == ["https://blog.example/?a=1&p=4"]


def test_extract_works_without_feed_and_rules_and_says_so(blog):
    answer = run("extract", blog / "1.html")
    assert answer.returncode == 0
    assert "general extractor" in answer.stderr
    assert small_blog.paragraphs(1)[0] in posts(answer)[0]["content_text"]


def test_saved_rules_do_what_the_feed_did(blog, tmp_path):
    saved = tmp_path / "rules.json"
    assert run("rules", "--feed", blog / "feed.xml", "--save", saved, *pages(blog)).returncode == 0
    by_rules = run("extract", "--rules", saved, *pages(blog, [11, 12]))
    by_feed = run("extract", "--feed", blog / "feed.xml", *pages(blog, [*range(1, 9), 11, 12]))
    assert by_rules.stderr == ""
    assert posts(by_rules) == posts(by_feed)[-2:]


def test_rules_are_shown_so_that_a_person_can_check_them(blog):
    answer = run("rules", "--feed", blog / "feed.xml", *pages(blog))
    assert answer.returncode == 0
    for shown in ("Small Blog", "full text", "template 1, learned from 8 pages", "article", "published", "runner-up"):
        assert shown in answer.stdout
    assert "\x1b[" not in answer.stdout


def test_rules_as_json_and_as_xpath(blog):
    whole = json.loads(run("rules", "--feed", blog / "feed.xml", "--json", *pages(blog)).stdout)
    assert whole["blogforever_rules"] == 1
    assert whole["templates"][0]["article"]["rules"]
    assert "//" in run("rules", "--feed", blog / "feed.xml", "--xpath", *pages(blog)).stdout


def test_a_home_page_is_no_post(blog):
    answer = run("extract", "--feed", blog / "feed.xml", *pages(blog), blog / "home.html")
    *articles, home = posts(answer)
    assert home["fit"] < 0.5 < min(post["fit"] for post in articles)


def test_any_text_can_be_printed(tmp_path):
    odd = tmp_path / "odd.html"
    odd.write_text(
        '<script type="application/ld+json">{"@type":"Article","headline":"\\ud800"}</script>'
        "<title>&#xD800;</title><p>x"
    )
    assert run("extract", odd).returncode == 0


@pytest.mark.parametrize("command", [[], *([name] for name in blogforever.commands)], ids=" ".join)
def test_every_command_has_help(command):
    answer = run(*command, "--help")
    assert answer.returncode == 0
    assert answer.stdout.startswith(f"Usage: {' '.join(['blogforever', *command])} ")


def test_the_program_knows_its_version():
    assert run("--version").stdout.startswith("blogforever, version ")


@pytest.mark.parametrize(
    "arguments", [["extract"], ["rules"], ["rules", "a.html", "b.html"], ["fly"], ["extract", "--speed", "9"]]
)
def test_wrong_usage_ends_with_two(arguments):
    answer = run(*arguments)
    assert answer.returncode == 2
    assert "Usage" in answer.stderr
