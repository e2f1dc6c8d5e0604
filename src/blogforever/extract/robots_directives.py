"""A page's directives to robots: noindex, noarchive and the like, in meta elements and X-Robots-Tag headers.

Those for all robots and those for us stand as they are; those for Google's robot are noted with its name.
"""

from collections.abc import Iterable, Iterator

from blogforever.dom.tree import Document

NO_ARCHIVE = frozenset({"noarchive", "nocache", "none"})
"""A page with one of these does not want to be kept."""
_KNOWN = frozenset({
    "noindex", "nofollow", "none", "noarchive", "nocache", "nosnippet", "noimageindex", "noai", "noimageai",
})  # fmt: skip
_FOR_US = frozenset({"", "robots", "*", "blogforever"})
_FOR_GOOGLE = "googlebot"
_MOST = 100
_LONGEST = 1_000


def header_directives(headers: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The directives in the X-Robots-Tag headers of a response."""
    tags = [value[:_LONGEST] for name, value in headers if name.lower() == "x-robots-tag"][:_MOST]
    return tuple(dict.fromkeys(found for tag in tags for found in _read_tag(tag)))


def robots_directives(document: Document, from_headers: tuple[str, ...] = ()) -> tuple[str, ...]:
    """All directives of a page, each once: those of its headers, then those of its meta elements."""
    found = dict.fromkeys(from_headers)
    for meta in document.select("meta[name][content]")[:_MOST]:
        robot = (meta.attr("name") or "").strip().lower()
        for word in (meta.attr("content") or "")[:_LONGEST].split(","):
            found.update(dict.fromkeys(_directive(robot, word)))
    return tuple(found)


def forbids_archiving(directives: Iterable[str]) -> bool:
    """True when a page does not want to be kept by us."""
    return not NO_ARCHIVE.isdisjoint(directives)


def _read_tag(tag: str) -> Iterator[str]:
    """The directives of one header; a robot's name before a colon holds for all that follow."""
    robot = ""
    for part in tag.split(","):
        named, colon, word = part.partition(":")
        if colon and named.strip().lower() != "unavailable_after":
            robot = named.strip().lower()
        yield from _directive(robot, word if colon else part)


def _directive(robot: str, word: str) -> Iterator[str]:
    directive = word.strip().lower()
    if directive in _KNOWN and robot in _FOR_US:
        yield directive
    elif directive in _KNOWN and robot == _FOR_GOOGLE:
        yield f"{robot}: {directive}"
