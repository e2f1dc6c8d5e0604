"""The tables of the archive, the same for SQLite and PostgreSQL.

    archive                         one row: the archive's own id
    blogs ──< blog_names            the addresses under which a blog is known
      ├──< feeds                    of the blog, as last seen
      ├──< harvests                 each run over the blog
      ├──< given_up                 documents that held up a harvest, so that it no longer tries them
      ├──< rule_sets                the rules its pages are read by
      ├──< addresses                the ledger: every address seen, and what became of it
      ├──< decisions                what people said about addresses: a post, or none
      ├─── visits                   when to look at the blog again
      ├──< media                    files, by address; the files themselves lie in the archive folder
      └──< posts ──< versions       the content of the post, each time it had changed
             ├──< aliases           other addresses that lead to the post
             ├──< links, media_refs of the newest version, one a row, for queries over many posts
             ├──< discussions       how many comments the post has, each time that had changed
             └──< comments          each with its content, each time it had changed

Lists and nested values are JSON in text columns. Points in time are ISO 8601 text: in UTC where the clock was ours, as
exact as the page was where the page stated it. Beside these tables stand `post_search` (see search_index.py) and
`comment_search` (see comment_index.py).
A change here needs a migration (migrations.py) for the archives that exist.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
)

METADATA = MetaData()

BYTEWISE = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that is sorted character by character, as SQLite does; PostgreSQL would sort by the language of its server."""

# Its one row identifies the archive: a random id that the names of its files of captures begin with.
archive = Table("archive", METADATA, Column("id", Text, primary_key=True))

blogs = Table(
    "blogs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("random_id", Text, nullable=False),  # its name in the names of files of captures
    Column("url", Text, nullable=False),
    Column("title", Text),
    Column("subtitle", Text),
    Column("aliases", Text, nullable=False, default="[]"),
    Column("language", Text),
    Column("encoding", Text),
    Column("platform", Text),
    Column("platform_version", Text),
    Column("platform_reason", Text),
    Column("platform_sure", Float),
    Column("sitemaps", Text, nullable=False, default="[]"),
    Column("authors", Text, nullable=False, default="[]"),
    Column("rights", Text),
    Column("license", Text),
    Column("status_code", Integer),
    Column("hosting_ip", Text),
    Column("last_activity", Text),
    Column("post_frequency", Float),
    Column("update_frequency", Text),
)

# One key leads to one blog: the address that was given first, the one it lives at, those it moved from.
blog_names = Table(
    "blog_names",
    METADATA,
    Column("key", BYTEWISE, primary_key=True),
    Column("blog", ForeignKey("blogs.id", ondelete="CASCADE"), nullable=False),
    sqlite_with_rowid=False,
)

