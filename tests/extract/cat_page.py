"""One page of a made-up blog, and the rules that read it."""

from blogforever.model.feed import FeedText
from blogforever.model.rules import LearnedField, Pick, Rule, RuleEvidence, RuleSet, Template

ADDRESS = "https://blog.example/2020/05/cats.html"
PAGE = """<html lang="en"><head><title>On cats | Blog</title>
<link rel="canonical" href="https://blog.example/2020/05/cats.html">
<link rel="shortlink" href="https://blog.example/?p=12">
<meta property="article:modified_time" content="2020-05-03T08:00:00Z"></head><body>
<div class="entry" id="post-12"><h1>On cats</h1><span class="when">1 May 2020</span> <span class="who">Ada</span>
<div class="body"><p>The cat is on the mat, and the mat is on the floor of
<a href="/2020/04/house.html">the house</a>.</p>
<p><img src="/cat.jpg" alt="A cat"></p><iframe src="https://www.youtube.com/embed/x"></iframe>
<p class="share">Share this</p></div></div></body></html>"""


def learned(css, pick=Pick.FIRST):
    rule = Rule(css=css, form="class", pick=pick)
    return LearnedField(rules=(rule,), evidence=RuleEvidence(confidence=0.9))


RULES = RuleSet(
    blog="https://blog.example/",
    title="Blog",
    feed_text=FeedText.FULL,
    feed_text_reason="",
    templates=(
        Template(
            name="template 1",
            article=learned(".body"),
            exclusions=(".share",),
            title=learned("h1"),
            authors=learned(".who"),
            published=learned(".when"),
            pages=("https://blog.example/2020/05/dogs.html", "https://blog.example/2020/06/mice.html"),
        ),
    ),
    hosts=("blog.example",),
)
