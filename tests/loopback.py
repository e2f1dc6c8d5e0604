"""Small servers on a free loopback port, for blogs that behave badly."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

Answer = Callable[[BaseHTTPRequestHandler], None]


def respond(status: int, body: bytes | str = b"", **headers: str) -> Answer:
    """An answer that is always the same; header names are written with underscores."""
    content = body.encode() if isinstance(body, str) else body

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in {"Content-Type": "text/html", "Content-Length": str(len(content)), **named}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    return answer


NOTHING = respond(404, "<title>Nothing</title>")


class _Handler(BaseHTTPRequestHandler):
    site: ClassVar[dict[str, Answer]]
    asked: ClassVar[list[str]]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        try:
            self.site.get(self.path, self.site.get("*", NOTHING))(self)
        except OSError:  # the other side has heard enough
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is Python's
        """Say nothing."""


class Quiet(ThreadingHTTPServer):
    """A server that does not print what goes wrong with its callers."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing."""


class Quiet6(Quiet):
    """The same for IPv6."""

    address_family = socket.AF_INET6


@contextmanager
def serving(
    site: dict[str, Answer], *, host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None
) -> Iterator[Quiet]:
    """A server that gives these answers by path ("*" for all others); its `asked` tells what it was asked."""
    handler = type("Handler", (_Handler,), {"site": site, "asked": []})
    server = (Quiet6 if ":" in host else Quiet)((host, port), handler)
    server.asked = handler.asked
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def address(server: ThreadingHTTPServer, path: str = "/", scheme: str = "http") -> str:
    """An address on the server."""
    host = str(server.server_address[0])
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{server.server_port}{path}"
