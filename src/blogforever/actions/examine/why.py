"""Why an address was kept, or why it was not."""

from dataclasses import dataclass

from rapidfuzz import fuzz, process

from blogforever.actions._archive import OpenArchive
from blogforever.actions._files.records import Record, decided_record
from blogforever.model.archive import Explanation, PostVersion
from blogforever.store.queries import ledger
from blogforever.store.queries.known_urls import addresses_on
from blogforever.store.queries.posts import post_versions
from blogforever.urls.normalize import looks_like_address, path_key, post_key

_MOST_NEAR = 5
_NEAR_ENOUGH = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the ledger of one blog records about the address, and the versions of the post if one was kept."""

    explanation: Explanation
    versions: tuple[PostVersion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyAnswer:
    """Everything that the archive knows about an address."""

    address: str
    findings: tuple[Finding, ...] = ()
    """One for each blog that saw it."""
    nearest: tuple[str, ...] = ()
    """Known addresses that look like this one; only if this one is unknown."""
    is_address: bool = True
    """False for words, which no address consists of."""


def why(archive: OpenArchive, address: str) -> WhyAnswer:
    """What became of the address in each blog that saw it, or which known addresses resemble it if none did."""
    findings = tuple(
        Finding(explanation=explanation, versions=_versions(archive, explanation))
        for explanation in ledger.why(archive.database, address)
    )
    return WhyAnswer(
        address=address, findings=findings, nearest=() if findings else _nearest(archive, address),
        is_address=looks_like_address(address),
    )  # fmt: skip


def why_record(answer: WhyAnswer) -> Record:
    """The answer as a JSON object."""
    return {
        "address": answer.address,
        "known": bool(answer.findings),
        "told": [_finding_record(finding) for finding in answer.findings],
        "nearest": list(answer.nearest),
    }


def _finding_record(finding: Finding) -> Record:
    entry, post = finding.explanation.ledger_entry, finding.explanation.post
    return {
        "blog": finding.explanation.blog,
        "harvest": finding.explanation.harvest,
        "outcome": entry.outcome.value if entry else None,
        "reason": entry.reason if entry else None,
        "status": entry.status if entry else None,
        "leads_to": entry.leads_to if entry else None,
        "witnesses": [via.value for via in entry.witnesses] if entry else [],
        "referrer": entry.referrer if entry else None,
        "hops": entry.hops if entry else None,
        "post": post.url if post else None,
        "is_alias": finding.explanation.is_alias,
        "decision": decided_record(finding.explanation.decision),
        "versions": [
            {"version": version.number, "captured_at": version.captured_at, "from_feed": version.from_feed}
            for version in finding.versions
        ],
    }


def _versions(archive: OpenArchive, explanation: Explanation) -> tuple[PostVersion, ...]:
    return post_versions(archive.database, explanation.post.id) if explanation.post is not None else ()


def _nearest(archive: OpenArchive, address: str) -> tuple[str, ...]:
    host = post_key(address).partition("/")[0].partition("?")[0]
    near = process.extract(
        path_key(address),
        addresses_on(archive.database, host),
        scorer=fuzz.ratio,
        processor=path_key,
        limit=_MOST_NEAR,
        score_cutoff=_NEAR_ENOUGH,
    )
    return tuple(match[0] for match in near)
