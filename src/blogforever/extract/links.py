"""The links inside an article, and where each one leads."""

import re
from functools import lru_cache

from blogforever.dom.tree import Element
from blogforever.model.post import Link, LinkKind
from blogforever.text.words import tidy
from blogforever.urls.paths import host

_LONGEST = 2_000
_MOST = 5_000
"""Links that are kept of one article: an archive page of ten thousand is not an article."""

_BLOG_PLACES = re.compile(
    r"(?:.+\.)?(?:wordpress\.com|blogspot\.[a-z.]{2,6}|tumblr\.com|substack\.com|github\.io|gitlab\.io|typepad\.com"
    r"|livejournal\.com|dreamwidth\.org|blogger\.com|hatenablog\.(?:com|jp)|hateblo\.jp|blog\.fc2\.com|over-blog\.com"
    r"|canalblog\.com|overblog\.com|write\.as|bearblog\.dev|micro\.blog|mataroa\.blog|ghost\.io|svbtle\.com|posthaven\.com"
    r"|posterous\.com|hashnode\.dev|wixsite\.com|weebly\.com|blogs\.com|blog\.hu|blogg\.se|blogas\.lt|blog\.pl|20six\.de"
    r"|twoday\.net|cocolog-nifty\.com|seesaa\.net|exblog\.jp|goo\.ne\.jp|ameblo\.jp|tistory\.com|blog\.naver\.com"
    r"|cnblogs\.com|sinaimg\.cn|blog\.csdn\.net|medium\.com|dev\.to|qiita\.com|zenn\.dev|note\.com|note\.mu|jimdo\.com"
    r"|netlify\.app|vercel\.app|pages\.dev|neocities\.org|blog)"
    r"|(?:blogs?|weblog|diary|journal)\d*\..+",
    re.IGNORECASE,
)
"""Hosts where people have blogs, and hosts that call themselves one."""
_BLOG_PATH = re.compile(r"/(?:blogs?|weblog)/", re.IGNORECASE)


def find_links(article: Element, base: str | None, own_hosts: frozenset[str]) -> list[Link]:
    """Every link of a mended node that leads to another page, in reading order."""
    here = f"{base.partition('#')[0]}#" if base else "#"
    found: dict[tuple[str, str], Link] = {}
    for anchor in article.select("a[href]")[:_MOST]:
        address = (anchor.attr("href") or "").strip()
        if len(address) > _LONGEST or address.startswith(here):
            continue
        place = host(address)
        if not place:
            continue
        if " " in address:
            address = address.replace(" ", "%20")
        text = tidy(anchor.text)
        key = (address, text)
        if key not in found:
            found[key] = Link(address=address, text=text or _pictured(anchor), kind=_kind(address, place, own_hosts))
    return list(found.values())


def _kind(address: str, place: str, own_hosts: frozenset[str]) -> LinkKind:
    if place in own_hosts:
        return LinkKind.SAME_BLOG
    if _is_blog_place(place) or _BLOG_PATH.search(address.partition("?")[0]):
        return LinkKind.OTHER_BLOG
    return LinkKind.ELSEWHERE


@lru_cache(maxsize=4096)
def _is_blog_place(place: str) -> bool:
    return _BLOG_PLACES.fullmatch(place) is not None


def _pictured(anchor: Element) -> str:
    """What stands for a link without words: its picture's text, or its title."""
    picture = anchor.select_one("img[alt]")
    return tidy((picture.attr("alt") if picture is not None else None) or anchor.attr("title") or "")
