"""Fit the classifier's models on the corpus, and say how well they do on blogs not seen.

    make fit                                                 all models; writes classifier/*_weights.py
    make fit FIT_ARGS="--only post --check"                  one model; prints, and writes nothing
    make fit FIT_ARGS="--only block --check --strength 100"  the same, drawn less towards the earlier weights
    make fit FIT_ARGS="--only post --vary well_known"        F1 for values around a threshold that was set by hand

What is read from the corpus is kept in .bench-cache/fit: --fresh reads it again, after the code of features changed.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path

from bench.corpus import load_blog, read_index
from bench.fitting import block, page, post
from bench.fitting.earlier_block_weights import EARLIER_BLOCK
from bench.fitting.earlier_weights import EARLIER_PAGE, EARLIER_POST
from bench.fitting.saved_blog import SavedBlog, read_saved_blog
from bench.fitting.scores import HEAD, Scores, cross_validate, table
from bench.fitting.write import write_block_weights, write_page_weights, write_post_weights
from blogforever.classifier.block_model import BlockWeights
from blogforever.classifier.thresholds import PostThresholds

STRENGTHS = {"block": 1e7, "page": 1e5, "post": 1e5}
"""How strongly each model's weights are drawn towards the earlier ones, and why: docs/why/post-or-not.md."""
UNDRAWN = 1.0
"""A fit that knows nothing of the earlier weights, for comparison: drawn towards 0, a little."""
_MOST_LISTED = 20


