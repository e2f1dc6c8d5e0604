"""Two versions of a post beside each other: which parts changed, and how."""

from collections import Counter
from collections.abc import Iterable

from blogforever.changes.word_diff import diff_words
from blogforever.model.archive import ListDiff, PostPart, VersionDiff
from blogforever.model.post import Post


def compare_versions(old: Post, new: Post) -> VersionDiff:
    """What is different in the later version."""
    text = () if old.content_text == new.content_text else diff_words(old.content_text, new.content_text)
    title = () if old.title == new.title else diff_words(old.title or "", new.title or "")
    authors = _diff_lists(old.authors, new.authors)
    dates = _diff_lists(_dates(old), _dates(new))
    tags = _diff_lists(old.tags, new.tags)
    links = _diff_lists((link.address for link in old.links), (link.address for link in new.links))
    media = _diff_lists((one.address for one in old.media), (one.address for one in new.media))
    address = ListDiff() if old.url == new.url else _diff_lists(_address(old), _address(new))
    found = {
        PostPart.TITLE: title, PostPart.TEXT: text, PostPart.LINKS: links, PostPart.TAGS: tags, PostPart.MEDIA: media,
        PostPart.AUTHORS: authors, PostPart.DATES: dates, PostPart.ADDRESS: address,
    }  # fmt: skip
    parts = tuple(part for part, difference in found.items() if difference)
    if not parts and old.content_html != new.content_html:
        parts = (PostPart.MARKUP,)
    return VersionDiff(
        parts=parts,
        title=title,
        text=text,
        authors=authors,
        dates=dates,
        tags=tags,
        links=links,
        media=media,
        address=address,
    )


def _address(post: Post) -> tuple[str, ...]:
    return (post.url,) if post.url else ()


def _dates(post: Post) -> tuple[str, ...]:
    named = (("published", post.published), ("updated", post.updated))
    return tuple(f"{name} {moment.iso} ({moment.written})" for name, moment in named if moment)


def _diff_lists(old: Iterable[str], new: Iterable[str]) -> ListDiff:
    """What only one of the lists has, in its order; what stands twice counts twice."""
    before, after = list(old), list(new)
    return ListDiff(added=_beyond(after, before), removed=_beyond(before, after))


def _beyond(these: list[str], those: list[str]) -> tuple[str, ...]:
    left = Counter(those)
    only = []
    for one in these:
        if left[one]:
            left[one] -= 1
        else:
            only.append(one)
    return tuple(only)
