"""Two versions of a post, compared word by word."""

from dataclasses import dataclass

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.records import Record
from blogforever.changes.versions import compare_versions
from blogforever.changes.word_diff import fold_pieces
from blogforever.errors import NotInArchive
from blogforever.model.archive import DiffPiece, ListDiff, PieceKind, PostVersion, StoredPost, VersionDiff
from blogforever.store.queries.posts import find_post, post_versions


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedVersions:
    """Two versions of a post and what is different."""

    stored: StoredPost
    old: PostVersion
    new: PostVersion
    diff: VersionDiff

    @property
    def is_same_capture(self) -> bool:
        """True if both were read from one capture: other rules made the difference, not an editor."""
        return self.old.captured_at == self.new.captured_at and self.old.from_feed == self.new.from_feed

    @property
    def folded_text(self) -> tuple[DiffPiece, ...]:
        """The text, with stretches that did not change folded."""
        return fold_pieces(self.diff.text)


def compare(
    archive: OpenArchive, name: str, *, earlier: int | None = None, later: int | None = None
) -> ComparedVersions:
    """Two versions of the post: the last two unless said otherwise. Raises NotInArchive."""
    stored = find_post(archive.database, name)
    known = {version.number: version for version in post_versions(archive.database, stored.id)}
    new = stored.newest.number if later is None else later
    old = new - 1 if earlier is None else earlier
    if later is None and earlier == new and earlier > 1:
        next_step = f"Name a later one with --to, or an earlier one with --from: blogforever versions {stored.id}"
        raise NotInArchive(stored.post.url or stored.key, f"version {new} is the newest", next_step)
    for number in (new, old):
        if number not in known:
            raise _missing(stored, number)
    if old == new:
        raise NotInArchive(stored.post.url or stored.key, "a version does not differ from itself", _list(stored))
    diff = compare_versions(known[old].post, known[new].post)
    return ComparedVersions(stored=stored, old=known[old], new=known[new], diff=diff)


def _missing(stored: StoredPost, number: int) -> NotInArchive:
    if stored.newest.number == 1:
        problem = "has only one version, so there is nothing to compare it with"
        return NotInArchive(stored.post.url or stored.key, problem, f"See it: blogforever show {stored.id}")
    return NotInArchive(stored.post.url or stored.key, f"there is no version {number}", _list(stored))


def _list(stored: StoredPost) -> str:
    return f"List the versions: blogforever versions {stored.id}"


def compared_record(compared: ComparedVersions) -> Record:
    """The comparison as a JSON object; the pieces of the text, one after another, hold all words of both versions."""
    diff = compared.diff
    return {
        "post": compared.stored.post.url or compared.stored.key,
        "number": compared.stored.id,
        "from": _version_record(compared.old),
        "to": _version_record(compared.new),
        "same_capture": compared.is_same_capture,
        "changed": [part.value for part in diff.parts],
        "words_added": diff.words_added,
        "words_removed": diff.words_removed,
        "title": [_piece_record(piece) for piece in diff.title],
        "text": [_piece_record(piece) for piece in diff.text],
        "authors": _list_record(diff.authors),
        "dates": _list_record(diff.dates),
        "tags": _list_record(diff.tags),
        "links": _list_record(diff.links),
        "media": _list_record(diff.media),
        "address": _list_record(diff.address),
    }


def _version_record(version: PostVersion) -> Record:
    return {"version": version.number, "harvest": version.harvest, "captured_at": version.captured_at}


def _piece_record(piece: DiffPiece) -> Record:
    return {"kind": PieceKind(piece.kind).value, "text": piece.text}


def _list_record(lists: ListDiff) -> Record:
    return {"added": list(lists.added), "removed": list(lists.removed)}
