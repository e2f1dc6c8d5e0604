"""The digest of what the author said in a post: another digest is another version [OS 6].

Title, text, references, tags and media count. How the page is made does not: spaces, the order of attributes, the host
that files come from, the size in which a picture is shown, the date and the name that the theme prints.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from blogforever.model.post import Post
from blogforever.urls.normalize import post_key

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_SIZE = re.compile(r"-[0-9]{2,5}x[0-9]{2,5}(?=\.[a-z0-9]{2,5}$)", re.IGNORECASE)
"""WordPress names the sizes of a picture so: rain-300x200.jpg."""
_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|mp[34]|m4[av]|og[gva]|webm|pdf)$", re.IGNORECASE)


def author_digest(post: Post) -> str:
    """Equal for two readings of a post in which the author says the same."""
    digest = hashlib.blake2b(digest_size=16)
    said = (
        [_words(post.title or "")],
        [_words(post.content_text)],
        _each_once(_reference(link.address) for link in post.links),
        _each_once(_words(tag) for tag in post.tags),
        _each_once(_file_name(media.address) for media in post.media),
    )
    for parts in said:
        digest.update(f"{len(parts)};".encode())
        for part in parts:
            encoded = part.encode("utf-8", "surrogatepass")
            digest.update(f"{len(encoded)}:".encode())
            digest.update(encoded)
    return digest.hexdigest()


def _words(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text.translate(_INVISIBLE)).split())


def _each_once(parts: Iterable[str]) -> list[str]:
    """Themes show the same tags, pictures and links in another order, or twice."""
    return sorted({part for part in parts if part})


def _reference(address: str) -> str:
    is_file = _FILE.search(address.partition("#")[0].partition("?")[0])
    return _file_name(address) if is_file else post_key(address)


def _file_name(address: str) -> str:
    """The name of the file, without the host, the folder and the size that it is served from and in."""
    return _SIZE.sub("", address.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2])
