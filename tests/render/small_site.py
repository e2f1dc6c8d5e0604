"""A site that lives in a table, and a browser that shows it. Nothing of it is on any network."""

from blogforever.render.browser import Browser
from blogforever.render.browser_request import BrowserResponse
from blogforever.render.limits import Limits

HOME = "http://blog.example/"
AGENT = "blogforever-tests/1.0"
SHORT = Limits(quiet=0.2, idle=1.5, longest=15.0, hardest=30.0, answer=2.0, reply=10.0)
"""As the usual limits, for those who do not want to wait; a busy machine has time enough."""


class SiteBrowser(Browser):
    """A browser that has all its answers from one site."""

    def __init__(self, fetch, **options):
        super().__init__(**options)
        self._fetch = fetch

    async def render(self, address, original, *, fetch=None, reason=""):
        return await super().render(address, original, fetch=fetch or self._fetch, reason=reason)


def new_browser(fetch, found, *, limits=SHORT, **options):
    return SiteBrowser(fetch, found=found, user_agent=AGENT, limits=limits, **options)


def given(body, media_type="text/html; charset=utf-8", status=200, address=""):
    content = body.encode() if isinstance(body, str) else body
    return BrowserResponse(status=status, headers=(("Content-Type", media_type),), body=content, address=address)


def page(body, head=""):
    return given(f"<!DOCTYPE html><html><head><title>A page</title>{head}</head><body>{body}</body></html>")


class SmallSite:
    """Answers by address; `asked` holds every question."""

    def __init__(self, browser=None, loop=None):
        self.answers = {}
        self.asked = []
        self._browser = browser
        self._loop = loop

    def __setitem__(self, path, answer):
        """What is at a path of the home, or at a whole address; a function gets the question."""
        self.answers[path if "://" in path else HOME + path.lstrip("/")] = answer

    async def fetch(self, request):
        self.asked.append(request)
        answer = self.answers.get(request.address, self.answers.get(request.address.partition("?")[0]))
        if not callable(answer):
            return answer
        result = answer(request)
        return await result if hasattr(result, "__await__") else result

    def addresses(self):
        return [request.address for request in self.asked]

    def show(self, body, *, address=HOME, head="", browser=None):
        """The rendering of a page at this address."""
        original = body if isinstance(body, BrowserResponse) else page(body, head)
        return self._loop.run((browser or self._browser).render(address, original))
