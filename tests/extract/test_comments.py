"""Comments out of pages of known systems."""

from datetime import date

import pytest

from blogforever.dom.tree import parse_text
from blogforever.extract.comments.read import read_comments
from blogforever.model.comment import CommentKind, CommentMarkup, CommentStatus, Discussion

ADDRESS = "https://blog.example/2010/05/sheep/"


def read(body: str, **known: object) -> Discussion:
    page = f"<html><body><article><h1>Sheep</h1><p>They are fine.</p></article>{body}</body></html>"
    return read_comments(parse_text(page), address=ADDRESS, **known)  # type: ignore[arg-type]


def brief(discussion: Discussion) -> list[tuple[str, str | None, str, str | None]]:
    return [(c.id, c.author, c.content_text, c.parent) for c in discussion.comments]


WORDPRESS = """
<div id="comments"><h2 class="comments-title">3 thoughts on “Sheep”</h2><ol class="comment-list">
<li id="comment-7" class="comment even depth-1"><article id="div-comment-7" class="comment-body">
 <footer class="comment-meta"><div class="comment-author vcard"><img class="avatar" src="/a.png">
 <b class="fn"><a href="http://anna.example/" class="url">Anna</a></b> <span class="says">says:</span></div>
 <div class="comment-metadata"><a href="/2010/05/sheep/#comment-7">
      <time datetime="2010-05-03T10:00:00+02:00">May 3</time></a></div>
 </footer><div class="comment-content"><p>Very <a href="/wool">woolly</a>.</p></div>
 <div class="reply"><a class="comment-reply-link" href="?replytocom=7#respond">Reply</a></div></article>
 <ol class="children"><li id="comment-8" class="comment odd depth-2"><article id="div-comment-8" class="comment-body">
  <div class="comment-author"><b class="fn">Bert</b></div><div class="comment-content"><p>Indeed.</p></div>
      </article></li></ol></li>
<li id="comment-9" class="pingback">
      <div class="comment-body">Pingback: <a href="http://far.example/x" class="url">Far away</a></div></li>
</ol><a href="/2010/05/sheep/comment-page-2/#comments">Newer comments</a></div>
"""


def test_a_comment_is_read_with_all_its_parts() -> None:
    first = read(WORDPRESS).comments[0]
    assert first.author == "Anna"
    assert first.author_url == "http://anna.example/"
    assert first.avatar == "https://blog.example/a.png"
    assert first.published is not None
    assert first.published.iso == "2010-05-03T10:00:00+02:00"
    assert first.content_text == "Very woolly."
    assert 'href="https://blog.example/wool"' in first.content_html
    assert first.url == "https://blog.example/2010/05/sheep/#comment-7"
    assert first.read_by == "WordPress markup"


def test_answers_know_what_they_answer_and_pingbacks_are_told_apart() -> None:
    found = read(WORDPRESS)
    assert brief(found) == [
        ("7", "Anna", "Very woolly.", None),
        ("8", "Bert", "Indeed.", "7"),
        ("9", "Far away", "", None),
    ]
    assert [comment.kind for comment in found.comments] == [
        CommentKind.COMMENT,
        CommentKind.COMMENT,
        CommentKind.PINGBACK,
    ]


def test_the_page_says_how_many_there_are_and_where_the_others_stand() -> None:
    found = read(WORDPRESS)
    assert (found.declared_count, found.read_by) == (3, "WordPress")
    assert found.more == ("https://blog.example/2010/05/sheep/comment-page-2/",)


