"""The figures of durability as Markdown."""

from typing import Any

HEADINGS = ["power cut at", "posts", "media", "addresses", "state", "lost of these", "the same command again gives"]


def cost_text(found: dict[str, Any] | str) -> str:
    """What the syncs cost."""
    if isinstance(found, str):
        return f"The cost was not measured: {found}."
    wall = found["synced"]["seconds"] / found["unsynced"]["seconds"]
    cpu = found["synced"]["cpu"] / found["unsynced"]["cpu"]
    return (
        f"A made-up blog of {found['posts']} posts and {found['media']} media files takes "
        f"{found['synced']['seconds']:.1f} s ({found['synced']['cpu']:.1f} s of CPU time), and "
        f"{found['unsynced']['seconds']:.1f} s ({found['unsynced']['cpu']:.1f} s) when libeatmydata makes every sync a "
        f"no-op: **{wall:.2f}** times as long, {cpu:.2f} times the CPU time (medians of three runs, in turns)."
    )


def cut_rows(found: dict[str, Any]) -> list[list[str]]:
    """A row for each power cut."""
    return [
        [
            row["moment"], str(row["posts"]), str(row["media"]), str(row["lines"]), row["state"],
            row["lost"] or "nothing", row["resumed"],
        ]
        for row in found["rows"]
    ]  # fmt: skip


def cuts_text(found: dict[str, Any]) -> str:
    """What the table shows."""
    whole = sum(not row["lost"] for row in found["rows"])
    same = sum(row["resumed"] == "the same" for row in found["rows"])
    return (
        f"A harvest of a made-up blog ({found['posts']} posts, {found['media']} media files) runs on a file system of "
        "its own. At each moment the disk is copied without what is only in memory, as a failure of the power leaves "
        "it, and the copy is mounted and compared with what the database had reported at that moment: every line, "
        "every media file by its checksum, every captured page. "
        f"{whole} of {len(found['rows'])} lost nothing; {same} of them, harvested again by the same command, give the "
        "same export and the same media as a harvest that was left alone."
    )
