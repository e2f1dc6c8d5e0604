"""A page as a browser showed it after its scripts had run."""

from dataclasses import dataclass
from datetime import datetime

from blogforever.model.harvest import KeptMedia

MISSING_ANSWERS = "some of what it asked for could not be had"
"""The note of a rendering whose scripts did not get all that they asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """What became of one page in the browser."""

    address: str
    """The address that was shown, with its fragment where a script needs it."""
    at: datetime
    html: str
    """The document when the page was idle, with the documents of its frames in their place."""
    reason: str = ""
    """Why the page was rendered: "empty shell", "comments by Disqus"."""
    presses: int = 0
    """How often a button for more was pressed."""
    notes: tuple[str, ...] = ()
    """What was cut short: "still busy after 30 seconds"."""
    screenshot: bytes | None = None
    """The whole page as PNG, if it was asked for."""


def screenshot_address(address: str) -> str:
    """The address of the media file that shows the page, named as by other crawlers that run browsers."""
    return f"urn:fullPage:{address}"


def screenshot_of(rendering: Rendering) -> KeptMedia | None:
    """The rendering's picture as a media file."""
    if not rendering.screenshot:
        return None
    return KeptMedia(
        address=screenshot_address(rendering.address),
        content=rendering.screenshot,
        media_type="image/png",
        captured_at=rendering.at,
    )
