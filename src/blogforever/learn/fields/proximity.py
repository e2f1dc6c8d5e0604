"""How near a node is to the article, and whether it stands where a post's own title, byline and date stand."""

from blogforever.classifier.blocks import PLACE_BITS
from blogforever.learn.training import TrainingPage

_ELSEWHERE = sum(PLACE_BITS[name] for name in ("comments", "side", "related", "<nav>", "<aside>", "navigation"))
_CREDITS = PLACE_BITS["tags"] | PLACE_BITS["credits"]
_SIDE = PLACE_BITS["side"] | PLACE_BITS["<aside>"]
_FOOT = PLACE_BITS["foot"] | PLACE_BITS["<footer>"]


class Proximity:
    """Distances to one page's article node [BF 3.5]."""

    def __init__(self, page: TrainingPage, article: int) -> None:
        self._page = page
        self._article = article
        page_index = page.page_index
        self._climb = (
            {up: steps for steps, up in enumerate((article, *page_index.ancestors(article)))} if article >= 0 else {}
        )

    def distance(self, number: int) -> int:
        """Steps in the tree from the node to the article node."""
        steps = 0
        while number not in self._climb and number >= 0:
            number = self._page.page_index.parent[number]
            steps += 1
        return steps + self._climb.get(number, 0)

    def is_elsewhere(self, number: int, *, foot: bool = False, side: bool = True) -> bool:
        """True for nodes in menus, comments and lists of other posts, in sidebars (`side`) and far footers (`foot`)."""
        away = self._away(number)
        return bool(away & (_ELSEWHERE if side else _ELSEWHERE & ~_SIDE)) or (
            foot and bool(away & _FOOT) and self.distance(number) > 8
        )

    def is_inside(self, number: int) -> bool:
        """True for nodes in the article's own text, below its head and foot."""
        return (
            self._article >= 0
            and number != self._article
            and self._page.page_index.contains(self._article, number)
            and bool(self._page.expected.good(number))
        )

    def is_in_credits(self, number: int) -> bool:
        """True for nodes in a place named for a post's tags, date or author."""
        return bool(self._away(number) & _CREDITS)

    def _away(self, number: int) -> int:
        """The kinds of place around the node that are not around the article: a "sidebar" that holds both is none."""
        around = self._page.compared.places.around
        return around[number] & ~(around[self._article] if self._article >= 0 else 0)

    def prior(self, number: int) -> float:
        """A small bonus for nodes near the article, a penalty for those in sidebars, menus and comments."""
        if self._article < 0:
            return 0.0
        away = self._away(number)
        penalty = 0.3 if away & _ELSEWHERE else 0.05 if away & _FOOT else 0.0
        return -0.003 * min(self.distance(number), 20) - penalty
