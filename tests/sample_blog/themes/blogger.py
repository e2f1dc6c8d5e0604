"""An id per post, microdata, the date above the title, byline and labels below the article."""

# ruff: noqa: E501 - markup reads best as it stands on a page

from html import escape

from tests.sample_blog.site import Site, by, link, name_path
from tests.sample_blog.writing import SamplePost


def path(post: SamplePost) -> str:
    return f"{post.published:%Y/%m}/{post.slug}.html"


def post_page(post: SamplePost, site: Site) -> str:
    long_number = 6_402_833_017_000_000_000 + post.number * 7919
    labels = ", ".join(link(f"/search/label/{name_path(tag)}", tag, 'rel="tag"') for tag in post.tags)
    comments = "".join(
        f'<dt class="comment-author" id="c{long_number + place}"><a href="#">{who}</a> said...</dt>'
        f'<dd class="comment-body"><p>{remark}</p></dd>'
        for place, (who, remark) in enumerate(site.comments(post))
    )
    body = f"""<div class="date-outer"><h2 class="date-header"><span>{post.published:%A, %B} {post.published.day}, {post.published.year}</span></h2>
<div class="date-posts"><div class="post-outer">
<div class="post hentry uncustomized-post-template" itemprop="blogPost" itemscope="itemscope">
<a name="{long_number}"></a>
<h3 class="post-title entry-title" itemprop="name">{escape(post.title)}</h3>
<div class="post-header"><div class="post-header-line-1"></div></div>
<div class="post-body entry-content" id="post-body-{long_number}" itemprop="description articleBody">
{post.html}
<div style="clear: both;"></div></div>
<div class="post-footer"><div class="post-footer-line post-footer-line-1">
<span class="post-author vcard">Posted by <span class="fn" itemprop="author" itemscope="itemscope">
<a class="g-profile" href="/profile/{post.number % 4}" rel="author"><span itemprop="name">{by(post)}</span></a></span></span>
<span class="post-timestamp">at <a class="timestamp-link" href="/{path(post)}" rel="bookmark"><abbr class="published"
 itemprop="datePublished" title="{post.published.isoformat()}">{post.published:%I:%M %p}</abbr></a></span>
<span class="post-icons"><a href="#" title="Edit Post">Edit</a></span>
<div class="post-share-buttons"><a class="share-button sb-email" href="#"><span class="share-button-link-text">Email This</span></a>
<a class="share-button sb-blog" href="#"><span class="share-button-link-text">BlogThis!</span></a></div></div>
<div class="post-footer-line post-footer-line-2"><span class="post-labels">Labels: {labels}</span></div></div></div>
<div class="comments" id="comments"><h4>{len(site.comments(post))} comments:</h4><dl id="comments-block">{comments}</dl></div>
</div></div></div>
<div class="blog-pager" id="blog-pager"><a class="blog-pager-newer-link" href="#">Newer Post</a> <a class="home-link" href="/">Home</a></div>"""
    return _frame(f"{escape(site.title)}: {escape(post.title)}", body, site)


def other_page(title: str, html: str, site: Site) -> str:
    return _frame(f"{escape(site.title)}: {escape(title)}", f"<h2>{escape(title)}</h2>{html}", site)


def _frame(title: str, body: str, site: Site) -> str:
    archive = "".join(
        f'<li class="archivedate"><a href="/{year}/">{year}</a> <span class="post-count">({year % 9 + 1})</span></li>'
        for year in sorted({post.published.year for post in site.posts}, reverse=True)
    )
    return f"""<!DOCTYPE html>
<html dir="ltr"><head><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"><title>{title}</title>
<link rel="alternate" type="application/atom+xml" title="{escape(site.title)} - Atom" href="{site.home}feeds/posts/default"></head>
<body class="loading"><div class="navbar section" id="navbar"></div><div class="content-outer"><header><div class="header section" id="header">
<h1 class="title"><a href="/">{escape(site.title)}</a></h1><p class="description">Notes from a town with more water than streets</p></div></header>
<div class="main section" id="main"><div class="widget Blog" id="Blog1"><div class="blog-posts hfeed">{body}</div></div></div>
<div class="sidebar section" id="sidebar"><div class="widget BlogArchive" id="BlogArchive1"><h2>Blog Archive</h2><ul>{archive}</ul></div>
<div class="widget Profile" id="Profile1"><h2>Contributors</h2><ul><li>Marta Lindqvist</li><li>Jonas Okafor</li><li>Ines Ferreira</li><li>Tom Abernathy</li></ul></div></div>
<footer><div class="footer section">Awesome theme. Powered by a mill.</div></footer></div></body></html>
"""
