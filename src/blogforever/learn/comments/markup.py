"""How a blog's comment systems mark up comments, learned from comment feeds [BF 3.5].

pages with the comments of their feeds → which node is which comment (maximum weighted matching) → the rule for the
words → the nodes of whole comments → the rules for their parts → one markup for each system
"""

from collections.abc import Sequence

from blogforever.dom.tree import Document
from blogforever.learn.comments.matching import CommentPage
from blogforever.learn.comments.nodes import ContentTrial, find_nodes, learn_contents, learn_nodes
from blogforever.learn.comments.parts import (
    know,
    learn_author,
    learn_content,
    learn_permalink,
    learn_published,
)
from blogforever.learn.pairs import spread
from blogforever.model.comment import CommentMarkup, Discussion
from blogforever.model.rules import LearnedComments, RuleEvidence

_MOST_SYSTEMS = 3
_FEWEST_SPOTS = 2
"""One comment alone may stand anywhere."""
_WORKS = 0.5
"""A page on which a rule scores less has its comments from another system."""
_AS_GOOD = 0.1
"""A page on which another rule scores so much better has them from another system too."""
_EXAMPLES = 3
_EXAMPLE = 100


def learn_comments(pages: Sequence[tuple[str, Document, Discussion]]) -> tuple[LearnedComments, ...]:
    """One markup for each system, the one on most pages first; none where no page shows what its feed has.

    Each page comes with its address, and with the comments that its feed has.
    """
    left = [page for page in (CommentPage(*one) for one in spread(pages)) if page.spots]
    learned: list[LearnedComments] = []
    while len(learned) < _MOST_SYSTEMS and (trials := learn_contents(left)):
        best, served = _widest(trials)
        ours = [page for page, is_served in zip(left, served, strict=True) if is_served]
        if sum(len(page.spots) for page in ours) < _FEWEST_SPOTS:
            break
        left = [page for page, is_served in zip(left, served, strict=True) if not is_served]
        markup = _learn_markup(ours, best.rule.css, f"comments {len(learned) + 1}")
        if markup is not None and all(markup.comment != other.markup.comment for other in learned):
            learned.append(LearnedComments(markup=markup, evidence=_evidence(ours, best, served, trials)))
    return tuple(learned)


def _widest(trials: Sequence[ContentTrial]) -> tuple[ContentTrial, list[bool]]:
    """The rule that is as good as any on the most pages, and which these are; the other pages have another system."""
    bests = [max(scores) for scores in zip(*(trial.scores for trial in trials), strict=True)]

    def served(trial: ContentTrial) -> list[bool]:
        return [score >= max(best - _AS_GOOD, _WORKS) for score, best in zip(trial.scores, bests, strict=True)]

    widest = max(trials, key=lambda trial: (sum(served(trial)), trial.rank))
    return widest, served(widest)


def _learn_markup(pages: Sequence[CommentPage], content: str, name: str) -> CommentMarkup | None:
    rule = learn_nodes(pages, content)
    if rule is None:
        return None
    known = know(pages, [find_nodes(page, rule.css) for page in pages])
    if not known:
        return None
    return CommentMarkup(
        name=name,
        comment=rule.css,
        content=learn_content(known, content),
        author=learn_author(known),
        published=learn_published(known),
        permalink=learn_permalink(known),
    )


def _evidence(
    pages: Sequence[CommentPage], best: ContentTrial, served: Sequence[bool], trials: Sequence[ContentTrial]
) -> RuleEvidence:
    scores = [score for score, is_served in zip(best.scores, served, strict=True) if is_served]
    other = next((trial for trial in trials if trial is not best), None)
    examples = [comment.content_text[:_EXAMPLE] for page in pages[:_EXAMPLES] for comment in page.comments[:1]]
    return RuleEvidence(
        confidence=round(sum(scores) / len(scores), 4),
        scores=tuple((page.address, round(score, 4)) for page, score in zip(pages, scores, strict=True)),
        examples=tuple(examples),
        runner_up=other.rule if other else None,
        runner_up_confidence=round(sum(other.scores) / len(other.scores), 4) if other else 0.0,
    )
