"""Comments on pages whose markup nobody knows."""

import pytest

from blogforever.dom.tree import parse_text
from blogforever.extract.comments.read import read_comments, without_quotations
from blogforever.model.comment import Discussion
from blogforever.text.words import tidy

PAGES = {
    "a line under the words": """<h3>Comments</h3><p>Woolly.</p><p>Posted by Anna on May 3, 2010</p>
      <p>Indeed.</p><p>And soft.</p><p>Posted by Bert on May 4, 2010</p><h3>Post a comment</h3><form><textarea>
      </textarea></form>""",
    "a line over the words": """<h3>Reader comments</h3><p><b>Anna</b> wrote on 3 May 2010:</p><p>Woolly.</p>
      <p><b>Bert</b> wrote on 4 May 2010:</p><p>Indeed.</p><p>And soft.</p><form><textarea></textarea></form>""",
    "definition lists": """<h3>2 Kommentare</h3><dl><dt>Anna, 3. Mai 2010</dt><dd>Woolly.</dd>
      <dt>Bert, 4. Mai 2010</dt><dd>Indeed.<br>And soft.</dd></dl>""",
    "table rows": """<div id="discussion"><table><tr><td><b>Anna</b><br>2010-05-03</td><td><p>Woolly.</p></td></tr>
      <tr><td><b>Bert</b><br>2010-05-04</td><td><p>Indeed.</p><p>And soft.</p></td></tr></table></div>""",
    "boxes": """<section class="talkback"><div class="q"><div class="r">Anna <span>May 3, 2010</span></div>
      <div class="s">Woolly.</div></div>
      <div class="q"><div class="r">Bert <span>May 4, 2010</span></div><div class="s"><p>Indeed.</p><p>And soft.</p>
      </div></div></section>""",
}


@pytest.mark.parametrize("name", PAGES)
def test_repeated_names_dates_and_words_are_comments(name: str) -> None:
    page = f"<body><h1>Sheep</h1><p>They are fine since 1 January 2010.</p><div>{PAGES[name]}</div></body>"
    found = read_comments(parse_text(page), address="https://blog.example/sheep")
    said = [(comment.author, comment.content_text.split()) for comment in found.comments]
    assert said == [("Anna", ["Woolly."]), ("Bert", ["Indeed.", "And", "soft."])]
    assert found.read_by == "repeated nodes"


@pytest.mark.parametrize(
    "body",
    [
        """<h3>Related posts</h3><ul><li><a href="/a">Goats</a> 3 May 2010</li>
        <li><a href="/b">Cows</a> 4 May 2010</li></ul>""",
        """<h3>Archives</h3><ul><li><a href="/2010/05">May 3, 2010</a></li>
        <li><a href="/2010/06">June 4, 2010</a></li></ul>""",
        """<div class="sidebar"><h3>Recent comments</h3><ul><li>Anna on Goats, 3 May 2010</li>
        <li>Bert on Cows, 4 May 2010</li></ul></div>""",
        "<div id='comments'><p>Comments are closed since 3 May 2010.</p></div>",
        "<h3>No comments</h3><p>Published on 3 May 2010</p><p>Thanks for reading.</p>",
    ],
)
def test_other_lists_are_no_comments(body: str) -> None:
    found = read_comments(parse_text(f"<body><h1>Sheep</h1><p>They are fine.</p>{body}</body>"), address=None)
    assert found.comments == ()


def read(body: str, article: str = "", **known: object) -> Discussion:
    document = parse_text(f"<body><article><h1>Sheep</h1><p>They are fine.</p></article>{body}</body>")
    inside = document.select_one(article) if article else None
    found = read_comments(document, address="https://blog.example/sheep", article=inside, **known)  # type: ignore[arg-type]
    return found if inside is None else without_quotations(found, inside.text)


