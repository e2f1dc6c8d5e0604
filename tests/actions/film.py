"""A blog whose front page and posts were captured at moments that a test chooses, as by harvests of that time."""

from datetime import UTC, datetime

from blogforever.model.blog import Blog
from blogforever.model.exchange import Exchange
from blogforever.model.harvest import GonePost, HarvestChanges, KeptMedia, PostChanges, Report, State
from tests.store.archive import BLOG, Archive, post

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"
PICTURE = "https://blog.example/boat.png"
HTML = (("Content-Type", "text/html; charset=utf-8"),)
STYLE = "article{border:1px solid red}"


def moment(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def page_listing(*names, title="Tides", style=STYLE):
    """A front page with a header, a list with the beginning of each post, recent posts at the side, and a script."""
    items = "".join(
        f'<article class="entry"><h2 class="entry-title"><a href="/{name}">Title {name}</a></h2>'
        f'<div class="summary"><p>What the list says of post {name}.</p></div></article>'
        for name in names
    )
    recent = "".join(f'<li><a href="/{name}">Title {name}</a></li>' for name in names[:2])
    return (
        f"<!doctype html><html><head><title>{title}</title><style>{style}</style>"
        '<link rel="stylesheet" href="/theme.css"></head><body class="home">'
        f'<header id="masthead"><h1>{title}</h1><img src="/boat.png" alt="a boat"></header><main>{items}</main>'
        f"<aside><h3>Recent</h3><ul>{recent}</ul></aside><script>alert(1)</script><footer>The end</footer></body>"
    ).encode()


def captured(at, body=b"", *, address=BLOG, status=200, kind=HTML):
    return Exchange(address=address, at=moment(at), status=status, response_headers=kind, body=body)


def a_post(name, published, at, text=None, **more):
    words = text or f"The whole text of post {name} with a good many words in it, more than any list would show of it."
    return post(
        f"blog.example/{name}", title=f"Title {name}", published=published, text=words, captured_at=moment(at), **more
    )


class Film:
    """An archive that harvests are added to."""

    def __init__(self, folder):
        self.archive = Archive(folder=folder, store=None)
        self.folder = folder

    def harvest(self, at, *posts, page=None, status=200, gone=(), back=0, **more):
        """One harvest: posts as (name, published, text), the front page as it was then."""
        captures, records = self.archive.ports()
        records.keep_blog(Blog(url=BLOG, title="Tides"))
        records.keep_media(KeptMedia(address=PICTURE, content=PNG, media_type="image/png", captured_at=moment(at)))
        if page is not None:
            captures.capture(captured(at, page, status=status))
        for exchange in more.pop("files", ()):
            captures.capture(exchange)
        for name, published, *text in posts:
            records.keep_post(a_post(name, published, at, *text, **more))
        lost = tuple(GonePost(address=BLOG + name, reason="not found (status 404)", is_new=True) for name in gone)
        changes = HarvestChanges(posts=PostChanges(gone=len(gone), back=back, new=len(posts)))
        records.close(Report(blog=BLOG, state=State.DONE, gone=lost, changes=changes))
        return self
