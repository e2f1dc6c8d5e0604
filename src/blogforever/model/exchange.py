"""One question to a server and its answer, as they went over the wire: what a WARC file keeps."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

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
    request_body: bytes = b""
    ip: str | None = None
    """The server's address, if known."""
    reason: str = ""
    """The words after the status ("Not Found"); empty when the transport does not tell."""
    truncated: bool = False
    """The body breaks off: the limit of size was reached."""

    @property
    def key(self) -> str:
        """By what it is found again: the address, for other questions than GET with their method and body."""
        return request_key(self.address, self.method, self.request_body)

    def header(self, name: str) -> str | None:
        """The first value of a response header, whatever the case of its name."""
        return header_value(self.response_headers, name)


def header_value(headers: Headers, name: str) -> str | None:
    """The first value of a header, whatever the case of its name."""
    wanted = name.lower()
    return next((value for known, value in headers if known.lower() == wanted), None)


def request_key(address: str, method: str = "GET", body: bytes = b"") -> str:
    """One key for one question; that of a GET is its address."""
    if method == "GET":
        return address
    joint = "&" if "?" in address else "?"
    return f"{address}{joint}__wb_method={method}&__wb_post_data={sha256(body).hexdigest()}"
