"""One question to a server and its answer, as they went over the wire: what a WARC file keeps."""

from dataclasses import dataclass
from datetime import datetime

Headers = tuple[tuple[str, str], ...]
"""Names and values in the order of the wire; names may repeat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A request and its response."""

    address: str
    """The address that was asked, as it was sent."""
    at: datetime
    """When it was asked, in UTC."""
    status: int
    response_headers: Headers = ()
    body: bytes = b""
    """The answer's body as it came, still compressed where the headers say so."""
    method: str = "GET"
    request_headers: Headers = ()
    ip: str | None = None
    """The server's address, if known."""
    reason: str = ""
    """The words after the status ("Not Found"); empty when the transport does not tell."""
    truncated: bool = False
    """The body breaks off: the limit of size was reached."""

    def header(self, name: str) -> str | None:
        """The first value of a response header, whatever the case of its name."""
        wanted = name.lower()
        return next((value for known, value in self.response_headers if known.lower() == wanted), None)