SYSTEMS = {
    "Blogger": """<div class="comments" id="comments"><h4>2 comments:</h4><div class="comment-thread"><ol>
      <li class="comment" id="c71"><div class="avatar-image-container"><img src="/p.png"></div>
      <div class="comment-block">
      <div class="comment-header"><cite class="user"><a href="https://blogger.example/1">Anna</a></cite>
      <span class="datetime"><a href="#c71">May 3, 2010 at 10:00 AM</a></span></div>
      <p class="comment-content">Woolly.</p>
      <span class="comment-actions"><a>Reply</a></span></div><div class="comment-replies">
      <div class="comment-thread"><ol>
      <li class="comment" id="c72"><div class="comment-block"><div class="comment-header"><cite class="user">Bert</cite>
      <span class="datetime">May 4, 2010</span></div><p class="comment-content">Indeed.</p></div></li></ol></div>
      </div></li>
      </ol></div></div>""",
    "Blogger, old layout": """<div id="comments"><dl id="comments-block">
      <dt class="comment-author" id="c71"><a name="c71"></a><a href="http://anna.example">Anna</a> said...</dt>
      <dd class="comment-body"><p>Woolly.</p></dd>
      <dd class="comment-footer"><span class="comment-timestamp"><a href="#c71">May 3, 2010 10:00 AM</a></span></dd>
      <dt class="comment-author" id="c72">Bert said...</dt><dd class="comment-body"><p>Indeed.</p></dd>
      <dd class="comment-footer"><span class="comment-timestamp">May 4, 2010 9:00 AM</span></dd></dl></div>""",
    "Disqus": """<ul id="post-list"><li class="post" id="post-71"><div class="post-content">
      <span class="author">Anna</span>
      <a class="time-ago" href="#comment-71" title="Monday, May 3, 2010 10:00 AM">14 years ago</a>
      <div class="post-message"><p>Woolly.</p></div></div><ul class="children"><li class="post" id="post-72">
      <div class="post-content"><span class="author">Bert</span><a class="time-ago" title="Tuesday, May 4, 2010">x</a>
      <div class="post-message"><p>Indeed.</p></div></div></li></ul></li></ul>""",
    "Movable Type": """<div class="comments-head"><a name="comments"></a>Comments</div>
      <div class="comments-body"><a name="c71"></a><p>Woolly.</p>
      <span class="comments-post">Posted by: <a href="http://anna.example">Anna</a> on May 3, 2010 10:00 AM</span></div>
      <div class="comments-body"><a name="c72"></a><p>Indeed.</p>
      <span class="comments-post">Posted by: Bert on May 4, 2010 9:00 AM</span></div>
      <div class="comments-body"><form><textarea></textarea></form></div>""",
    "Movable Type, old layout": """<h2 id="comments">Comments</h2><div id="c71"><p>Woolly.</p></div>
      <p class="posted">Posted by: Anna at May 3, 2010 10:00 AM</p><div id="c72"><p>Indeed.</p></div>
      <p class="posted">Posted by: Bert at May 4, 2010 9:00 AM</p>""",
    "Drupal": """<div id="comments"><div class="comment"><h3><a href="#comment-71" class="permalink">Re</a></h3>
      <div class="submitted">Submitted by <span class="username">Anna</span> on Mon, 05/03/2010 - 10:00.</div>
      <div class="content"><p>Woolly.</p></div><ul class="links"><li>reply</li></ul></div>
      <div class="indented"><div class="comment"><h3><a href="#comment-72" class="permalink">Re</a></h3>
      <div class="submitted">Submitted by <span class="username">Bert</span> on Tue, 05/04/2010 - 10:00.</div>
      <div class="content"><p>Indeed.</p></div></div></div></div>""",
    "Dotclear": """<div id="comments"><dl>
      <dt id="c71">1. Le lundi 3 mai 2010, 10:00 par <a href="http://anna.example">Anna</a></dt>
      <dd><p>Woolly.</p></dd><dt id="c72">2. Le mardi 4 mai 2010, 09:00 par Bert</dt><dd><p>Indeed.</p></dd></dl>
      </div>""",
    "Isso": """<div id="isso-root"><div class="isso-comment" id="isso-71"><div class="isso-text-wrapper">
      <span class="isso-author">Anna</span>
      <a class="isso-permalink" href="#isso-71"><time datetime="2010-05-03T10:00:00Z">3 days ago</time></a>
      <div class="isso-text"><p>Woolly.</p></div></div><div class="isso-follow-up">
      <div class="isso-comment" id="isso-72">
      <span class="isso-author">Bert</span><time datetime="2010-05-04">x</time><div class="isso-text"><p>Indeed.</p>
      </div></div></div></div></div>""",
    "Waline": """<div class="wl-cards"><div class="wl-card-item" id="71"><span class="wl-nick">Anna</span>
      <span class="wl-time">2010-05-03</span><div class="wl-content"><p>Woolly.</p></div>
      <div class="wl-quote"><div class="wl-card-item" id="72"><span class="wl-nick">Bert</span>
      <span class="wl-time">2010-05-04</span>
      <div class="wl-content"><p>Indeed.</p></div></div></div></div></div>""",
    "webmentions": """<div class="webmentions"><div class="h-cite u-comment" id="comment-71">
      <a class="p-author h-card u-url" href="https://anna.example">Anna</a>
      <time class="dt-published" datetime="2010-05-03">May</time><p class="e-content">Woolly.</p></div>
      <div class="h-cite u-comment" id="comment-72"><span class="p-author">Bert</span>
      <time class="dt-published" datetime="2010-05-04">x</time>
      <p class="e-content">Indeed.</p></div></div>""",
    "schema.org microdata": """<div>
      <div itemprop="comment" itemscope itemtype="http://schema.org/Comment" id="comment-71">
      <span itemprop="author">Anna</span><meta itemprop="datePublished" content="2010-05-03">
      <p itemprop="text">Woolly.</p></div>
      <div itemprop="comment" itemscope itemtype="http://schema.org/Comment" id="comment-72">
      <span itemprop="author">Bert</span>
      <meta itemprop="datePublished" content="2010-05-04"><p itemprop="text">Indeed.</p></div></div>""",
    "comment classes": """<div><div class="comment" data-comment-id="71"><span class="author">Anna</span>
      <span class="date">2010-05-03</span>
      <div class="text">Woolly.</div></div><div class="comment" data-comment-id="72"><span class="author">Bert</span>
      <span class="date">2010-05-04</span><div class="text">Indeed.</div></div></div>""",
}
NESTED = {"Blogger", "Disqus", "Drupal", "Isso", "Waline"}


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_system_is_read_alike(name: str) -> None:
    found = read(SYSTEMS[name])
    assert found.read_by == name
    assert brief(found) == [
        ("71", "Anna", "Woolly.", None),
        ("72", "Bert", "Indeed.", "71" if name in NESTED else None),
    ]
    days = [comment.published.day if comment.published else None for comment in found.comments]
    assert days == ["2010-05-03", "2010-05-04"]


