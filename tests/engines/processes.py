"""Processes and ports of the engines that tests start."""

import os
import signal
import socket
import subprocess
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from urllib.error import URLError

LONGEST = 60
"""Seconds until an engine must answer."""


@contextmanager
def running(command, env=None):
    """A process until the end of the block, with the processes that it started: PHP's outlive their parent."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    try:
        yield
    finally:
        for pid in (process.pid, *_children(process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        process.wait(timeout=LONGEST)


def _children(pid):
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    except OSError:  # it has ended by itself
        return []


def free_port():
    """A port of loopback that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def answers(address):
    """True when somebody answers there."""
    try:
        with urllib.request.urlopen(address, timeout=LONGEST) as answer:  # noqa: S310 - our own server
            return answer.status == 200
    except URLError:
        return False


def wait_for(question, name):
    """Until the question is answered with True."""
    end = monotonic() + LONGEST
    while not question():
        assert monotonic() < end, f"{name} does not start"
        sleep(0.1)
