"""How cost grows with the size of a page: invented blogs whose pages differ in nothing but length."""

import html
import random
from typing import Any

import turbohtml
from lxml.html import document_fromstring

from bench.corpus import SEED
from bench.cost import cpu_ms
from bench.progress import Progress
from blogforever.actions.extract import extract_post, read_fields
from blogforever.actions.learn import learn_rules
from blogforever.model.feed import Feed, FeedEntry, FeedText
from blogforever.model.moment import Moment
from blogforever.model.page import Page

SIZES_KB = (50, 100, 200, 500, 1000, 2000)
PAGES = 5
_HOME = "https://blog.example.org"


def time_growth(progress: Progress) -> list[dict[str, Any]]:
    """CPU ms of parsing, reading and learning for each size of page."""
    rows = []
    for size in SIZES_KB:
        feed, pages = invent_blog(size)
        page = pages[0]
        rules = learn_rules(feed, pages)
        rows.append(
            {
                "kb": len(page.content) / 1000,
                "bare": cpu_ms(turbohtml.parse, page.content),
                "fields": cpu_ms(read_fields, page, rules),
                "record": cpu_ms(extract_post, page, rules),
                "learning_bare": sum(cpu_ms(document_fromstring, each.content) for each in pages),
                "learning": cpu_ms(learn_rules, feed, pages, fewest=2),
            }
        )
        progress.step(f"{size} KB")
    return rows


def invent_blog(kb: int) -> tuple[Feed, list[Page]]:
    """A full-text feed of a few entries and their pages, each of about this size: article, comments, side bar."""
    chance = random.Random(SEED + kb)  # noqa: S311 - a text to parse, not a secret
    words = ["".join(chance.choices("abcdefghijklmnoprstuvw", k=chance.randint(2, 10))) for _ in range(4000)]
    entries, pages = [], []
    for number in range(PAGES):
        title = " ".join(chance.choices(words, k=6)).capitalize()
        article = _paragraphs(chance, words, kb * 700)
        comments = "".join(
            f'<li class="comment" id="comment-{n}"><cite>{chance.choice(words)}</cite><p>{text}</p></li>\n'
            for n, text in enumerate(_paragraphs(chance, words, kb * 220).split("\n"))
        )
        address, day = f"{_HOME}/2026/03/post-{number}/", f"2026-03-{10 + number:02}"
        pages.append(Page(content=_page(title, article, comments, day).encode(), address=address))
        entries.append(
            FeedEntry(
                address=address,
                title=title,
                authors=("Ada Example",),
                published=Moment(written=day, iso=day),
                html=article,
                text=html.unescape(turbohtml.parse(article).to_text()),
                tags=("letters",),
            )
        )
    feed = Feed(
        address=f"{_HOME}/feed/",
        format="rss20",
        title="Example blog",
        home=_HOME,
        entries=tuple(entries),
        text_kind=FeedText.FULL,
        text_kind_reason="invented",
    )
    return feed, pages


def _paragraphs(chance: random.Random, words: list[str], size: int) -> str:
    lines, length = [], 0
    while length < size:
        some = chance.choices(words, k=chance.randint(20, 120))
        some[3] = f'<a href="/{some[3]}/">{some[3]}</a>'
        some[9] = f"<em>{some[9]}</em>"
        lines.append(f"<p>{' '.join(some)}.</p>")
        length += len(lines[-1])
    return "\n".join(lines)


def _page(title: str, article: str, comments: str, day: str) -> str:
    menu = "".join(f'<li class="menu-item"><a href="/page-{n}/">Page {n}</a></li>' for n in range(20))
    recent = "".join(f'<li><a href="/2026/02/old-{n}/">Older post {n}</a></li>' for n in range(15))
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} | Example blog</title></head>
<body class="single"><header><h2><a href="/">Example blog</a></h2><nav><ul>{menu}</ul></nav></header>
<main id="content"><article class="post hentry"><h1 class="entry-title">{title}</h1>
<p class="meta">Posted by <a class="author" href="/ada/">Ada Example</a> on <time datetime="{day}">{day}</time></p>
<div class="entry-content">{article}</div><p class="tags">Tags: <a rel="tag" href="/tag/letters/">letters</a></p>
</article>
<section id="comments"><ol>{comments}</ol></section></main>
<aside><h3>Recent posts</h3><ul>{recent}</ul></aside><footer><p>Example blog</p></footer></body></html>"""
