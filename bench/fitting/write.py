"""The fitted weights as modules of the classifier."""

from collections.abc import Mapping
from pathlib import Path

from bench.fitting.block import SITUATIONS
from bench.fitting.page import PageModel
from blogforever.classifier.block_model import BlockWeights

CLASSIFIER = Path(__file__).parents[2] / "src/blogforever/classifier"


def write_block_weights(models: Mapping[str, BlockWeights], *, check: bool) -> Path:
    """classifier/block_weights.py."""
    parts = [
        f"{situation} = BlockWeights(\n"
        f"    features={_mapping(weights.features)},\n"
        f"    tags={_mapping(weights.tags)},\n"
        f"    places={_mapping(weights.places)},\n"
        f')\n"""{SITUATIONS[situation]}"""\n'
        for situation, weights in models.items()
    ]
    body = "from blogforever.classifier.block_model import BlockWeights\n\n" + "\n".join(parts)
    return _write("block", body, check=check)


def write_page_weights(model: PageModel, *, check: bool) -> Path:
    """classifier/page_weights.py."""
    body = (
        f"INTERCEPT_WITH_RULES = {model.with_rules}\n"
        '"""Log-odds of a page without any feature, read by the blog\'s rules."""\n'
        f"INTERCEPT_WITHOUT_RULES = {model.without_rules}\n"
        '"""The same without rules: then their features cannot speak for the page."""\n\n'
        f"PAGE_WEIGHTS = {_mapping(model.weights)}\n"
        '"""What each feature of a page adds to the log-odds of a post."""\n'
    )
    return _write("page", body, check=check)


def write_post_weights(weights: Mapping[str, float], *, check: bool) -> Path:
    """classifier/post_weights.py."""
    body = (
        f"POST_WEIGHTS = {_mapping(weights)}\n"
        '"""What one unit of each feature adds to the log-odds of a post."""\n'
    )  # fmt: skip
    return _write("post", body, check=check)


def _mapping(weights: Mapping[str, float]) -> str:
    return "{\n" + "".join(f'"{name}": {value},\n' for name, value in weights.items()) + "}"


def _write(model: str, body: str, *, check: bool) -> Path:
    file = CLASSIFIER / f"{model}_weights.py"
    if not check:
        head = f'"""The fitted weights of the {model} model. Written by `make fit`; not by hand."""\n\n'
        file.write_text(head + body, "utf-8")
    return file
