"""A post as a folder that needs no network: a page, and copies of the files that it shows."""

import re
import shutil
from html import escape
from pathlib import Path, PurePosixPath

from blogforever.actions.archived_record import ArchivedPost
from blogforever.actions.files import write_text
from blogforever.actions.offline_comments import offline_discussion
from blogforever.actions.open_archive import OpenArchive
from blogforever.dom.offline import localise
from blogforever.errors import UnreadableFile
from blogforever.model.archive import StoredMedia

PAGE = "index.html"
FILES = "media"
_NOTHING_FROM_ELSEWHERE = (
    "default-src 'none'; img-src 'self' file: data:; media-src 'self' file:; style-src 'unsafe-inline'"
)
_STYLE = (
    "body{max-width:42em;margin:2em auto;padding:0 1em;font:1.05em/1.6 serif}"
    "img,video{max-width:100%;height:auto}pre{overflow:auto}header,footer{font-family:sans-serif;color:#555}"
    "#comments ul{list-style:none;padding-left:1.2em}#comments li{border-left:2px solid #ddd;padding-left:1em}"
)
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""All but tabs and line ends: a page has no use for them, and a terminal that shows the file would obey them."""


def write_offline(archive: OpenArchive, archived: ArchivedPost, folder: Path | str) -> Path:
    """Write the post's page into the folder, the files beside it, and give the page's place. Raises UnreadableFile."""
    home = Path(folder)
    local: dict[str, str] = {}
    try:
        (home / FILES).mkdir(parents=True, exist_ok=True)
        for address, kept in archived.files.items():
            if source := _source(archive, kept):
                shutil.copyfile(source, home / FILES / source.name)
                local[address] = f"{FILES}/{source.name}"
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise UnreadableFile(str(folder), f"cannot be written ({why})", "Name another folder.") from error
    page = home / PAGE
    write_text(page, offline_page(archived, local))
    return page


def offline_page(archived: ArchivedPost, local: dict[str, str]) -> str:
    """The post as a whole page; `local` says where the files lie, by address."""
    post = archived.post
    title = escape(post.title or "Without a title")
    byline = " · ".join(
        escape(part) for part in (", ".join(post.authors), post.published.iso if post.published else "") if part
    )
    source = escape(post.url or "")
    tags = f"<p>{escape(', '.join(post.tags))}</p>" if post.tags else ""
    page = (
        f'<!doctype html>\n<html lang="{escape(post.language or "")}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_NOTHING_FROM_ELSEWHERE}">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{_STYLE}</style></head>\n'
        f"<body><header><h1>{title}</h1><p>{byline}</p></header>\n"
        f"<article>{localise(post.content_html, local)}</article>\n{offline_discussion(archived.discussion, local)}"
        f"<footer>{tags}<p>Version {archived.version.number}, kept {escape(archived.version.captured_at)} "
        f'from <a href="{source}">{source}</a></p></footer></body></html>\n'
    )
    return _CONTROLS.sub(" ", page)


def _source(archive: OpenArchive, kept: StoredMedia) -> Path | None:
    """Where the file lies; None when it is gone, or when a damaged archive names a place outside itself."""
    if kept.path is None or ".." in PurePosixPath(kept.path).parts or PurePosixPath(kept.path).is_absolute():
        return None
    path = archive.folder / kept.path
    return path if path.is_file() else None
