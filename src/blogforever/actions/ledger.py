"""The completeness ledger of a blog: which sources know how many posts, where there are gaps, and what is missing."""

from dataclasses import dataclass

from blogforever.actions.open_archive import OpenArchive
from blogforever.actions.record import Record
from blogforever.model.archive import ArchivedBlog, LedgerSummary
from blogforever.model.harvest import Missing
from blogforever.store.blogs import find_blog
from blogforever.store.ledger import summarise
from blogforever.store.reports import newest_report


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """How complete a blog is, as far as the archive can tell."""

    blog: ArchivedBlog
    summary: LedgerSummary
    missing: tuple[Missing, ...] = ()
    """Posts that some source names and that the newest harvest could not keep."""
    notes: tuple[str, ...] = ()
    """What the newest harvest noted for people."""

    @property
    def gaps(self) -> tuple[str, ...]:
        """Months between the first and the last post that have none."""
        return tuple(month for month, posts in self.summary.months if not posts)


def read_ledger(archive: OpenArchive, blog: str) -> Ledger:
    """The ledger of the blog. Raises NotInArchive."""
    report = newest_report(archive.database, blog)
    return Ledger(
        blog=find_blog(archive.database, blog),
        summary=summarise(archive.database, blog),
        missing=report.missing if report else (),
        notes=report.notes if report else (),
    )


def ledger_record(ledger: Ledger) -> Record:
    """The ledger as a JSON object."""
    summary = ledger.summary
    return {
        "blog": ledger.blog.blog.url,
        "state": ledger.blog.state.value if ledger.blog.state else None,
        "posts": ledger.blog.posts,
        "addresses": ledger.blog.addresses,
        "outcomes": {outcome.value: count for outcome, count in summary.outcomes.items()},
        "known_by": {witness.value: count for witness, count in summary.known_by.items()},
        "only_by": {witness.value: count for witness, count in summary.only_by.items()},
        "overlap": [
            {"sources": [one.value, other.value], "posts": count} for (one, other), count in summary.overlap.items()
        ],
        "months": dict(summary.months),
        "gaps": list(ledger.gaps),
        "undated": summary.undated,
        "missing": [
            {"url": one.address, "witnesses": [witness.value for witness in one.witnesses], "reason": one.reason}
            for one in ledger.missing
        ],
        "notes": list(ledger.notes),
    }
