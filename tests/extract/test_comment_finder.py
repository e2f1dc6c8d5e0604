"""Comments on pages whose markup nobody knows."""

import pytest

from blogforever.dom.tree import parse_text
from blogforever.extract.comments import read_comments

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
