"""Whether a page is only a shell that scripts fill, so that it must be shown to a browser to be read."""

import re

from blogforever.dom.reading import UNREAD
from blogforever.dom.tree import Document, Element, Text
from blogforever.text.words import tidy, words

ROOTS = (
    "#app", "#root", "#__next", "#__nuxt", "#___gatsby", "#__layout", "#svelte", "#q-app", "#ember-app", "#main-app",
    "#app-root", "#react-root", "#vue-app", "#application", "#mount", "#container-app", "#elm", "#spa", "app-root",
    "[data-reactroot]", "[ng-app]", "[data-ng-app]", "[ng-view]", "[ui-view]", "router-outlet", "[v-cloak]",
    "[data-server-rendered]", "#output", "#docsify", "#marked", "#markdown", "[data-v-app]", "my-app", "main-app",
)  # fmt: skip
"""Where scripts put a whole page."""

FILLED_BY_SCRIPT = (
    (re.compile(r"\$docsify\b|/docsify(?:@[\w.]+)?/|docsify(?:\.min)?\.js"), "docsify"),
    (re.compile(r"blogger\.com/dyn-css|/dynamicviews/|dynamicviews_", re.IGNORECASE), "Blogger Dynamic Views"),
    (
        re.compile(r"/gitbook-plugin|marked(?:\.min)?\.js|showdown(?:\.min)?\.js|strapdown(?:\.min)?\.js"),
        "Markdown in the browser",
    ),
    (
        re.compile(r"webpackJsonp|__NUXT__|__NEXT_DATA__|__INITIAL_STATE__|static/js/main\.[0-9a-f]+(?:\.chunk)?\.js"),
        "an application's bundle",
    ),
    (re.compile(r"app\.[0-9a-f]{8,}\.js|chunk-vendors\.|/assets/index[.-][\w-]{8}\.js"), "an application's bundle"),
)
"""Names in scripts and their addresses."""

ASKS_FOR_SCRIPTS = re.compile(
    r"javascript|java script|enable js|activ\w{1,20} (?:le )?js\b|启用 ?js|开启 ?js|スクリプト|скрипт", re.IGNORECASE
)
ABOUT_A_PART = re.compile(
    r"comment|kommentar|coment|commento|reacti|disqus|livefyre|isso|评论|評論|留言|コメント|댓글|комментари|statist"
    r"|analytics|counter|tracking|gallery|slideshow|search|map\b|e-?mail|video|player|form\b|widget|translate",
    re.IGNORECASE,
)
"""Said of comments, a counter or a map, it says nothing of the page."""


_FEW_WORDS = 30
_AROUND = frozenset({"nav", "header", "footer", "aside", "head", "form", "menu"})
_SHOWS = "img, picture, video, audio, svg, canvas, iframe, object, embed, table"
_ALL_ROOTS = ", ".join(ROOTS)
_MOST_SCRIPT = 200_000


def shell_reason(document: Document) -> str:
    """Why the page is only a shell, "" if it is not: hardly a word to read, scripts, and a place that they fill."""
    if not _has_few_words(document):
        return ""
    scripts = [one for one in document.select("script") if _is_program(one)]
    if not scripts:
        return ""
    if root := next(filter(_is_empty, document.select(_ALL_ROOTS)), None):
        return f"<{root.tag} id={root.attr('id')}> stands empty" if root.attr("id") else f"<{root.tag}> stands empty"
    if notice := next(filter(None, map(_asks_for_scripts, document.select("noscript"))), ""):
        return f'it says "{notice[:80]}"'
    text = " ".join(f"{one.attr('src') or ''} {one.text}" for one in scripts)[:_MOST_SCRIPT]
    if document.select_one("body") is None or not _is_bare(document):
        return ""
    return next((f"{name} fills it" for clue, name in FILLED_BY_SCRIPT if clue.search(text)), "")


def _has_few_words(document: Document) -> bool:
    """True when a reader without scripts has next to nothing to read; menus, heads and feet do not count."""
    count = 0
    left: list[Document | Element] = [document]
    while left:
        for child in left.pop().children:
            if isinstance(child, Element):
                if child.tag not in UNREAD and child.tag not in _AROUND and not _is_hidden(child):
                    left.append(child)
            elif isinstance(child, Text):
                count += len(words(child.text))
                if count >= _FEW_WORDS:
                    return False
    return True


def _is_hidden(element: Element) -> bool:
    style = element.attr("style")
    return element.attr("hidden") is not None or (
        isinstance(style, str) and "display:none" in style.replace(" ", "").lower()
    )


def _is_program(script: Element) -> bool:
    kind = script.attr("type")
    return (
        not isinstance(kind, str)
        or not kind
        or "javascript" in kind.lower()
        or kind.lower() in {"module", "text/babel"}
    )


def _is_empty(root: Element) -> bool:
    return root.select_one(_SHOWS) is None and _text_is_short(root)


def _text_is_short(root: Element) -> bool:
    """A word or two may stand where the page will: "Loading …"."""
    return len(words(" ".join(child.text for child in root.children if _is_read(child)))) <= 5


def _is_read(child: object) -> bool:
    return not isinstance(child, Element) or child.tag not in UNREAD


def _is_bare(document: Document) -> bool:
    """No picture to look at either: a post may be one photograph."""
    body = document.select_one("body")
    return body is not None and not any(one.closest("noscript") is None for one in body.select("img, video, iframe"))


def _asks_for_scripts(noscript: Element) -> str:
    notice = tidy(noscript.text)
    return notice if ASKS_FOR_SCRIPTS.search(notice) and not ABOUT_A_PART.search(notice) else ""
