"""`include`, `exclude` and the addresses of the ledger, as a user types them."""

import json

import pytest
from click.testing import CliRunner

from blogforever.cli.main import blogforever
from tests.actions.kept_blogs import DIARY, make_archive


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("BLOGFOREVER_ARCHIVE", str(make_archive(tmp_path / "archive").folder))
    return lambda *arguments: CliRunner().invoke(blogforever, [str(one) for one in arguments])


def urls(answer):
    return {json.loads(line)["url"] for line in answer.stdout.splitlines()}


def test_an_excluded_post_is_not_listed_until_it_is_included_again(run):
    (post, *_) = sorted(urls(run("posts", DIARY, "--json")))
    answer = run("exclude", post, "--reason", "a draft")
    assert answer.stdout == f"{post}: no longer a post ({DIARY}).\n"
    assert post not in urls(run("posts", DIARY, "--json"))
    assert "excluded by a person on " in run("why", post).stdout
    assert "a draft" in run("why", post).stdout
    told = json.loads(run("include", post, "--json").stdout)
    assert (told["url"], told["is_post"], told["effect"]) == (post, True, "a post")
    assert post in urls(run("posts", DIARY, "--json"))


def test_an_address_that_nobody_knows_needs_its_blog(run):
    answer = run("exclude", "http://nowhere.example/x")
    assert "no harvest has seen this address" in str(answer.exception)
    (first, second) = str(answer.exception).splitlines()[1:]
    assert first == f"  blogforever exclude http://nowhere.example/x --blog {DIARY}"
    assert run(*second.split()[1:]).exit_code == 0


def test_an_address_on_the_host_of_a_blog_is_offered_that_blog(run):
    answer = run("include", f"{DIARY}a new post", "--reason", "it is one")
    command = f"blogforever include '{DIARY}a new post' --blog {DIARY} --reason 'it is one'"
    assert str(answer.exception).endswith(f"Say which blog it belongs to:\n  {command}")


def test_show_and_why_say_that_a_post_is_excluded_and_how_to_undo_it(run):
    post = f"{DIARY}cat"
    assert "excluded" not in run("show", post).stdout + run("why", post).stdout
    run("exclude", post, "--reason", "a draft")
    at = json.loads(run("why", post, "--json").stdout)["told"][0]["decision"]["at"]
    shown = run("show", post).stdout
    assert f"\nexcluded by a person on {at[:10]}: a draft\n" in shown
    assert f"To undo this: blogforever include {post}\n" in shown
    assert json.loads(run("show", post, "--json").stdout)["decision"] == {
        "is_post": False, "reason": "a draft", "at": at,
    }  # fmt: skip
    for address in (post, f"{DIARY}?p=7"):  # another address of the same post
        told = run("why", address).stdout
        assert f"  excluded:      by a person on {at[:16].replace('T', ' ')} UTC: a draft\n" in told
        assert f"  to undo this:  blogforever include {post}\n" in told
        assert "The cat (https://diary.example/cat), not listed\n" in told
    run("include", post)
    assert "excluded" not in run("show", post).stdout + run("why", post).stdout
    assert "included by a person on " in run("show", post).stdout


def test_the_ledger_lists_addresses_by_outcome_and_source(run):
    everything = urls(run("ledger", DIARY, "--named-by", "feed", "--json"))
    assert everything
    assert urls(run("ledger", DIARY, "--named-by", "feed", "--outcome", "post", "--json")) <= everything
    lines = run("ledger", DIARY, "--named-by", "feed").stdout
    assert all(f"{url}\n  " in lines for url in everything)
    nothing = run("ledger", DIARY, "--outcome", "media")
    assert nothing.stdout == ""
    assert "no such address" in nothing.stderr
    assert run("ledger", DIARY, "--outcome", "nonsense").exit_code == 2
