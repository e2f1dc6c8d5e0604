"""What a page asks for and does not get, since no reader's text depends on it."""

from urllib.parse import urlsplit

from blogforever.render.tracker_hosts import TRACKER_ADDRESS, TRACKER_HOSTS

NEVER_LOADED = frozenset({"font", "media", "texttrack", "manifest", "ping", "eventsource", "websocket", "prefetch"})
"""By Playwright's names. An event source never ends, and what it will say tomorrow is no part of the page."""

CLEAR_PICTURE = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x04\x00\x00\x00\xb5\x1c\x0c\x02"
    b"\x00\x00\x00\x0bIDATx\xdac\xfc\xff\xff?\x00\x05\xfe\x02\xfe\xa75\x81\x84\x00\x00\x00\x00IEND\xaeB`\x82"
)
"""One transparent pixel in place of every picture: scripts that wait for a picture go on."""


def is_unneeded(address: str, kind: str) -> bool:
    """True for what is not loaded: fonts, sound and film, beacons, trackers and advertisements."""
    if kind in NEVER_LOADED or not address.startswith(("http://", "https://")):
        return True
    return is_tracker(address)


def is_tracker(address: str) -> bool:
    """True for what watches readers or sells to them."""
    try:
        host = (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return True  # no address that anyone could ask
    parts = host.split(".")
    names = (".".join(parts[start:]) for start in range(len(parts)))
    return any(name in TRACKER_HOSTS for name in names) or TRACKER_ADDRESS.search(address) is not None
