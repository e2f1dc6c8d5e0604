"""A PostgreSQL server of our own, in a folder that is thrown away."""

import os
import shutil
import socket
import subprocess
import tempfile
import uuid
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.store.archive import IN_MEMORY


def find_programs():
    """The folder of the newest server's programs, or None."""
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


class RunningServer:
    """A server that can be stopped and started again."""

    def __init__(self, folder, port, run, options):
        self.address = f"postgresql://postgres@127.0.0.1:{port}"
        self._folder = folder
        self._run = run
        self._options = options

    def start(self):
        self._control("-o", self._options, "-l", self._folder / "log", "start")

    def stop(self):
        """As the power would: connections end in the middle of a word."""
        self._control("-m", "immediate", "stop")

    def _control(self, *arguments):
        subprocess.run([*self._run, *arguments], check=True, capture_output=True, cwd=self._folder)


@contextmanager
def started_server(programs):
    """A server that runs."""
    holder = tempfile.TemporaryDirectory(dir=IN_MEMORY)
    folder = Path(holder.name)
    as_other = []
    if os.geteuid() == 0:  # the server refuses to run as root
        as_other = ["runuser", "-u", "postgres", "--"]
        shutil.chown(folder, "postgres", "postgres")
    data = folder / "data"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    careless = "-c fsync=off -c full_page_writes=off"
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 {careless}"
    make = [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]
    subprocess.run([*as_other, *make, "--no-sync"], check=True, capture_output=True, cwd=folder)
    server = RunningServer(folder, port, [*as_other, programs / "pg_ctl", "-D", data, "-w"], options)
    server.start()
    yield server
    server.stop()
    holder.cleanup()


@contextmanager
def running_server(programs):
    """The address of a server without a database name."""
    with started_server(programs) as server:
        yield server.address


def make_store(server):
    """Makes an empty place on the server and gives its address: a schema, for a whole database takes half a second."""
    name = f"archive_{uuid.uuid4().hex}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{server}/postgres?options=-csearch_path%3D{name}"
