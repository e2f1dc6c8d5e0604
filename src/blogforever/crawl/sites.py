"""The site of an address: scheme, host and port, which have one robots.txt and one fate together."""

from urllib.parse import urlsplit

_USUAL_PORTS = {"http": 80, "https": 443}


def site_of(address: str) -> str:
    """Such as https://blog.example or http://[::1]:8080, without a port that goes without saying."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    name = f"[{host}]" if ":" in host else host
    try:
        port = parts.port
    except ValueError:
        port = None
    return f"{parts.scheme}://{name}" + (f":{port}" if port and port != _USUAL_PORTS.get(parts.scheme) else "")