def main() -> None:
    """Fit, cross-validate, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path(".bench-cache"))
    parser.add_argument("--only", choices=STRENGTHS, help="fit one model only")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--fresh", action="store_true", help="read the corpus again, not the cache")
    parser.add_argument("--strength", type=float, help="draw the weights towards the earlier ones as strongly as this")
    names = [field.name for field in fields(PostThresholds)]
    parser.add_argument("--vary", choices=names, help="only print F1 of the post model for values of this threshold")
    options = parser.parse_args()
    if not (options.corpus / "INDEX.json").is_file():
        sys.exit(f"fit: there is no corpus at {options.corpus}; name one with CORPUS=…")
    if options.fresh:
        for file in (options.cache / "fit").glob("*"):
            file.unlink()
    strengths = {model: options.strength or strength for model, strength in STRENGTHS.items()}
    chosen = [options.only] if options.only else list(STRENGTHS)
    written = []
    if options.vary:
        _vary(_saved_blogs(options), options.vary)
        return
    if "block" in chosen:
        written.append(write_block_weights(_fit_block(options, strengths["block"]), check=options.check))
    if "page" in chosen or "post" in chosen:
        blogs = _saved_blogs(options)
        page_model = _fit_page(blogs, strengths["page"]) if "page" in chosen else page.PRESENT
        if "page" in chosen:
            written.append(write_page_weights(page_model, check=options.check))
        if "post" in chosen:
            written.append(write_post_weights(_fit_post(blogs, page_model, strengths["post"]), check=options.check))
    if not options.check:
        subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", *map(str, written)], check=True)


def _saved_blogs(options: argparse.Namespace) -> list[SavedBlog]:
    blogs = [
        read_saved_blog(options.corpus, about, place, options.cache)
        for place, about in enumerate(read_index(options.corpus))
    ]
    blogs = [blog for blog in blogs if any(saved.is_post is not None for saved in blog.pages)]
    labels = [saved.is_post for blog in blogs for saved in blog.pages]
    _say(f"{len(blogs)} blogs, {labels.count(True)} posts, {labels.count(False)} other pages\n")
    return blogs


def _fit_block(options: argparse.Namespace, strength: float) -> dict[str, BlockWeights]:
    blogs = [
        block.read_examples(load_blog(options.corpus, about, options.cache), options.cache)
        for about in read_index(options.corpus)
    ]
    weights = {}
    for situation, earlier in EARLIER_BLOCK.items():
        data = [examples[situation] for examples in blogs if examples[situation]]
        _say(f"\nblock model, {situation}\n{block.HEAD}")
        _say(block.validate(data, earlier, strength).line("fitted, all folds"))
        _say(block.validate(data, None, UNDRAWN).line("fitted freely"))
        _say(block.judge(earlier, data).line("earlier (saw part of them)"))
        weights[situation] = block.fit(data, earlier, strength)
    return weights


def _fit_page(blogs: list[SavedBlog], strength: float) -> page.PageModel:
    for with_rules, name in ((True, "read by the blog's rules"), (False, "read without rules")):
        _say(f"\npage model, pages {name}\n{HEAD}")
        predict = partial(page.predict, with_rules=with_rules)
        folds = cross_validate(blogs, lambda others: page.fit(others, EARLIER_PAGE, strength), predict)
        free = cross_validate(blogs, lambda others: page.fit(others, page.ZERO, UNDRAWN), predict)
        _say(table("fitted", folds))
        _say(Scores.joined(free).line("fitted freely"))
        _say(predict(EARLIER_PAGE, blogs).line("earlier (saw part of them)"))
    model = page.fit(blogs, EARLIER_PAGE, strength)
    earlier = page.decisions(EARLIER_PAGE, blogs)
    _say_changes("fitted", earlier, page.decisions(model, blogs), blogs)
    _say_changes("fitted freely", earlier, page.decisions(page.fit(blogs, page.ZERO, UNDRAWN), blogs), blogs)
    return model


def _fit_post(blogs: list[SavedBlog], page_model: page.PageModel, strength: float) -> post.PostModel:
    describer = post.Describer(page_model)
    zero = dict.fromkeys(EARLIER_POST, 0.0)
    predict = partial(post.predict, describer=describer)
    _say(f"\npost model\n{HEAD}")
    folds = cross_validate(blogs, lambda others: post.fit(others, describer, EARLIER_POST, strength), predict)
    free = cross_validate(blogs, lambda others: post.fit(others, describer, zero, UNDRAWN), predict)
    before = post.Describer(EARLIER_PAGE)
    _say(table("fitted", folds))
    _say(Scores.joined(free).line("fitted freely"))
    _say(post.predict(EARLIER_POST, blogs, before).line("earlier (saw part of them)"))
    model = post.fit(blogs, describer, EARLIER_POST, strength)
    free_model = post.fit(blogs, describer, zero, UNDRAWN)
    earlier = post.decisions(EARLIER_POST, blogs, before)
    _say_changes("fitted", earlier, post.decisions(model, blogs, describer), blogs)
    _say_changes("fitted freely", earlier, post.decisions(free_model, blogs, describer), blogs)
    return model


def _vary(blogs: list[SavedBlog], name: str) -> None:
    """F1 with the weights as they are in src."""
    present = getattr(PostThresholds(), name)
    _say(f"\npost model, {name} = {present} in src\n{HEAD}")
    for value, thresholds in post.varied(name).items():
        scores = post.predict(post.POST_WEIGHTS, blogs, post.Describer(page.PRESENT, thresholds))
        _say(scores.line(f"{name} = {value}"))


Decisions = dict[tuple[str, str], bool]


def _say_changes(name: str, before: Decisions, now: Decisions, blogs: list[SavedBlog]) -> None:
    """Which pages a fit judges otherwise than the earlier weights, when it has seen all blogs."""
    gold = {(blog.slug, saved.address): saved.is_post for blog in blogs for saved in blog.pages}
    changed = [key for key in before if before[key] != now[key]]
    better = sum(gold[key] == now[key] for key in changed)
    worse = sum(gold[key] == before[key] for key in changed)
    _say(
        f"  {name}, on all blogs: {len(changed)} of {len(before)} pages are judged otherwise than by the earlier "
        f"weights: {better} better, {worse} worse, {len(changed) - better - worse} without gold\n"
    )
    if len(changed) <= _MOST_LISTED:
        for line in _listed(changed, now, gold):
            _say(line)


def _listed(
    changed: list[tuple[str, str]], now: Decisions, gold: dict[tuple[str, str], bool | None]
) -> Iterator[str]:  # fmt: skip
    for slug, address in changed:
        decided = "a post now" if now[slug, address] else "not a post now"
        people = {True: "a post", False: "not a post", None: "not judged"}[gold[slug, address]]
        yield f"    {slug} /{address.split('/', 3)[-1]}: {decided}; people: {people}\n"


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
