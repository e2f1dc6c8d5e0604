"""The password of a database stands in no output, message or file."""

import os
import subprocess

import pytest

from blogforever.model.secrets import secrets_in, without_secrets
from tests.hostile.ground import PROGRAM

STORES = (
    "postgresql://me:s3cr3t@127.0.0.1:1/db",
    "postgresql://me:s3cr3t@127.0.0.1:port/db",
    "postgresql://127.0.0.1:1/db?user=me&password=s3cr3t",
    "mysql://me:s3cr3t@127.0.0.1/db",
    "postgresql://me:a s3cr3t@127.0.0.1:1/db",
)
COMMANDS = (("blogs",), ("doctor",), ("doctor", "--json"), ("harvest", "http://127.0.0.1:1/"), ("export",))
CASES = [
    (store, command, debug)
    for store in STORES
    for debug in ("", "1")
    for command in (COMMANDS[:3] if debug else COMMANDS)
]


def is_quick(store, command, debug):
    """Every command once and every store once; `make test-all` tries each with each."""
    return (store == STORES[0] and not debug) or command == ("doctor", "--json")


@pytest.mark.parametrize(
    "store, command, debug",
    [pytest.param(*case, marks=() if is_quick(*case) else pytest.mark.slow) for case in CASES],
)
def test_no_command_repeats_the_password(tmp_path, store, command, debug):
    environment = {**os.environ, "BLOGFOREVER_DEBUG": debug}
    asked = [PROGRAM, *command, "--archive", str(tmp_path / "archive"), "--store", store]
    done = subprocess.run(asked, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode
    assert "s3cr3t" not in done.stdout + done.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"s3cr3t" in path.read_bytes()]


@pytest.mark.parametrize(
    "text, told",
    [
        ("at https://ada:s3cr3t@blog.example/x: failed", "at https://ada:***@blog.example/x: failed"),
        ("host=h password='a b' user=u", "host=h password=*** user=u"),
        (
            "https://blog.example/@ada and https://blog.example/a:b",
            "https://blog.example/@ada and https://blog.example/a:b",
        ),
        ("password authentication failed for user", "password authentication failed for user"),
    ],
)
def test_what_is_hidden_and_what_is_not(text, told):
    assert without_secrets(text) == told


def test_a_password_is_known_as_written_and_as_meant():
    assert secrets_in("postgresql://me:a%20b/c@host/db") == {"a%20b/c", "a b/c"}


def test_an_address_of_a_blog_is_told_without_its_password(tmp_path):
    asked = [PROGRAM, "harvest", "https://ada:s3cr3t@/", "--archive", str(tmp_path / "archive")]
    done = subprocess.run(asked, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "s3cr3t" not in done.stdout + done.stderr
