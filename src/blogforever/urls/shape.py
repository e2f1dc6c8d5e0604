"""The shape of an address: what it has in common with the addresses of pages of the same kind.

/2011/05/a-walk-in-the-rain.html and /2012/11/snow-on-the-old-roof.html have the shape /Y/N2/S.html.
"""

import re

from blogforever.urls.hash_routes import as_path
from blogforever.urls.normalize import LONGEST

_YEAR = re.compile(r"(?:19|20)[0-9]{2}", re.ASCII)
_DIGIT = re.compile(r"[0-9]", re.ASCII)
_ENDING = re.compile(r"\.[a-zA-Z]{2,5}[0-9]?$", re.ASCII)
_LONGEST_WORD = 20
_LONGEST_ESCAPED_WORD = 60
_ODD = re.compile(r"^www\.|[:()<>\[\]\"']|%(?:3a|28|29|3c|3e|5b|5d|22)", re.IGNORECASE)
"""In the last part of a path: a link that was written wrongly."""
WRITTEN_IN = re.compile(r"%3f[\w-]++=|%23[a-z][\w-]*+$", re.IGNORECASE)
"""An encoded ? or # is part of the path that a server is asked for: "rain%3Fp=5.html" is a file of a static copy, not
the post "rain" [RFC 3986, 2.2]. Without a parameter or anchor behind it, it is part of a title: "c%23-tips"."""
_MOST_SEGMENTS = 16
_MOST_PARAMETERS = 8


def shape_of(address: str) -> str:
    """The shape: no host, years as Y, other numbers as N and their length, slugs as S, the query's names.

    Words of up to twenty letters stay, so /tag/rain has another shape than /about/rain.
    """
    head, _, query = as_path(address[:LONGEST]).partition("#")[0].partition("?")
    path = path_of(head) or "/"
    ending = ""
    if match := _ENDING.search(path[-7:]):
        ending = match.group().lower()
        path = path[: -len(ending)]
    segments = path.split("/")
    folded = "/".join([_fold(segment) if segment else "" for segment in segments[:_MOST_SEGMENTS]])
    if len(segments) > _MOST_SEGMENTS:
        folded += "/…"
    return folded + ending + (_fold_query(query) if query else "")


Likeness = str
"""What pages of one kind have in common in their addresses: coarser than a shape, the last part may be any word."""


def likeness(address: str) -> tuple[Likeness, Likeness]:
    """What an address is like: first with the names of the folders that it lies in, then without.

    /recipes/soup.html is like /recipes/bread.html, and less so like /travel/rome.html.
    """
    head, _, query = as_path(address[:LONGEST]).partition("#")[0].partition("?")
    path = path_of(head)
    ending = ""
    if match := _ENDING.search(path[-7:]):
        ending = match.group().lower()
        path = path[: -len(ending)]
    *folders, last = [part for part in path.split("/") if part][:_MOST_SEGMENTS] or [""]
    numbers = [_number(part) for part in folders]
    named = [number or part.lower() for number, part in zip(numbers, folders, strict=True)]
    tail = _last_part(last) + ending + (_fold_query(query) if query else "")
    return "/".join([*named, tail]), "/".join([*(number or "W" for number in numbers), tail])


def _number(part: str) -> str:
    if not part.isdecimal():
        return ""
    return "Y" if _YEAR.fullmatch(part) else f"N{min(len(part), 9)}"


def _last_part(part: str) -> str:
    if _ODD.search(part):
        return "odd"
    return "Q" if "%" in part and WRITTEN_IN.search(part) else _number(part) or "W"


def path_of(head: str) -> str:
    """The path in an address that has no query: empty when there is only a host, the whole when there is none."""
    place = head.find("//")
    if place < 0 or (place and head[place - 1] != ":"):
        return head
    start = head.find("/", place + 2)
    return head[start:] if start >= 0 else ""


def _fold(segment: str) -> str:
    digit = _DIGIT.search(segment)
    if segment.isdecimal() and digit:
        return "Y" if _YEAR.fullmatch(segment) else f"N{min(len(segment), 9)}"
    if "%" in segment:  # other scripts: the digits of %E6 are none
        return "S" if len(segment) > _LONGEST_ESCAPED_WORD else "W"
    if segment.count("-") >= 2 or segment.count("_") >= 2 or len(segment) > _LONGEST_WORD:
        return "S"
    if digit:
        return segment[: digit.start()].lower() + "#"
    return segment.lower()


def _fold_query(query: str) -> str:
    parameters = []
    for part in query.split("&", _MOST_PARAMETERS)[:_MOST_PARAMETERS]:
        name, _, value = part.partition("=")
        parameters.append(f"{name[:_LONGEST_WORD].lower()}={'N' if value.isdecimal() else 'V'}")
    return "?" + "&".join(sorted(parameters))
