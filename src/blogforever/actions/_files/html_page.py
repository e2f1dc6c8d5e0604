"""The frame of every web page that we write: it runs nothing, asks nobody, and holds no control characters."""

import re
from html import escape

_NOTHING_FROM_ELSEWHERE = (
    "default-src 'none'; img-src 'self' file: data:; media-src 'self' file:; style-src 'unsafe-inline'"
)
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters other than tabs and line ends: useless in a page, and a terminal would act on them."""


def html_page(
    body: str, *, title: str, style: str, language: str | None = None, attributes: tuple[str, str] = ("", "")
) -> str:
    """A complete page; `body` is sound HTML, `attributes` are those of the elements html and body, escaped."""
    of_html, of_body = (f" {one}" if one else "" for one in attributes)
    page = (
        f'<!doctype html>\n<html lang="{escape(language or "")}"{of_html}><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_NOTHING_FROM_ELSEWHERE}">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{style}</style></head>\n<body{of_body}>{body}</body></html>\n"
    )
    return _CONTROLS.sub(" ", page)
