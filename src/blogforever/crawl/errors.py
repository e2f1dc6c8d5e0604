"""Why a request of the crawl is refused or broken off, and what that is called in messages.

To Scrapy each of our own errors is a request that is ignored.
"""

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)

from blogforever.model.page import LARGEST_PAGE


class NotAWebUrl(IgnoreRequest):
    """It is not an address that a web server could be asked for: a local file, or no address at all."""


class EndlessHead(IgnoreRequest):
    """The server goes on and on about its answer and never comes to it."""


class MalformedAnswer(IgnoreRequest):
    """What comes is no answer by the rules of HTTP, and would be none the next time."""


class NotCaptured(IgnoreRequest):
    """Offline, and the archive does not have the address."""


class HostGivenUp(IgnoreRequest):
    """The host could not be reached before and is not asked again."""


class AskedToWait(HostGivenUp):
    """The host does not want to be asked for longer than a harvest waits."""


class PrivateAddress(IgnoreRequest):
    """An address of this network or machine, which the blog has no business to send us to."""


class Forbidden(IgnoreRequest):
    """robots.txt forbids the address."""


class RobotsUnreadable(Forbidden):
    """The server fails to say what its robots.txt forbids, so for now everything counts as forbidden."""


class DecompressedTooLarge(IgnoreRequest):
    """The answer is small on the wire, and larger than its kind may be when it is unpacked."""


class Ending(IgnoreRequest):
    """The harvest ends: what was under way is broken off, and can be asked for by the next."""


_DESCRIPTIONS: tuple[tuple[type[BaseException], str], ...] = (
    (CannotResolveHostError, "there is no such host"),
    (DownloadConnectionRefusedError, "the server refuses the connection"),
    (DownloadTimeoutError, "no complete answer in time"),
    (DownloadCancelledError, "the answer is larger than {largest} MB"),
    (ResponseDataLossError, "the answer breaks off"),
    (NotAWebUrl, "it is not an address of the web"),
    (UnsupportedURLSchemeError, "it is not an address of the web"),
    (EndlessHead, "the head of the answer has no end"),
    (MalformedAnswer, "the answer is malformed"),
    (Forbidden, "robots.txt forbids it"),
    (PrivateAddress, "it is an address of a private network"),
    (NotCaptured, "it was not captured"),
    (DecompressedTooLarge, "the answer unpacks to more than {largest} MB"),
)
_PERMANENT = (
    Forbidden, HostGivenUp, NotAWebUrl, PrivateAddress, NotCaptured, EndlessHead, MalformedAnswer,
    DecompressedTooLarge, UnsupportedURLSchemeError, DownloadCancelledError,
)  # fmt: skip
_LONGEST = 200


def describe_error(error: BaseException, *, largest: int = LARGEST_PAGE) -> str:
    """Why an address could not be had; `largest` is how many bytes it might have had."""
    if isinstance(error, AskedToWait) or type(error) is IgnoreRequest:
        return str(error)
    if isinstance(error, HostGivenUp) and error.__cause__ is not None:
        return describe_error(error.__cause__, largest=largest)
    known = next((description for kind, description in _DESCRIPTIONS if isinstance(error, kind)), None)
    if known:
        return known.format(largest=largest // 1_000_000)
    description = f"{error} {error.__cause__ or ''} {error.__context__ or ''}".lower()
    if "certificate" in description or "ssl" in description or "tls" in description:
        return "the secure connection fails (certificate or TLS)"
    if isinstance(error, OSError) and error.strerror:
        return f"the connection fails ({error.strerror.lower()})"[:_LONGEST]
    return "the connection breaks off before the answer is complete"


def is_permanent(error: BaseException) -> bool:
    """True when trying again later cannot help."""
    return isinstance(error, _PERMANENT)
