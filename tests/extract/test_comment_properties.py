"""What holds for the comments of any page."""

from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.tree import parse_text
from blogforever.extract.comments.read import read_comments
from blogforever.extract.comments.services import comment_service
from blogforever.extract.comments.systems import COMMON, SYSTEMS
from blogforever.model.comment import Comment

_PIECES = (
    "<li class='comment depth-1' id='comment-1'>", "<li class='comment depth-2' id='comment-2'>", "</li>",
    "<ol class='commentlist'>",
    "</ol>", "<div class='comment' data-parent='2'>", "<div id='c3'>", "</div>", "<cite class='fn'>Anna</cite>",
    "<dl id='comments'>",
    "<dt id='c5'>Anna, 3 May 2010</dt>", "<dd>", "</dd>", "<time datetime='2010-05-03'>x</time>",
    "Posted by Bert on May 4, 2010",
    "<p>", "</p>", "<h3>3 Comments</h3>", "<form><textarea>", "</textarea></form>", "words", " ", "<br>", "<hr>",
    "<a name='comments'></a>",
    "<a href='javascript:x'>reply</a>", "<a rel='in-reply-to' href='#comment-2'>", "</a>", "<table><tr><td>",
    "</table>", "&#0;", "<b",
)  # fmt: skip


def _links_form_no_circle(comments: tuple[Comment, ...]) -> bool:
    parents = {comment.id: comment.parent for comment in comments}
    for parent in parents.values():
        step, steps = parent, 0
        while step is not None:
            step, steps = parents[step], steps + 1
            if steps > len(parents):
                return False
    return True


@given(st.lists(st.sampled_from(_PIECES), max_size=60).map("".join))
def test_any_page_has_comments_with_sound_ids_and_threads_and_stays_as_it_is(html: str) -> None:
    document = parse_text(html)
    before = document.serialize()
    found = read_comments(document, address="https://blog.example/sheep")
    assert document.serialize() == before
    ids = [comment.id for comment in found.comments]
    assert len(set(ids)) == len(ids)
    assert all(ids)
    assert all(comment.parent is None or comment.parent in ids for comment in found.comments)
    assert _links_form_no_circle(found.comments)
    assert bool(found.read_by) == bool(found.comments)


@given(st.text(max_size=200))
def test_any_text_is_read_without_complaint(text: str) -> None:
    document = parse_text(text)
    assert read_comments(document, address=None).comments == ()
    comment_service(document)


def test_every_selector_is_sound() -> None:
    document = parse_text("<p>")
    for markup in (COMMON, *SYSTEMS):
        for field in (
            "comment",
            "beside",
            "content",
            "cut",
            "author",
            "author_url",
            "published",
            "permalink",
            "avatar",
            "reply_to",
            "deleted",
        ):
            if selector := getattr(markup, field):
                document.select(selector)


def test_deep_answers_are_read_in_order() -> None:
    depth = 150
    start = "".join(
        f"<ol class='commentlist'><li class='comment' id='comment-{n}'><cite class='fn'>A{n}</cite>"
        f"<p class='comment-text'>w{n}</p>"
        for n in range(1, depth + 1)
    )
    found = read_comments(parse_text(start + "</li></ol>" * depth), address=None)
    assert [comment.parent for comment in found.comments] == [None, *(str(n) for n in range(1, depth))]
    assert [comment.content_text for comment in found.comments] == [f"w{n}" for n in range(1, depth + 1)]
