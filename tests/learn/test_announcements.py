"""Lists tell of the posts they link to: titles, dates and texts, whatever the markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.tree import parse_text
from blogforever.learn.announcements import find_announcements, gather_announcements
from tests.steps import count_calls

HOME = "https://tidewater.example/"
FIRST = "The tide came in twice before anybody thought of moving the boat up the beach."
SECOND = "A second account of the same evening, by the person who was in the boat."

LISTS = {
    "articles": f"""<main>
      <article><h2><a href="/boat/">The boat</a></h2><p class="meta"><a href="/author/ann">Ann</a>, 3 May 2004</p>
      <p>{FIRST}</p><a href="/boat/#more">Continue reading</a> <a href="/boat/#comments">2 comments</a></article>
      <article><h2><a href="/evening/">That evening</a></h2>
      <p class="meta"><a href="/author/ben">Ben</a>, 4 May 2004</p>
      <p>{SECOND}</p><a href="/evening/#more">Continue reading</a></article></main>""",
    "runs of headings": f"""<div>
      <h3><a href="/boat/">The boat</a></h3><p>3 May 2004</p><p>{FIRST}</p>
      <h3><a href="/evening/">That evening</a></h3><p>4 May 2004</p><p>{SECOND}</p></div>""",
    "cards": f"""<section>
      <a href="/boat/"><h2>The boat</h2><time>3 May 2004</time><p>{FIRST}</p></a>
      <a href="/evening/"><h2>That evening</h2><time>4 May 2004</time><p>{SECOND}</p></a></section>""",
    "rows": f"""<table>
      <tr><td>3 May 2004</td><td><h4><a href="/boat/">The boat</a></h4><p>{FIRST}</p></td></tr>
      <tr><td>4 May 2004</td><td><h4><a href="/evening/">That evening</a></h4><p>{SECOND}</p></td></tr></table>""",
    "days": f"""<h2>3 May 2004</h2><div><h3><a href="/boat/">The boat</a></h3><p>{FIRST}</p></div>
      <h2>4 May 2004</h2><div><h3><a href="/evening/">That evening</a></h3><p>{SECOND}</p></div>""",
}
ARCHIVES = {
    "items": """<ul><li>3 May 2004 – <a href="/boat/">The boat</a>
      <li>4 May 2004 – <a href="/evening/">That evening</a></ul>""",
    "lines": '<p>3 May 2004 <a href="/boat/">The boat</a><br>4 May 2004 <a href="/evening/">That evening</a></p>',
    "times": """<ol><li><a href="/boat/">The boat</a> <time>2004-05-03</time></li>
      <li><a href="/evening/">That evening</a> <time>2004-05-04</time></li></ol>""",
}


def announced(html, address=HOME):
    return {one.address: one for one in find_announcements(parse_text(html), address=address)}


@pytest.mark.parametrize("form", LISTS)
def test_a_list_tells_title_date_and_text_of_its_posts(form):
    found = announced(LISTS[form])
    boat, evening = found[HOME + "boat/"], found[HOME + "evening/"]
    assert boat.title.startswith("The boat")
    assert (boat.published.day, boat.headed) == ("2004-05-03", True)
    assert evening.published.day == "2004-05-04"
    if form != "cards":
        assert (boat.text, evening.text) == (FIRST, SECOND)


@pytest.mark.parametrize("form", ARCHIVES)
def test_an_archive_tells_title_and_date(form):
    found = announced(ARCHIVES[form])
    told = {(one.title, one.published.day, one.text) for one in found.values()}
    assert told == {("The boat", "2004-05-03", ""), ("That evening", "2004-05-04", "")}


def test_other_sites_files_and_the_page_itself_are_not_announced():
    html = """<p><a href="https://elsewhere.example/x">x</a><a href="/me.jpg">y</a><a href="/">home</a>
    <a href="mailto:a@b.example">mail</a><a href="/list/#top">top</a><a href="/post">The post</a></p>"""
    assert list(announced(html, HOME + "list/")) == [HOME + "post"]


def test_a_heading_link_beside_an_article_does_not_announce_the_article():
    html = f"""<div><h2><a href="/">Blog</a> | <a href="/cv">About me</a></h2><h1>The boat</h1><p>{FIRST}</p>
    <p>{SECOND}</p></div>"""
    assert announced(html)[HOME + "cv"].text == ""


def test_of_several_lists_the_one_that_tells_most_counts():
    lists = [(HOME + "archive", parse_text(ARCHIVES["items"])), (HOME, parse_text(LISTS["articles"]))]
    best = gather_announcements(lists)
    assert best == gather_announcements(lists[::-1])
    assert best["tidewater.example/boat"].text == FIRST


@given(
    st.lists(
        st.sampled_from(["<h2>", "</h2>", '<a href="/p">', "</a>", "<div>", "</div>", "3 May 2004", "words of it "])
    )
)
def test_any_markup_is_read(parts):
    for one in find_announcements(parse_text("".join(parts)), address=HOME):
        assert one.address == HOME + "p"


def long_list(posts):
    items = "".join(f'<li><a href="/p{n}">Title {n}</a> 3 May 2004</li>' for n in range(posts))
    return f"<ul>{items}</ul>"


def deep_list(depth):
    return "<div>" * depth + '<h2><a href="/deep">Deep</a></h2>'


def test_large_and_deep_lists_are_read():
    assert 1_000 < len(announced(long_list(5_000))) < 2_000
    assert len(announced(deep_list(3_000))) <= 1


@pytest.mark.parametrize("make, size", [(long_list, 400), (deep_list, 150)])
def test_twice_the_list_is_twice_the_work(make, size):
    once, twice = (count_calls(lambda many=many: announced(make(many * size))) for many in (1, 2))
    assert twice < 2.3 * once
