"""Scheme, host and port of an address: its site, which has one robots.txt, and its origin for scripts."""

from urllib.parse import urlsplit

_DEFAULT_PORTS = {"http": 80, "https": 443}


def site_of(address: str) -> str:
    """Such as https://blog.example or http://[::1]:8080, without a port that goes without saying."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    name = f"[{host}]" if ":" in host else host
    try:
        port = parts.port
    except ValueError:
        port = None
    return f"{parts.scheme}://{name}" + (f":{port}" if port and port != _DEFAULT_PORTS.get(parts.scheme) else "")


def origin_of(address: str) -> str:
    """Scheme, host and port of an address, as the Origin header writes them; "" for what has none."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port  # reading a port that is not one raises
    except ValueError:
        return ""
    return site_of(address) if parts.scheme in _DEFAULT_PORTS and host else ""
