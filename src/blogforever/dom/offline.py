"""An article that shows itself without the web: kept files in the place of addresses, links in the place of the rest.

article → only what is on the list of archival HTML → kept files, else links → HTML
"""

import re
from collections.abc import Iterator, Mapping

from blogforever.dom.archival import archival_html
from blogforever.dom.tree import Element, Text, parse_text

_PICTURES = frozenset({"img"})
_PLAYED = frozenset({"audio", "video"})
_PARTS = frozenset({"source", "track"})
_LINKS = frozenset({"a"})
_INSIDE = "data:image/"
_IN_SET = re.compile(r"([^\s,]++(?:,++[^\s,]++)*+)[^,]*+")
_LONGEST_SET = 10_000


def localise(html: str, files: Mapping[str, str]) -> str:
    """The article's HTML with the addresses of kept files (`files`: address to local place) leading to them.

    Showing it fetches nothing: a picture, sound or film that was not kept becomes a link to it, with its alternative
    text. Other links stay as they are.
    """
    body = _body(html)
    # Archival HTML passes unchanged; what else might ask the network does not pass.
    body = _body(archival_html(body, list(body.iter_elements(_PICTURES)), None))
    for link in list(body.iter_elements(_LINKS)):
        if local := files.get((link.attr("href") or "").strip()):
            link.attrs["href"] = local
    show_kept_files(body, files)
    return body.inner_html


def show_kept_files(body: Element, files: Mapping[str, str]) -> None:
    """Let pictures, sounds and films of a sanitised tree show kept files; what was not kept becomes a link."""
    for picture in list(body.iter_elements(_PICTURES)):
        _show(picture, list(_offered(picture)), files)
    for player in list(body.iter_elements(_PLAYED)):
        _show(player, list(_offered(player)), files)
        _localise_attribute(player, "poster", files)
    for part in list(body.iter_elements(_PARTS)):
        if part.tag == "source" or not _localise_attribute(part, "src", files):
            part.decompose()


def shown_addresses(body: Element) -> list[str]:
    """The addresses of all pictures of the tree, in all sizes and formats that are offered."""
    offered = (address for picture in body.iter_elements(_PICTURES) for address in _offered(picture))
    return list(dict.fromkeys(filter(None, offered)))


def _body(html: str) -> Element:
    body = parse_text(f"<!doctype html><body>{html}").select_one("body")
    return Element("body") if body is None else body


def _offered(element: Element) -> Iterator[str]:
    """The addresses under which a picture, sound or film is offered, in the order of the page."""
    outer = element.parent if element.tag == "img" else element
    own = [element]
    if isinstance(outer, Element) and outer.tag in {"picture", "audio", "video"}:
        own += outer.select("source")
    for one in own:
        yield (one.attr("src") or "").strip()
        yield from _IN_SET.findall((one.attr("srcset") or "")[:_LONGEST_SET])


def _show(element: Element, offered: list[str], files: Mapping[str, str]) -> None:
    """Show the first file that was kept: of several sizes and formats the archive keeps the best one."""
    kept = next((files[address] for address in offered if address in files), None)
    inside = next((address for address in offered if element.tag == "img" and address.startswith(_INSIDE)), None)
    shown = kept or inside
    if shown is None:
        _link_instead(element, next(filter(None, offered), ""))
        return
    for name in ("srcset", "sizes"):
        if element.attr(name) is not None:
            del element.attrs[name]
    element.attrs["src"] = shown


def _link_instead(element: Element, address: str) -> None:
    text = (element.attr("alt") or element.attr("title") or address).strip()
    if not text:
        element.decompose()
    elif not address or element.closest("a") is not None:  # links do not hold links
        element.replace_with(Text(text))
    else:
        link = Element("a", {"href": address})
        link.set_text(text)
        element.replace_with(link)


def _localise_attribute(element: Element, name: str, files: Mapping[str, str]) -> bool:
    """True when the attribute leads to a kept file; what leads elsewhere is dropped."""
    address = element.attr(name)
    if address is None:
        return False
    local = files.get(address.strip())
    if local is None:
        del element.attrs[name]
        return False
    element.attrs[name] = local
    return True
