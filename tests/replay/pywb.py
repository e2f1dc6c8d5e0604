"""pywb, a replay program that is not ours, in an environment of its own: its licence keeps it out of ours."""

import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from tests.needs import absent

HOME = Path(__file__).parents[2] / "build" / "pywb"
OWN_INDEX, OUR_INDEX = "indexed-by-pywb", "indexed-by-us"


def programs():
    """The folder of pywb's programs, installed where that can be done."""
    if not (HOME / "installed").exists():
        shutil.rmtree(HOME, ignore_errors=True)
        for command in (
            [sys.executable, "-m", "venv", HOME],
            [HOME / "bin" / "pip", "install", "-q", "pywb==2.10.*", "setuptools<81"],
        ):
            ended = subprocess.run(command, check=False, capture_output=True, timeout=600)
            if ended.returncode:
                absent(f"pywb cannot be installed: {ended.stderr.decode(errors='replace')[-300:]}")
        (HOME / "installed").touch()
    return HOME / "bin"


@contextmanager
def replaying(folder, warcs):
    """A pywb with the files in two collections: indexed by itself, and with our index files as they are."""
    bin_folder = programs()
    for name in (OWN_INDEX, OUR_INDEX):
        _run([bin_folder / "wb-manager", "init", name], folder)
    _run([bin_folder / "wb-manager", "add", OWN_INDEX, *warcs], folder)
    ours = folder / "collections" / OUR_INDEX
    for warc in warcs:
        shutil.copy(warc, ours / "archive")
        shutil.copy(warc.with_name(warc.name.removesuffix(".warc.gz") + ".cdxj"), ours / "indexes")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [bin_folder / "wayback", "--bind", "127.0.0.1", "-p", str(port), "-d", folder]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT)
    try:
        home = f"http://127.0.0.1:{port}/"
        _wait(home, server)
        yield home
    finally:
        server.terminate()
        server.wait(60)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_, **__):
        return None


_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirects)


def replayed(home, collection, timestamp, address):
    """Status, type and bytes of the capture as pywb gives it, without its own additions."""
    try:
        answer = _OPENER.open(f"{home}{collection}/{timestamp}id_/{address}", timeout=120)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers["Content-Type"], answer.read()


def _run(command, folder):
    ended = subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=120)
    assert ended.returncode == 0, ended.stderr.decode(errors="replace")[-500:]


def _wait(home, server):
    deadline = time.monotonic() + 180
    while server.poll() is None and time.monotonic() < deadline:
        try:
            _OPENER.open(home, timeout=60).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("pywb does not answer")
