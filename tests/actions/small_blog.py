"""A blog of a few pages, made up here: a feed, its posts, an older post, a home page and an about page."""

from html import escape

WORDS = [
    "harbour", "lantern", "kettle", "orchard", "violin", "granite", "meadow", "compass", "feather", "saddle",
    "copper", "willow", "anchor", "thimble", "barley", "cinder", "marble", "otter", "plough", "quarry", "raven",
    "spindle", "turnip", "velvet", "walnut", "yarrow", "zither", "bramble", "chisel", "dapple",
]  # fmt: skip
HOME = "https://blog.example/"


def sentence(number, place):
    picked = [WORDS[(number * 7 + place * 5 + step * (place % 3 + 1)) % len(WORDS)] for step in range(9)]
    return f"The {picked[0]} and the {picked[1]} of {' '.join(picked[2:])} were what I wrote about that day."


def paragraphs(number):
    return [" ".join(sentence(number, place + row * 3) for place in range(3)) for row in range(4)]


def address(number):
    return f"{HOME}2020/{number:02}/post-{number}.html"


def title(number):
    return f"About {WORDS[number]} and {WORDS[number + 9]}"


def _page(heading, body, path, kind="single"):
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{heading} | Small Blog</title>
<link rel="canonical" href="{path}"></head><body class="{kind}"><div id="header"><a href="/">Small Blog</a></div>
<div id="main">{body}</div><div id="sidebar"><h3>About me</h3><p>I write this blog since 2003.</p>
<ul><li><a href="/tag/one">one</a></li></ul></div></body></html>""".encode()


def post(number):
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs(number))
    body = f"""<div class="post"><h1 class="post-title">{title(number)}</h1>
<p class="byline">By <a rel="author" href="/me">Ada Example</a> on <span class="date">2020-{number:02}-14</span></p>
<div class="post-body">{text}<p>See <a href="/2020/01/post-1.html">an older post</a>
<img src="/pictures/{number}.jpg" alt="Picture {number}"></p>
<div class="share"><a href="https://social.example/share">Share this</a> on the network of your choice</div></div>
<p class="tags">Tags: <a rel="tag" href="/tag/{WORDS[number]}">{WORDS[number]}</a></p></div>"""
    return _page(title(number), body, address(number))


def home():
    posts = "".join(
        f'<div class="post"><h1 class="post-title"><a href="{address(number)}">{title(number)}</a></h1>'
        f'<p class="byline"><span class="date">2020-{number:02}-14</span></p>'
        f'<div class="post-body"><p>{paragraphs(number)[0]}</p></div></div>'
        for number in range(1, 9)
    )
    return _page("Home", posts, HOME, "home")


def about():
    return _page(
        "About me", "<h2>About me</h2><p>I live by the sea and write when it rains.</p>", f"{HOME}about/", "page"
    )


def feed(numbers=range(1, 9)):
    items = "".join(
        f"<item><title>{title(number)}</title><link>{address(number)}</link><author>Ada Example</author>"
        f"<pubDate>Tue, 14 {['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep'][number - 1]} 2020 10:00:00"
        f" GMT</pubDate><category>{WORDS[number]}</category>"
        f"<description>{escape(''.join(f'<p>{text}</p>' for text in paragraphs(number)))}</description></item>"
        for number in numbers
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Small Blog</title>'
        f"<link>{HOME}</link><language>en</language>{items}</channel></rss>"
    ).encode()
