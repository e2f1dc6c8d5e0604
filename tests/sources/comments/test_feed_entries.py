"""Comment feeds read as comments."""

from hypothesis import given
from hypothesis import strategies as st

from blogforever.model.comment import CommentKind
from blogforever.model.feed import Feed, FeedEntry
from blogforever.sources.comments.feed_entries import by_post, is_cut, read_comment_feed
from blogforever.sources.feeds.parse import parse_feed

WORDPRESS = """<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Comments on: Bread</title><link>https://blog.example/2020/05/bread/</link>
<generator>https://wordpress.org/?v=6.1</generator>
<item><title>By: Bo</title><link>https://blog.example/2020/05/bread/comment-page-2/#comment-12</link>
<dc:creator>Bo</dc:creator><pubDate>Sat, 02 May 2020 10:00:00 +0000</pubDate>
<guid isPermaLink="false">https://blog.example/?p=7#comment-12</guid><description>I agree!</description>
<content:encoded><![CDATA[<p>In reply to <a href="https://blog.example/2020/05/bread/comment-page-1/#comment-11">Ann</a>.</p>
<p>I <b>agree</b>! See <a href="/rye/">rye</a>.</p>]]></content:encoded></item>
<item><title>By: Ann</title><link>https://blog.example/2020/05/bread/comment-page-2/#comment-11</link>
<pubDate>Fri, 01 May 2020 10:00:00 +0000</pubDate>
<guid isPermaLink="false">https://blog.example/?p=7#comment-11</guid>
<description>Salt is
missing.</description></item>
<item><title>By: Ovens &#187; Links</title><link>https://blog.example/2020/05/bread/#comment-10</link>
<dc:creator>Ovens &#187; Links</dc:creator><guid isPermaLink="false">https://blog.example/?p=7#comment-10</guid>
<description>[&#8230;] a good bread [&#8230;]</description></item>
</channel></rss>"""

BLOGGER = """<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom'
 xmlns:openSearch='http://a9.com/-/spec/opensearchrss/1.0/' xmlns:gd="http://schemas.google.com/g/2005"
 xmlns:thr='http://purl.org/syndication/thread/1.0'>
<id>tag:blogger.com,1999:blog-1.post7..comments</id><title>Comments on Bread</title>
<link rel='alternate' type='text/html' href='http://bread.example/2013/09/rye.html'/>
<generator>Blogger</generator><openSearch:totalResults>88</openSearch:totalResults>
<entry><id>tag:blogger.com,1999:blog-1.post-9002</id><published>2013-09-09T19:58:48.607-07:00</published>
<title>Fine!</title><content type='html'>Fine! &lt;br /&gt;Really.</content>
<link rel='related' type='application/atom+xml' href='http://www.blogger.com/feeds/1/7/comments/default/9001'/>
<link rel='alternate' type='text/html' href='http://bread.example/2013/09/rye.html?showComment=13787#c9002'/>
<author><name>Bo</name><uri>http://www.blogger.com/profile/5</uri><email>noreply@blogger.com</email>
<gd:image src='//lh6.example/bo.jpg'/></author>
<thr:in-reply-to href='http://bread.example/2013/09/rye.html' ref='tag:blogger.com,1999:blog-1.post-7'/></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-9001</id><published>2013-09-09T19:00:00.000-07:00</published>
<title>Rye?</title><content type='html'>Rye?</content>
<link rel='alternate' type='text/html' href='http://bread.example/2013/09/rye.html?showComment=13786#c9001'/>
<author><name>Ann</name></author>
<thr:in-reply-to href='http://bread.example/2013/09/rye.html' ref='tag:blogger.com,1999:blog-1.post-7'/></entry>
</feed>"""

