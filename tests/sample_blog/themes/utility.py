"""Utility classes that say how things look and nothing of what they are."""

# ruff: noqa: E501 - markup reads best as it stands on a page

from html import escape

from tests.sample_blog.site import Site, by, link, name_path
from tests.sample_blog.writing import SamplePost


def path(post: SamplePost) -> str:
    return f"posts/{post.slug}"


def post_page(post: SamplePost, site: Site) -> str:
    tags = "".join(
        link(f"/tags/{name_path(tag)}", f"#{tag}", 'class="rounded-full bg-gray-100 px-3 py-1 text-xs"')
        for tag in post.tags
    )
    more = "".join(
        f'<a class="block rounded-lg border p-4" href="/{path(other)}"><h3 class="text-lg font-semibold">{escape(other.title)}</h3>'
        f'<p class="mt-2 text-sm text-gray-500">{escape(other.summary)}</p></a>'
        for other in site.others(post, 3)
    )
    comments = "".join(
        f'<div class="border-t py-4"><div class="text-sm font-medium">{who}</div><div class="mt-1 text-gray-700">{remark}</div></div>'
        for who, remark in site.comments(post)
    )
    body = f"""<div class="mx-auto max-w-3xl px-4 py-10">
<div class="mb-8"><h1 class="text-4xl font-bold tracking-tight">{escape(post.title)}</h1>
<div class="mt-4 flex items-center gap-3 text-sm text-gray-500"><img class="h-8 w-8 rounded-full" src="/media/face.png" alt="">
<span class="font-medium text-gray-900">{by(post)}</span><time datetime="{post.published:%Y-%m-%d}">{post.published.day} {post.published:%b %Y}</time><span>4 min read</span></div></div>
<div class="mt-8 space-y-6 leading-7 text-gray-800">{post.html}</div>
<div class="mt-10 flex flex-wrap gap-2">{tags}</div>
<div class="mt-6 flex gap-3 text-xs"><a href="#">Share on Mastodon</a><a href="#">Copy this link</a></div></div>
<div class="bg-gray-50 py-12"><h2 class="text-xl font-bold">More to read</h2><div class="mt-6 grid grid-cols-3 gap-6">{more}</div></div>
<div class="mx-auto max-w-3xl px-4 py-10"><h2 class="text-xl font-bold">Replies</h2>{comments}</div>"""
    return _frame(f"{escape(post.title)} · {escape(site.title)}", body, site)


def other_page(title: str, html: str, site: Site) -> str:
    body = f'<div class="mx-auto max-w-3xl px-4 py-10"><h1 class="text-4xl font-bold tracking-tight">{escape(title)}</h1>{html}</div>'
    return _frame(f"{escape(title)} · {escape(site.title)}", body, site)


def _frame(title: str, body: str, site: Site) -> str:
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>.flex{{display:flex}}</style></head>
<body class="bg-white antialiased"><div class="border-b"><div class="mx-auto flex max-w-6xl items-center px-4 py-6"><a class="text-lg font-semibold" href="/">{escape(site.title)}</a>
<div class="ml-auto flex gap-6 text-sm"><a href="/posts">Posts</a><a href="/about">About</a></div></div></div>
{body}
<div class="border-t py-8 text-center text-sm text-gray-400">Made by the water. All rights reversed.</div></body></html>
"""
