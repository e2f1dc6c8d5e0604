"""Everything loose in one box: title, byline, paragraphs, tags, share line and related posts are siblings."""

# ruff: noqa: E501 - markup reads best as it stands on a page

from html import escape

from tests.sample_blog.site import Site, by, link, name_path
from tests.sample_blog.writing import SamplePost


def path(post: SamplePost) -> str:
    return f"?p={post.number}"


def post_page(post: SamplePost, site: Site) -> str:
    tags = " ".join(link(f"/?tag={name_path(tag)}", tag) for tag in post.tags)
    related = "".join(f"<li>{link('/' + path(other), other.title)}</li>" for other in site.others(post, 3))
    comments = "".join(f"<p><b>{who}:</b> {remark}</p>" for who, remark in site.comments(post))
    body = f"""<div id="text">
<h2>{escape(post.title)}</h2>
<p class="by">Posted by {by(post)} on {post.published:%A}, {post.published.day} {post.published:%B %Y}</p>
{post.html}
<p class="tags">Tags: {tags}</p>
<p class="share">Share: <a href="#">by mail</a> <a href="#">by pigeon</a></p>
<h4>You may also like</h4><ul class="related">{related}</ul>
</div><div id="talk">{comments}</div>"""
    return _frame(escape(post.title), body, site)


def other_page(title: str, html: str, site: Site) -> str:
    return _frame(escape(title), f'<div id="text"><h2>{escape(title)}</h2>{html}</div>', site)


def _frame(title: str, body: str, site: Site) -> str:
    return f"""<!doctype html><html><head><meta charset="utf-8"><title>{title} | {escape(site.title)}</title></head>
<body><div id="top"><h1><a href="/">{escape(site.title)}</a></h1><p>Notes from a town with more water than streets</p></div>
<ul id="menu"><li><a href="/">Start</a></li><li><a href="/?page=about">About</a></li></ul>
{body}
<div id="bottom">No rights reserved, no wrongs either</div></body></html>
"""