def test_a_learned_markup_reads_what_no_system_knows() -> None:
    learned = CommentMarkup(name="learned", comment=".x", content=".y", author=".z", published=".w")
    body = "<div class='x' id='c5'><i class='z'>Anna</i><i class='w'>2010-05-03</i><p class='y'>Woolly.</p></div>"
    found = read(body, learned=[learned])
    assert (found.read_by, brief(found)) == ("learned", [("5", "Anna", "Woolly.", None)])


def test_deleted_and_waiting_comments_say_so() -> None:
    found = read(
        "<ol class='commentlist'><li id='comment-1' class='comment'>"
        "<cite class='fn'>Anna</cite> <time>2010-05-03</time>"
        "<p>This comment has been removed by the author.</p></li><li id='comment-2' class='comment'>"
        "<cite class='fn'>Bert</cite><em class='comment-awaiting-moderation'>Your comment is awaiting moderation.</em>"
        "<div class='comment-text'>Woolly.</div></li></ol>"
    )
    assert [comment.status for comment in found.comments] == [CommentStatus.DELETED, CommentStatus.WAITING]
    assert found.comments[1].content_text == "Woolly."


def test_ago_has_a_meaning_only_when_the_day_of_capture_is_known() -> None:
    body = """<ol class="commentlist"><li id="comment-1" class="comment"><b class="fn">Anna</b>
      <span class="date">3 days ago</span><p class="comment-text">Woolly.</p></li></ol>"""
    assert read(body).comments[0].published is None
    moment = read(body, captured=date(2010, 5, 6)).comments[0].published
    assert moment is not None
    assert moment.day == "2010-05-03"


def test_a_list_that_comes_twice_counts_once_and_a_double_posting_twice() -> None:
    one = (
        "<div class='comment'><b class='author'>Anna</b><i class='date'>2010-05-03</i><p class='text'>Woolly.</p></div>"
    )
    other = one.replace("Anna", "Bert")
    assert len(read(f"<div>{one}{other}</div><div>{one}{other}</div>").comments) == 2
    assert len(read(f"<div>{one}{one}{other}</div>").comments) == 3


def test_a_form_a_side_column_and_an_article_have_no_comments() -> None:
    body = """<div id="comments"><h3>Leave a comment</h3><form id="commentform"><textarea id="comment">
      </textarea></form></div>
      <div class="sidebar"><h3>Recent comments</h3><ul id="recentcomments">
      <li class="recentcomments">Anna on <a href="/x">Sheep</a></li></ul>
      <div class="comment"><b class="author">Anna</b> <i class="date">2010-05-03</i> <p class="text">Elsewhere.</p>
      </div></div>"""
    found = read(body)
    assert (found.comments, found.read_by) == ((), "")


@pytest.mark.parametrize(
    "heading, count",
    [("12 Comments", 12), ("3 Kommentare", 3), ("One comment", 1), ("1,024 responses to “Sheep”",
    1024), ("コメント (4)", 4),
     ("2 комментария", 2), ("Comments", None), ("Leave a comment", None),
     ("123456789012 comments", None), ("123 456 789 012 comments", None), ("1234567 comments", None)],
)  # fmt: skip
def test_the_heading_states_the_count(heading: str, count: int | None) -> None:
    assert read(f"<div id='comments'><h3>{heading}</h3></div>").declared_count == count


