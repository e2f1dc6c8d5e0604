"""Two versions of a post as a web page: in one text, and side by side. The page runs nothing and asks nobody."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from blogforever.actions._files.file_io import write_text
from blogforever.actions._files.html_page import html_page
from blogforever.actions.history.compare import ComparedVersions
from blogforever.model.archive import DiffPiece, ListDiff, PieceKind, PostVersion

_STYLE = """
:root{color-scheme:light dark;--ink:#1d1d1f;--paper:#fff;--dim:#666;--line:#ddd;--plus:#d7f5dd;--plus-ink:#0a5c1f;
--minus:#fde0e0;--minus-ink:#8f1414}
@media (prefers-color-scheme:dark){:root{--ink:#e6e6e6;--paper:#161618;--dim:#a0a0a0;--line:#3a3a3d;--plus:#123d1e;
--plus-ink:#a5ecb8;--minus:#4a1818;--minus-ink:#ffb8b8}}
body{margin:2em auto;padding:0 1.2em;max-width:72em;font:1.05em/1.6 serif;color:var(--ink);background:var(--paper)}
header,footer,nav,table,.note,summary{font-family:sans-serif}
h1{line-height:1.25;margin:.2em 0}
header p,footer,.note,summary{color:var(--dim);font-size:.9em}
a{color:inherit}
ins{background:var(--plus);color:var(--plus-ink);text-decoration:underline;text-decoration-thickness:.08em}
del{background:var(--minus);color:var(--minus-ink);text-decoration:line-through}
ins,del{border-radius:.15em;padding:0 .1em}
table{border-collapse:collapse;margin:1em 0;font-size:.95em}
th,td{text-align:left;vertical-align:top;padding:.35em 1em .35em 0;border-top:1px solid var(--line)}
td{overflow-wrap:anywhere}
td ul{margin:0;padding:0;list-style:none}
nav{margin:1.5em 0 .5em}
nav label{margin-left:.3em;margin-right:1.2em}
.text{overflow-wrap:anywhere}
.inline{max-width:44em;white-space:pre-wrap}
details{display:inline}
details[open]{display:block}
summary{display:inline;cursor:pointer}
.side{display:none;width:100%;table-layout:fixed;font:1em/1.5 serif}
.side td{width:50%;padding:.5em 1.2em .5em 0;white-space:pre-wrap}
.side th{border:0;color:var(--dim);font-weight:normal}
body:has(#side:checked) .side{display:table}
body:has(#side:checked) .inline{display:none}
"""


def write_diff(compared: ComparedVersions, file: Path | str) -> None:
    """Write the page. Raises UnreadableFile."""
    write_text(Path(file), diff_page(compared))


def diff_page(compared: ComparedVersions) -> str:
    """The page."""
    old, new, diff = compared.old, compared.new, compared.diff
    title = new.post.title or "Untitled"
    address = escape(new.post.url or compared.stored.key)
    heading = "".join(map(_inline, diff.title)) or escape(title)
    changed = ", ".join(part.value for part in diff.parts) or "nothing that readers see"
    words = f"; {diff.words_added:,} words added, {diff.words_removed:,} removed" if diff.text else ""
    note = (
        '<p class="note">Both versions were read from the same capture: other rules made the difference, nobody edited'
        " the post.</p>"
        if compared.is_same_capture
        else ""
    )
    body = (
        f'<header><p>What changed in a post</p><h1>{heading}</h1><p><a href="{address}">{address}</a></p>'
        f"<p>{_named(old)} → {_named(new)}</p><p>Changed: {escape(changed)}{words}.</p></header>\n{note}"
        f"{_table(compared)}\n{_text(compared)}"
        "<footer><p>Words that are <ins>underlined</ins> were added, words that are <del>struck out</del> removed. "
        "Made by blogforever from its archive.</p></footer>"
    )
    return html_page(
        body, title=f"{title}: versions {old.number} and {new.number}", language=new.post.language, style=_STYLE
    )


def _named(version: PostVersion) -> str:
    source = ", from the feed" if version.from_feed else ""
    return f"version {version.number} (captured {escape(version.captured_at[:16].replace('T', ' '))} UTC{source})"


def _table(compared: ComparedVersions) -> str:
    diff = compared.diff
    lists = {
        "Address": diff.address, "Authors": diff.authors, "Dates": diff.dates, "Tags": diff.tags, "Links": diff.links,
        "Media": diff.media,
    }  # fmt: skip
    rows = "".join(f"<tr><th>{name}</th><td><ul>{_items(one)}</ul></td></tr>" for name, one in lists.items() if one)
    return f"<table>{rows}</table>" if rows else ""


def _items(lists: ListDiff) -> str:
    gone = "".join(f"<li><del>{escape(one)}</del></li>" for one in lists.removed)
    return gone + "".join(f"<li><ins>{escape(one)}</ins></li>" for one in lists.added)


def _text(compared: ComparedVersions) -> str:
    if not compared.diff.text:
        return '<p class="note">The text is the same in both versions.</p>\n'
    inline = "".join(map(_inline, compared.folded_text))
    rows = "".join(f"<tr><td>{left}</td><td>{right}</td></tr>" for left, right in _rows(compared.diff.text))
    return (
        '<nav><input type="radio" name="view" id="inline" checked><label for="inline">in one text</label>'
        '<input type="radio" name="view" id="side"><label for="side">side by side</label></nav>\n'
        f'<div class="text inline">{inline}</div>\n<table class="text side">'
        f"<tr><th>{_named(compared.old)}</th><th>{_named(compared.new)}</th></tr>{rows}</table>\n"
    )


def _inline(piece: DiffPiece) -> str:
    text = escape(piece.text)
    if piece.kind is PieceKind.ADDED:
        return f"<ins>{text}</ins>"
    if piece.kind is PieceKind.REMOVED:
        return f"<del>{text}</del>"
    if piece.kind is PieceKind.FOLDED:
        return f"<details><summary>[… {piece.words:,} words …]</summary>{text}</details>"
    return text


def _rows(pieces: Iterable[DiffPiece]) -> Iterator[tuple[str, str]]:
    """Both texts, a row for each paragraph that ends in both."""
    left: list[str] = []
    right: list[str] = []
    for piece in pieces:
        if piece.kind is PieceKind.REMOVED:
            left.append(_inline(piece))
        elif piece.kind is PieceKind.ADDED:
            right.append(_inline(piece))
        else:
            first, *others = piece.text.split("\n")
            left.append(escape(first))
            right.append(escape(first))
            for line in others:
                if any(map(str.strip, (*left, *right))):
                    yield "".join(left), "".join(right)
                left, right = [escape(line)], [escape(line)]
    yield "".join(left), "".join(right)
