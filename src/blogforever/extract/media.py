"""Pictures, sounds, films, players and files that an article shows or offers."""

import re
from collections.abc import Iterable, Iterator, Sequence

from blogforever.dom.players import is_player
from blogforever.dom.tree import Element
from blogforever.model.post import Link, MediaRef
from blogforever.text.words import tidy
from blogforever.urls.paths import file_ending

_MOST = 2_000
_WEB = ("http://", "https://", "//")
_CANDIDATE = re.compile(r"[^\s,]\S*")
_SIZE = re.compile(r"\s*+([\d.]{1,12})[wxh]")
_LONGEST_SET = 10_000
_NOTHING = frozenset({"0", "1", "0px", "1px"})
_PIXEL = re.compile(
    r"https?://(?:pixel\.|stats?\.|feeds?\.feedburner\.com/~[rf]/|feeds\.wordpress\.com/|b\.scorecardresearch\.com/"
    r"|www\.google-analytics\.com/|blogger\.googleusercontent\.com/tracker/|[^/]+/matomo\.php|[^/]+/piwik\.php)",
    re.IGNORECASE,
)
"""Pictures that count readers."""
_FILES = frozenset({
    "pdf", "zip", "tgz", "gz", "bz2", "xz", "7z", "rar", "tar", "mp3", "m4a", "ogg", "oga", "opus", "flac", "wav",
    "mp4", "m4v", "webm", "ogv", "avi", "mov", "mkv", "wmv", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "csv",
    "ppt", "pptx", "odp", "epub", "mobi", "azw3", "djvu", "ps", "apk", "dmg", "exe", "msi", "deb", "rpm", "iso", "jar",
    "torrent", "swf", "ttf", "otf", "psd", "ai", "svgz", "tex", "bib", "ipynb", "gpx", "kml", "ics", "srt",
})  # fmt: skip
"""Endings of files that people offer for download."""
_KINDS = {
    **dict.fromkeys(("mp3", "m4a", "ogg", "oga", "opus", "flac", "wav"), "audio"),
    **dict.fromkeys(("mp4", "m4v", "webm", "ogv", "avi", "mov", "mkv", "wmv"), "video"),
}


def find_media(shown: Sequence[Element], links: Iterable[Link]) -> list[MediaRef]:
    """What a mended node shows, in reading order, then the files that its links offer."""
    found: dict[str, MediaRef] = {}
    for element in shown[:_MOST]:
        for reference in _READERS[element.tag](element):
            if reference.address.startswith(_WEB):
                found.setdefault(reference.address, reference)
    for link in links:
        if file_ending(link.address) in _FILES and link.address not in found:
            found[link.address] = MediaRef(address=link.address, kind="attachment", text=link.text)
    return list(found.values())


def candidates(srcset: str) -> list[str]:
    """The addresses of a srcset, the largest first."""
    sized = _sized(srcset[:_LONGEST_SET])
    return [address for _, address in sorted(sized, key=lambda one: -one[0])]


def _sized(srcset: str) -> Iterator[tuple[float, str]]:
    """Size and address of each candidate, read in one pass as browsers do."""
    place = 0
    while found := _CANDIDATE.search(srcset, place):
        address = found.group().rstrip(",")
        size = None
        place = found.end()
        if address == found.group():  # no comma ended it: what stands up to the next one is about its size
            size = _SIZE.match(srcset, place)
            end = srcset.find(",", place)
            place = end + 1 if end >= 0 else len(srcset)
        yield float(size[1]) if size and _is_number(size[1]) else 1.0, address


def _is_number(text: str) -> bool:
    try:
        return bool(text) and float(text) >= 0
    except ValueError:
        return False


def _image(image: Element) -> Iterator[MediaRef]:
    source = (image.attr("src") or "").strip()
    if image.attr("width") in _NOTHING and image.attr("height") in _NOTHING:
        return
    if _PIXEL.match(source):
        return
    srcset = image.attr("srcset")
    offered = candidates(srcset) if srcset else []
    parent = image.parent
    if isinstance(parent, Element) and parent.tag == "picture":
        for other in parent.select("source[srcset]"):
            offered.extend(candidates(other.attr("srcset") or ""))
    if offered:
        offered = [address for address in offered if address.startswith(_WEB)]
    if source.startswith(_WEB):
        offered.insert(1, source)
    if not offered:
        return
    best, *rest = dict.fromkeys(offered)
    yield MediaRef(address=best, kind="image", alternatives=tuple(rest), text=_image_text(image))


def _image_text(image: Element) -> str:
    alternative = image.attr("alt")
    if alternative and (text := tidy(alternative)):
        return text
    figure = image.closest("figure, .wp-caption")
    caption = figure.select_one("figcaption, .wp-caption-text") if figure is not None else None
    return tidy(caption.text if caption is not None else image.attr("title") or "")


def _audio(sound: Element) -> Iterator[MediaRef]:
    yield from _played(sound, "audio")


def _video(film: Element) -> Iterator[MediaRef]:
    yield from _played(film, "video")
    poster = film.attr("poster")
    if poster:
        yield MediaRef(address=poster.strip(), kind="image", text=tidy(film.attr("title") or ""))


def _played(element: Element, kind: str) -> Iterator[MediaRef]:
    sources = [element.attr("src"), *(source.attr("src") for source in element.select("source[src]"))]
    addresses = [
        address for address in dict.fromkeys(one.strip() for one in sources if one) if address.startswith(_WEB)
    ]
    if addresses:
        yield MediaRef(
            address=addresses[0],
            kind=kind,
            alternatives=tuple(addresses[1:]),
            text=tidy(element.attr("title") or element.attr("aria-label") or ""),
        )


def _frame(frame: Element) -> Iterator[MediaRef]:
    address = (frame.attr("src") or "").strip()
    if is_player(address):
        yield MediaRef(address=address, kind="player", text=tidy(frame.attr("title") or ""))


def _embedded(element: Element) -> Iterator[MediaRef]:
    address = (element.attr("src") or element.attr("data") or "").strip()
    ending = file_ending(address)
    kind = "player"
    if ending in _FILES and ending != "swf" and not is_player(address):
        kind = _KINDS.get(ending, "attachment")
    if address:
        yield MediaRef(address=address, kind=kind, text=tidy(element.attr("title") or ""))


_READERS = {"img": _image, "audio": _audio, "video": _video, "iframe": _frame, "embed": _embedded, "object": _embedded}
