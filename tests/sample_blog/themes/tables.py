"""A layout of tables and fonts without a single class or id, as in 2003."""

# ruff: noqa: E501 - markup reads best as it stands on a page

from html import escape

from tests.sample_blog.site import Site, by, link, name_path
from tests.sample_blog.writing import SamplePost


def path(post: SamplePost) -> str:
    return f"archive/{post.number:06}.html"


def post_page(post: SamplePost, site: Site) -> str:
    topics = ", ".join(link(f"/topics/{name_path(tag)}.html", tag) for tag in post.tags)
    comments = "".join(
        f"<tr><td><hr><font size=2>{remark}<br><i>{who}</i></font></td></tr>" for who, remark in site.comments(post)
    )
    body = f"""<table width="100%" cellpadding=4>
<tr><td bgcolor="#ddccaa"><font face="Verdana" size=5><b>{escape(post.title)}</b></font></td></tr>
<tr><td><font size=1>Posted by {by(post)} on {post.published.day} {post.published:%B %Y}, {post.published:%H:%M}</font></td></tr>
<tr><td>{post.html}</td></tr>
<tr><td><font size=1>Filed under: {topics} | <a href="mailto:?subject=Read">Email this</a> | <a href="#">Print this</a></font></td></tr>
</table>
<table width="100%"><tr><td><b>What readers said</b></td></tr>{comments}</table>"""
    return _frame(f"{escape(site.title)} | {escape(post.title)}", body, site)


def other_page(title: str, html: str, site: Site) -> str:
    body = f'<table width="100%"><tr><td><font size=5><b>{escape(title)}</b></font></td></tr><tr><td>{html}</td></tr></table>'
    return _frame(f"{escape(site.title)} | {escape(title)}", body, site)


def _frame(title: str, body: str, site: Site) -> str:
    recent = "<br>".join(link("/" + path(other), other.title) for other in site.posts[:6])
    return f"""<html><head><title>{title}</title><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head>
<body bgcolor=white><table width="760" align=center><tr><td colspan=2 bgcolor="#334455"><font size=6 color=white>{escape(site.title)}</font></td></tr>
<tr><td width=180 valign=top><b>Latest</b><br>{recent}<br><br><a href="/about.html">About</a></td>
<td valign=top>{body}</td></tr>
<tr><td colspan=2 align=center><font size=1>Best viewed with a cup of tea</font></td></tr></table></body></html>
"""
