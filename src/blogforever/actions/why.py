"""Why an address was kept or not."""

from dataclasses import dataclass

from rapidfuzz import fuzz, process

from blogforever.actions.open_archive import OpenArchive
from blogforever.actions.record import Record
from blogforever.dom.addresses import path_key, post_key
from blogforever.model.archive import Explanation, PostVersion
from blogforever.store import ledger
from blogforever.store.known_addresses import addresses_on
from blogforever.store.posts import post_versions

_MOST_NEAR = 5
_NEAR_ENOUGH = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptWhen:
    """A version of a post: its number, and when it was captured."""

    number: int
    captured_at: str
    from_feed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What one blog's ledger says, and the versions of the post if one was kept."""

    explanation: Explanation
    versions: tuple[KeptWhen, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """All that the archive knows of an address."""

    address: str
    told: tuple[Told, ...] = ()
    nearest: tuple[str, ...] = ()
    """Addresses that it knows and that look like this one; only when it does not know this one."""


def why(archive: OpenArchive, address: str) -> Answer:
    """What became of the address in each blog that saw it, or what looks like it if none did."""
    told = tuple(
        Told(explanation=one, versions=_versions(archive, one)) for one in ledger.why(archive.database, address)
    )
    return Answer(address=address, told=told, nearest=() if told else _nearest(archive, address))


def answer_record(answer: Answer) -> Record:
    """The answer as a JSON object."""
    return {
        "address": answer.address,
        "known": bool(answer.told),
        "told": [_told_record(told) for told in answer.told],
        "nearest": list(answer.nearest),
    }


def _told_record(told: Told) -> Record:
    fate, post = told.explanation.fate, told.explanation.post
    return {
        "blog": told.explanation.blog,
        "harvest": told.explanation.harvest,
        "outcome": fate.outcome.value if fate else None,
        "reason": fate.reason if fate else None,
        "status": fate.status if fate else None,
        "leads_to": fate.leads_to if fate else None,
        "witnesses": [witness.value for witness in fate.witnesses] if fate else [],
        "referrer": fate.referrer if fate else None,
        "hops": fate.hops if fate else None,
        "post": post.url if post else None,
        "is_alias": told.explanation.is_alias,
        "versions": [
            {"version": one.number, "captured_at": one.captured_at, "from_feed": one.from_feed} for one in told.versions
        ],
    }


def _versions(archive: OpenArchive, explanation: Explanation) -> tuple[KeptWhen, ...]:
    found: tuple[PostVersion, ...] = ()
    if explanation.post is not None:
        found = post_versions(archive.database, explanation.post.id)
    return tuple(KeptWhen(number=one.number, captured_at=one.captured_at, from_feed=one.from_feed) for one in found)


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
    return tuple(found[0] for found in near)
