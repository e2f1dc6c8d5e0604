"""Fitting the block model: which blocks of a page are article.

gold text of a page -> which of its blocks are article -> logistic regression over the blocks' features, tags and places
"""

import pickle
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.corpus import SEED, Blog
from bench.fitting.regression import Prior, fit_weights
from bench.fitting.scores import Scores, split
from blogforever.classifier.block_model import BlockWeights, input_names, inputs
from blogforever.classifier.blocks import Block
from blogforever.classifier.compare_pages import ComparedPage, compare_pages
from blogforever.classifier.expected_article import ExpectedArticle
from blogforever.classifier.features import FEATURES, BlockFeatures, Clues, coverage
from blogforever.dom.page_index import PageIndex
from blogforever.dom.parsed_page import parse
from blogforever.model.page import Page
from blogforever.text.words import token_f1, words

PAGES = 10
EXCERPT = 55
SUCCESS = 0.95
CUT = 0.3

SITUATIONS = {
    "LOCATED": "A page whose excerpt was found in it, among other pages of its blog.",
    "UNLOCATED": "A page among other pages of its blog, with nothing known of its text.",
    "ALONE": "A page on its own.",
}


@dataclass(slots=True)
class Outline:
    """What ExpectedArticle asks of a PageIndex; unlike that, it can be kept in a file."""

    parent: list[int]
    first: list[int]
    last: list[int]
    word_start: list[int]
    words: list[str]

    @property
    def elements(self) -> range:
        """Stands for the elements: they are only counted."""
        return range(len(self.parent))

    @property
    def leaves(self) -> range:
        """Stands for the leaves: they are only counted."""
        return range(len(self.word_start) - 1)

    word_count = PageIndex.word_count
    contains = PageIndex.contains


@dataclass(slots=True)
class Example:
    """One page with its gold, in one situation."""

    outline: Outline
    blocks: list[Block]
    article: list[str]
    labels: np.ndarray
    inputs: np.ndarray

    @property
    def importance(self) -> np.ndarray:
        """Long blocks count more than short ones."""
        size = np.sqrt([block.words for block in self.blocks])
        return np.asarray(size / (size.sum() + 1))


def read_examples(blog: Blog, cache: Path) -> dict[str, list[Example]]:
    """The examples of each situation, from the cache where it has them."""
    file = cache / "fit" / f"{blog.slug}.blocks"
    version = [(page.url, page.file.stat().st_size) for page in blog.pages]
    if file.is_file():
        known_version, known = pickle.loads(file.read_bytes())  # noqa: S301 - written below, by ourselves
        if known_version == version:
            return dict(known)
    examples = _examples(blog)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(pickle.dumps((version, examples)))
    return examples


