"""The commands at a glance: --help in the order of use, completion in the shell, hints that can be copied."""

import os
import pty
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from blogforever.cli.main import blogforever
from blogforever.cli.wrapping import wrapped
from tests.actions.kept_blogs import DIARY, make_archive

PROGRAM = Path(sys.executable).with_name("blogforever")
WIDTH = 80
BLOGS = {"blog", "blogs", "into", "other", "names"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return make_archive(tmp_path_factory.mktemp("kept") / "my archive").folder


def run(*arguments, **options):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60, **options
    )


def every_command(command=blogforever, name=()):
    yield name, command
    if isinstance(command, click.Group):
        for part in command.commands.values():
            yield from every_command(part, (*name, part.name))


COMMANDS = [name for name, _ in every_command()]


def test_commands_are_listed_in_the_order_of_use():
    shown = CliRunner().invoke(blogforever, ["--help"]).stdout
    order = ["Keep blogs:", "  harvest ", "Read what was kept:", "  posts ", "Take it out", "  export ", "Look after"]
    places = [shown.index(part) for part in order]
    assert places == sorted(places)
    assert {line.split()[0] for line in shown.splitlines() if line.startswith("  ") and line[2:3].isalpha()} >= set(
        blogforever.commands
    )


@pytest.mark.parametrize("name", COMMANDS, ids=" ".join)
def test_help_is_whole_sentences_that_fit_80_columns(name):
    shown = CliRunner().invoke(blogforever, [*name, "--help"], terminal_width=WIDTH).stdout
    assert max(map(len, shown.splitlines())) <= WIDTH
    assert "..." not in shown.replace("[ARGS]...", "").replace("WORDS...", "")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name], ids=" ".join)
def test_every_command_says_in_one_sentence_what_it_does(name):
    command = dict(every_command())[name]
    assert command.short_help.endswith(".")


def test_a_command_that_takes_a_blog_says_how_to_name_it():
    takers = [command for _, command in every_command() for part in command.params if part.name in BLOGS]
    assert {command.name for command in takers} == {
        "posts", "ledger", "export", "verify", "reextract", "merge", "rules", "search", "harvest", "probe",
        "include", "exclude", "history", "at", "stats", "update",
    }  # fmt: skip
    for command in takers:
        if command.name not in {"harvest", "probe"}:  # these take addresses
            assert "number" in command.get_help(click.Context(command)), command.name


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_valid(shell, tmp_path):
    script = run("completion", shell)
    assert script.returncode == 0
    assert "_BLOGFOREVER_COMPLETE" in script.stdout
    if program := shutil.which(shell):
        file = tmp_path / "script"
        file.write_text(script.stdout)
        assert subprocess.run([program, "-n", file], check=False, timeout=60).returncode == 0


def completed(*words, cwd=None):
    """What bash offers for the last word."""
    typed = {"COMP_WORDS": " ".join(("blogforever", *words)), "COMP_CWORD": str(len(words))}
    answer = run(env={**os.environ, "_BLOGFOREVER_COMPLETE": "bash_complete", **typed}, cwd=cwd)
    return [line.partition(",")[2] for line in answer.stdout.splitlines() if line]


def test_bash_completes_commands_options_and_blogs(kept):
    assert completed("veri") == ["verify"]
    assert "--max-pages" in completed("harvest", "--max")
    place = ("--archive", f"'{kept}'")
    assert completed("posts", *place, "d") == ["diary.example"]
    assert completed("blogs", "merge", *place, "diary.example", "n") == ["news.example"]


def test_without_an_archive_no_blog_is_offered_and_nothing_fails(tmp_path):
    assert completed("posts", "d", cwd=tmp_path) == []


@pytest.mark.parametrize("command", [("posts", "nobody"), ("show", "nothing"), ("ledger", "nobody")])
def test_hints_name_the_archive_as_the_user_did(kept, command):
    told = run(*command, "--archive", kept).stderr
    assert f" --archive '{kept}'" in told
    suggested = told[told.rindex("blogforever ") :].strip()
    copied = run(*shlex.split(suggested)[1:])
    assert copied.returncode == 0 or "no harvest has seen" in copied.stderr


