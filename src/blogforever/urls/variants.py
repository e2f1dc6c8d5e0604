"""Addresses that are only another view of a page, and addresses that are not pages at all.

Asked once for every new address, so each question is a few searches in the string. Total: any string in.
"""

from blogforever.urls.hash_routes import route_of
from blogforever.urls.normalize import LONGEST, canonical
from blogforever.urls.shape import path_of
from blogforever.urls.variant_patterns import (
    FILE_ENDING,
    FOR_MACHINES,
    FORMAT_NAMES,
    FORMATS,
    MACHINERY,
    NO_WEB,
    PAGE_ENDING,
    PATH_SESSION,
    QUERY_MACHINERY,
    SEARCH,
    TAIL_VIEWS,
    VIEW_HEAD,
    VIEW_TAIL,
    VIEW_VALUES,
    VIEWS,
)


def variant_of(address: str) -> tuple[str, str] | None:
    """The address of the page that this address is another view of, and what view; None for a page of its own."""
    if len(address) > LONGEST:
        return None
    rest, mark, fragment = address.partition("#")
    if route_of(fragment):  # pages that only a script can show differ in nothing else
        return None
    found = "place in a page" if mark else ""
    head, mark, query = rest.partition("?")
    if mark:
        query, seen = _without_views(query)
        found = found or seen or ("" if query else "empty query")
    path = place = path_of(head)
    before = None
    while path != before:  # each round takes something off: /post/amp/index.html
        before = path
        path, seen = _plain_path(path, has_query=bool(query))
        found = found or seen
    original = head[: len(head) - len(place)] + path + (f"?{query}" if query else "")
    return (original, found) if found and original and original != address else None


def never_a_page(address: str) -> str | None:
    """Why this address cannot be a page for readers (a file, a form, a feed); None when it may be one."""
    if len(address) > LONGEST:
        return f"longer than {LONGEST:,} characters"
    if scheme := NO_WEB.match(address):
        return f"{scheme.group().lower()} is not the web"
    head, _, query = address.partition("#")[0].partition("?")
    return _no_page_path(path_of(head)) or (_no_page_query(query) if query else None)


def _no_page_path(path: str) -> str | None:
    if ending := FILE_ENDING.search(path[-16:]):
        return f"a file: .{ending.group(1).lower()}"
    if FOR_MACHINES.search(path):
        return "a file for machines"
    lower = path.lower()
    return next((what for what, pattern in MACHINERY if pattern.search(lower)), None)


def _no_page_query(query: str) -> str | None:
    if QUERY_MACHINERY.search(query):
        return "a form or a file's page"
    return "a search" if SEARCH.search(query) else None


def _without_views(query: str) -> tuple[str, str]:
    """The query without parameters that only change the view, and what the first of them was."""
    kept, seen = [], ""
    for part in query.replace("&amp;", "&").split("&"):
        name, _, value = part.partition("=")
        view = _view(name.lower(), value.lower())
        if view:
            seen = seen or view
        elif part:
            kept.append(part)
    return "&".join(kept), seen


def _view(name: str, value: str) -> str:
    if name in FORMAT_NAMES and value in FORMATS:
        return f"view as {value}"
    view = VIEWS.get(name, "")
    only = VIEW_VALUES.get(name) if view else None
    if only is not None and not only.fullmatch(value):
        return ""
    return view or ("session" if name.startswith("aspsessionid") else "")


def _plain_path(path: str, *, has_query: bool) -> tuple[str, str]:
    """The path without one mark of a view, and what view it was."""
    if ";" in path and (session := PATH_SESSION.search(path)):
        return path[: session.start()] + path[session.end() :], "session"
    tail = VIEW_TAIL.search(path)
    kind = tail.lastgroup if tail else None
    if tail and kind == "index":
        # index.php?p=5 and its folder are one page only where the folder answers to the query too.
        return (path, "") if has_query else (path[: tail.start()] + "/", TAIL_VIEWS[kind])
    # /feed/ at the root is the feed of the blog, and /print/ there may be a category: both are left alone.
    if tail and kind and path[: tail.start()].strip("/"):
        plain = path[: tail.start()]
        return plain if kind == "mobile" or PAGE_ENDING.search(plain) else plain + "/", TAIL_VIEWS[kind]
    if (head := VIEW_HEAD.match(path)) and path.count("/") > 2:
        return path[head.end() :], "AMP view" if "amp" in head.group().lower() else "print view"
    return path, ""


def mirrored(address: str) -> str | None:
    """The address as it was before it became a file's name; None when it is none."""
    head, mark, _ = address[:LONGEST].partition("?")
    if mark or "%3f" not in head.lower():
        return None
    place = head.lower().rfind("%3f")
    before, query = head[:place], head[place + 3 :]
    folder, _, name = before.rpartition("/")
    if name.lower() in {"index.html", "index.php", "index.htm"}:
        before = f"{folder}/"
    return canonical(f"{before}?{query}") if query else None
