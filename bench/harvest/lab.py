"""The corpus served on loopback by the server that comes with it."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_server
from types import ModuleType


@dataclass(frozen=True, slots=True, kw_only=True)
class Lab:
    """Blogs that can be asked."""

    addresses: dict[str, str]
    """The start address of each blog by its slug."""
    log: Path
    """One JSON line for each request."""


def server_file(corpus: Path) -> Path:
    """Where the server lives."""
    return corpus.resolve().parent / "lab" / "serve.py"


def load_server(corpus: Path) -> ModuleType:
    """The server as a module: how a saved blog answers, without a socket."""
    spec = importlib.util.spec_from_file_location("corpus_server", server_file(corpus))
    if spec is None or spec.loader is None:
        raise ImportError(str(server_file(corpus)))
    server = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(server)
    return server


@contextmanager
def serving(corpus: Path, folder: Path, *faults: str) -> Iterator[Lab]:
    """The blogs of the corpus, served until the block ends; `faults` are options of the server."""
    port = _free_port()
    command = [sys.executable, str(server_file(corpus)), str(corpus), "--port", str(port)]
    listed = subprocess.run([*command, "--list"], check=True, capture_output=True, text=True).stdout
    addresses = dict(line.split("\t") for line in listed.splitlines())
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"requests-{port}.jsonl"
    with subprocess.Popen([*command, "--log", str(log), *faults], stdout=subprocess.PIPE, text=True) as server:
        try:
            if server.stdout is None or not server.stdout.readline().startswith("serving"):
                raise RuntimeError("the corpus' server did not start")
            yield Lab(addresses=addresses, log=log)
        finally:
            server.terminate()


def _free_port() -> int:
    # Each blog has an address of its own, 127.0.1.1 and so on: a port that is free on one is free on all of them.
    with create_server(("127.0.1.1", 0)) as free:
        return int(free.getsockname()[1])
