"""Who answers whom: by nesting, by what an answer says itself, by the depth that a system writes beside each."""

from blogforever.extract.comment_reading import Draft


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
