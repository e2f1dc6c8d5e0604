"""The tag rules: all places that list the feed's terms, tags and categories alike."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from blogforever.dom.select import quoted
from blogforever.dom.tree import Element
from blogforever.learn.candidates import FORM_COST, own_rules, plain_tag
from blogforever.learn.fields.proximity import Proximity
from blogforever.learn.training import TrainingPage
from blogforever.model.rules import LearnedField, Pick, Rule, RuleEvidence
from blogforever.text.words import fold

_MOST_RULES = 20
_MOST_LOOKED_AT = 120
_LONGEST = 50
_FLOOR = 0.4
_SEEDS = 6
_MOST_TOGETHER = 3
_GAIN = 0.03
_MOST_UNSTATED = 3
_Trial = tuple[float, Rule, list[set[str]]]
_STRAY = 0.15
"""What a rule pays whose terms stand in menus and sidebars: a post's tags may stand there, but rarely do."""
_COUNT = re.compile(r"(?<!\s)\s*+[(\[]\d++[)\]]$")
_TAG_ADDRESS = re.compile(
    r"/(?:tags?|categor(?:y|ies|ie|ia|ias)|topics?|labels?|keywords?|etiquetas?|schlagw\w+|kategorien?|subjects?|themes?|taxonomy/term)(?:/|=|\.|$)|[?&](?:tag|cat|category)=",
    re.IGNORECASE,
)


def learn_tags(pages: Sequence[TrainingPage], articles: Sequence[int]) -> LearnedField:
    """Where the blog lists the tags and categories of a post."""
    terms_of = {id(page): {tag_key(tag) for tag in page.entry.tags} for page in pages if page.entry.tags}
    shown = _shown_terms(pages, articles)
    if len(terms_of) * 3 < len(pages):
        terms_of = shown
        note = "the feed states no tags: learned from links to tag pages that differ from post to post"
    else:
        # Feeds leave categories out, pages leave terms out: what both show together is what a reader sees.
        terms_of = {key: terms | _few(shown.get(key, set()) - terms) for key, terms in terms_of.items()}
        note = "learned from the feed's terms and the page's links to tag pages"
    stated = [
        (page, article, terms_of[id(page)])
        for page, article in zip(pages, articles, strict=True)
        if id(page) in terms_of
    ]
    if not stated:
        return LearnedField(note="neither the feed nor the pages show tags")
    tagged = [page for page, _, _ in stated]
    terms = [wanted for _, _, wanted in stated]
    trials = []
    for rule, cost in _candidates(stated):
        read = [_read(page, rule) for page in tagged]
        score = sum(map(_set_f1, read, terms)) / len(tagged) - FORM_COST[rule.form] - cost
        if score > 0.1:
            trials.append((score, rule, read))
    trials = _distinct(sorted(trials, key=lambda trial: trial[0], reverse=True))
    if not trials or trials[0][0] < _FLOOR:
        return LearnedField(note="no place on the pages lists the feed's tags")
    best, chosen, together = max(
        (_joined(seed, trials, terms) for seed in trials[:_SEEDS]), key=lambda joined: joined[0]
    )
    other = next(((score, rule) for score, rule, _ in trials if rule not in chosen), (0.0, None))
    return LearnedField(
        rules=tuple(chosen),
        evidence=RuleEvidence(
            confidence=round(best, 4),
            scores=tuple(
                (page.address, round(_set_f1(found, wanted), 4))
                for page, found, wanted in zip(tagged, together, terms, strict=True)
            ),
            examples=tuple(", ".join(sorted(found)) for found in together[:3]),
            runner_up=other[1],
            runner_up_confidence=round(other[0], 4),
        ),
        note=note,
    )


def _joined(
    seed: _Trial, trials: Sequence[_Trial], terms: Sequence[set[str]]
) -> tuple[float, list[Rule], list[set[str]]]:
    """A rule and the others that, read together with it, give more of the terms: tags here, categories there."""
    best, rule, together = seed
    chosen = [rule]
    for _, rule, read in trials:
        if len(chosen) == _MOST_TOGETHER:
            break
        joined = [one | other for one, other in zip(together, read, strict=True)]
        score = sum(map(_set_f1, joined, terms)) / len(terms)
        if score > best + _GAIN:
            best, together = score, joined
            chosen.append(rule)
    return best, chosen, together


def _distinct(trials: Sequence[_Trial]) -> list[_Trial]:
    """The trials without those that read the same as a better one."""
    seen: set[tuple[frozenset[str], ...]] = set()
    kept = []
    for trial in trials:
        key = tuple(map(frozenset, trial[2]))
        if key not in seen:
            seen.add(key)
            kept.append(trial)
    return kept


def _few(terms: set[str]) -> set[str]:
    """The terms, unless there are so many that they are a cloud."""
    return terms if len(terms) <= _MOST_UNSTATED else set()