@pytest.mark.parametrize(
    "command, problem",
    [
        (("why", "brakes"), "brakes: is not an address"),
        (("show", "hand brakes"), "hand brakes: the archive holds no such post"),
    ],
)
def test_words_in_place_of_an_address_are_offered_to_the_search(kept, command, problem):
    answer = run(*command, "--archive", kept)
    assert answer.returncode == 2
    assert answer.stderr.startswith(f"blogforever: {problem}. ")
    assert answer.stderr.endswith(shlex.join(["blogforever", "search", "--archive", str(kept), command[1]]) + "\n")


@pytest.mark.parametrize("command", ["posts", "export"])
@pytest.mark.parametrize("since, until", [("2024", "2023"), ("2024-03-02", "2024-03-01"), ("2024-04", "2024-03-31")])
def test_a_period_that_ends_before_it_begins_is_refused_with_the_right_one(kept, command, since, until):
    answer = run(command, "--since", since, f"--until={until}", "--archive", kept)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert f"--since {since} is later than --until {until}, so no post can match." in answer.stderr
    suggested = answer.stderr[answer.stderr.rindex("blogforever ") :].strip()
    assert shlex.split(suggested)[-4:] == ["--since", until, "--until", since]
    assert suggested.count("--since") == suggested.count("--until") == 1
    assert "is later than" not in run(*shlex.split(suggested)[1:]).stderr
    assert run(command, "--since", "2024-03-05", "--until", "2024-03", "--archive", kept).returncode == 0


def test_a_hint_to_the_same_command_repeats_it_whole(kept):
    told = run("posts", "--limit", "1", "--json", "--archive", kept).stderr
    command = shlex.join(["posts", "--json", "--archive", str(kept), "--limit", "10"])
    assert told == f"blogforever: there are more posts; to see more: blogforever {command}\n"
    assert len(run(*shlex.split(command)).stdout.splitlines()) == 4


def test_hints_name_no_archive_when_the_user_named_none(kept):
    told = run("posts", "nobody", env={**os.environ, "BLOGFOREVER_ARCHIVE": str(kept)}).stderr
    assert told == "blogforever: nobody: the archive holds no such blog. See what it holds: blogforever blogs\n"


def test_a_password_is_not_repeated_in_a_hint(tmp_path):
    told = run("verify", "--archive", tmp_path, "--store", "postgresql://ann:secret@127.0.0.1:9/x").stderr
    assert "secret" not in told


def test_messages_are_wrapped_at_words_and_commands_stay_whole():
    command = "blogforever posts --archive '/a/rather/long/path/to/an/archive' https://blog.example/"
    shown = wrapped(f"blogforever: several words that fill a line of the terminal. See: {command}", width=50)
    assert command in shown.splitlines()
    assert all(len(line) <= 50 for line in shown.splitlines() if line != command)
    quoted = wrapped(f"one two three four five six `{command}` seven eight", width=50)
    assert any(f"`{command}`" in line for line in quoted.splitlines())
    assert wrapped("  1  https://a.example/\n  2  https://b.example/", width=50).splitlines()[1].startswith("  2")


def test_on_a_terminal_no_word_of_a_message_is_cut(kept):
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [PROGRAM, "ledger", "nobody", "--archive", kept], stdout=follower, stderr=follower,
        env={**os.environ, "COLUMNS": "60"},
    ) as running:  # fmt: skip
        os.close(follower)
        shown = b""
        try:
            while part := os.read(leader, 4096):
                shown += part
        except OSError:  # the other end is closed
            pass
        running.wait(timeout=60)
    os.close(leader)
    lines = shown.decode().splitlines()
    assert lines[0] == "blogforever: nobody: the archive holds no such blog. See"
    assert any(line.endswith(f"blogforever blogs --archive '{kept}'") for line in lines)
    assert DIARY not in shown.decode()
