"""Semantic classes in plenty; share bar and related posts stand inside the article node."""

# ruff: noqa: E501 - markup reads best as it stands on a page

from html import escape

from tests.sample_blog.site import Site, by, link, name_path
from tests.sample_blog.writing import SamplePost


def path(post: SamplePost) -> str:
    return f"{post.published:%Y/%m}/{post.slug}/"


def post_page(post: SamplePost, site: Site) -> str:
    names = " ".join(f"tag-{name_path(tag)}" for tag in post.tags)
    tags = ", ".join(link(f"/tag/{name_path(tag)}/", tag, 'rel="tag"') for tag in post.tags)
    related = "".join(f"<p>{link('/' + path(other), other.title)}</p>" for other in site.others(post, 3))
    body = f"""<main id="main" class="site-main">
<article id="post-{post.number}" class="post-{post.number} post type-post status-publish hentry {names}">
<header class="entry-header"><h1 class="entry-title">{escape(post.title)}</h1>
<div class="entry-meta"><span class="posted-on">Posted on <a href="/{path(post)}" rel="bookmark"><time
 class="entry-date published" datetime="{post.published.isoformat()}">{post.published:%B} {post.published.day}, {post.published.year}</time></a></span>
<span class="byline"> by <span class="author vcard"><a class="url fn n" href="/author/{name_path(post.authors[0])}/">{by(post)}</a></span></span></div></header>
<div class="entry-content">
{post.html}
<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Share this:</h3><ul><li><a href="#">Click to share on Mastodon</a></li>
<li><a href="#">Click to email a link to a friend</a></li></ul></div>
<div id="jp-relatedposts" class="jp-relatedposts"><h3>Related</h3>{related}</div>
</div>
<footer class="entry-footer"><span class="tags-links">Tagged {tags}</span></footer>
</article>
<nav class="post-navigation"><a href="/older/">Previous post</a> <a href="/newer/">Next post</a></nav>
<div id="comments" class="comments-area"><h2 class="comments-title">{len(site.comments(post))} thoughts</h2><ol class="comment-list">{_comments(post, site)}</ol>
<form id="commentform"><label>Comment</label><textarea></textarea><input type="submit" value="Post Comment"></form></div>
</main>"""
    return _frame(f"{escape(post.title)} – {escape(site.title)}", body, site, post)


def other_page(title: str, html: str, site: Site) -> str:
    body = f'<main id="main" class="site-main"><header class="page-header"><h1 class="page-title">{escape(title)}</h1></header>{html}</main>'
    return _frame(f"{escape(title)} – {escape(site.title)}", body, site, None)


def _comments(post: SamplePost, site: Site) -> str:
    return "".join(
        f'<li class="comment" id="comment-{post.number * 10 + place}"><div class="comment-author vcard"><cite class="fn">{who}</cite> says:</div>'
        f'<div class="comment-content"><p>{remark}</p></div></li>'
        for place, (who, remark) in enumerate(site.comments(post))
    )


def _frame(title: str, body: str, site: Site, post: SamplePost | None) -> str:
    recent = "".join(f"<li>{link('/' + path(other), other.title)}</li>" for other in site.posts[:5])
    head = ""
    if post is not None:
        head = f'<link rel="canonical" href="{site.home}{path(post)}"><meta property="og:type" content="article">'
    return f"""<!DOCTYPE html>
<html lang="en-GB"><head><meta charset="utf-8"><title>{title}</title>{head}
<link rel="alternate" type="application/rss+xml" title="{escape(site.title)} » Feed" href="{site.home}feed/">
<script>window.settings = {{"theme": "tidewater"}};</script></head>
<body class="single single-post"><header id="masthead" class="site-header"><p class="site-title"><a href="/">{escape(site.title)}</a></p>
<nav class="main-navigation"><ul class="menu"><li><a href="/">Home</a></li><li><a href="/about/">About</a></li></ul></nav></header>
<div id="content" class="site-content">{body}
<aside id="secondary" class="widget-area"><section class="widget widget_recent_entries"><h2>Recent Posts</h2><ul>{recent}</ul></section></aside></div>
<footer id="colophon" class="site-footer"><p>Proudly powered by steam</p></footer></body></html>
"""