WHEN = "<time datetime='2021-03-0{n}'>March {n}, 2021</time>"
PLAIN = {
    "a name in bold": f"<div class='c'><b>{{name}}</b> {WHEN}<p>{{words}}</p></div>",
    "a linked name": "<li><strong><a href='http://{n}.example/'>{name}</a></strong> <small>March {n}, 2021</small>"
    "<p>{words}</p></li>",
    "a name without a node": "<li>{name} on <i>March {n}, 2021</i><p>{words}</p></li>",
    "a box for both": f"<li><div><b>{{name}}</b> {WHEN}</div><p>{{words}}</p></li>",
    "all in one line": f"<div class='c'><b>{{name}}</b> {WHEN}: {{words}}</div>",
    "a name after the words": f"<div class='c'><p>{{words}}</p><b>{{name}}</b>, {WHEN}</div>",
    "a button below the words": f"<div class='c'><b>{{name}}</b> {WHEN}<br>{{words}}<br><a href='#'>Reply</a></div>",
    "links and buttons": "<div class='c' id='c{n}'><b>{name}</b> <time datetime='2021-03-0{n}'>3 years ago</time>"
    " <a href='#c{n}'>#</a><p>{words}</p><a href='/reply/{n}'>Reply</a> | <a href='#c{n}'>Permalink</a></div>",
}
WORDS = {
    "short": "I have read <a href='https://wool.example/'>this</a>.",
    "long": "I have read it, and on it goes. " * 20,
    "the author's own name": "<b>Jane Doe</b> wrote to me that sheep are woolly.",
    "a link called link": "The <a href='#c1'>link</a> is broken.",
    "a word that links": "The <i>wool</i> is soft.",
}


@pytest.mark.parametrize("around", ["<h3>9 comments</h3>{}", "<div id='comments'><h3>9 comments</h3>{}</div>"])
@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("name", PLAIN)
def test_who_and_when_are_no_part_of_the_words(name: str, words: str, around: str) -> None:
    people = ("Jane Doe", "Peter Holm", "Maria")
    nodes = [PLAIN[name].format(name=who, n=n, words=WORDS[words]) for n, who in enumerate(people, 1)]
    found = read(around.format("".join(nodes)))
    assert [comment.author for comment in found.comments] == list(people)
    said = tidy(parse_text(WORDS[words]).text)
    for comment in found.comments:
        assert tidy(comment.content_text) == said
        assert tidy(parse_text(comment.content_html).text) == said
        assert comment.published is not None
        assert comment.author_url in {None, f"http://{comment.published.day[-1]}.example/"}
    assert found.declared_count == 9


LETTERS = "".join(
    f"<li><b>Jane Doe</b> <time datetime='2021-03-0{n}'>March {n}</time><p>Letter {n} about sheep.</p></li>"
    for n in range(1, 6)
)


@pytest.mark.parametrize("body", [f"<h2>Replies</h2><ul>{LETTERS}</ul>", f"<ul class='responses'>{LETTERS}</ul>"])
def test_what_an_article_quotes_is_no_comment(body: str) -> None:
    assert read(f"<div class='words'>{body}</div>", ".words").comments == ()
    assert len(read(f"<div class='words'>Words.</div>{body}", ".words").comments) == 5


def test_a_box_of_comments_may_stand_in_the_articles_node() -> None:
    box = f"<section class='comments'><h3>Comments</h3><ul>{LETTERS}</ul></section>"
    found = read(f"<div class='words'>Words.{box}</div>")
    assert len(without_quotations(found, "Words.").comments) == 5


@pytest.mark.parametrize(
    "body",
    [
        "<h3>7 comments</h3><p>Some other words of the page.</p>" * 30 + "<h3>Comments</h3>{}",
        "<h3>Comments</h3>{}<h3>7 comments</h3>",
    ],
)
def test_a_count_elsewhere_on_the_page_states_nothing(body: str) -> None:
    found = read(body.format(f"<ul>{LETTERS}</ul>"))
    assert (len(found.comments), found.declared_count) == (5, None)


def test_where_nobody_asks_for_a_name_the_words_are_kept() -> None:
    said = "".join(f"<div><p>Words {n} about sheep.</p><i>March {n}, 2021</i></div>" for n in range(1, 5))
    found = read(f"<div id='comments'><h3>Comments</h3>{said}</div>").comments
    assert [comment.content_text for comment in found] == [f"Words {n} about sheep." for n in range(1, 5)]
    assert {comment.author for comment in found} == {None}
