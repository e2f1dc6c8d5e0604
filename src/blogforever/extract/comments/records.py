"""Drafts to records: ids that are unique on their page, parents, permalinks, no copy twice."""

from collections import Counter
from collections.abc import Hashable

from blogforever.extract.comments.drafts import Draft
from blogforever.extract.comments.parts import PageContext
from blogforever.model.comment import Comment
from blogforever.text.comment_ids import made_up_id


def make_records(drafts: list[Draft], read_by: str, context: PageContext) -> tuple[Comment, ...]:
    """A record for each draft, in their order."""
    kept = _once(drafts)
    ids = _unique_ids(kept)
    parents = find_parents(kept, ids)
    return tuple(
        Comment(
            id=identity,
            author=draft.author,
            author_url=draft.author_url,
            avatar=draft.avatar,
            published=draft.published,
            content_html=draft.html,
            content_text=draft.text,
            parent=parent,
            url=draft.url or _anchor(draft, context),
            kind=draft.kind,
            status=draft.status,
            read_by=read_by,
        )
        for draft, identity, parent in zip(kept, ids, parents, strict=True)
    )


def _once(drafts: list[Draft]) -> list[Draft]:
    """The drafts without copies: pages show their comments twice, for wide and narrow screens.

    Two with one number are one. Without numbers only a whole list that comes twice is a copy: people press a button
    twice, too, and the page shows both.
    """
    alike = Counter(map(_said, drafts))
    copied = min(alike.values(), default=0) > 1
    kept: dict[Hashable, Draft] = {}
    first: dict[int, Draft] = {}
    for draft in drafts:
        key: Hashable = (draft.number, _said(draft)) if draft.number else _said(draft) if copied else id(draft)
        first[id(draft)] = kept.setdefault(key, draft)
    for draft in kept.values():
        if draft.inside is not None:
            draft.inside = first[id(draft.inside)]
    return list(kept.values())


def _said(draft: Draft) -> tuple[str, str, str]:
    return draft.author or "", draft.published.iso if draft.published else "", draft.text


def _unique_ids(drafts: list[Draft]) -> list[str]:
    ids: list[str] = []
    used: set[str] = set()
    for draft in drafts:
        identity = draft.number
        if not identity or identity in used:  # two different comments under one number: the theme is wrong
            identity = made_up_id(draft.author, draft.published.iso if draft.published else None, draft.text)
        unique, count = identity, 1
        while unique in used:
            count += 1
            unique = f"{identity}-{count}"
        used.add(unique)
        ids.append(unique)
    return ids


def _anchor(draft: Draft, context: PageContext) -> str | None:
    if not draft.anchor or not context.address:
        return None
    return f"{context.address.partition('#')[0]}#{draft.anchor}"


def find_parents(drafts: list[Draft], ids: list[str]) -> list[str | None]:
    """For each draft the id of the one that it answers. Parents are among the ids and never form a circle.

    An answer stands after what it answers on nearly every page; where newer ones go first, a link may lead on.
    """
    place = {id(draft): index for index, draft in enumerate(drafts)}
    numbered = {draft.number: index for index, draft in reversed(list(enumerate(drafts))) if draft.number}
    by_depth = _by_depth(drafts)
    parents: list[int | None] = []
    for index, draft in enumerate(drafts):
        parent = place.get(id(draft.inside)) if draft.inside is not None else None
        if parent is None and draft.answers:
            parent = numbered.get(draft.answers)
        if parent is None:
            parent = by_depth[index]
        parents.append(parent if parent != index else None)
    _break_circles(parents)
    return [None if parent is None else ids[parent] for parent in parents]


def _by_depth(drafts: list[Draft]) -> list[int | None]:
    """The nearest draft before each that stands less deep."""
    found: list[int | None] = []
    line: list[tuple[int, int]] = []
    for index, draft in enumerate(drafts):
        depth = draft.depth
        if depth is None:
            found.append(None)
            continue
        while line and line[-1][0] >= depth:
            line.pop()
        found.append(line[-1][1] if line else None)
        line.append((depth, index))
    return found


def _break_circles(parents: list[int | None]) -> None:
    """Where a walk to the top comes back to where it was, the link that closes the circle goes."""
    settled: set[int] = set()
    for start in range(len(parents)):
        walk: list[int] = []
        on_walk: set[int] = set()
        step: int | None = start
        while step is not None and step not in settled:
            if step in on_walk:
                parents[walk[-1]] = None
                break
            walk.append(step)
            on_walk.add(step)
            step = parents[step]
        settled |= on_walk