@pytest.mark.parametrize(
    "link",
    ["/2010/05/sheep/comment-page-3/", "?cpage=2", "/2010/05/sheep.html?commentPage=2"],
)
def test_other_pages_of_comments_are_named_once(link: str) -> None:
    found = read(
        f"<div id='comments'><h3>9 comments</h3><a href='{link}#comments'>2</a><a href='{link}'>Older comments</a>"
        f"<a href='{link}#comment-5'>x</a></div>"
    )
    assert len(found.more) == 1


def test_scripts_and_styles_say_nothing() -> None:
    found = read(
        "<ol class='comment-list'><li class='comment' id='comment-1'><b class='fn'><script>alert(1)</script>Eve"
        "<style>b{}</style></b> <time datetime='2010-05-03'>May</time><p>Woolly.<script>alert(2)</script></p></li></ol>"
    )
    assert brief(found) == [("1", "Eve", "Woolly.", None)]
    assert "alert" not in found.comments[0].content_html


def test_quoted_comments_in_the_article_count_only_when_there_are_no_others() -> None:
    quoted = WORDPRESS.replace("comment-", "comment-10")
    nested = parse_text(f"<body><article>{quoted}</article></body>")
    assert len(read_comments(nested, address=ADDRESS, article=nested.select_one("article")).comments) == 3
    both = parse_text(f"<body><article>{quoted}</article>{WORDPRESS}</body>")
    found = read_comments(both, address=ADDRESS, article=both.select_one("article"))
    assert [comment.id for comment in found.comments] == ["7", "8", "9"]


@pytest.mark.parametrize("more", [0, 1])
def test_a_page_with_more_comments_than_are_read_says_so(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    most = 50
    for module in ("drafts", "nodes"):
        monkeypatch.setattr(f"blogforever.extract.comments.{module}.MOST", most)
    one = "<li class=comment id=comment-{}><b class=fn>A</b><p class=comment-text>w"
    page = "<ol class=commentlist>" + "".join(one.format(n) for n in range(1, most + 1 + more))
    found = read_comments(parse_text(page), address=None)
    assert (len(found.comments), found.cut) == (most, more > 0)


HIGHLIGHTED = {
    "Pygments": """<div class="highlight"><pre><span class="comment"># Anna, 3 May 2010</span>
sheep = 1
<span class="comment"># Bert, 4 May 2010: one more</span></pre></div>""",
    "highlight.js": """<pre><code class="hljs python"><span class="comment"># by Anna, 3 May 2010: count</span>
sheep = 1</code></pre>""",
    "Prism": """<pre><code class="language-js"><span class="token comment">// Changed 2010-05-03 by Anna: it counts
sheep now</span></code></pre>""",
    "lines": """<div class="highlight"><div class="line"><span class="comment">/* Changed 2010-05-03 by Anna */</span>
</div></div>""",
    "numbered": """<pre><span class="comment" id="comment-1">Anna on 3 May 2010 at 10:00: counted</span></pre>""",
    "below a heading": """<h2>2 comments</h2><pre><span class="comment">// 3 May 2010, Anna</span></pre>""",
}


@pytest.mark.parametrize("code", HIGHLIGHTED.values(), ids=HIGHLIGHTED)
def test_comments_in_highlighted_code_are_not_comments_of_readers(code: str) -> None:
    assert read(code).comments == ()
    assert brief(read(code + WORDPRESS)) == brief(read(WORDPRESS))


def test_comments_behind_a_code_element_that_was_never_closed_are_read() -> None:
    listed = (
        '<div id="comments"><ol class="commentlist"><li class="comment" id="comment-335"><article class="comment">'
        '<b class="fn">Anna</b> <time datetime="2008-12-27">27 December</time>'
        '<div class="comment-content"><p>Thanks, this helped.</p></div></article></li></ol></div>'
    )
    found = read(f"<article><p>Type <code>rails</p><p>and <code>rake</p></article>{listed}")
    assert [comment.content_text for comment in found.comments] == ["Thanks, this helped."]


def test_code_within_a_comment_is_part_of_it() -> None:
    quoted = WORDPRESS.replace("woolly</a>.", f"woolly</a>.{HIGHLIGHTED['Pygments']}")
    assert "# Anna, 3 May 2010" in read(quoted).comments[0].content_text
    assert len(read(quoted).comments) == 3
