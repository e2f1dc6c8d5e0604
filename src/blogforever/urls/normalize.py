"""Web addresses: made absolute, made canonical, and the keys under which two addresses of one post compare equal.

Every function is total (any string in, never an exception) and idempotent.
"""

import re
import unicodedata
from urllib.parse import unquote_to_bytes, urljoin, urlsplit

from blogforever.urls.hash_routes import route_of

LONGEST = 2_000
"""Longer addresses are not posts; browsers and servers refuse them too."""

LONGEST_REDIRECT = 8_000
"""Files are often handed out at addresses that carry a signature."""

TRACKING = frozenset({
    "_ga", "_gl", "_hsenc", "_hsmi", "dclid", "fb_action_ids", "fb_action_types", "fb_ref", "fb_source", "fbclid",
    "gbraid", "gclid", "gclsrc", "hsctatracking", "igshid", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id",
    "oly_enc_id", "ref_src", "replytocom", "s_cid", "share", "showcomment", "spref", "srsltid", "trk", "twclid",
    "vero_id", "wbraid", "wickedid", "wt.mc_id", "xtor", "yclid",
})  # fmt: skip
"""Query parameters that say where a reader came from or what to show beside the post, never which post."""

TRACKING_PREFIXES = ("utm_", "mtm_", "pk_", "piwik_", "matomo_", "hmb_")

