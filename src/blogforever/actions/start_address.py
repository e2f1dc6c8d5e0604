"""The address of a blog, as a user may type it."""

from urllib.parse import urlsplit

from blogforever.dom.addresses import absolute, canonical
from blogforever.errors import BadAddress


def start_address(written: str) -> str:
    """The address in full. Raises BadAddress."""
    typed = written.strip()
    if typed and "://" not in typed and not typed.startswith("/"):
        typed = f"https://{typed}"
    found = absolute(typed, None)
    host = urlsplit(found).hostname if found else None
    if found is None or not host or not ("." in found or ":" in host or "localhost" in found):
        raise BadAddress(written, "is no address of a blog", "Write it like https://blog.example.org/.")
    return canonical(found)
