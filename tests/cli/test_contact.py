"""Whom the owner of a blog can write to: asked once on a terminal, never in a script."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from blogforever.actions._crawl.contact import contact, should_ask
from blogforever.crawl.settings import user_agent

PROGRAM = Path(sys.executable).with_name("blogforever")
NOWHERE = "http://blog.invalid/"


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """A user who was never asked."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("BLOGFOREVER_CONTACT", raising=False)
    return tmp_path / "config" / "blogforever" / "contact"


def on_a_terminal(archive, answer):
    """What a harvest shows on a terminal where this is typed."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [PROGRAM, "harvest", NOWHERE, "--archive", archive], stdin=follower, stdout=follower, stderr=follower
    ) as running:
        os.close(follower)
        os.write(leader, answer.encode())
        shown = b""
        try:
            while part := os.read(leader, 4096):
                shown += part
        except OSError:  # the other end is closed
            pass
        running.wait(timeout=120)
    os.close(leader)
    return shown.decode()


def test_a_user_on_a_terminal_is_asked_once_and_the_answer_is_kept(settings, tmp_path):
    assert "Your address" in on_a_terminal(tmp_path / "archive", "ann@example.org\n")
    assert settings.read_text() == "ann@example.org\n"
    assert contact(None) == "ann@example.org"
    assert "Your address" not in on_a_terminal(tmp_path / "archive", "")


def test_no_contact_is_an_answer_too(settings):
    settings.parent.mkdir(parents=True)
    settings.write_text("\n")
    assert contact(None) is None
    assert not should_ask(None, [NOWHERE])


def test_a_script_is_never_asked(settings, tmp_path):
    answer = subprocess.run(
        [PROGRAM, "harvest", NOWHERE, "--archive", tmp_path / "archive"],
        capture_output=True, text=True, check=False, timeout=120, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert answer.returncode == 4
    assert "Your address" not in answer.stderr
    assert not settings.exists()


@pytest.mark.parametrize("blog", ["http://127.0.0.1:8000/", "localhost:8000", "http://192.168.1.7/blog/"])
@pytest.mark.usefixtures("settings")
def test_a_blog_in_a_private_network_needs_no_contact(blog):
    assert not should_ask(None, [blog])
    assert should_ask(None, [blog, NOWHERE])


@pytest.mark.usefixtures("settings")
def test_the_option_comes_first_then_the_variable(monkeypatch):
    monkeypatch.setenv("BLOGFOREVER_CONTACT", "bob@example.org")
    assert (contact("ann@example.org"), contact(None)) == ("ann@example.org", "bob@example.org")


def test_requests_never_state_the_user_and_the_machine():
    assert user_agent(None).endswith("(blog archiver)")
    assert user_agent("ann@example.org").endswith("(blog archiver; contact: ann@example.org)")
