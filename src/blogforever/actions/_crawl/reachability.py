"""Whether anybody is there, found out in seconds by opening a connection; nothing is requested.

A harvest would start a process for that, and try again and again before it gave up.
"""

import socket
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from blogforever.urls.ip_addresses import is_private

CHECK_ADDRESS = "Check the address and the connection."
_PATIENCE = 5.0
"""Seconds for a connection."""
_PORTS = {"https": 443, "http": 80}


def find_scheme(start: str) -> str:
    """The address, which begins with https, or the same with http if only that is spoken there."""
    with_http = f"http{start.removeprefix('https')}"
    is_settled = _needs_proxy(start) or _answers(start) or not _answers(with_http)
    return start if is_settled else with_http


def insecure_note(tried: str, start: str) -> tuple[str, ...]:
    """What people should know if `find_scheme` made one of these addresses the other; nothing otherwise."""
    if tried == start:
        return ()
    return (f"no secure connection could be opened ({tried}), so all pages came unencrypted, from {start}",)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostLook:
    """What a first look at the host of an address showed."""

    problem: str = ""
    """Why no connection can be opened; empty unless that is certain."""
    is_private: bool | None = None
    """Whether it is in a private network; None when it was not looked up. A name that is private at one look and public
    at the next is not to be trusted."""


def look_at_host(start: str) -> HostLook:
    """Look the host up once, and open a connection to it."""
    if _needs_proxy(start):
        return HostLook()
    try:
        addresses = _addresses(urlsplit(start).hostname or "")
    except socket.gaierror as error:
        # Other errors of the look-up may be those of this machine's own connection.
        return HostLook(problem="there is no such host" if error.errno == socket.EAI_NONAME else "")
    except (OSError, ValueError):
        return HostLook()
    is_in_private_network = all(map(is_private, addresses))
    try:
        _connect(start, addresses).close()
    except ConnectionRefusedError:
        return HostLook(problem="the server refuses the connection", is_private=is_in_private_network)
    except (OSError, ValueError):
        pass
    return HostLook(is_private=is_in_private_network)


def is_private_host(start: str) -> bool:
    """True if the host of the address is this machine or in a private network."""
    try:
        return all(map(is_private, _addresses(urlsplit(start).hostname or "")))
    except (OSError, ValueError):
        return False


def _needs_proxy(address: str) -> bool:
    """True if the way to the host leads through a proxy, which answers for everybody."""
    return bool(getproxies()) and not proxy_bypass(urlsplit(address).hostname or "")


def _answers(address: str) -> bool:
    """True if a connection can be opened, a secure one for https."""
    try:
        with _connect(address, _addresses(urlsplit(address).hostname or "")) as connection:
            if address.startswith("https:"):
                host = urlsplit(address).hostname
                ssl.create_default_context().wrap_socket(connection, server_hostname=host).close()
    except (OSError, ValueError):  # refused, unknown, too slow; a bad port or certificate
        return False
    return True


def _connect(address: str, ip_addresses: list[str]) -> socket.socket:
    """A connection to the host, which has these IP addresses. Raises OSError and ValueError."""
    parts = urlsplit(address)
    port = parts.port or _PORTS[parts.scheme]
    errors: list[OSError] = []
    for ip_address in ip_addresses:
        try:
            return socket.create_connection((ip_address, port), timeout=_PATIENCE)
        except OSError as error:
            errors.append(error)
    raise errors[0]


def _addresses(host: str) -> list[str]:
    """The IP addresses of the host, IPv4 first. A public host must not lead into a private network. Raises OSError."""
    places = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    found = sorted({str(place[4][0]) for place in places}, key=lambda address: (":" in address, address))
    return [address for address in found if not is_private(address)] or found