feeds = Table(
    "feeds",
    METADATA,
    Column("blog", ForeignKey("blogs.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("address", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("format", Text),
    Column("title", Text),
    Column("entries", Integer, nullable=False),
    Column("text", Text),
    Column("reason", Text, nullable=False),
    Column("updated", Text),
    Column("updated_as_written", Text),
    PrimaryKeyConstraint("blog", "position"),
    sqlite_with_rowid=False,
)

harvests = Table(
    "harvests",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("random_id", Text, nullable=False),
    Column("blog", ForeignKey("blogs.id"), nullable=False, index=True),
    Column("files", Text, nullable=False),  # how the names of its files of captures begin
    Column("old_files", Text),  # the same for those that an earlier version wrote; NULL for none
    Column("state", Text, nullable=False),
    Column("started", Text, nullable=False),
    Column("ended", Text),
    Column("wishes", Text, nullable=False),
    Column("report", Text),
)

# What a harvest was killed over, or gave up itself; `name` is an address, or names a step of learning.
given_up = Table(
    "given_up",
    METADATA,
    Column("blog", ForeignKey("blogs.id", ondelete="CASCADE"), nullable=False),
    Column("harvest", ForeignKey("harvests.id"), nullable=False),
    Column("key", BYTEWISE, nullable=False),  # the name, shortened where an index could not hold it
    Column("name", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Text, nullable=False),
    PrimaryKeyConstraint("blog", "harvest", "key"),
)

rule_sets = Table(
    "rule_sets",
    METADATA,
    Column("blog", ForeignKey("blogs.id", ondelete="CASCADE"), nullable=False),
    Column("harvest", ForeignKey("harvests.id"), nullable=False),
    Column("rules", Text, nullable=False),
    PrimaryKeyConstraint("blog", "harvest"),
)

posts = Table(
    "posts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("blog", ForeignKey("blogs.id"), nullable=False),
    Column("key", BYTEWISE, nullable=False),  # the post's identity within its blog
    Column("newest", Integer, nullable=False),  # the number of its newest version
    Column("published", BYTEWISE, nullable=False),  # of the newest version, to sort by; "" when the page does not say
    Column("first_seen", ForeignKey("harvests.id"), nullable=False),
    Column("last_seen", ForeignKey("harvests.id"), nullable=False),
    Column("witnesses", Text, nullable=False),  # who named it in the harvest that saw it last
    Column("excluded", Boolean, nullable=False, server_default=false()),  # a person said that it is no post
    UniqueConstraint("blog", "key"),
    Index("posts_by_date", "blog", "published", "id"),
    Index("posts_of_all_blogs_by_date", "published", "id"),
)

LISTED = posts.c.excluded.is_(False)
"""The condition for posts that nobody excluded."""

versions = Table(
    "versions",
    METADATA,
    Column("post", ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),  # 1 for the first
    Column("harvest", ForeignKey("harvests.id"), nullable=False),
    Column("digest", Text, nullable=False),  # of what a reader sees, by which damage shows
    Column("author_digest", Text, nullable=False, server_default=""),  # of what the author said: another is a version
    Column("captured_at", Text, nullable=False),
    Column("status_code", Integer),
    Column("from_feed", Boolean, nullable=False),
    Column("url", Text),
    Column("stated_id", Text),  # what page or feed call the post: Post.id
    Column("title", Text),
    Column("subtitle", Text),
    Column("authors", Text, nullable=False),
    Column("published", Text),
    Column("published_as_written", Text),
    Column("updated", Text),
    Column("updated_as_written", Text),
    Column("content_html", Text, nullable=False),
    Column("content_html_unpruned", Text),  # NULL when nothing was cut
    Column("content_text", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("language", Text),
    Column("declared_language", Text),
    Column("links", Text, nullable=False),
    Column("media", Text, nullable=False),
    Column("fit", Float, nullable=False),
    Column("template", Text),
    Column("evidence", Text, nullable=False),
    Column("problems", Text, nullable=False),
    Column("robots_directives", Text, nullable=False, server_default="[]"),  # noindex, noarchive …
    PrimaryKeyConstraint("post", "number"),
)

aliases = Table(
    "aliases",
    METADATA,
    Column("post", ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("address", Text, nullable=False),
    Column("key", BYTEWISE, nullable=False, index=True),
    PrimaryKeyConstraint("post", "position"),
    sqlite_with_rowid=False,
)

links = Table(
    "links",
    METADATA,
    Column("post", ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("address", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("kind", Text, nullable=False),
    PrimaryKeyConstraint("post", "position"),
    sqlite_with_rowid=False,
)

media_refs = Table(
    "media_refs",
    METADATA,
    Column("post", ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("address", Text, nullable=False),
    Column("key", BYTEWISE, nullable=False),  # the same as in media
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("post", "position"),
    sqlite_with_rowid=False,
)

media = Table(
    "media",
    METADATA,
    Column("blog", ForeignKey("blogs.id", ondelete="CASCADE"), nullable=False),
    Column("key", BYTEWISE, nullable=False),  # the address, shortened where an index could not hold it
    Column("address", Text, nullable=False),
    Column("sha256", Text, nullable=False, index=True),
    Column("path", Text, nullable=False),  # below the archive folder
    Column("media_type", Text),
    Column("bytes", BigInteger, nullable=False),
    Column("captured_at", Text, nullable=False),
    PrimaryKeyConstraint("blog", "key"),
)

# How a discussion stood after a harvest, each time that was another.
discussions = Table(
    "discussions",
    METADATA,
    Column("post", ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    Column("harvest", ForeignKey("harvests.id"), nullable=False),
    Column("captured_at", Text, nullable=False),
    Column("kept", Integer, nullable=False),  # comments in the archive, those that are gone from the blog among them
    Column("stated", Integer),  # how many there are according to the blog
    Column("complete", Boolean, nullable=False),  # the harvest found them all
    PrimaryKeyConstraint("post", "harvest"),
    sqlite_with_rowid=False,
)

comments = Table(
    "comments",
    METADATA,
    Column("post", ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    Column("id", BYTEWISE, nullable=False),  # as page, feed and platform name it, unique within its post
    Column("version", Integer, nullable=False),  # 1 for the first; one that was edited has several
    Column("harvest", ForeignKey("harvests.id"), nullable=False),  # the one that kept this version
    Column("digest", Text, nullable=False),  # of what a reader sees: another digest is another version
    Column("captured_at", Text, nullable=False),
    Column("position", Integer, nullable=False),  # its place in the discussion as last seen
    Column("parent", BYTEWISE),  # the id of the comment that it answers
    Column("author", Text),
    Column("author_url", Text),
    Column("avatar", Text),
    Column("published", Text),
    Column("published_as_written", Text),
    Column("content_html", Text, nullable=False),
    Column("content_text", Text, nullable=False),
    Column("url", Text),
    Column("kind", Text, nullable=False),
    Column("status", Text, nullable=False),  # as the blog showed it
    Column("read_by", Text, nullable=False),
    Column("gone", Boolean, nullable=False),  # of the newest version: the blog no longer shows the comment
    Column("turned", Integer),  # the harvest in which the comment went, or came back
    PrimaryKeyConstraint("post", "id", "version"),
)

addresses = Table(
    "addresses",
    METADATA,
    Column("blog", ForeignKey("blogs.id", ondelete="CASCADE"), nullable=False),
    Column("key", BYTEWISE, nullable=False),
    Column("address", Text, nullable=False),
    Column("harvest", ForeignKey("harvests.id"), nullable=False),  # the one that wrote it last
    Column("outcome", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("status", Integer),
    Column("leads_to", Text),
    Column("witnesses", Text, nullable=False),
    Column("referrer", Text),
    Column("hops", Integer, nullable=False),
    PrimaryKeyConstraint("blog", "key"),
    sqlite_with_rowid=False,
)

# What people said about addresses: it counts in every later harvest.
decisions = Table(
    "decisions",
    METADATA,
    Column("blog", ForeignKey("blogs.id", ondelete="CASCADE"), nullable=False),
    Column("key", BYTEWISE, nullable=False),
    Column("address", Text, nullable=False),
    Column("is_post", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Text, nullable=False),
    PrimaryKeyConstraint("blog", "key"),
    sqlite_with_rowid=False,
)

# At most one row a blog. Moments are in UTC to the second and all of one length, so that their text sorts by time.
visits = Table(
    "visits",
    METADATA,
    Column("blog", ForeignKey("blogs.id", ondelete="CASCADE"), primary_key=True),
    Column("next_visit", BYTEWISE, nullable=False),
    Column("reason", Text, nullable=False),
    Column("latest_safe", Text),  # until then the feed has lost no post; NULL for a blog without a feed
    Column("last_visit", Text),
    Column("last_new_post", Text),  # the last visit that found one
    Column("failures", Integer, nullable=False),  # in a row
    Index("visits_by_time", "next_visit", "blog"),
)

migrations = Table(
    "migrations",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("applied_at", Text, nullable=False),
)
