"""How long a document may be read, and how much memory a crawl may take, before it is given up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlLimits:
    """The limits of one crawl; each is far beyond what an honest document needs."""

    reading: float = 30.0
    """CPU seconds for each stage of reading one document; enforced by the crawling process itself."""
    learning: float = 120.0
    """CPU seconds for learning rules from several documents; enforced in the same way."""
    silence: float = 90.0
    """Seconds without a message from the process while it reads a document: then it is killed."""
    long_silence: float = 600.0
    """The same while it learns, decides or saves."""
    grace: float = 15.0
    """Seconds without a message once the harvest was asked to stop, or its time is up."""
    memory: int = 4_000_000_000
    """Bytes that the process may hold; never more than half of the machine's memory."""
    restarts: int = 10
    """How often the process is started again after it had to be killed, or died."""
