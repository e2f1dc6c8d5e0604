"""What happened to the posts of a blog, from what its harvests left: versions, sightings, and who was called gone.

    two versions of a post → a new, edited or read-again event
    the reports of all harvests → posts that went and came back

"Back" is said only of what is certain: a report counts how many of those that were gone came back, and a post that has
a version from the harvest, or was last seen in it, was there.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from blogforever.changes.author_digest import author_digest
from blogforever.changes.versions import compare_versions
from blogforever.model.archive import EventKind, HarvestLine, PostEvent, PostStanding, PostVersion
from blogforever.text.words import count_words
from blogforever.urls.normalize import post_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A post that went, or came back."""

    key: str
    event: PostEvent


def version_event(version: PostVersion, before: PostVersion | None) -> PostEvent:
    """How the version came about; `before` is the one that it replaced."""
    words = count_words(version.post.content_text)
    if before is None:
        return PostEvent(
            kind=EventKind.NEW, at=version.captured_at, harvest=version.harvest, version=version.number, words=words,
            words_added=words, from_feed=version.from_feed,
        )  # fmt: skip
    if _has_moved(before, version):
        return PostEvent(
            kind=EventKind.MOVED, at=version.captured_at, harvest=version.harvest, version=version.number, words=words,
            note=f"from {before.post.url}", from_feed=version.from_feed,
        )  # fmt: skip
    diff = compare_versions(before.post, version.post)
    # The feed's entry and the page are two sources, even where one moment served for both.
    is_same_capture = version.captured_at == before.captured_at and version.from_feed == before.from_feed
    return PostEvent(
        kind=EventKind.REREAD if is_same_capture else EventKind.EDITED,
        at=version.captured_at,
        harvest=version.harvest,
        version=version.number,
        parts=diff.parts,
        words=words,
        words_added=diff.words_added,
        words_removed=diff.words_removed,
        from_feed=version.from_feed,
    )


def _has_moved(before: PostVersion, version: PostVersion) -> bool:
    """True if the post says the same at another address."""
    if post_key(before.post.url or "") == post_key(version.post.url or ""):
        return False
    return author_digest(before.post) == author_digest(version.post)


def find_departures(harvests: Iterable[HarvestLine], was_seen: Callable[[str, int], bool]) -> tuple[Departure, ...]:
    """The posts that went and came back, oldest first; `was_seen`: the harvest is known to have had the post."""
    found: list[Departure] = []
    gone: dict[str, str] = {}
    doubtful: set[str] = set()
    """They were gone, are not called so any more, and nothing shows that they are back."""
    for harvest in harvests:
        if harvest.posts is None:
            continue
        missed = [key for key in gone if key not in harvest.gone]
        all_back = harvest.posts.back == len(missed)
        back = [key for key in missed if all_back or was_seen(key, harvest.id)]
        back += [key for key in sorted(doubtful) if key not in harvest.gone and was_seen(key, harvest.id)]
        found += (_departure(harvest, EventKind.BACK, key) for key in back)
        new = [key for key in harvest.gone if key not in gone and key not in doubtful]
        found += (_departure(harvest, EventKind.GONE, key, harvest.gone[key]) for key in new)
        doubtful = (doubtful | set(missed)) - set(back) - set(harvest.gone)
        gone = harvest.gone
    return tuple(found)


def standing(harvests: Iterable[HarvestLine], key: str, *, last_seen: int, is_moved: bool) -> PostStanding:
    """How the post stood at the newest harvest that looked for it: not every harvest looks for every post."""
    if is_moved:
        return PostStanding.MOVED
    for harvest in sorted(harvests, key=lambda one: one.id, reverse=True):
        if last_seen >= harvest.id:
            break
        if key in harvest.gone:
            return PostStanding.GONE
        if harvest.posts is not None and harvest.posts.unseen:
            return PostStanding.UNSEEN
    return PostStanding.THERE


def _departure(harvest: HarvestLine, kind: EventKind, key: str, note: str = "") -> Departure:
    return Departure(key=key, event=PostEvent(kind=kind, at=harvest.at, harvest=harvest.id, note=note))
