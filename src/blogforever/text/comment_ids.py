"""One number for one comment, whoever names it: its node on a page, its feed entry, or the platform's interface."""

import re
from hashlib import sha256

from blogforever.text.words import tidy, words

LONGEST = 200
"""Longer ids are replaced by their digest: nobody reads them, and databases keep them in an index."""

_PREFIX = (
    r"(?:(?:li|div|dsq|isso|comments?|cmt|c|IDComment|commentaire|kommentar|reply|pingback|trackback|webmention|body"
    r"|content|item|post|entry)[-_:]?)+"
)
_NUMBERED = re.compile(rf"{_PREFIX}(\d{{1,40}})", re.IGNORECASE)
_LETTERED = re.compile(
    rf"{_PREFIX}(?<=[-_:])((?=[a-f-]*\d)[0-9a-f]{{8,64}}(?:-[0-9a-f]{{4,12}}){{0,4}})", re.IGNORECASE
)
"""Ids in hexadecimal, such as TypePad's and every uuid; only what a separator cuts off from the words before it."""
_BLOGGER = re.compile(r"tag:blogger\.com,\d{4}:blog-\d{1,40}\.post-?(\d{1,40})", re.IGNORECASE)


def comment_id(named: str) -> str:
    """The comment's own number in what names it ("li-comment-12", "https://x/#c12"), else the name; "" for nothing.

    Total and idempotent.
    """
    name = named.strip()
    if "#" in name and (fragment := name.rpartition("#")[2].strip()):
        name = fragment
    before = None
    while name != before:
        before = name
        found = _BLOGGER.fullmatch(name) or _NUMBERED.fullmatch(name) or _LETTERED.fullmatch(name)
        name = found[1] if found else name
    return name if len(name) <= LONGEST else _digest(name)


def made_up_id(author: str | None, published: str | None, text: str) -> str:
    """An id for a comment that has none: equal for equal words by the same author at the same time."""
    content = " ".join(words(text)) or tidy(text)
    return _digest("\n".join((" ".join(words(author or "")) or tidy(author or ""), tidy(published or ""), content)))


def _digest(text: str) -> str:
    return f"made-{sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"
