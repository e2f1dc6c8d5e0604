"""Posts with known truth, written by a small grammar and a few by hand."""

import datetime as dt
import random
import re
from dataclasses import dataclass
from html import escape, unescape

from tests.sample_blog.words import PEOPLE, SLOTS, TOPICS, Topic

_SLOT = re.compile(r"\{(\w+)\}")
_TAG = re.compile(r"<[^>]+>")
_BASKET = (
    "def basket(items):\n"
    "    total = 0\n"
    "    for name, price in items:\n"
    "        total += price  # in cents\n"
    "    return total\n"
)


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of an article: its markup, and its text as a reader sees it."""

    html: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplePost:
    """What is true about a post, whatever theme shows it."""

    number: int
    slug: str
    title: str
    authors: tuple[str, ...]
    published: dt.datetime
    tags: tuple[str, ...]
    blocks: tuple[Block, ...]
    summary: str
    language: str = "en"

    @property
    def text(self) -> str:
        """The article as a reader sees it."""
        return "\n".join(block.text for block in self.blocks)

    @property
    def html(self) -> str:
        """The article's markup, the same in feed and page."""
        return "\n".join(block.html for block in self.blocks)


def paragraph(html: str) -> Block:
    """A paragraph with inline markup."""
    return Block(f"<p>{html}</p>", unescape(_TAG.sub("", html)))


def heading(text: str) -> Block:
    """A heading inside the article."""
    return Block(f"<h3>{escape(text)}</h3>", text)


def bullets(items: list[str]) -> Block:
    """A list."""
    return Block("<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>", "\n".join(items))


def code(text: str) -> Block:
    """A code block."""
    return Block(f"<pre><code>{escape(text)}</code></pre>", text)


def quotation(text: str) -> Block:
    """A quotation."""
    return Block(f"<blockquote><p>{escape(text)}</p></blockquote>", text)


def picture(name: str, caption: str) -> Block:
    """A picture with its caption."""
    source = f'<img src="/media/{name}.jpg" srcset="/media/{name}-2x.jpg 2x" alt="{escape(caption)}">'
    return Block(f"<figure>{source}<figcaption>{escape(caption)}</figcaption></figure>", caption)


def recording(name: str) -> Block:
    """A sound recording, which has no text."""
    return Block(f'<audio controls src="/media/{name}.mp3"></audio>', "")


