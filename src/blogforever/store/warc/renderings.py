"""Pages as a browser showed them: records of the WARC files beside the original, and the pictures of them.

A rendering is a `conversion` record of the captured page, followed by a `metadata` record that says why it was made.
Its place in the index is under a name of its own, so that replay shows the page as it came over the wire.
"""

from blogforever.model.rendering import Rendering
from blogforever.store.warc.exchanges import moment
from blogforever.store.warc.http_message import parse_warc_fields
from blogforever.store.warc.records import WarcRecord, conversion_record, metadata_record, new_id

HTML = "text/html"
_RENDERED = "urn:rendered:"


def rendering_key(address: str) -> str:
    """Under what the index knows the rendering of the address."""
    return _RENDERED + address


def rendering_records(rendering: Rendering, *, refers_to: str | None) -> tuple[bytes, bytes]:
    """What the browser showed, and why it was used. `refers_to` is the id of the record of the original."""
    record_id = new_id()
    html = rendering.html.encode("utf-8", "replace")
    shown = conversion_record(rendering.address, rendering.at, html, record_id=record_id, refers_to=refers_to)
    about = [("outcome", "rendered by a browser"), ("reason", rendering.reason), ("presses", str(rendering.presses))]
    about += [("note", note) for note in rendering.notes]
    return shown, metadata_record(rendering.address, rendering.at, about, concurrent_to=record_id)


def is_rendering(record: WarcRecord) -> bool:
    """True for the record of a page as a browser showed it."""
    return record.kind == "conversion" and record.fields.get("content-type", "").lower().startswith(HTML)


def to_rendering(shown: WarcRecord, behind: WarcRecord | None) -> Rendering:
    """The rendering in the record; `behind` is the record that follows it."""
    fields: tuple[tuple[str, str], ...] = ()
    if behind and behind.fields.get("warc-concurrent-to") == shown.fields.get("warc-record-id", ""):
        fields = parse_warc_fields(behind.block)
    presses = next((value for name, value in fields if name == "presses"), "")
    return Rendering(
        address=shown.address,
        at=moment(shown.fields.get("warc-date", "")),
        html=shown.block.decode("utf-8", "replace"),
        reason=next((value for name, value in fields if name == "reason"), ""),
        presses=int(presses) if presses.isascii() and presses.isdecimal() else 0,
        notes=tuple(value for name, value in fields if name == "note"),
    )
