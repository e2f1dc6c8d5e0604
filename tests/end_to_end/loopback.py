"""A web server on loopback, in a thread of the test: it answers as a table says, and remembers who asked when."""

import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic, sleep


@dataclass(frozen=True)
class Answer:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    """How long the server takes."""


@dataclass(frozen=True)
class Asked:
    path: str
    at: float
    headers: dict[str, str]
    status: int
    done: float


class _Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """Silence about those who left in the middle: some tests kill them."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class LoopbackServer:
    """`answer(path, headers)` gives the Answer for each request."""

    def __init__(self, answer):
        self.answer = answer
        self.log = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    def paths(self):
        return [asked.path for asked in self.log]

    def of(self, path):
        return [asked for asked in self.log if asked.path == path]

    @contextmanager
    def running(self):
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            thread.join()
            self._server.server_close()

    def _enter(self, change):
        with self._lock:
            self._at_once += change
            self.most_at_once = max(self.most_at_once, self._at_once)

    def _handler(self):
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                at = monotonic()
                server._enter(1)
                asked = {name.lower(): value for name, value in self.headers.items()}
                answer = server.answer(self.path, asked)
                sleep(answer.seconds)
                server.log.append(Asked(self.path, at, asked, answer.status, monotonic()))
                server._enter(-1)
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body)

            def log_message(self, *_):
                """The log is kept, not printed."""

        return Handler