_ADDRESS_LIKE = re.compile(r"[/:]|\S\.\S")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_WEB_SCHEME = re.compile(r"https?:(?=/{0,2}[^/])", re.IGNORECASE)
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_LONE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_AMPERSAND = re.compile(r"&(?:amp;)+", re.IGNORECASE)
_IGNORED_BY_BROWSERS = dict.fromkeys(map(ord, "\t\n\r"))
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_HOST = re.compile(r"(?:[^\s\x00-\x1f\x7f/?#@:\[\]<>\"\\^`{|}%]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_KEPT_IN_PATH = _UNRESERVED | frozenset(b"!$&'()*+,;=:@/")
_KEPT_IN_QUERY = _KEPT_IN_PATH | frozenset(b"?[]|")
_INDEX_FILE = re.compile(r"/(?:index|default)\.(?:html?|php|xhtml|shtml|aspx?|jsp)$", re.IGNORECASE)
_PAGE_ENDING = re.compile(r"(?<=[^/])\.(?:html?|xhtml|shtml|php|aspx?|jsp)$", re.IGNORECASE)
_NEVER_IN_HOST = re.compile(r"[\s%/?#]")
_BEFORE_HOST = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://+|//+(?=[^/])")
_AFTER_HOST = re.compile(r"[/?#]")
_PATH_END = re.compile(r"(?<![/\s])[/\s]++$")
_SLASHES = re.compile(r"/{2,}")
_DEFAULT_PORTS = {"http": "80", "https": "443"}


def absolute(address: str, base: str | None, *, longest: int = LONGEST) -> str | None:
    """The http(s) address that `address` means on a page at `base`, or None when it means none."""
    address = address.strip().translate(_IGNORED_BY_BROWSERS)
    if not address or len(address) > longest:
        return None
    if not _WEB_SCHEME.match(address):
        if _SCHEME.match(address) or not base or not _WEB_SCHEME.match(base.strip()):
            return None
        address = _join(base.strip(), address)
    if " " in address:
        address = address.replace(" ", "%20")
    return address if len(address) <= longest and _host_and_rest(address) else None


def redirected(location: str, base: str) -> str | None:
    """The http(s) address to which a redirect leads, or None when it leads nowhere on the web."""
    found = absolute(location, base, longest=LONGEST_REDIRECT)
    return found and _CONTROL.sub(lambda character: f"%{ord(character.group()):02X}", found)


def canonical(address: str) -> str:
    """The address in the one form we store and compare; what is not an http(s) address comes back as it is."""
    found = _host_and_rest(address) if len(address) <= LONGEST else None
    if not found:
        return address
    scheme, host, port, path, query, fragment = found
    path = _resolve_dots(_encode(path, _KEPT_IN_PATH)) or "/"
    parameters = [_encode(part, _KEPT_IN_QUERY) for part in query.split("&") if part]
    query = "&".join(part for part in parameters if not is_tracking(part))
    place = f"{host}:{port}" if port and port != _DEFAULT_PORTS[scheme] else host
    route = _encode(route_of(fragment), _KEPT_IN_QUERY) if fragment else ""
    return f"{scheme}://{place}{path}" + (f"?{query}" if query else "") + (f"#{route}" if route else "")


def post_key(address: str) -> str:
    """The key under which two addresses of the same post compare equal."""
    if len(address) > LONGEST:
        return address
    place, rest = _split_key(address)
    host = _host_key(place)
    return host + _rest_key(rest, bare="" if host else "/")


def path_key(address: str) -> str:
    """`post_key` without the host, for a blog that moved or is looked at from a copy."""
    if len(address) > LONGEST:
        return address
    return _rest_key(_split_key(address)[1], bare="/")


def host_of(address: str) -> str:
    """The host in lower case without "www.", or "" when there is none."""
    return _host_key(_split_key(address)[0]) if len(address) <= LONGEST else ""


def looks_like_address(text: str) -> bool:
    """True for what may be an address, also without its scheme; False for words."""
    return "://" in text or (len(text.split()) == 1 and _ADDRESS_LIKE.search(text) is not None)


def is_tracking(parameter: str) -> bool:
    """True for a query parameter ("name=value") that does not say which page is meant."""
    name = parameter.partition("=")[0].lower()
    # Blogger serves its mobile pages under ?m=1 and ?m=0.
    return name in TRACKING or name.startswith(TRACKING_PREFIXES) or parameter in {"m=1", "m=0"}


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:  # "Invalid IPv6 URL" and its kin
        return ""


def _host_and_rest(address: str) -> tuple[str, str, str, str, str, str] | None:
    """Scheme, host, port, path, query and fragment of an http(s) address, or None for garbage."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    scheme = parts.scheme.lower()
    place = parts.netloc.rpartition("@")[2]
    if scheme not in _DEFAULT_PORTS or not _HOST.fullmatch(place):
        return None
    host, port = _split_port(place)
    host = _plain_host(host)
    return (scheme, host, port, parts.path, parts.query, parts.fragment) if host else None


def _split_port(place: str) -> tuple[str, str]:
    host, colon, port = place.rpartition(":")
    return (host, port) if colon and (not port or (port.isdecimal() and port.isascii())) else (place, "")


def _plain_host(host: str) -> str:
    host = host.lower().rstrip(".")
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii").lower().rstrip(".")
        except UnicodeError:
            return ""
        # Full-width letters fold into ASCII, and not all of ASCII may stand in a host.
        return host if _HOST.fullmatch(host) else ""
    return host


def _encode(part: str, kept: frozenset[int]) -> str:
    """Percent-encoding made uniform: what may stand plain stands plain, the rest is %XX in capitals."""
    found = []
    end = 0
    for escapes in _ESCAPES.finditer(part):
        found.append(_encode_plain(part[end : escapes.start()], kept))
        raw = unquote_to_bytes(escapes.group())
        # Reserved characters that were written as %XX mean themselves and stay so.
        found.append("".join(chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in raw))
        end = escapes.end()
    found.append(_encode_plain(part[end:], kept))
    return "".join(found)


def _encode_plain(part: str, kept: frozenset[int]) -> str:
    return "".join(chr(byte) if byte in kept else f"%{byte:02X}" for byte in part.encode("utf-8", "replace"))


def _resolve_dots(path: str) -> str:
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/".join(kept)


def _split_key(address: str) -> tuple[str, str]:
    """Host and the rest of an address that may also be a key already, a path, or garbage."""
    address = unicodedata.normalize("NFC", address.strip().translate(_IGNORED_BY_BROWSERS))
    while scheme := _BEFORE_HOST.match(address):
        address = address[scheme.end() :]
    end = _AFTER_HOST.search(address)
    return (address[: end.start()], address[end.start() :]) if end else (address, "")


def _host_key(place: str) -> str:
    before = None
    while place != before:  # garbage such as "a::80" takes several rounds
        before = place
        host, port = _split_port(_NEVER_IN_HOST.sub("", place.rpartition("@")[2]))
        host = (_plain_host(host) or host.lower().rstrip(".")).removeprefix("www.").lstrip(".")
        place = host if port in {"", "80", "443"} else f"{host}:{port}"
    return place


def _rest_key(rest: str, *, bare: str) -> str:
    rest, _, fragment = rest.partition("#")
    path, _, query = rest.partition("?")
    route = route_of(_decode(fragment)) if fragment else ""
    path = _decode(path)
    before = None
    while path != before:
        before = path
        path = _resolve_dots(_SLASHES.sub("/", path))
        path = _PATH_END.sub("", _PAGE_ENDING.sub("", _INDEX_FILE.sub("", path)))
    parameters = [_decode(part.strip()) for part in _AMPERSAND.sub("&", query).split("&") if part]
    query = "&".join(sorted(part for part in parameters if part and not is_tracking(part)))
    return (path or bare) + (f"?{query}" if query else "") + (f"#{route}" if route else "")


def _decode(part: str) -> str:
    """Percent-decoded as far as the result still means the same when it is decoded again."""
    part = _ESCAPES.sub(_decode_run, _LONE_PERCENT.sub("%25", part))
    return unicodedata.normalize("NFC", part)


def _decode_run(escapes: re.Match[str]) -> str:
    raw = unquote_to_bytes(escapes.group())
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return escapes.group().upper()
    return "".join(
        character if character.isprintable() and character not in "%?#&/ ;" else _escape(character)
        for character in text
    )


def _escape(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8"))
