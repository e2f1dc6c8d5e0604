"""Rules to JSON and back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.actions._files.rules_file import load_rules, save_rules
from blogforever.actions.learn import explain_rules
from blogforever.errors import BadRules, UnreadableFile
from blogforever.learn.rules_json import rules_as_json, rules_from_json
from blogforever.model.comment import CommentMarkup
from blogforever.model.feed import FeedText
from blogforever.model.rules import LearnedComments, LearnedField, Pick, Rule, RuleEvidence, RuleSet, Template

TEXT = st.text(max_size=12)
SELECTORS = st.sampled_from(["h1", ".a > p", "#x", "div.b:first-child", 'a[href*="/tag/"]', ":scope > p:last-child"])
SHARES = st.floats(0, 1)
RULE = st.builds(
    Rule, css=SELECTORS, form=TEXT, pick=st.sampled_from(Pick), attribute=st.none() | TEXT, before=TEXT, after=TEXT,
    byline=st.booleans(),
)  # fmt: skip
EVIDENCE = st.builds(
    RuleEvidence, confidence=SHARES, scores=st.lists(st.tuples(TEXT, SHARES), max_size=2).map(tuple),
    examples=st.lists(TEXT, max_size=2).map(tuple), runner_up=st.none() | RULE, runner_up_confidence=SHARES,
)  # fmt: skip
FIELD = st.builds(
    LearnedField, rules=st.lists(RULE, min_size=1, max_size=2).map(tuple), evidence=st.none() | EVIDENCE,
    constant=st.lists(TEXT, max_size=1).map(tuple), note=TEXT,
)  # fmt: skip
TEMPLATE = st.builds(
    Template, name=TEXT, article=FIELD, exclusions=st.lists(SELECTORS, max_size=2).map(tuple), title=FIELD,
    pages=st.lists(TEXT, max_size=2).map(tuple),
    usual=st.lists(st.tuples(TEXT, st.integers(0, 9)), max_size=2).map(tuple),
)  # fmt: skip
MARKUP = st.builds(
    CommentMarkup, name=TEXT, comment=SELECTORS, content=st.just("") | SELECTORS, author=st.just("") | SELECTORS,
    published=st.just("") | SELECTORS, permalink=st.just("") | SELECTORS,
)  # fmt: skip
COMMENTS = st.builds(LearnedComments, markup=MARKUP, evidence=EVIDENCE)
RULES = st.builds(
    RuleSet, blog=st.none() | TEXT, title=st.none() | TEXT, feed_text=st.sampled_from(FeedText), feed_text_reason=TEXT,
    templates=st.lists(TEMPLATE, max_size=2).map(tuple), day_first=st.none() | st.booleans(), language=st.none() | TEXT,
    hosts=st.lists(TEXT, max_size=2).map(tuple), comments=st.lists(COMMENTS, max_size=2).map(tuple),
)  # fmt: skip


@given(RULES)
def test_what_was_saved_is_read_back_exactly(rules):
    assert rules_from_json(rules_as_json(rules)) == rules


@given(RULES)
def test_any_rules_can_be_explained(rules):
    for xpath in (False, True):
        assert len(explain_rules(rules, xpath=xpath)) == len(rules.templates) + len(rules.comments)


SOUND = RuleSet(
    blog="https://b.example/",
    title="B",
    feed_text=FeedText.FULL,
    feed_text_reason="",
    templates=(Template(name="template 1", article=LearnedField(rules=(Rule(css=".post", form="class"),))),),
)


def test_a_file_round_trip(tmp_path):
    save_rules(SOUND, tmp_path / "rules.json")
    assert load_rules(tmp_path / "rules.json") == SOUND
    assert [file.name for file in tmp_path.iterdir()] == ["rules.json"]


def test_a_file_from_before_comments_were_learned_is_read():
    assert rules_from_json(damaged(lambda data: data.pop("comments"))) == SOUND


def damaged(change):
    data = json.loads(rules_as_json(SOUND))
    change(data)
    return json.dumps(data)


def comments(comment, **parts):
    return {"markup": {"name": "comments 1", "comment": comment, **parts}, "evidence": {"confidence": 1}}


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "does not contain rules"),
        ("{}", "does not contain rules"),
        (damaged(lambda data: data.update(blogforever_rules=99)), "newer blogforever"),
        (damaged(lambda data: data.pop("templates")), "lacks 'templates'"),
        (damaged(lambda data: data.update(templates=3)), "rules.templates is not a list"),
        (damaged(lambda data: data.update(feed_text="all")), "rules.feed_text cannot be 'all'"),
        (damaged(lambda data: data.update(hosts=[1])), r"rules.hosts\[0\] is not a str"),
        (damaged(lambda data: data.update(extra=1)), "unknown part 'extra'"),
        (damaged(lambda data: data["templates"][0]["article"].update(rules=[])), "no rule for the article"),
        (damaged(lambda data: data["templates"][0]["article"]["rules"][0].update(css="..")), "an invalid selector"),
        (damaged(lambda data: data["templates"][0].update(exclusions=["]"])), "an invalid selector"),
        (damaged(lambda data: data.update(comments=[comments("li.comment", author="]")])), "an invalid selector"),
        (damaged(lambda data: data.update(comments=[comments("")])), "comments 1 does not say where a comment is"),
    ],
)
def test_damage_is_named(text, message):
    with pytest.raises(BadRules, match=message):
        rules_from_json(text, subject="my.json")


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(UnreadableFile, match="absent"):
        save_rules(SOUND, tmp_path / "absent" / "rules.json")


@pytest.mark.parametrize("number", [True, 0, -1, 1.0, "1", None])
def test_the_format_is_a_number_from_1_on(number):
    with pytest.raises(BadRules, match="does not contain rules"):
        rules_from_json(json.dumps({"blogforever_rules": number}))
