"""Blogs of which a server only has an empty page and scripts: what readers see is made in their browser."""

import json
import shutil
import subprocess
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from tests.loopback import respond, serving
from tests.sample_blog.writing import write_posts

_MOST_WRITTEN = 50
DOCSIFY = "docsify@5.0.0"
PLACE = Path("build/engines/docsify")

_SHELL = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tidewater Notebook</title>
<script src="/app.js" defer></script></head>
<body><div id="app"></div><noscript>Please switch on JavaScript to read this notebook.</noscript></body></html>"""

_APP = """
const app = document.getElementById("app");
const element = (tag, text) => Object.assign(document.createElement(tag), {textContent: text});
const link = (path, text) => Object.assign(element("a", text), {href: path});

async function showList() {
  const posts = await (await fetch("/api/posts.json")).json();
  document.title = "Tidewater Notebook";
  const list = element("ul", "");
  for (const post of posts) {
    const item = element("li", "");
    item.append(link(post.path, post.title), element("time", " " + post.date), element("p", post.summary));
    list.append(item);
  }
  app.replaceChildren(element("h1", "Tidewater Notebook"), list);
}

async function showPost(path) {
  const answer = await fetch("/api" + path.replace(/\\/$/, "") + ".json");
  if (!answer.ok) { app.replaceChildren(element("h1", "Nothing here")); return; }
  const post = await answer.json();
  document.title = post.title + " | Tidewater Notebook";
  const article = element("article", "");
  const time = Object.assign(element("time", post.date), {dateTime: post.date});
  const body = Object.assign(document.createElement("div"), {className: "post-body", innerHTML: post.html});
  const byline = Object.assign(element("p", "by " + post.author), {className: "byline"});
  article.append(element("h1", post.title), time, byline, body);
  const home = element("nav", "");
  home.append(link("/", "All posts"));
  app.replaceChildren(home, article);
}

const show = () => location.pathname === "/" ? showList() : showPost(location.pathname);
addEventListener("popstate", show);
addEventListener("click", event => {
  const to = event.target.closest("a");
  if (to && to.origin === location.origin) { event.preventDefault(); history.pushState(null, "", to.href); show(); }
});
show();
"""


def plain_posts(count):
    """So many posts with titles of their own; the grammar that writes them has only some hundred."""
    written = write_posts(min(count, _MOST_WRITTEN), seed=4)
    return tuple(
        replace(post, title=f"{post.title}, part {again + 1}", number=again * 10_000 + post.number) if again else post
        for again in range(-(-count // len(written)))
        for post in written
    )[:count]


@contextmanager
def single_page_app(count):
    """A blog as one page with a script that asks for posts as JSON: its address, its posts, and what it was asked."""
    posts = plain_posts(count)
    listed = [
        {"path": _path(post), "title": post.title, "date": f"{post.published:%Y-%m-%d}", "summary": post.summary}
        for post in posts
    ]
    site = {
        "*": respond(200, _SHELL),
        "/app.js": respond(200, _APP, Content_Type="text/javascript"),
        "/api/posts.json": respond(200, json.dumps(listed), Content_Type="application/json"),
        "/robots.txt": respond(404),
        **{address: respond(404) for address in ("/sitemap.xml", "/sitemap_index.xml", "/favicon.ico")},
    }
    for post, line in zip(posts, listed, strict=True):
        told = {**line, "author": post.authors[0], "html": post.html}
        site[f"/api{_path(post)}.json"] = respond(200, json.dumps(told), Content_Type="application/json")
    with serving(site) as server:
        yield f"http://127.0.0.1:{server.server_port}/", posts, server.asked


def _path(post):
    return f"/notes/{post.number}-{post.slug or 'post'}"


def install_docsify():
    """docsify from its makers; True when it is there in the end."""
    script = PLACE / "node_modules" / "docsify" / "dist" / "docsify.min.js"
    if not script.exists() and shutil.which("npm"):
        PLACE.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", PLACE, DOCSIFY]
        subprocess.run(command, check=False, capture_output=True, timeout=180)
    return script.exists()


@contextmanager
def docsify_blog(count):
    """A folder of Markdown files that docsify makes pages of, behind # in the address; the address and the posts."""
    posts = plain_posts(count)
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(PLACE / "node_modules" / "docsify" / "dist", folder / "docsify")
        (folder / "index.html").write_text(_DOCSIFY_PAGE, encoding="utf-8")
        menu = "".join(f"- [{escape(post.title, quote=False)}]({_path(post)[1:]}.md)\n" for post in posts)
        (folder / "README.md").write_text(f"# Tidewater Notebook\n\nNotes from a shed.\n\n{menu}", encoding="utf-8")
        (folder / "_sidebar.md").write_text(menu, encoding="utf-8")
        (folder / "notes").mkdir()
        for post in posts:
            date = f"{post.published:%B} {post.published.day}, {post.published.year}"
            text = f"# {escape(post.title, quote=False)}\n\nPosted on {date} by {post.authors[0]}\n\n{post.html}\n"
            (folder / f"{_path(post)[1:]}.md").write_text(text, encoding="utf-8")
        with _folder_server(folder) as home:
            yield home, posts


_DOCSIFY_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tidewater Notebook</title>
<link rel="stylesheet" href="/docsify/themes/core.min.css"></head>
<body><div id="app"></div>
<script>window.$docsify = {name: "Tidewater Notebook", loadSidebar: true, auto2top: true};</script>
<script src="/docsify/docsify.min.js"></script></body></html>"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing."""


@contextmanager
def _folder_server(folder):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
