"""Every error that blogforever raises on purpose.

BlogforeverError                 the root: catches all of them
├── UnreadableFile               a file that the user named cannot be read or written
├── NotAFeed                     not a feed in any known format
├── NotHTML                      not a web page: binary data, plain text, a feed, or empty
├── TooLarge                     a page or feed that exceeds the limits on memory and time
├── NothingToLearnFrom           none of the pages belongs to an entry of the feed
├── BadRules                     a saved rule set is damaged, or has a newer format
├── BadAddress                   not the address of a blog
├── NotABlog                     the site was reached, but no posts were found
├── Unreachable                  the site cannot be reached: unknown host, refused, TLS error, redirect loop …
├── ArchiveBusy                  another process is harvesting into the archive
├── BadArchive                   the archive is damaged, was made by a newer version, or cannot be written
├── NotInArchive                 the archive does not contain this blog, post or address
├── AmbiguousBlog                a name that fits several blogs of the archive
├── DifferentBlogs               two blogs that are to be made one, and do not seem to be the same
├── NotInstalled                 an optional part of blogforever is needed that is not installed
├── NoBrowser                    a browser is needed, but none was found or none starts
└── BrowserFailed                the browser could not load a page: it crashed twice, or its scripts never end

Each message names what it is about and says what to do next.
"""


class BlogforeverError(Exception):
    """The base of all errors: `subject` (a file or an address), `problem`, and `next_step`, what the user can do."""

    exit_code = 1

    def __init__(self, subject: str, problem: str, next_step: str = "") -> None:
        super().__init__(subject, problem, next_step)
        self.subject = subject
        self.problem = problem
        self.next_step = next_step

    def __str__(self) -> str:
        message = f"{self.subject}: {self.problem}" if self.subject else self.problem
        return f"{message}. {self.next_step}" if self.next_step else message


class UnreadableFile(BlogforeverError):
    """A file that the user named cannot be read or written."""

    exit_code = 2


class NotAFeed(BlogforeverError):
    """The bytes are not a feed in any known format."""

    exit_code = 3


class NotHTML(BlogforeverError):
    """The bytes are not a web page."""

    exit_code = 3


class TooLarge(BlogforeverError):
    """The page or feed exceeds the limits on memory and time."""

    exit_code = 5


class NothingToLearnFrom(BlogforeverError):
    """None of the pages belongs to an entry of the feed."""

    exit_code = 3


class BadRules(BlogforeverError):
    """The saved rule set is damaged, or was written by a newer blogforever."""

    exit_code = 2


class BadAddress(BlogforeverError):
    """This is not the address of a blog."""

    exit_code = 2


class NotABlog(BlogforeverError):
    """The site was reached, but no posts were found; the message says what was tried."""

    exit_code = 3


class Unreachable(BlogforeverError):
    """The site cannot be reached."""

    exit_code = 4


class ArchiveBusy(BlogforeverError):
    """Another process is harvesting into the archive."""

    exit_code = 6


class BadArchive(BlogforeverError):
    """The archive is damaged, was made by a newer version, or cannot be written."""

    exit_code = 6


class NotInArchive(BlogforeverError):
    """The archive does not contain this blog, post, version or address, or there is no archive."""

    exit_code = 2


class AmbiguousBlog(BlogforeverError):
    """The name fits several blogs of the archive; the message lists them."""

    exit_code = 2


class DifferentBlogs(BlogforeverError):
    """Two blogs are to be made one, and nothing speaks for it that they are the same blog."""

    exit_code = 2


class NotInstalled(BlogforeverError):
    """An optional part of blogforever is needed that is not installed; the message says how to install it."""

    exit_code = 2


class NoBrowser(BlogforeverError):
    """A browser is needed, but none was found or none starts."""

    exit_code = 7


class BrowserFailed(BlogforeverError):
    """The browser could not load this page; only the page as it was fetched is available."""

    exit_code = 7
