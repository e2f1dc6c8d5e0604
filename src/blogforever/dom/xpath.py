"""A CSS selector as XPath, for those whose tools speak that; and whether it is one at all."""

from turbohtml import SelectorSyntaxError
from turbohtml.convert import SelectorError, css_specificity, css_to_xpath


def as_xpath(css: str) -> str | None:
    """The XPath 1.0 expression that selects the same nodes; None when there is none."""
    try:
        return css_to_xpath(css, prefix="//")
    except (SelectorSyntaxError, SelectorError):
        return None


def is_selector(css: str) -> bool:
    """True when the text can be applied to a page."""
    try:
        css_specificity(css)
    except SelectorSyntaxError:
        return False
    return True
