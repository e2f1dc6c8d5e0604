"""What a harvest changed, read from what it left in the tables: so it is the same after a crash and a resumption."""

import json
from typing import Any

from sqlalchemy import Connection, and_, func, select

from blogforever.model.harvest import CommentChanges, PostChanges, UnseenPost
from blogforever.store.tables.harvests import name_key
from blogforever.store.tables.schema import LISTED, comments, harvests, posts, versions


def post_changes(connection: Connection, blog: int, harvest: int) -> PostChanges:
    """The posts that the harvest kept, by what it found of them."""
    was_gone = called_gone(connection, blog, harvest)
    own_version = and_(versions.c.post == posts.c.id, versions.c.harvest == harvest)
    seen = (
        select(posts.c.key, posts.c.first_seen, versions.c.number)
        .outerjoin(versions, own_version)
        .where(posts.c.blog == blog, posts.c.last_seen == harvest)
    )
    new = changed = back = unchanged = 0
    for row in connection.execute(seen):
        if row.first_seen == harvest:
            new += 1
        elif row.key in was_gone:
            back += 1
        elif row.number is not None:
            changed += 1
        else:
            unchanged += 1
    return PostChanges(new=new, changed=changed, back=back, unchanged=unchanged)


def comment_changes(connection: Connection, blog: int, harvest: int) -> CommentChanges:
    """The comments with text that the harvest kept, missed or found again."""
    of_blog = (
        select(func.count())
        .select_from(comments)
        .join(posts, posts.c.id == comments.c.post)
        .where(posts.c.blog == blog, comments.c.content_text != "")
    )

    def number(*conditions: Any) -> int:
        return connection.execute(of_blog.where(*conditions)).scalar_one()

    return CommentChanges(
        new=number(comments.c.harvest == harvest, comments.c.version == 1),
        changed=number(comments.c.harvest == harvest, comments.c.version > 1),
        gone=number(comments.c.turned == harvest, comments.c.gone),
        back=number(comments.c.turned == harvest, ~comments.c.gone),
    )


def unseen_posts(connection: Connection, blog: int, harvest: int) -> tuple[UnseenPost, ...]:
    """The posts of the blog that earlier harvests kept and this one did not, but for those that a person excluded."""
    was_gone = called_gone(connection, blog, harvest)
    newest = and_(versions.c.post == posts.c.id, versions.c.number == posts.c.newest)
    wanted = (
        select(posts.c.key, versions.c.url)
        .join(versions, newest)
        .where(posts.c.blog == blog, posts.c.last_seen < harvest, LISTED)
        .order_by(posts.c.id)
    )
    return tuple(
        UnseenPost(address=row.url or row.key, gone=was_gone.get(row.key, "")) for row in connection.execute(wanted)
    )


def count_seen(connection: Connection, blog: int, harvest: int) -> int:
    """How many posts the harvest has kept so far."""
    seen = select(func.count()).where(posts.c.blog == blog, posts.c.last_seen == harvest)
    return connection.execute(seen).scalar_one()


def called_gone(connection: Connection, blog: int, harvest: int) -> dict[str, str]:
    """The keys of the posts that were gone before this harvest, by the report of the one before, and why."""
    before = select(harvests.c.report).where(
        harvests.c.blog == blog, harvests.c.id < harvest, harvests.c.report.is_not(None)
    )
    report = connection.scalar(before.order_by(harvests.c.id.desc()).limit(1))
    gone = json.loads(report).get("gone", ()) if report else ()  # earlier versions did not say
    return {name_key(post["address"]): post["reason"] for post in gone}