def write_posts(count: int, seed: int) -> tuple[SamplePost, ...]:
    """So many posts, the newest first, spread over about twenty years; the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - a made-up blog needs no secrets
    newest = dt.datetime(2024, 9, 17, 9, 30, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    step = dt.timedelta(days=20 * 365 / max(count, 1), hours=1)
    posts = []
    seen: set[str] = set()
    for place in range(count):
        published = (newest - place * step).replace(minute=chance.randrange(60), second=0, microsecond=0)
        number = 1000 + 7 * (count - place)
        post = _BY_HAND.get(place, _from_grammar)(chance, number, published)
        while post.title in seen:
            post = _from_grammar(chance, number, published)
        seen.add(post.title)
        posts.append(post)
    return tuple(posts)


def _from_grammar(chance: random.Random, number: int, published: dt.datetime) -> SamplePost:
    topic = chance.choice(TOPICS)
    title = _capital(_fill(chance, chance.choice(topic.titles)))
    return SamplePost(
        number=number,
        slug=_slug(title),
        title=title,
        authors=(chance.choice(PEOPLE),),
        published=published,
        tags=(topic.name, *chance.sample(topic.tags, chance.randint(1, 2))),
        blocks=tuple(_body(chance, topic, number)),
        summary=topic.summary,
    )


def _body(chance: random.Random, topic: Topic, number: int) -> list[Block]:
    blocks = [_prose(chance, topic)]
    extras = [
        lambda: [picture(f"{topic.name}-{number}", _fill(chance, "The {quality} result, seen from {place}"))],
        lambda: [heading(chance.choice(topic.headings)), _prose(chance, topic)],
        lambda: [bullets(chance.sample(topic.items, 3))],
        lambda: [quotation(_capital(_fill(chance, chance.choice(topic.sentences))))],
        lambda: [recording(f"{topic.name}-{number}")],
    ]
    for _ in range(chance.randint(2, 4)):
        blocks.append(_prose(chance, topic))
        if chance.random() < 0.6:
            blocks.extend(chance.choice(extras)())
    return blocks


def _prose(chance: random.Random, topic: Topic) -> Block:
    sentences = [_capital(_fill(chance, sentence)) for sentence in chance.sample(topic.sentences, chance.randint(3, 5))]
    marked = chance.randrange(len(sentences))
    way = chance.choice(("<em>{}</em>", "<strong>{}</strong>", '<a href="/notes/">{}</a>', "{}"))
    sentences[marked] = way.format(sentences[marked])
    return paragraph(" ".join(sentences))


def _fill(chance: random.Random, sentence: str) -> str:
    return _SLOT.sub(lambda slot: chance.choice(SLOTS[slot.group(1)]), sentence)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _code_post(chance: random.Random, number: int, published: dt.datetime) -> SamplePost:
    return SamplePost(
        number=number,
        slug="adding-up-the-market-basket",
        title="Adding up the market basket <in Python>",
        authors=(PEOPLE[1],),
        published=published,
        tags=("code", "python"),
        blocks=(
            paragraph("Our stall sells eggs, honey and whatever the hedge gives, and somebody has to add it up."),
            paragraph("The till is a laptop from the bin, so the till is also a <code>for</code> loop:"),
            code(_BASKET),
            paragraph("Prices are in cents, because a float once cost us a jar of honey &amp; an argument."),
            _prose(chance, TOPICS[3]),
        ),
        summary="A short program for small traders, with remarks on rounding.",
    )


def _german_post(_: random.Random, number: int, published: dt.datetime) -> SamplePost:
    return SamplePost(
        number=number,
        slug="der-schuppen-am-fluss",
        title="Der Schuppen am Fluss",
        authors=(PEOPLE[2],),
        published=published,
        tags=("deutsch", "ausflüge"),
        blocks=(
            paragraph("Hinter der Schleuse steht ein Schuppen, den niemand mehr haben will, außer den Schwalben."),
            paragraph(
                "Wir haben das Dach geflickt, drei Bretter getauscht und einen Ofen gefunden, der noch zieht. "
                "Übrig blieben ein Haufen Nägel und <em>sehr müde Arme</em>."
            ),
            paragraph(
                "Am Abend kam der Fährmann vorbei, trank Tee und erzählte von dem Hochwasser vor dreißig Jahren."
            ),
            quotation("Größer wird der Fluss von allein, hat er gesagt, kleiner nie."),
            paragraph("Nächstes Wochenende streichen wir die Tür, grün natürlich, wie alle Türen an diesem Ufer."),
        ),
        summary="Ein verlassenes Gebäude wird repariert.",
        language="de",
    )


def _japanese_post(_: random.Random, number: int, published: dt.datetime) -> SamplePost:
    return SamplePost(
        number=number,
        slug="minato-no-asa",
        title="港の朝と小さな市場",
        authors=(PEOPLE[0],),
        published=published,
        tags=("日本語", "港"),
        blocks=(
            paragraph("朝の五時、港にはまだ霧が残っていて、船の灯りだけがゆっくり動いていた。"),
            paragraph("市場のおばさんは毎週同じ場所に座り、<strong>同じ歌</strong>を小さな声で歌いながら魚を並べる。"),
            paragraph("私たちは鯖を三匹と、名前の分からない貝を一袋買って、自転車のかごに入れて帰った。"),
            paragraph("夕方に焼いた鯖はとても香ばしく、隣の猫まで窓の下に来て、長いあいだ静かに待っていた。"),
        ),
        summary="早い時間に魚を買いに行った話。",
        language="ja",
    )


def _short_note(_: random.Random, number: int, published: dt.datetime) -> SamplePost:
    return SamplePost(
        number=number,
        slug="closed-on-thursday",
        title="Closed on Thursday 🐑",
        authors=(PEOPLE[3],),
        published=published,
        tags=("notices",),
        blocks=(
            paragraph("The shed is closed this week: the sheep have eaten the notice board, the notice and the pen."),
            paragraph("Come on the weekend instead, there will be soup, and bring a pen if you own one."),
        ),
        summary="Opening hours have changed because of livestock.",
    )


def _quoted_title(chance: random.Random, number: int, published: dt.datetime) -> SamplePost:
    return SamplePost(
        number=number,
        slug="the-ferrymans-tea",
        title="The ferryman’s “good” tea – and ours",
        authors=(PEOPLE[2], PEOPLE[3]),
        published=published,
        tags=("kitchen", "ferry"),
        blocks=(
            paragraph("He boils it for twenty minutes, adds salt by mistake and says it keeps the river away."),
            _prose(chance, TOPICS[0]),
            paragraph("Ours is weaker, quicker and, as everyone agrees, not worth crossing the water for."),
            _prose(chance, TOPICS[2]),
        ),
        summary="Two ways of brewing are compared.",
    )


_BY_HAND = {2: _code_post, 4: _german_post, 9: _short_note, 11: _quoted_title, 13: _japanese_post}
"""Posts of a special kind and where they stand, counted from the newest: some in the feed, some behind it."""
