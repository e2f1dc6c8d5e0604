"""Where one harvest of one blog goes: the database, the captures and the media files of an archive.

What the crawl hands over waits in memory and is written by `save` in one short transaction, so that harvests of many
blogs into one archive hardly wait for each other. Captures and media files go to disk at once, and are safe before
the lines that speak of them.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from blogforever.model.blog import Blog
from blogforever.model.exchange import Exchange
from blogforever.model.harvest import KeptComments, KeptMedia, KeptPost, Report, State, Wishes
from blogforever.model.ledger import Fate, Witness
from blogforever.model.rendering import Rendering, screenshot_of
from blogforever.model.rules import RuleSet
from blogforever.store.blog_rows import write_blog
from blogforever.store.capture_names import captures_in, foreign_files, foreign_note
from blogforever.store.captures import FOLDER, Captures
from blogforever.store.comments import write_comments
from blogforever.store.database import Database, open_database
from blogforever.store.given_up import read_given_up, write_given_up
from blogforever.store.harvest_end import end_fields, is_over
from blogforever.store.harvest_files import files_of_all, files_of_blog, provenance
from blogforever.store.harvests import Started, end_harvest, end_values, hold_blog, measure_blog, start_harvest
from blogforever.store.held_connection import HeldConnection
from blogforever.store.keeping import name_witnesses, write_posts
from blogforever.store.ledger_rows import posts_of_harvest, write_fates
from blogforever.store.media_files import MediaFiles
from blogforever.store.plain_text import as_json, index_key, storable, storable_or_none
from blogforever.store.post_parts import add_aliases
from blogforever.store.post_rows import in_utc
from blogforever.store.room import why_full
from blogforever.store.schema import media, rule_sets
from blogforever.store.trouble import told_plainly
from blogforever.store.upsert import Row, upsert

RULES_FORMAT = 1
"""The format of saved rule sets: what the archive keeps can be read like a file of rules."""
_MOST_POSTS = 500
_MOST_TEXT = 16_000_000
_MOST_LINES = 20_000
_MOST_COMMENTS = 10_000


@dataclass(slots=True)
class _Waiting:
    """What was handed over and is not written yet; the last word on each thing counts."""

    blog: Blog | None = None
    rules: RuleSet | None = None
    posts: dict[str, KeptPost | None] = field(default_factory=dict)
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    witnesses: dict[str, tuple[Witness, ...]] = field(default_factory=dict)
    comments: dict[str, KeptComments | None] = field(default_factory=dict)
    media: dict[str, Row] = field(default_factory=dict)
    fates: dict[str, Fate] = field(default_factory=dict)
    given_up: dict[str, str] = field(default_factory=dict)
    text: int = 0
    """Signs in all posts and comments."""
    comment_count: int = 0

    @property
    def is_much(self) -> bool:
        return (
            len(self.posts) >= _MOST_POSTS
            or self.text >= _MOST_TEXT
            or self.comment_count >= _MOST_COMMENTS
            or len(self.fates) + len(self.media) >= _MOST_LINES
        )


_Kind = TypeVar("_Kind", bound="ArchiveSink")


class ArchiveSink:
    """A `Sink` (model/ports.py) over an archive. Make one with `open_sink`."""

    only_reads_captures = False

    def __init__(
        self,
        *,
        database: Database,
        connection: HeldConnection,
        started: Started,
        start: str,
        folder: Path,
        wishes: Wishes,
    ) -> None:
        self.harvest = started.harvest
        """The number of the harvest; one that is taken up again keeps its number."""
        self._blog = started.blog
        self._start = start
        self._database = database
        self._held = connection
        self._folder = folder
        self._wishes = wishes
        lying_there = captures_in(folder / FOLDER)
        known, self._about, everyone = connection.run(
            lambda opened: (
                files_of_blog(opened, started.blog),
                provenance(opened, started.harvest, start),
                files_of_all(opened),
            )
        )
        self._foreign = foreign_files(lying_there, everyone)
        self._captures = Captures(folder, known=known, about=self._about, is_read_only=self.only_reads_captures)
        self._media_files = MediaFiles(folder, since=started.since.timestamp())
        self._waiting = _Waiting()

    def recall(self, address: str) -> Exchange | None:
        """What this harvest captured for the address already."""
        return self._captures.find(address, harvest=self.harvest)

    def recall_older(self, address: str) -> Exchange | None:
        """The newest answer with a body that earlier harvests captured for the address."""
        return self._captures.find_older(address, before=self.harvest)

    def capture(self, exchange: Exchange) -> None:
        """Keep the exchange as it went over the wire."""
        self._captures.write(exchange, harvest=self.harvest)

    def keep_blog(self, blog: Blog) -> None:
        """What the blog is; the last word counts."""
        self._waiting.blog = blog

    def keep_rules(self, rules: RuleSet) -> None:
        """The rules that the blog's pages are read by; the last word counts."""
        self._waiting.rules = rules

    def keep_post(self, post: KeptPost) -> None:
        """A post, new or again."""
        self._waiting.posts[index_key(post.key)] = post
        self._waiting.text += len(post.post.content_html) + len(post.post.content_text)
        self._save_when_much()

    def complete_post(self, key: str, *, aliases: tuple[str, ...], witnesses: tuple[Witness, ...]) -> None:
        """What only the end of the harvest tells of a post it kept."""
        self._waiting.witnesses[index_key(key)] = witnesses
        if aliases:
            self._waiting.aliases[index_key(key)] = aliases

    def drop_post(self, key: str) -> None:
        """Take back what this harvest kept under the key."""
        self._waiting.posts[index_key(key)] = self._waiting.comments[index_key(key)] = None
        self._save_when_much()

    def keep_comments(self, comments: KeptComments) -> None:
        """All comments of a post; the last word counts."""
        self._waiting.comments[index_key(comments.key)] = comments
        self._waiting.text += sum(len(one.content_html) + len(one.content_text) for one in comments.comments)
        self._waiting.comment_count += len(comments.comments)
        self._save_when_much()

    def keep_rendering(self, rendering: Rendering) -> None:
        """The page as a browser showed it, beside the captured original; its screenshot is a media file."""
        self._captures.write_rendering(rendering, harvest=self.harvest)
        picture = screenshot_of(rendering)
        if picture:
            self.keep_media(picture)

    def recall_rendering(self, address: str) -> Rendering | None:
        """What this harvest kept as the rendering of the address."""
        return self._captures.find_rendering(address, harvest=self.harvest)

    def keep_media(self, media: KeptMedia) -> None:
        """A media file, by its checksum."""
        stored = self._media_files.keep(media.content, media.media_type)
        key = index_key(media.address)
        self._waiting.media[key] = {
            "blog": self._blog,
            "key": key,
            "address": storable(media.address),
            "sha256": stored.sha256,
            "path": stored.path,
            "media_type": storable_or_none(media.media_type),
            "bytes": stored.bytes,
            "captured_at": in_utc(media.captured_at),
        }
        self._save_when_much()

    def tell(self, fates: Iterable[Fate]) -> None:
        """Lines for the ledger; the last word on an address counts."""
        for fate in fates:
            self._waiting.fates[index_key(fate.key)] = fate
        self._save_when_much()

    def give_up(self, name: str, reason: str) -> None:
        """A document, or a step of learning, that this harvest does not try again."""
        self._waiting.given_up[name] = reason

    def given_up(self) -> dict[str, str]:
        """What was given up so far, and why."""
        return self._held.run(lambda connection: read_given_up(connection, self.harvest)) | self._waiting.given_up

    def save(self) -> None:
        """All that was handed over so far is safe from a crash when this returns."""
        self._media_files.sync()
        self._captures.flush()
        self._held.run(self._write)
        self._waiting = _Waiting()

    def why_full(self) -> str:
        """Why nothing more should be added, and what to do; empty while there is room."""
        added = self._captures.size_of(self.harvest) + self._media_files.added
        return why_full(self._folder, added=added, most=self._wishes.max_size)

    def notes(self) -> tuple[str, ...]:
        """What people should know of the archive's folder."""
        count = self._media_files.mended
        files = "a damaged media file was" if count == 1 else f"{count:,} damaged media files were"
        mended = (f"{files} written again",) if count else ()
        return (*mended, foreign_note(self._foreign)) if self._foreign else mended

    def close(self, report: Report | None) -> None:
        """The end; without a report the harvest can be taken up again later."""
        try:
            self.save()
            if report and report.state is State.DONE and self._wishes.warc:
                self._note_decisions()
            ended = end_values(report)
            if report:
                self._note_end(ended)
            self._captures.close()  # "done" is said of what is on disk
            self._held.run(lambda connection: self._end(connection, ended))
        finally:
            self._held.close()
            self._database.close()
            self._captures.close()
        if report and report.state is State.DONE and not self._wishes.warc:
            self._captures.drop_harvest(self.harvest)

    def _end(self, connection: Connection, ended: Row) -> None:
        end_harvest(connection, self.harvest, ended)
        measure_blog(connection, self._blog)

    def _note_decisions(self) -> None:
        """Beside the page of each post stands why it is one: the WARC files tell it without the database."""
        kept = self._held.run(lambda connection: posts_of_harvest(connection, self._blog, self.harvest))
        for fate in kept:
            named = ", ".join(witness.value for witness in fate.witnesses)
            fields = {"outcome": fate.outcome.value, "reason": fate.reason, "named-by": named}
            self._captures.write_metadata(fate.address, fields, harvest=self.harvest)

    def _note_end(self, ended: Row) -> None:
        """The WARC files tell how the harvest ended, before the database does: "done" there means all of them are."""
        wishes = as_json(asdict(self._wishes))
        fields = end_fields(ended, harvest=self._about["blogforever-harvest"], wishes=wishes)
        self._captures.write_end(self._start, fields, harvest=self.harvest)

    def _save_when_much(self) -> None:
        if self._waiting.is_much:
            self.save()

    def _write(self, connection: Connection) -> None:
        waiting = self._waiting
        if waiting.blog:
            write_blog(connection, self._blog, waiting.blog)
        if waiting.rules:
            rules = as_json({"blogforever_rules": RULES_FORMAT, **asdict(waiting.rules)})
            upsert(connection, rule_sets, [{"blog": self._blog, "harvest": self.harvest, "rules": rules}])
        if waiting.posts:
            write_posts(connection, self._blog, self.harvest, waiting.posts)
        if waiting.aliases:
            add_aliases(connection, self._blog, waiting.aliases)
        if waiting.witnesses:
            name_witnesses(connection, self._blog, waiting.witnesses)
        if waiting.comments:
            write_comments(connection, self._blog, self.harvest, waiting.comments)
        upsert(connection, media, list(waiting.media.values()))
        write_fates(connection, self._blog, self.harvest, waiting.fates.values())
        write_given_up(connection, self._blog, self.harvest, waiting.given_up)


def open_sink(blog: str, *, archive: Path, store: str | None, wishes: Wishes) -> ArchiveSink:
    """A sink for the blog: its unfinished harvest is taken up again, else a new one begins.

    Raises BadArchive, and ArchiveBusy when a crawler elsewhere harvests the blog into the same server.
    """
    return opened_sink(ArchiveSink, blog, archive=archive, store=store, wishes=wishes)


def opened_sink(kind: type[_Kind], blog: str, *, archive: Path, store: str | None, wishes: Wishes) -> _Kind:
    """The same for a sink of any kind."""
    database = open_database(archive, store)
    with told_plainly(database.subject):
        connection = database.engine.connect()
    try:
        with told_plainly(database.subject):
            started = start_harvest(connection, blog, wishes, lambda prefix: is_over(archive / FOLDER, prefix))
        held = HeldConnection(database, connection, lambda again: hold_blog(again, started.blog, blog))
        return kind(database=database, connection=held, started=started, start=blog, folder=archive, wishes=wishes)
    except BaseException:
        connection.close()
        database.close()
        raise