ATOM = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:t="http://purl.org/syndication/thread/1.0">
<title>Comments for Bread blog</title><link rel="alternate" type="text/html" href="https://blog.example/"/>
<entry><title>Comment on Bread by Bo by Cy</title><link rel="alternate" href="https://blog.example/bread/#comment-3"/>
<id>https://blog.example/bread/#comment-3</id><published>2020-05-03T10:00:00Z</published>
<author><name>Cy</name><uri>https://cy.example/</uri></author><content type="html">&lt;p&gt;Yes.&lt;/p&gt;</content>
<t:in-reply-to ref="https://blog.example/bread/#comment-2" href="https://blog.example/bread/#comment-2"/></entry>
<entry><title>Comment on Cake by Di</title><link rel="alternate" href="https://blog.example/cake/?cpage=2#comment-2"/>
<id>https://blog.example/cake/#comment-2</id><content type="html">No.</content>
<t:in-reply-to ref="https://blog.example/cake/" href="https://blog.example/cake/"/></entry>
</feed>"""


def read(text):
    return read_comment_feed(parse_feed(text.encode()))


def test_a_wordpress_feed_gives_number_author_date_text_and_place():
    reply, first, _ = read(WORDPRESS).comments
    assert (first.id, first.author, first.parent) == ("11", "Ann", None)
    assert first.published.iso == "2020-05-01T10:00:00+00:00"
    assert first.content_text == "Salt is\nmissing."
    assert first.url == "https://blog.example/2020/05/bread/comment-page-2/#comment-11"
    assert first.read_by == "comment feed"
    assert reply.id == "12"


def test_the_line_that_names_the_answered_comment_becomes_the_parent():
    reply = read(WORDPRESS).comments[0]
    assert reply.parent == "11"
    assert reply.content_text == "I agree! See rye."
    assert 'href="https://blog.example/rye/"' in reply.content_html


def test_a_comment_that_begins_with_a_link_elsewhere_keeps_it():
    foreign = WORDPRESS.replace(
        '<a href="https://blog.example/2020/05/bread/comment-page-1/', '<a href="https://o.example/'
    )
    reply = read(foreign).comments[0]
    assert reply.parent is None
    assert reply.content_text.startswith("In reply to Ann.")


def test_what_wordpress_quotes_from_a_page_that_links_here_is_a_pingback():
    assert [comment.kind for comment in read(WORDPRESS).comments] == [
        CommentKind.COMMENT, CommentKind.COMMENT, CommentKind.PINGBACK,
    ]  # fmt: skip


def test_a_blogger_feed_gives_the_whole_number_of_comments_and_who_answers_whom():
    found = read(BLOGGER)
    assert found.declared_count == 88
    reply, first = found.comments
    assert (first.id, first.parent) == ("9001", None)
    assert (reply.id, reply.parent) == ("9002", "9001")
    assert reply.author_url == "http://www.blogger.com/profile/5"
    assert reply.avatar == "http://lh6.example/bo.jpg"
    assert reply.published.iso == "2013-09-09T19:58:48-07:00"
    assert reply.content_text == "Fine!\nReally."


def test_a_feed_of_the_whole_blog_is_told_apart_by_post():
    found = by_post(parse_feed(ATOM.encode()))
    assert list(found) == ["https://blog.example/bread/", "https://blog.example/cake/"]
    (bread,) = found["https://blog.example/bread/"].comments
    assert (bread.id, bread.author, bread.author_url, bread.parent) == ("3", "Cy", "https://cy.example/", "2")
    (cake,) = found["https://blog.example/cake/"].comments
    assert (cake.id, cake.author, cake.parent) == ("2", "Di", None)


def test_comments_without_any_number_get_one_of_their_own():
    entries = tuple(
        FeedEntry(address="https://blog.example/bread/", id="https://blog.example/bread/", html=text)
        for text in ("One.", "Two.", "Two.")
    )
    found = read_comment_feed(Feed(address=None, format="rss20", entries=entries)).comments
    assert [comment.content_text for comment in found] == ["One.", "Two."]
    assert len({comment.id for comment in found}) == 2


def test_a_feed_is_cut_where_anybody_knows_of_more():
    def feed(count, **more):
        return Feed(address=None, format="rss20", entries=(FeedEntry(address=None),) * count, **more)

    assert is_cut(feed(25, total=88), found=25, declared_count=None)
    assert is_cut(feed(12), found=12, declared_count=13)
    assert is_cut(feed(10), found=10, declared_count=None)
    assert is_cut(feed(7, next_page="https://blog.example/2"), found=7, declared_count=None)
    assert not is_cut(feed(10), found=10, declared_count=10)
    assert not is_cut(feed(7), found=7, declared_count=None)


ADDRESSES = st.none() | st.sampled_from(
    ["https://b.example/p/#comment-1", "https://b.example/p/", "https://b.example/q#c2"]
)
ENTRIES = st.builds(
    FeedEntry, address=ADDRESSES, id=st.none() | st.text(max_size=8), title=st.none() | st.text(max_size=30),
    html=st.text(max_size=40), answers=st.none() | st.text(max_size=8), answers_address=ADDRESSES,
)  # fmt: skip


@given(st.lists(ENTRIES, max_size=8))
def test_any_feed_can_be_read_and_no_id_comes_twice(entries):
    feed = Feed(address=None, format="rss20", entries=tuple(entries))
    for found in (read_comment_feed(feed), *by_post(feed).values()):
        ids = [comment.id for comment in found.comments]
        assert len(set(ids)) == len(ids)
        assert all(comment.id and comment.parent != comment.id for comment in found.comments)
