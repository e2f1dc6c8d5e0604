"""Other orders in which the pages of a blog can be fetched, for comparison: each a policy like frontier/policy.py."""

from collections import deque

from blogforever.frontier.policy import estimate

MOST_ADVISERS = 300


class BreadthFirst:
    """First come, first served."""

    def __init__(self) -> None:
        self._waiting: deque[int] = deque()

    def push(self, number: int, address: str) -> None:  # noqa: ARG002 - a policy's door
        """An address waits from now on."""
        self._waiting.append(number)

    def pop(self) -> int | None:
        """The one that waits the longest."""
        return self._waiting.popleft() if self._waiting else None

    def learn(self, address: str, posts: int, new_posts: int) -> None:
        """Nothing is learned."""


class DepthFirst(BreadthFirst):
    """Last come, first served."""

    def pop(self) -> int | None:
        """The newest."""
        return self._waiting.pop() if self._waiting else None


class MostPostLinks:
    """The paper's order [BF 4.3]: an address is worth the L(u) of the fetched ones most like it, weighted by distance.

    All addresses are weighed again before each choice, which the paper spares itself: its order at its best.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, str] = {}
        self._advisers: deque[str] = deque(maxlen=MOST_ADVISERS)
        self._values: deque[float] = deque(maxlen=MOST_ADVISERS)

    def push(self, number: int, address: str) -> None:
        """An address waits from now on."""
        self._waiting[number] = address

    def pop(self) -> int | None:
        """The address with the highest estimate."""
        if not self._waiting:
            return None
        number = max(self._waiting, key=lambda waiting: estimate(self._waiting[waiting], self._advisers, self._values))
        del self._waiting[number]
        return number

    def learn(self, address: str, posts: int, new_posts: int) -> None:  # noqa: ARG002 - L(u) counts all post links
        """L(u) of a page that was fetched."""
        self._advisers.append(address)
        self._values.append(posts)
