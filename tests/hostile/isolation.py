"""Attacks that need names and public addresses run in a network of their own, from which nothing gets out.

The attack starts itself again in a new network namespace: there the loopback interface has addresses that count as
public, a name server of ours answers, and a canary listens at every private address.
"""

import importlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import wraps
from pathlib import Path

from tests.hostile.ground import Ground, Run
from tests.hostile.name_server import Names, name_server
from tests.needs import absent

PUBLIC, SECOND_PUBLIC, PUBLIC_6 = "93.184.215.14", "93.184.215.15", "2606:2800:21f::1"
PRIVATE = ("127.0.0.1", "10.9.8.7", "169.254.169.254", "::1", "fd00::5")
SECRET = b"the-secret-of-the-canary-51c9"
_MOUNTED = {
    "/etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "/etc/resolv.conf": "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n",
    "/etc/nsswitch.conf": "hosts: files dns\n",
}


def isolated(run: Callable[[Ground], None]) -> Callable[[Ground], None]:
    """The attack, in a network of its own."""

    @wraps(run)
    def start(ground: Ground) -> None:
        if os.geteuid() or not shutil.which("unshare") or not shutil.which("ip"):
            absent("a network of its own needs root, unshare and ip")
        inside = [sys.executable, "-m", "tests.hostile.isolation", run.__module__, run.__name__, str(ground.folder)]
        command = ["unshare", "--net", "--mount", *inside]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=400)
        told = ground.folder / "runs.json"
        if told.exists():
            ground.runs += [Run(**one) for one in json.loads(told.read_text("utf-8"))]
        assert ended.returncode == 0, ended.stderr[-2000:]

    return start


class Canary:
    """Listens where nobody may come, and remembers at which addresses somebody came."""

    def __init__(self) -> None:
        self.visited: list[str] = []

    def listen(self, host: str, port: int = 80) -> socket.socket:
        """Answer every visitor with the secret, which anybody may read."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        opened = socket.create_server((host, port), family=family)
        threading.Thread(target=self._serve, args=(opened, host), daemon=True).start()
        return opened

    def _serve(self, opened: socket.socket, host: str) -> None:
        body = b"<title>" + SECRET + b"</title><p>" + SECRET
        while True:
            try:
                visitor, _ = opened.accept()
            except OSError:
                return
            self.visited.append(host)
            with visitor:
                visitor.recv(4096)
                head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n"
                visitor.sendall(f"{head}Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n".encode() + body)


@contextmanager
def canaries(names: Names) -> Iterator[Canary]:
    """A canary at each private address, and a name server that knows these names."""
    canary = Canary()
    with ExitStack() as stack:
        stack.enter_context(name_server(names))
        for host in PRIVATE:
            stack.enter_context(canary.listen(host))
        yield canary


def _prepare() -> None:
    _ip("link", "set", "lo", "up")
    for address in (PUBLIC, SECOND_PUBLIC, "10.9.8.7", "169.254.169.254"):
        _ip("addr", "add", f"{address}/32", "dev", "lo")
    for address in (PUBLIC_6, "fd00::5"):
        _ip("-6", "addr", "add", f"{address}/128", "dev", "lo", "nodad")
    folder = Path(tempfile.mkdtemp())
    for place, content in _MOUNTED.items():
        file = folder / Path(place).name
        file.write_text(content, "utf-8")
        subprocess.run(["mount", "--bind", str(file), place], check=True, capture_output=True)  # noqa: S607


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)  # noqa: S607


def main() -> None:
    """Run the attack that the arguments name; the namespace is ours alone."""
    module, name, folder = sys.argv[1:]
    _prepare()
    ground = Ground(Path(folder))
    try:
        getattr(importlib.import_module(module), name).__wrapped__(ground)
    finally:
        (ground.folder / "runs.json").write_text(json.dumps([asdict(run) for run in ground.runs]), "utf-8")


if __name__ == "__main__":
    main()
