"""How a harvest ended, as its WARC files say: they know it even where the database was lost or is older."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from blogforever.model.harvest import State
from blogforever.store.warc.cdxj import records_behind_index
from blogforever.store.warc.file_names import files_written
from blogforever.store.warc.http_message import parse_warc_fields

STATE = "blogforever-state"
BLOG = "blogforever-blog"
"""The random id of the blog: it may be another than when the harvest began, for one blog can turn out to be another."""
_OVER = frozenset({State.DONE, State.FAILED})


def end_fields(ended: Mapping[str, Any], *, harvest: str, blog: str, options: str) -> dict[str, str]:
    """What the last record of the harvest of the blog says, both by their random ids; the options may have changed."""
    return {
        "blogforever-harvest": harvest,
        BLOG: blog,
        STATE: str(ended["state"]),
        "blogforever-ended": ended["ended"],
        "blogforever-wishes": options,
        "blogforever-report": ended["report"],
    }


def is_over(folder: Path, prefix: str) -> bool:
    """True when the files whose names begin so are those of a harvest that came to its end."""
    return any(_final_state(path) in _OVER for path in files_written(folder, prefix)[-1:])


def _final_state(path: Path) -> str | None:
    state = None
    for record in records_behind_index(path):
        if record.kind == "metadata":
            state = dict(parse_warc_fields(record.block)).get(STATE, state)
    return state
