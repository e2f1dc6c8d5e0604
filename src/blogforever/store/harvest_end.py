"""How a harvest ended, told by its files of captures: they know it even where the database was lost or is older."""

from pathlib import Path

from blogforever.model.harvest import State
from blogforever.store.capture_names import files_written
from blogforever.store.cdxj import records_behind_index
from blogforever.store.http_message import parse_warc_fields
from blogforever.store.upsert import Row

STATE = "blogforever-state"
_OVER = frozenset({State.DONE, State.FAILED})


def end_fields(ended: Row, *, harvest: str, wishes: str) -> dict[str, str]:
    """What the last record of the harvest with this random id tells; the wishes may have changed since it began."""
    return {
        "blogforever-harvest": harvest,
        STATE: str(ended["state"]),
        "blogforever-ended": ended["ended"],
        "blogforever-wishes": wishes,
        "blogforever-report": ended["report"],
    }


def is_over(folder: Path, prefix: str) -> bool:
    """True when the files whose names begin so are those of a harvest that came to its end."""
    return any(_told_state(path) in _OVER for path in files_written(folder, prefix)[-1:])


def _told_state(path: Path) -> str | None:
    told = None
    for record in records_behind_index(path):
        if record.kind == "metadata":
            told = dict(parse_warc_fields(record.block)).get(STATE, told)
    return told
