"""A site that lives in a table, and a browser that shows it. Nothing of it is on any network."""

from blogforever.render.browser import Browser
from blogforever.render.limits import Limits
from blogforever.render.question import Given

HOME = "http://blog.example/"
AGENT = "blogforever-tests/1.0"
SHORT = Limits(quiet=0.2, calm=1.5, longest=5.0, hardest=8.0, answer=2.0, reply=3.0)
"""As the usual limits, for those who do not want to wait."""


def new_browser(fetch, found, *, limits=SHORT, **options):
    return Browser(fetch, found=found, user_agent=AGENT, limits=limits, **options)


def given(body, media_type="text/html; charset=utf-8", status=200, address=""):
    content = body.encode() if isinstance(body, str) else body
    return Given(status=status, headers=(("Content-Type", media_type),), body=content, address=address)


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

    async def fetch(self, question):
        self.asked.append(question)
        answer = self.answers.get(question.address, self.answers.get(question.address.partition("?")[0]))
        if not callable(answer):
            return answer
        result = answer(question)
        return await result if hasattr(result, "__await__") else result

    def addresses(self):
        return [question.address for question in self.asked]

    def show(self, body, *, address=HOME, head="", browser=None):
        """The rendering of a page at this address."""
        original = body if isinstance(body, Given) else page(body, head)
        return self._loop.run((browser or self._browser).render(address, original))
