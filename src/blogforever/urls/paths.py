"""Quick looks at addresses that are whole already: host, and the parts of the path.

urls/normalize.py is thorough; these are for the hundreds of links of a page, where thorough costs more than parsing.
"""

import re

from blogforever.urls.hash_routes import as_path

_HOST = re.compile(r"https?://(?:[^/?#@]*@)?(?:www\.)?([^/?#:\[\]\s]+)", re.IGNORECASE)
_ENDINGS = (".html", ".htm", ".php", ".aspx", ".asp")


def host(address: str) -> str:
    """The host in lower case without "www."; "" for what is not a web address."""
    match = _HOST.match(address)
    return match.group(1).lower() if match else ""


def segments(address: str) -> tuple[list[str], bool]:
    """The parts of the path, the last without its ending, and whether a query follows."""
    path, _, query = as_path(address).partition("#")[0].partition("?")
    parts = path.split("/")[3:] if "://" in path else path.split("/")
    found = [part for part in parts if part]
    if found:
        last = found[-1]
        for ending in _ENDINGS:
            last = last.removesuffix(ending)
        found[-1] = last
        if last == "index":
            found.pop()
    return found, bool(query)


def file_ending(address: str) -> str:
    """What stands behind the last dot of the path, in lower case; "" when there is no file's name."""
    path = address.partition("?")[0].partition("#")[0]
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name and path.count("/") > 2 else ""
