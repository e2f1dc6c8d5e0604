"""The records of one harvest: the database and the media files of an archive as the port `Records` (model/ports.py).

What the harvest hands over waits in memory and is written by `save` in one short transaction, so that harvests of many
blogs into one archive hardly wait for each other. Captures and media files go to disk at once, and are safe before
the rows that refer to them.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

from sqlalchemy import Connection

from blogforever.learn.rules_json import FORMAT
from blogforever.model.blog import Blog, KnownBlog
from blogforever.model.harvest import (
    HarvestChanges,
    HarvestOptions,
    KeptComments,
    KeptMedia,
    KeptPost,
    Report,
    State,
    UnseenPost,
)
from blogforever.model.ledger import Decision, DiscoveredVia, LedgerEntry
from blogforever.model.ports import Ports
from blogforever.model.rules import RuleSet
from blogforever.store.curation.join_posts import join_moved_posts
from blogforever.store.disk import why_full
from blogforever.store.media_files import MediaFiles
from blogforever.store.ports.captures import ArchiveCaptures
from blogforever.store.ports.pending import PendingRecords
from blogforever.store.ports.session import HarvestSession, open_session
from blogforever.store.queries.harvest_changes import comment_changes, count_seen, post_changes, unseen_posts
from blogforever.store.queries.known_blog import known_blog
from blogforever.store.tables.blogs import add_names, other_blog, write_blog
from blogforever.store.tables.comments import write_comments
from blogforever.store.tables.given_up import read_given_up, write_given_up
from blogforever.store.tables.harvests import end_harvest, end_values, has_earlier_harvest, measure_blog
from blogforever.store.tables.ledger import posts_of_harvest, read_decisions, write_ledger_rows
from blogforever.store.tables.post_parts import add_aliases
from blogforever.store.tables.post_rows import in_utc
from blogforever.store.tables.posts import name_witnesses, write_posts
from blogforever.store.tables.schema import media, rule_sets
from blogforever.store.tables.storable_text import as_json, index_key, storable, storable_or_none
from blogforever.store.tables.upsert import Row, upsert
from blogforever.store.warc.file_names import foreign_note
from blogforever.store.warc.harvest_end import BLOG, end_fields

EndOf = Callable[[Report | None], Row]
"""How a harvest ended, as a row, from its report."""


class ArchiveRecords:
    """The port `Records` (model/ports.py) over the database and the media files of an archive."""

    def __init__(
        self, session: HarvestSession, *,
        writes_captures: bool = True, describes_blog: bool = True, end_of: EndOf = end_values,
    ) -> None:  # fmt: skip
        """Without `writes_captures` the WARC files stay as they are; `end_of` gives the end to write for a report.

        Without `describes_blog` what is known about the blog as a whole stays as it is.
        """
        self.harvest = session.harvest
        """The number of the harvest; one that is taken up again keeps its number."""
        self._session = session
        self._writes_captures = writes_captures
        self._describes_blog = describes_blog
        self._end_of = end_of
        self._media_files = MediaFiles(session.folder, since=session.started.since.timestamp())
        self._pending = PendingRecords()
        self._taken_up = self._count_taken_up()

    def identify(self, addresses: tuple[str, ...]) -> str:
        """The addresses lead to this blog. Where one leads to another, the first harvest of this one joins that."""
        if not self._writes_captures:  # what was harvested as two blogs is read again as two
            return ""
        session = self._session
        self.save()
        other = session.connection.run(lambda connection: other_blog(connection, session.blog, addresses))
        if other is not None:
            is_first = session.connection.run(
                lambda connection: not has_earlier_harvest(connection, session.blog, self.harvest)
            )
            if not is_first:
                return (
                    f"blog {other} of this archive is the same blog as this one, number {session.blog}: "
                    f"`blogforever blogs merge {other} {session.blog}` makes them one"
                )
            session.join(other)
        session.connection.run(lambda connection: add_names(connection, session.blog, addresses))
        return ""

    def keep_blog(self, blog: Blog) -> None:
        """What the blog is; the last statement counts."""
        if self._describes_blog:
            self._pending.blog = blog

    def keep_rules(self, rules: RuleSet) -> None:
        """The rules that the blog's pages are read by; the last statement counts."""
        self._pending.rules = rules

    def keep_post(self, post: KeptPost) -> None:
        """A post, new or again."""
        self._pending.posts[index_key(post.key)] = post
        self._pending.text += len(post.post.content_html) + len(post.post.content_text)
        self._save_when_large()

    def complete_post(self, key: str, *, aliases: tuple[str, ...], witnesses: tuple[DiscoveredVia, ...]) -> None:
        """What only the end of the harvest tells of a post it kept."""
        self._pending.witnesses[index_key(key)] = witnesses
        if aliases:
            self._pending.aliases[index_key(key)] = aliases

    def drop_post(self, key: str) -> None:
        """Take back what this harvest kept under the key."""
        self._pending.posts[index_key(key)] = self._pending.comments[index_key(key)] = None
        self._save_when_large()

    def keep_comments(self, comments: KeptComments) -> None:
        """All comments of a post; the last statement counts."""
        self._pending.comments[index_key(comments.key)] = comments
        self._pending.text += sum(
            len(comment.content_html) + len(comment.content_text) for comment in comments.comments
        )
        self._pending.comment_count += len(comments.comments)
        self._save_when_large()

    def keep_media(self, media: KeptMedia) -> None:
        """A media file, by its checksum."""
        stored = self._media_files.keep(media.content, media.media_type)
        key = index_key(media.address)
        self._pending.media[key] = {
            "blog": self._session.blog,
            "key": key,
            "address": storable(media.address),
            "sha256": stored.sha256,
            "path": stored.path,
            "media_type": storable_or_none(media.media_type),
            "bytes": stored.bytes,
            "captured_at": in_utc(media.captured_at),
        }
        self._save_when_large()

    def write_ledger(self, entries: Iterable[LedgerEntry]) -> None:
        """Entries of the ledger; the last statement on an address counts."""
        for entry in entries:
            self._pending.ledger_entries[index_key(entry.key)] = entry
        self._save_when_large()

    def known_blog(self) -> KnownBlog | None:
        """What earlier harvests know of the blog."""
        return self._session.connection.run(lambda connection: known_blog(connection, self._session.blog, self.harvest))

    def decisions(self) -> dict[str, Decision]:
        """What people decided about addresses of the blog, by their `post_key`."""
        return self._session.connection.run(lambda connection: read_decisions(connection, self._session.blog))

    def give_up(self, name: str, reason: str) -> None:
        """A document, or a step of learning, that this harvest does not try again."""
        self._pending.given_up[name] = reason

    def given_up(self) -> dict[str, str]:
        """What was given up so far, and why."""
        return (
            self._session.connection.run(lambda connection: read_given_up(connection, self.harvest))
            | self._pending.given_up
        )

    def save(self) -> None:
        """All that was handed over so far is safe from a crash when this returns."""
        self._media_files.sync()
        self._session.warc.flush()
        self._session.connection.run(self._write)
        self._pending = PendingRecords()

    def taken_up(self) -> int | None:
        """How many posts an earlier run of this harvest had kept; None when this run began it."""
        return self._taken_up

    def changes(self) -> HarvestChanges:
        """What this harvest changed so far, in all its runs."""
        blog, harvest = self._session.blog, self.harvest
        return self._session.connection.run(
            lambda connection: HarvestChanges(
                posts=post_changes(connection, blog, harvest),
                comments=comment_changes(connection, blog, harvest),
                new_media=self._media_files.added_files,
            )
        )

    def unseen_posts(self) -> tuple[UnseenPost, ...]:
        """The posts that earlier harvests kept, and that this one has not."""
        return self._session.connection.run(
            lambda connection: unseen_posts(connection, self._session.blog, self.harvest)
        )

    def why_full(self) -> str:
        """Why nothing more should be added, and what to do; empty while there is room."""
        if not self._writes_captures:
            return ""  # no limit is reached without captures, and a full disk is reported when a write fails
        added = self._session.warc.size_of(self.harvest) + self._media_files.added
        return why_full(self._session.folder, added=added, most=self._session.options.max_size)

    def notes(self) -> tuple[str, ...]:
        """What people should know of the archive's folder."""
        count = self._media_files.mended
        files = "a damaged media file was" if count == 1 else f"{count:,} damaged media files were"
        mended = (f"{files} written again",) if count else ()
        return (*mended, foreign_note(self._session.foreign)) if self._session.foreign else mended

    def close(self, report: Report | None) -> None:
        """The end, of the captures too; without a report the harvest can be taken up again later."""
        session = self._session
        is_done = report is not None and report.state is State.DONE and self._writes_captures
        try:
            self.save()
            end = self._end_of(report)
            if is_done and session.options.warc:
                self._note_decisions()
            if report and self._writes_captures:
                self._note_end(end)
            session.warc.close()  # only what is on disk is called "done"
            session.connection.run(lambda connection: self._end(connection, end))
        finally:
            session.close()
        if is_done and not session.options.warc:
            session.warc.drop_harvest(self.harvest)

    def _count_taken_up(self) -> int | None:
        if not self._session.started.is_taken_up:
            return None
        return self._session.connection.run(lambda connection: count_seen(connection, self._session.blog, self.harvest))

    def _end(self, connection: Connection, end: Row) -> None:
        end_harvest(connection, self.harvest, end)
        measure_blog(connection, self._session.blog)

    def _note_decisions(self) -> None:
        """Beside the page of each post stands why it is one: the WARC files tell it without the database."""
        kept = self._session.connection.run(
            lambda connection: posts_of_harvest(connection, self._session.blog, self.harvest)
        )
        for ledger_entry in kept:
            named = ", ".join(via.value for via in ledger_entry.witnesses)
            fields = {"outcome": ledger_entry.outcome.value, "reason": ledger_entry.reason, "named-by": named}
            self._session.warc.write_metadata(ledger_entry.address, fields, harvest=self.harvest)

    def _note_end(self, end: Row) -> None:
        """The WARC files tell how the harvest ended, before the database does: "done" there means all of them are."""
        options = as_json(asdict(self._session.options))
        about = self._session.about
        fields = end_fields(end, harvest=about["blogforever-harvest"], blog=about[BLOG], options=options)
        self._session.warc.write_end(self._session.address, fields, harvest=self.harvest)

    def _save_when_large(self) -> None:
        if self._pending.is_large:
            self.save()

    def _write(self, connection: Connection) -> None:
        pending = self._pending
        if pending.blog:
            write_blog(connection, self._session.blog, pending.blog)
        if pending.rules:
            rules = as_json({"blogforever_rules": FORMAT, **asdict(pending.rules)})
            upsert(connection, rule_sets, [{"blog": self._session.blog, "harvest": self.harvest, "rules": rules}])
        if pending.posts:
            write_posts(connection, self._session.blog, self.harvest, pending.posts)
        if pending.aliases:
            add_aliases(connection, self._session.blog, pending.aliases)
            join_moved_posts(connection, self._session.blog, self.harvest, pending.aliases)
        if pending.witnesses:
            name_witnesses(connection, self._session.blog, pending.witnesses)
        if pending.comments:
            write_comments(connection, self._session.blog, self.harvest, pending.comments)
        upsert(connection, media, list(pending.media.values()))
        write_ledger_rows(connection, self._session.blog, self.harvest, pending.ledger_entries.values())
        write_given_up(connection, self._session.blog, self.harvest, pending.given_up)


def open_ports(blog: str, *, archive: Path, store: str | None, options: HarvestOptions) -> Ports:
    """The ports of a harvest of the blog: its unfinished harvest is taken up again, else a new one begins.

    Raises BadArchive, and ArchiveBusy when a crawler elsewhere harvests the blog into the same server.
    """
    session = open_session(blog, archive=archive, store=store, options=options)
    return ArchiveCaptures(session.warc, harvest=session.harvest), ArchiveRecords(session)
