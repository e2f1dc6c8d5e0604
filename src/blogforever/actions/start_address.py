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
    if found is None or not urlsplit(found).hostname or ("." not in found and "localhost" not in found):
        raise BadAddress(written, "is no address of a blog", "Write it like https://blog.example.org/.")
    return canonical(found)
