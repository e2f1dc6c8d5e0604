"""The part of the web that belongs to a blog."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from blogforever.urls.normalize import LONGEST, canonical, host_of
from blogforever.urls.shape import path_of

_SHARE_IN_FOLDER = 0.9
"""So many of the feed's entries must lie below the start's folder before the rest of the host is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Hosts, and a folder if the blog shares its host with others."""

    hosts: frozenset[str]
    """Without "www."; http and https are one; a port that is not the usual one belongs to the name."""
    folder: str = "/"
    """Begins and ends with a slash. Only the start's own host is narrowed to it."""
    folder_host: str = ""

    @staticmethod
    def of(start: str, *, moved_to: str | None = None, entries: Iterable[str] = ()) -> "Scope":
        """The scope of the blog at `start`, which redirected to `moved_to`, and whose feed has these entries.

        A host on which most entries live belongs to the blog too: it moved, and kept its old feed or front page.
        """
        home = moved_to or start
        named = [entry for entry in entries if host_of(entry)]
        hosts = {host_of(start), host_of(home)} - {""}
        counted = Counter(map(host_of, named)).most_common(1)
        if counted and counted[0][1] * 2 > len(named):
            hosts.add(counted[0][0])
        folder = _folder(home)
        if folder != "/" and not _mostly_below(folder, host_of(home), named):
            folder = "/"
        return Scope(hosts=frozenset(hosts), folder=folder, folder_host=host_of(home))

    def contains(self, address: str) -> bool:
        """True for an address of the blog."""
        return not self.why_not(address)

    def why_not(self, address: str) -> str:
        """Why the address lies outside, or nothing."""
        host = _host(address)
        if host not in self.hosts:
            host = host_of(address)  # the slow way knows every spelling
        if host not in self.hosts:
            return f"another host: {host}" if host else "no web address"
        if self.folder == "/" or host != self.folder_host:
            return ""
        path = path_of(address[:LONGEST].partition("#")[0].partition("?")[0])
        inside = (
            path.startswith(self.folder) or path == self.folder[:-1] or _canonical_path(path).startswith(self.folder)
        )
        return "" if inside else f"outside the blog's folder {self.folder}"


def _host(address: str) -> str:
    """The host as it stands there, for addresses that are canonical already."""
    place = address.find("://")
    if place < 0:
        return ""
    end = address.find("/", place + 3)
    return address[place + 3 : end if end >= 0 else len(address)].removeprefix("www.")


def _canonical_path(path: str) -> str:
    """The path with its percent-encoding made uniform: /%7Eanna/ is /~anna/."""
    return path_of(canonical(f"http://x{path}"))


def _folder(address: str) -> str:
    """The folder that an address lies in; an address without file ending and slash is a folder itself."""
    path = path_of(canonical(address).partition("?")[0])
    last = path.rpartition("/")[2]
    folder = path if not last else path[: -len(last)] if "." in last else path + "/"
    return folder if folder.startswith("/") else "/"


def _mostly_below(folder: str, host: str, entries: list[str]) -> bool:
    on_host = [canonical(entry) for entry in entries if host_of(entry) == host]
    below = sum(path_of(entry).startswith(folder) for entry in on_host)
    return bool(on_host) and below >= _SHARE_IN_FOLDER * len(entries)
