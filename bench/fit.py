"""Fit the weights of the block model (witness/weights.py) on the corpus, and say how well they do on blogs not seen.

    make fit      five-fold cross-validation by blog, then fit on all and write src/blogforever/witness/weights.py

gold text of a page -> which of its blocks are article -> logistic regression over the blocks' signs, tags and places
"""

import argparse
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from bench.corpus import SEED, Blog, load_blog, read_index
from blogforever.dom.survey import Survey
from blogforever.dom.tree import parse_page
from blogforever.model.page import Page
from blogforever.text.words import token_f1, words
from blogforever.witness.likely import Likelihood, Weights, feature_names, features
from blogforever.witness.mass import Mass
from blogforever.witness.signs import SIGNS, Clues, Signs, coverage
from blogforever.witness.testimony import Witness, call_witnesses

PAGES = 10
EXCERPT = 55
SUCCESS = 0.95
CUT = 0.3
TARGET = Path(__file__).parent.parent / "src/blogforever/witness/weights.py"

SITUATIONS = {
    "LOCATED": "A page whose excerpt was found in it, among other pages of its blog.",
    "UNLOCATED": "A page among other pages of its blog, with nothing known of its text.",
    "ALONE": "A page on its own.",
}


@dataclass(slots=True)
class Example:
    """One page with its gold, seen in one situation."""

    witness: Witness
    signs: Signs
    article: list[str]
    labels: np.ndarray
    inputs: np.ndarray


def examples(blog: Blog, situation: str) -> list[Example]:
    """Pages of the blog with their blocks described and labelled."""
    gold = {post["url"]: post for post in blog.gold["posts"] if len(set(words(post.get("text") or ""))) >= PAGES}
    pages = [page for page in blog.pages if page.url in gold]
    known = [page for page in pages if gold[page.url].get("in_feed")] or pages
    random.Random(SEED).shuffle(known)  # noqa: S311 - a sample, not a secret
    known = known[:PAGES]
    surveys = [Survey(parse_page(Page(content=page.content()))) for page in known]
    witnesses = call_witnesses(surveys) if situation != "ALONE" else [call_witnesses([one])[0] for one in surveys]
    return [_example(witness, gold[page.url], situation) for witness, page in zip(witnesses, known, strict=True)]


def _example(witness: Witness, post: dict[str, object], situation: str) -> Example:
    survey, found = witness.survey, witness.blocks
    article = words(str(post["text"]))
    clues = Clues(
        title=str(post["title"] or ""),
        authors=tuple(post["authors"] or ()) if situation != "ALONE" else (),  # type: ignore[arg-type]  # names
        excerpt=article[:EXCERPT] if situation == "LOCATED" else (),
    )
    main = survey.document.main_content()
    number = survey.index.get(main, -1) if main is not None else -1
    signs = Signs(survey, found, clues=clues, repeated=witness.repeated, main=number)
    covered = coverage(survey.words, article)
    starts = survey.word_start
    labels = [sum(covered[starts[b.first] : starts[b.last]]) > b.words / 2 for b in found]
    inputs = [features(survey, block, n, witness.places, signs) for n, block in enumerate(found)]
    return Example(witness, signs, article, np.array(labels), np.array(inputs))


def fit(blogs: Iterable[Sequence[Example]]) -> Weights:
    """The weights for these blogs, each blog counting the same, long blocks more than short ones."""
    inputs, labels, importance = [], [], []
    for pages in blogs:
        for page in pages:
            if not len(page.labels):
                continue
            size = np.sqrt([block.words for block in page.witness.blocks])
            inputs.append(page.inputs)
            labels.append(page.labels)
            importance.append(size / (size.sum() + 1) / len(pages))
    weight = np.concatenate(importance)
    model = LogisticRegression(max_iter=3000, fit_intercept=False)
    model.fit(np.concatenate(inputs), np.concatenate(labels), sample_weight=weight * len(weight) / weight.sum())
    by_name = dict(zip(feature_names(), (round(float(value), 3) for value in model.coef_[0]), strict=True))
    return Weights(
        signs={name: by_name[name] for name in SIGNS},
        tags={name.removeprefix("tag "): value for name, value in by_name.items() if name.startswith("tag ")},
        places={name.removeprefix("place "): value for name, value in by_name.items() if name.startswith("place ")},
    )


def success(weights: Weights, pages: Sequence[Example]) -> float:
    """The share of pages on which the likeliest node, less its unlikely blocks, is the article."""
    model = Likelihood(weights)
    hits = 0
    for page in pages:
        survey, found = page.witness.survey, page.witness.blocks
        chances = model.chances(survey, found, page.witness.places, page.signs)
        best = Mass(survey, found, chances).best()
        kept: Counter[str] = Counter()
        for block, chance in zip(found, chances, strict=True):
            if best >= 0 and chance > CUT and survey.contains(best, block.element):
                kept.update(survey.words[survey.word_start[block.first] : survey.word_start[block.last]])
        hits += token_f1(kept.elements(), page.article) >= SUCCESS
    return hits / max(1, len(pages))


def main() -> None:
    """Fit, cross-validate, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path(".bench-cache"))
    options = parser.parse_args()
    if not (options.corpus / "INDEX.json").is_file():
        sys.stdout.write(f"fit: there is no corpus at {options.corpus}; name one with CORPUS=…\n")
        return
    blogs = [load_blog(options.corpus, about, options.cache) for about in read_index(options.corpus)]
    random.Random(SEED).shuffle(blogs)  # noqa: S311 - folds, not a secret
    parts = []
    for situation, meaning in SITUATIONS.items():
        data = [examples(blog, situation) for blog in blogs]
        scores = []
        for fold in range(5):
            weights = fit(pages for number, pages in enumerate(data) if number % 5 != fold)
            scores += [success(weights, pages) for number, pages in enumerate(data) if number % 5 == fold]
        sys.stdout.write(f"{situation:10} article on blogs not fitted on: {sum(scores) / len(scores):.3f}\n")
        weights = fit(data)
        fields = "".join(
            f"    {name}={{" + "".join(f'"{key}": {value}, ' for key, value in values.items()) + "},\n"
            for name, values in (("signs", weights.signs), ("tags", weights.tags), ("places", weights.places))
        )
        parts.append(f'{situation} = Weights(\n{fields})\n"""{meaning}"""\n')
    head = '"""The fitted weights of the block model. Written by `make fit`; not by hand."""\n\n'
    TARGET.write_text(head + "from blogforever.witness.likely import Weights\n\n" + "\n".join(parts), "utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", str(TARGET)], check=False)


if __name__ == "__main__":
    main()