def fit(blogs: Sequence[Sequence[Example]], prior: BlockWeights | None, strength: float) -> BlockWeights:
    """The weights for these blogs, each blog counting the same. Without a prior they are drawn towards 0."""
    pages = [(page, page.importance / len(blog)) for blog in blogs for page in blog if len(page.labels)]
    names = input_names()
    vector = fit_weights(
        np.concatenate([page.inputs for page, _ in pages]),
        np.concatenate([page.labels for page, _ in pages]).astype(float),
        np.concatenate([importance for _, importance in pages]),
        Prior(
            weights=_vector(prior).tolist() if prior else [0.0] * len(names),
            strength=strength,
            directions=[0] * len(names),
        ),
    )
    by_name = dict(zip(names, (round(float(value), 3) for value in vector), strict=True))
    return BlockWeights(
        features={name: by_name[name] for name in FEATURES},
        tags={name.removeprefix("tag "): value for name, value in by_name.items() if name.startswith("tag ")},
        places={name.removeprefix("place "): value for name, value in by_name.items() if name.startswith("place ")},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockScores:
    """How well weights do on blogs."""

    blocks: Scores
    articles: float
    """The share of pages whose article is found, as a mean over blogs."""

    def line(self, name: str) -> str:
        """One line of a table."""
        blocks = self.blocks
        return (
            f"  {name:34} {len(blocks.labels):7} {blocks.accuracy:8.4f} {blocks.log_loss:8.4f} {self.articles:7.3f}\n"
        )


HEAD = f"  {'':34} {'blocks':>7} {'accuracy':>8} {'log loss':>8} {'article':>7}\n"


def validate(blogs: Sequence[Sequence[Example]], prior: BlockWeights | None, strength: float) -> BlockScores:
    """The scores on blogs by weights that were fitted without them."""
    folds = split(blogs)
    parts = [
        (judge(fit([blog for other in folds if other is not fold for blog in other], prior, strength), fold), len(fold))
        for fold in folds
    ]
    return BlockScores(
        blocks=Scores.joined(scores.blocks for scores, _ in parts),
        articles=sum(scores.articles * size for scores, size in parts) / len(blogs),
    )


def judge(weights: BlockWeights, blogs: Sequence[Sequence[Example]]) -> BlockScores:
    """The scores of these weights on these blogs."""
    pages = [page for blog in blogs for page in blog if len(page.labels)]
    return BlockScores(
        blocks=Scores(
            labels=np.concatenate([page.labels for page in pages]).astype(float),
            odds=np.concatenate([_odds(weights, page) for page in pages]),
        ),
        articles=sum(success(weights, blog) for blog in blogs) / len(blogs),
    )


def success(weights: BlockWeights, pages: Sequence[Example]) -> float:
    """The share of pages on which the likeliest node, less its unlikely blocks, is the article."""
    hits = 0
    for page in pages:
        outline = page.outline
        chances = (1 / (1 + np.exp(-_odds(weights, page)))).tolist()
        best = ExpectedArticle(outline, page.blocks, chances).best()  # type: ignore[arg-type]  # all that it asks for
        kept: Counter[str] = Counter()
        for block, chance in zip(page.blocks, chances, strict=True):
            if best >= 0 and chance > CUT and outline.contains(best, block.element):
                kept.update(outline.words[outline.word_start[block.first] : outline.word_start[block.last]])
        hits += token_f1(kept.elements(), page.article) >= SUCCESS
    return hits / max(1, len(pages))


def _odds(weights: BlockWeights, page: Example) -> np.ndarray:
    return np.clip(page.inputs @ _vector(weights), -30, 30) if len(page.labels) else np.zeros(0)


def _vector(weights: BlockWeights) -> np.ndarray:
    """All weights in the order of `input_names`."""
    return np.array([*weights.features.values(), *weights.tags.values(), *weights.places.values()])


def _examples(blog: Blog) -> dict[str, list[Example]]:
    """Pages of the blog with their blocks described and labelled, in each situation."""
    gold = {post["url"]: post for post in blog.gold["posts"] if len(set(words(post.get("text") or ""))) >= PAGES}
    pages = [page for page in blog.pages if page.url in gold]
    chosen = [page for page in pages if gold[page.url].get("in_feed")] or pages
    random.Random(SEED).shuffle(chosen)  # noqa: S311 - a sample, not a secret
    chosen = chosen[:PAGES]
    page_indexes = [PageIndex(parse(Page(content=page.content())).document) for page in chosen]
    together = compare_pages(page_indexes)
    alone = [compare_pages([page_index])[0] for page_index in page_indexes]
    outlines = [Outline(index.parent, index.first, index.last, index.word_start, index.words) for index in page_indexes]
    return {
        situation: [
            _example(compared, outline, gold[page.url], situation)
            for compared, outline, page in zip(
                alone if situation == "ALONE" else together, outlines, chosen, strict=True
            )
        ]
        for situation in SITUATIONS
    }


def _example(compared: ComparedPage, outline: Outline, post: dict[str, object], situation: str) -> Example:
    page_index, page_blocks = compared.page_index, compared.blocks
    article = words(str(post["text"]))
    clues = Clues(
        title=str(post["title"] or ""),
        authors=tuple(post["authors"] or ()) if situation != "ALONE" else (),  # type: ignore[arg-type]  # names
        excerpt=article[:EXCERPT] if situation == "LOCATED" else (),
    )
    main = page_index.document.main_content()
    number = page_index.index.get(main, -1) if main is not None else -1
    features = BlockFeatures(page_index, page_blocks, clues=clues, repeated=compared.repeated, main=number)
    covered = coverage(page_index.words, article)
    starts = page_index.word_start
    return Example(
        outline=outline,
        blocks=page_blocks,
        article=article,
        labels=np.array([sum(covered[starts[b.first] : starts[b.last]]) > b.words / 2 for b in page_blocks]),
        inputs=np.array(
            [inputs(page_index, block, n, compared.places, features) for n, block in enumerate(page_blocks)]
        ),
    )
