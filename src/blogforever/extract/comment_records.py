"""Drafts to records: ids that are unique on their page, parents, permalinks, no copy twice."""

from collections import Counter
from collections.abc import Hashable

from blogforever.extract.comment_parts import Setting
from blogforever.extract.comment_reading import Draft
from blogforever.extract.comment_threads import find_parents
from blogforever.model.comment import Comment
from blogforever.text.comment_ids import made_up_id


def make_records(drafts: list[Draft], read_by: str, setting: Setting) -> tuple[Comment, ...]:
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
            url=draft.url or _anchor(draft, setting),
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


def _anchor(draft: Draft, setting: Setting) -> str | None:
    if not draft.anchor or not setting.address:
        return None
    return f"{setting.address.partition('#')[0]}#{draft.anchor}"
