"""Every error that blogforever raises on purpose.

BlogforeverError                 the root: catch this to catch all of ours
├── UnreadableFile               a file that the user named cannot be read
├── NotAFeed                     bytes that hold no feed of any known format
├── NotHTML                      bytes that hold no page: binary, or nothing at all
├── TooLarge                     a page or feed beyond the limits that keep memory and time bounded
├── NothingToLearnFrom           a feed and pages that share no post
├── BadRules                     a saved rule set that is damaged or of a newer format
├── BadAddress                   what should be the address of a blog is none
├── NotABlog                     a site that was reached and has no posts
├── Unreachable                  a site that cannot be reached: no such host, refused, TLS, redirects without end …
├── ArchiveBusy                  another process is harvesting into the archive
├── BadArchive                   an archive that is damaged, made by a newer version, or cannot be written
├── NotInArchive                 a blog, post or address that the archive does not hold
├── NoBrowser                    a page needs a browser, and none is on this machine or none starts
└── BrowserFailed                the browser could not show a page: it crashed twice, or its scripts never end

Each message names the thing it is about and says what to do next.
"""


class BlogforeverError(Exception):
    """What went wrong, with what (`subject`: a file or an address) and what the user can do next."""

    exit_code = 1

    def __init__(self, subject: str, problem: str, next_step: str = "") -> None:
        self.subject = subject
        self.problem = problem
        self.next_step = next_step
        message = f"{subject}: {problem}" if subject else problem
        super().__init__(f"{message}. {next_step}" if next_step else message)


class UnreadableFile(BlogforeverError):
    """A file that the user named cannot be read or written."""

    exit_code = 2


class NotAFeed(BlogforeverError):
    """The bytes hold no feed of any known format."""

    exit_code = 3


class NotHTML(BlogforeverError):
    """The bytes hold no page."""

    exit_code = 3


class TooLarge(BlogforeverError):
    """The page or feed is beyond the limits that keep memory and time bounded."""

    exit_code = 5


class NothingToLearnFrom(BlogforeverError):
    """No entry of the feed has its page among the pages."""

    exit_code = 3


class BadRules(BlogforeverError):
    """The saved rule set is damaged, or was written by a newer blogforever."""

    exit_code = 2


class BadAddress(BlogforeverError):
    """What should be the address of a blog is none."""

    exit_code = 2


class NotABlog(BlogforeverError):
    """The site was reached, and no posts were found; the message says what was tried."""

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
    """The archive does not hold what was asked for."""

    exit_code = 2


class NoBrowser(BlogforeverError):
    """A page needs a browser, and there is none that starts."""

    exit_code = 7


class BrowserFailed(BlogforeverError):
    """The browser could not show this page; the page as it was fetched is all there is."""

    exit_code = 7