@lru_cache(maxsize=8192)  # the same tags come by on page after page, for rule after rule
def tag_key(tag: str) -> str:
    """A tag in the form in which two writings of it compare equal."""
    return _COUNT.sub("", fold(tag)).lstrip("#").strip(" ,;|·•/")


def _read(page: TrainingPage, rule: Rule) -> set[str]:
    return {key for node in page.page_index.document.select(rule.css) if (key := tag_key(node.text))}


def _set_f1(found: set[str], wanted: set[str]) -> float:
    return 2 * len(found & wanted) / (len(found) + len(wanted)) if found or wanted else 1.0


def _shown_terms(pages: Sequence[TrainingPage], articles: Sequence[int]) -> dict[int, set[str]]:
    """Per page the texts of its links to tag and category pages, without clouds and menus that most pages have."""
    shown: dict[int, set[str]] = {}
    sure: dict[int, set[str]] = {}
    for page, article in zip(pages, articles, strict=True):
        proximity = Proximity(page, article)
        own = shown[id(page)] = set()
        marked = sure[id(page)] = set()
        for number, text in page.small_texts:
            if page.page_index.tags[number] != "a" or len(text) > _LONGEST or proximity.is_elsewhere(number):
                continue
            if leads_to_tag(page.page_index.elements[number]):
                own.add(tag_key(text))
                if proximity.is_in_credits(number):
                    marked.add(tag_key(text))
    often = Counter(term for found in shown.values() for term in found)
    most = max(2, 0.9 * len(pages))
    kept = {
        key: {term for term in found if often[term] < most or term in sure[key]} - {""} for key, found in shown.items()
    }
    return {key: terms for key, terms in kept.items() if terms}


def leads_to_tag(element: Element) -> bool:
    """True for a link to a page of a tag or category."""
    rel = (element.attr("rel") or "").split()
    return "tag" in rel or "category" in rel or is_tag_address(element.attr("href") or "")


def is_tag_address(address: str) -> bool:
    """True for what blogs use as the address of a tag's or category's page."""
    return _TAG_ADDRESS.search(address) is not None


def _candidates(stated: Sequence[tuple[TrainingPage, int, set[str]]]) -> list[tuple[Rule, float]]:
    """Rules for the elements that show one of the terms, best first, and what each pays for its place."""
    promise: dict[str, tuple[float, int, Rule]] = defaultdict(lambda: (0.0, 0, Rule(css="", form="path")))
    for page, article, terms in stated:
        proximity = Proximity(page, article)
        for number, text in page.small_texts:
            if tag_key(text) in terms:
                weight = 1 + proximity.prior(number)
                away = proximity.is_elsewhere(number)
                for rule in _list_rules(page, number):
                    before, strayed, _ = promise[rule.css]
                    promise[rule.css] = (before + weight, strayed + (1 if away else -1), rule)
    ranked = sorted(promise.values(), key=lambda item: item[0] - FORM_COST[item[2].form], reverse=True)
    # Rules that match everything match the terms too: a quick look at three pages tells them apart.
    few = stated[:: max(1, len(stated) // 3)][:3]
    looked = [
        (sum(_set_f1(_read(page, rule), terms) for page, _, terms in few), rule, _STRAY if strayed > 0 else 0.0)
        for _, strayed, rule in ranked[:_MOST_LOOKED_AT]
    ]
    looked.sort(key=lambda item: item[0] - item[2], reverse=True)
    return [(rule, cost) for _, rule, cost in looked[:_MOST_RULES]]


def _list_rules(page: TrainingPage, number: int) -> Iterator[Rule]:
    """Rules for all elements of the same kind: by their own names, or as the links of a named container."""
    page_index = page.page_index
    tag = plain_tag(page_index.tags[number])
    for rule in own_rules(page_index, number):
        if rule.form != "id":
            yield Rule(css=rule.css, form=rule.form, pick=Pick.ALL)
    fragment = _TAG_ADDRESS.search(page_index.elements[number].attr("href") or "") if tag == "a" else None
    address = f"[href*={quoted(fragment.group())}]" if fragment else ""
    if address:
        yield Rule(css=f"a{address}", form="attribute", pick=Pick.ALL)
    steps = tag
    for up in page_index.ancestors(number)[:4]:
        for rule in own_rules(page_index, up):
            if rule.css.count(".") > 1:
                continue
            if rule.form != "tag":
                yield Rule(css=f"{rule.css} {tag}", form="child", pick=Pick.ALL)
                if address:
                    yield Rule(css=f"{rule.css} a{address}", form="child", pick=Pick.ALL)
                if steps != tag:
                    yield Rule(css=f"{rule.css} > {steps}", form="child", pick=Pick.ALL)
            elif page_index.tags[up] in {"footer", "header"}:
                yield Rule(css=f"{rule.css} > {steps}", form="child", pick=Pick.ALL)
        steps = f"{plain_tag(page_index.tags[up])} > {steps}"
