"""The same-origin policy: a script reads what its own site or a willing one says [Fetch standard, CORS protocol].

Playwright lets every answer that it is handed through, and answers the browser's own preflights. So both are done here.
"""

from blogforever.model.exchange import Headers
from blogforever.urls.origin import origin_of

_SIMPLE_METHODS = frozenset({"GET", "HEAD", "POST"})
_SIMPLE_TYPES = frozenset({"application/x-www-form-urlencoded", "multipart/form-data", "text/plain"})
_SIMPLE_HEADERS = frozenset({
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "content-language",
    "content-length", "cookie", "date", "dnt", "host", "origin", "pragma", "purpose", "range", "referer", "te",
    "upgrade-insecure-requests", "user-agent",
})  # fmt: skip
"""What a page may always set, or never: the rest is for the server to allow."""
_SIMPLE_PREFIXES = ("sec-", "proxy-")
_NEVER_BY_STAR = "authorization"


def may_read(origin: str, address: str, headers: Headers) -> bool:
    """True when a script of this origin may read the answer that came from the address with these headers."""
    if origin == origin_of(address):
        return True
    allowed = _values(headers, "access-control-allow-origin")
    return allowed in (["*"], [origin])


def leave_to_ask_for(method: str, headers: Headers) -> Headers:
    """The headers of the preflight that must come before the request; none when it needs no leave."""
    names = sorted({name.lower() for name, value in headers if not _is_simple(name.lower(), value)})
    if method in _SIMPLE_METHODS and not names:
        return ()
    wanted = (("Access-Control-Request-Headers", ",".join(names)),) if names else ()
    return (("Access-Control-Request-Method", method), *wanted)


def grants(wanted: Headers, status: int, headers: Headers) -> bool:
    """True when the answer to a preflight gives the leave that was asked for."""
    asked = {name.lower(): value for name, value in wanted}
    method = asked["access-control-request-method"]
    methods = _values(headers, "access-control-allow-methods")
    names = {name.lower() for name in _values(headers, "access-control-allow-headers")}
    needed = [name for name in asked.get("access-control-request-headers", "").split(",") if name]
    return (
        200 <= status < 300
        and (method in _SIMPLE_METHODS or method in methods or "*" in methods)
        and all(name in names or ("*" in names and name != _NEVER_BY_STAR) for name in needed)
    )


def _is_simple(name: str, value: str) -> bool:
    if name == "content-type":
        return value.partition(";")[0].strip().lower() in _SIMPLE_TYPES
    return name in _SIMPLE_HEADERS or name.startswith(_SIMPLE_PREFIXES)


def _values(headers: Headers, name: str) -> list[str]:
    found = [value for known, value in headers if known.lower() == name]
    return [part.strip() for value in found for part in value.split(",") if part.strip()]
