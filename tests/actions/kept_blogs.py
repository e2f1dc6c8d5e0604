"""A small archive of two blogs, kept through the ports as a crawl would."""

from dataclasses import replace

from blogforever.model.blog import Blog, Platform
from blogforever.model.comment import Comment, CommentKind, CommentStatus
from blogforever.model.feed import FeedText
from blogforever.model.harvest import KeptComments, KeptMedia, Missing, Report, State
from blogforever.model.ledger import DiscoveredVia, LedgerEntry, Outcome
from blogforever.model.moment import Moment
from blogforever.model.post import FieldEvidence, Link, LinkKind, MediaRef, Source
from blogforever.model.rendering import Rendering, screenshot_of
from blogforever.model.rules import LearnedField, Rule, RuleEvidence, RuleSet, Template
from blogforever.urls.normalize import post_key
from tests.store.archive import NOON, Archive, post

DIARY = "https://diary.example/"
NEWS = "https://news.example/"
HOSTILE = "\x1b[31mred\x9b2J \u202etfel\r\nnext"
FORMULA = '=HYPERLINK("https://bad.example")'
PNG = b"\x89PNG\r\n\x1a\n" + b"picture"
CAT = "https://diary.example/cat.png"
SMALL_CAT = "https://diary.example/cat-small.png"
LOST = "https://diary.example/lost.png"
HTML = f'<p>A tabby cat slept.</p><img src="{SMALL_CAT}" srcset="{CAT} 2x" alt="the cat"><img src="{LOST}" alt="a dog">'
MISSING = Missing(
    address="https://diary.example/gone", witnesses=(DiscoveredVia.FEED,), reason="there is nothing (status 404)"
)


def ledger_entry(address, outcome, *witnesses, **more):
    return LedgerEntry(key=post_key(address), address=address, outcome=outcome, witnesses=witnesses, **more)


def rules():
    article = LearnedField(
        rules=(Rule(css="div.entry", form="class"),),
        evidence=RuleEvidence(confidence=0.97, examples=("A tabby cat slept.\x1b[2J",)),
    )
    template = Template(name="template 1", article=article, exclusions=("div.share",), pages=("a", "b"))
    return RuleSet(blog=DIARY, title=HOSTILE, feed_text=FeedText.FULL, feed_text_reason="whole", templates=(template,))


def cat_post(text):
    return post(
        "diary.example/cat",
        title="The cat",
        text=text,
        published="2023-12-24T10:00:00+01:00",
        content_html=HTML,
        authors=("Ann Archivist", "Bob"),
        tags=("Cats", "naps; long"),
        aliases=("https://diary.example/?p=7",),
        language="en",
        links=(Link(address="https://x.example/", text="there", kind=LinkKind.ELSEWHERE),),
        media=(
            MediaRef(address=CAT, kind="image", alternatives=(SMALL_CAT,), text="the cat"),
            MediaRef(address=LOST, kind="image", text="a dog"),
        ),
        evidence={"title": FieldEvidence(value_from=Source.RULE, rule="h1.title", confidence=0.9)},
        fit=0.95,
        template="template 1",
        witnesses=(DiscoveredVia.FEED, DiscoveredVia.SITEMAP),
    )


def comment(number, words, **more):
    return Comment(id=number, content_text=words, content_html=f"<p>{words}</p>" if words else "", **more)


def on_the_cat(*comments, **more):
    return KeptComments(key="diary.example/cat", comments=comments, captured_at=NOON, **more)


def ann_says(words):
    return comment(
        "2",
        words,
        author="Ann",
        author_url="https://ann.example/",
        avatar="https://ann.example/me.png",
        published=Moment(written="Christmas", iso="2023-12-25"),
        url="https://diary.example/cat#comment-2",
        read_by="WordPress markup",
    )


SCRIPT = "<script>alert(1)</script>"
CAT_COMMENTS = (
    replace(ann_says("What a cat."), content_html=f"<p>What a cat.</p>{SCRIPT}"),
    comment("3", HOSTILE, author=HOSTILE),
    comment("5", "", parent="2", status=CommentStatus.DELETED),
    comment("6", FORMULA, parent="5", author="Bob"),
    comment("7", "", kind=CommentKind.PINGBACK, url="https://other.example/", author="Another blog"),
    comment("8", "", status=CommentStatus.DELETED),
)


def make_archive(folder):
    """The archive, ready to read."""
    archive = Archive(folder=folder, store=None)
    with archive.harvest(DIARY) as records:
        records.keep_post(cat_post("A tabby cat slept."))
        records.keep_comments(on_the_cat(comment("1", "First!"), ann_says("What a cat?")))
    captures, records = archive.ports(DIARY)
    records.keep_blog(Blog(url=DIARY, title="A diary", platform=Platform(name="WordPress", version="6.1")))
    records.keep_rules(rules())
    records.keep_post(cat_post("A tabby cat slept. It woke up again."))
    records.keep_comments(on_the_cat(*CAT_COMMENTS, declared_count=9))
    rendering = Rendering(address="https://diary.example/?p=7", at=NOON, html="<p>A cat.", screenshot=PNG * 2)
    captures.keep_rendering(rendering)
    records.keep_media(screenshot_of(rendering))
    records.keep_post(post("diary.example/formula", title=FORMULA, published="2024-03-05", text="-1 and more words"))
    records.keep_post(post("diary.example/hostile", title=HOSTILE, published=None, text="two\x1b[1m\nlines of words"))
    records.keep_media(KeptMedia(address=CAT, content=PNG, media_type="image/png", captured_at=NOON))
    records.write_ledger([
        ledger_entry(
            "https://diary.example/cat",
            Outcome.POST, DiscoveredVia.FEED, DiscoveredVia.SITEMAP,
            reason="fits the rules",
        ),
        ledger_entry("https://diary.example/formula", Outcome.POST, DiscoveredVia.SITEMAP, referrer=DIARY, hops=1),
        ledger_entry("https://diary.example/hostile", Outcome.POST, DiscoveredVia.SITEMAP),
        ledger_entry("https://diary.example/?p=7", Outcome.REDIRECT, DiscoveredVia.LINK, leads_to="https://diary.example/cat"),
        ledger_entry(MISSING.address, Outcome.FAILED, DiscoveredVia.FEED, reason=MISSING.reason, status=404),
    ])  # fmt: skip
    records.close(Report(blog=DIARY, state=State.DONE, missing=(MISSING,), notes=("robots.txt forbids /private",)))
    with archive.harvest(NEWS, state=State.LIMIT) as records:
        records.keep_post(post("news.example/1", title="Only in the feed", published="2024-03-06", from_feed=True))
    return archive
